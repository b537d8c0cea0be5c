import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ReplayedTree, readTree, type StoredSearch } from '../../../src/core/search/read-tree.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import { treeRules } from '../../../src/core/search/tree-header.ts';
import { GameStates, listNodeSteps } from '../../../src/core/search/view/game-states.ts';
import { treeStates } from '../../../src/core/search/view/world-states.ts';
import { nodeLine } from '../../../src/extension/search/tree-panel.ts';
import { COUNTDOWN, linesOfTrace } from '../../support/searched-traces.ts';
import { trackedTree } from '../../support/tracked-tree.ts';

describe('the states on the way to a node', () => {
  let stored: StoredSearch;
  let nodes: readonly SearchNode[];
  const states = new GameStates('chess');
  before(async () => {
    const read = readTree(await trackedTree());
    assert.ok(read.ok);
    stored = read.value;
    const tree = new ReplayedTree(stored);
    tree.goTo(Number.POSITIVE_INFINITY);
    nodes = [...tree.nodes.values()];
  });
  const steps = (node: SearchNode) => listNodeSteps(node, states, stored.header);

  it('are the true ones beside what the model printed', () => {
    for (const node of nodes.filter(({ depth }) => depth > 1)) {
      const found = steps(node);
      assert.equal(found[0]?.truth, nodes[0]?.state);
      assert.equal(found[0]?.move, null);
      found.forEach(({ ply }, i) => assert.equal(ply, stored.header.played + i));
      const { kind, state } = states.truthOf(node);
      if (state === undefined) continue;
      assert.equal(found.length, node.depth + 1);
      const last = found.at(-1);
      assert.equal(last?.truth, state);
      assert.equal(last.believed, node.kind === 'hallucination' ? null : states.shown(node.state));
      if (kind === 'differs') assert.notEqual(last.believed, state);
    }
  });

  it('end where an action is illegal, and there are none below a root that is no state', () => {
    const [root] = nodes;
    const unknown = { truthOf: () => ({ state: undefined, kind: 'lost' as const, words: '' }) };
    const none = listNodeSteps(root, { ...unknown, nameTo: () => '', shown: () => undefined }, { played: 0 });
    assert.deepEqual(none, []);
    const deep = nodes.find(({ depth }) => depth === 3) as SearchNode;
    const cut = listNodeSteps(
      deep,
      {
        truthOf: (node) => ({ state: node.depth < 2 ? 'known' : undefined, kind: 'illegal', words: '' }),
        nameTo: () => 'e4',
        shown: (text) => text,
      },
      { played: 6 },
    );
    assert.deepEqual(
      cut.map(({ ply, truth }) => [ply, truth]),
      [
        [6, 'known'],
        [7, 'known'],
      ],
    );
  });

  it('are a line of the state view, whose sentence says what the model believes', () => {
    const wrong = nodes.find((node) => node.depth > 1 && states.truthOf(node).kind === 'differs') as SearchNode;
    const { line, at, label, answers } = nodeLine(
      { rules: 'chess', model: 'a  model', steps: steps(wrong) },
      'tree.mcts.jsonl',
      'tree',
    );
    assert.equal(at, wrong.depth);
    assert.equal(label, 'a model');
    assert.deepEqual(
      line.steps.map(({ name }) => name),
      ['start', ...states.lineTo(wrong).map(({ text }, i) => line.steps[i + 1]?.name ?? text)],
    );
    assert.match(line.steps[1]?.name ?? '', /^7\.\S/);
    const cell = line.rows[0]?.cells[at];
    assert.equal(line.rows[0]?.label, 'a model');
    assert.equal(line.rows[0].cells[0], null, 'nobody predicted the root');
    assert.ok((cell?.wrongSquares ?? 0) > 0 && cell?.knows === false);
    assert.notEqual(cell.sentence, '');
    assert.deepEqual(
      answers.map(({ step }) => step),
      steps(wrong).flatMap(({ text }, i) => (i > 0 && text !== null ? [i] : [])),
    );
    assert.equal(answers.at(-1)?.raw, wrong.text);
  });

  it('are those that the model wrote, whoever gave the values', () => {
    const model = 'builtin:mav-small with reference: Stockfish 19 lite, depth 6';
    const { label, line } = nodeLine({ rules: 'chess', model, steps: steps(nodes.at(-1) as SearchNode) }, 't', 't');
    assert.deepEqual([label, line.rows[0]?.label], ['builtin:mav-small', 'builtin:mav-small']);
  });

  it('have what was said in place of a state', () => {
    const lost = nodes.find(({ kind, depth }) => kind === 'hallucination' && depth > 1) as SearchNode;
    const { line, at, answers } = nodeLine({ rules: 'chess', model: 'm', steps: steps(lost) }, 't', 't');
    assert.equal(line.rows[0]?.cells[at]?.fen, null);
    assert.equal(answers.at(-1)?.raw, lost.state);
    assert.equal(answers.at(-1)?.fault, lost.reason);
  });

  it('of a world with its text are compared by its rules', () => {
    const read = readTree(linesOfTrace(COUNTDOWN).lines);
    assert.ok(read.ok);
    const { header } = read.value;
    const own = treeStates(header);
    const wrong = new ReplayedTree(read.value).nodes.get(1);
    assert.ok(wrong !== undefined);
    const rules = treeRules(header.game);
    const { line, at, label } = nodeLine({ rules, model: 'trace', steps: listNodeSteps(wrong, own, header) }, 't', 't');
    assert.deepEqual([line.variant, at, label], [rules, 1, 'trace']);
    assert.deepEqual(
      line.steps.map(({ fen }) => fen),
      ['59: 39 3 46', '59: 46 13'],
    );
    const cell = line.rows[0]?.cells[1];
    assert.equal(cell?.fen, '59: 46 12');
    assert.equal(cell.knows, false);
    assert.match(cell.sentence, /13|12/);
  });
});
