import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { languageOf } from '../../../src/core/languages/language-of.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { rulesOf } from '../../../src/core/search/rules.ts';
import { trackedTree } from '../../support/tracked-tree.ts';

const TREE = 'samples/state-tracking.mcts.jsonl';

describe('the samples of searches', () => {
  it('have a tree that is made anew with the same bytes', async () => {
    assert.equal(await trackedTree(), fs.readFileSync(TREE, 'utf8'));
  });

  it('have a tree in which the world of the model parts from the true one, with hallucinations of every kind', () => {
    const read = readTree(fs.readFileSync(TREE, 'utf8'));
    assert.ok(read.ok);
    const { nodes, simulations, problems, end, header } = read.value;
    assert.deepEqual([problems.length, end, simulations.length], [0, 'done', header.settings.simulations]);
    const parted = nodes.filter(({ kind, truth }) => kind === 'state' && truth !== undefined);
    assert.ok(parted.length > 10);
    const reasons = nodes.flatMap(({ reason }) => reason ?? []);
    for (const kind of [/^cut off/, /^no state$/, /^not a state: the piece placement/, /in check$/, /has no bucket$/])
      assert.ok(
        reasons.some((reason) => kind.test(reason)),
        `${kind}`,
      );
    // what is said to be true follows by the rules from the root
    const rules = rulesOf('chess');
    const tree = new ReplayedTree(read.value);
    for (const { id, truth } of parted) {
      const actions: string[] = [];
      for (let at = tree.nodes.get(id); at?.parent !== undefined; at = at.parent)
        actions.push(at.parent.actions[at.edge]);
      let state: string | undefined = header.state;
      for (const action of actions.reverse()) state = state === undefined ? undefined : rules(state, action);
      assert.equal(truth, state);
    }
  });

  it('have no findings but those of the trace as it was published', () => {
    const found = fs.readdirSync('samples').flatMap((name) => {
      const text = fs.readFileSync(`samples/${name}`, 'utf8');
      const language = languageOf(name, '');
      if (language === undefined) return [];
      const worse = checkText(text, language).filter(({ severity }) => severity === 'error' || severity === 'warning');
      return worse.map(({ code, range }) => [name, code, text.slice(range.start, range.end)]);
    });
    assert.deepEqual(found, [['traces.mav', 'TRACE_DECISION_LIST', 'g3g5 : "<ctrl43>"']]);
  });
});
