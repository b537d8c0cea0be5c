import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { detectLanguage } from '../../../src/core/languages/languages.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { readTrackedLabel } from '../../../src/core/search/language-model.ts';
import { ReplayedTree, readTree, type StoredSearch } from '../../../src/core/search/read-tree.ts';
import { rulesForGame } from '../../../src/core/search/rule-models.ts';
import { MAV_SMALL_LABEL } from '../../../src/models/sources/mav-small.ts';
import { itLong } from '../../support/thorough.ts';
import { trackedTree } from '../../support/tracked-tree.ts';

const TREE = 'samples/state-tracking.mcts.jsonl';

/** The true state of each node that has one follows by the rules from the root. */
function assertTruths({ header, nodes }: StoredSearch, tree: ReplayedTree): void {
  const rules = rulesForGame('chess');
  for (const { id, truth } of nodes) {
    if (truth === undefined) continue;
    const actions: string[] = [];
    for (let at = tree.nodes.get(id); at?.parent !== undefined; at = at.parent)
      actions.push(at.parent.actions[at.edge]);
    let state: string | undefined = header.state;
    for (const action of actions.reverse()) state = state === undefined ? undefined : rules(state, action);
    assert.equal(truth, state);
  }
}

describe('a search with a tracker that is wrong on purpose', () => {
  itLong('has hallucinations of every kind, and states that part from the true ones', async () => {
    const read = readTree(await trackedTree());
    assert.ok(read.ok);
    const { nodes, problems } = read.value;
    assert.deepEqual(problems, []);
    assert.ok(nodes.filter(({ kind, truth }) => kind === 'state' && truth !== undefined).length > 10);
    const reasons = nodes.flatMap(({ reason }) => reason ?? []);
    for (const kind of [/^cut off/, /^no state$/, /^not a state: the piece placement/, /in check$/, /has no bucket$/])
      assert.ok(
        reasons.some((reason) => kind.test(reason)),
        `${kind}`,
      );
    assertTruths(read.value, new ReplayedTree(read.value));
  });
});

describe('the samples of searches', () => {
  it('have a tree in which a learned model tracked the states, which part from the true ones', () => {
    const read = readTree(fs.readFileSync(TREE, 'utf8'));
    assert.ok(read.ok);
    const { nodes, simulations, problems, end, header } = read.value;
    assert.deepEqual([problems.length, end, simulations.length], [0, 'done', header.settings.simulations]);
    assert.equal(readTrackedLabel(header.model)?.model, MAV_SMALL_LABEL);
    const tree = new ReplayedTree(read.value);
    assertTruths(read.value, tree);
    const parted = nodes.filter(({ truth }) => truth !== undefined);
    assert.ok(parted.length >= 10);
  });

  it('have answers of the bundled model that can be read whole, and a search over its own world', () => {
    const text = fs.readFileSync('samples/mav-small.mav', 'utf8');
    // What is wrong in an answer depends on the weights; its form does not.
    const formal = checkText(text, 'mav').filter(({ code }) => /SYNTAX|STRAY|UNREAD|HEADER/.test(code));
    assert.deepEqual(formal, []);
    assert.equal([...readMav(text)].filter(({ section }) => section.item?.kind === 'trace').length, 1);
    assert.ok((text.match(/^\[%best_action /gm)?.length ?? 0) >= 5);
    const read = readTree(fs.readFileSync('samples/own-world.mcts.jsonl', 'utf8'));
    assert.ok(read.ok);
    const { header, problems, end, simulations } = read.value;
    assert.deepEqual([problems.length, end, simulations.length], [0, 'done', header.settings.simulations]);
    assert.match(header.model, /^builtin:mav-small/);
    assertTruths(read.value, new ReplayedTree(read.value));
  });

  it('have no findings but the slip of the published trace, and the one that countdown.trace shows', () => {
    const own = 'mav-small.mav';
    const others = fs.readdirSync('samples').filter((name) => name !== own);
    const found = others.flatMap((name) => {
      const text = fs.readFileSync(`samples/${name}`, 'utf8');
      const language = detectLanguage(name, '');
      if (language === undefined) return [];
      const worse = checkText(text, language).filter(({ severity }) => severity === 'error' || severity === 'warning');
      return worse.map(({ code, range }) => [name, code, text.slice(range.start, range.end)]);
    });
    assert.deepEqual(found, [
      ['countdown.trace', 'TRACE_ARITHMETIC', '44'],
      ['traces.mav', 'TRACE_DECISION_LIST', 'g3g5 : "<ctrl43>"'],
    ]);
  });
});
