import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { searchSeat } from '../../../src/core/league/seats.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { type GameHistory, type SearchRoot, SearchTree } from '../../../src/core/search/mcts.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import type { EvaluationRequest, WorldModel } from '../../../src/core/search/world-model.ts';
import { NEVER_ABORTED } from './scripted-model.ts';

const game = knownGame('chess');
const { automaton } = game;
const START = '4k2n/8/8/8/8/8/8/RN2K3 w - - 0 1';

/** Reads a state in either form: models write native states, leagues have FENs. */
function stateOf(text: string): unknown {
  const { state } = game.read(text, 'native');
  assert.ok(state !== undefined, text);
  return state;
}
const after = (text: string, ...actions: readonly string[]): string =>
  automaton.print(actions.reduce((state, action) => automaton.step(state, action), stateOf(text)));
const keyOf = (text: string): string => automaton.key(stateOf(text));

/** Game in which White, who is winning, would like best to repeat. */
const WORLD: WorldModel = {
  label: 'shuffles',
  evaluate: (batch) => batch.map((request) => Promise.resolve(evaluation(request))),
};

function evaluation({ state: from, action: by }: EvaluationRequest) {
  const fen = by === undefined ? from : after(from, by);
  const isWhite = fen.includes(' w ');
  // the knights go to and fro: the value of these moves is the highest
  const likes = (action: string): boolean => /^(?:b1c3|c3b1|h8g6|g6h8)$/.test(action);
  const actions = automaton
    .legal(stateOf(fen))
    .map((action) => ({ action, value: (isWhite ? 0.8 : 0.1) + (likes(action) ? 0.1 : 0) }));
  return { kind: 'state', state: by === undefined ? from : game.write(stateOf(fen), 'native'), actions } as const;
}

function grow(root: SearchRoot, line: readonly string[], given?: SearchTree): SearchTree {
  const settings = { ...DEFAULT_SEARCH, k: 1, epsilon: 0, exploration: 0 };
  const tree = given ?? SearchTree.at(root, evaluation({ game: 'chess', state: root.state }), settings);
  for (let i = 0; i < line.length; i++) {
    const descent = tree.descend();
    tree.settle(descent, descent.known === undefined ? evaluation(tree.requestOf(descent)) : undefined);
  }
  return tree;
}

const nodeAt = (tree: SearchTree, line: readonly string[]): SearchNode | undefined =>
  line.reduce<SearchNode | undefined>((node, action) => node?.children[node.actions.indexOf(action)], tree.root);

const SHUFFLE = ['b1c3', 'h8g6', 'c3b1', 'g6h8'];
const root = (history?: GameHistory, state = START): SearchRoot => ({
  game: 'chess',
  state,
  played: 0,
  ...(history && { history }),
});
const historyOf = (...states: readonly string[]): GameHistory => ({ seen: new Set(states.map(keyOf)), keyOf });

describe('repeated positions in a search', () => {
  it('are draws where the line had them before', () => {
    const node = nodeAt(grow(root(historyOf()), SHUFFLE), SHUFFLE);
    assert.deepEqual([node?.kind, node?.outcome, node?.value], ['terminal', '1/2-1/2', 0.5]);
  });

  it('are draws where the game had them before the root', () => {
    const history = historyOf(after(START, 'b1c3'));
    const node = nodeAt(grow(root(history), ['b1c3']), ['b1c3']);
    assert.deepEqual([node?.kind, keyOf(node?.state ?? '')], ['terminal', keyOf(after(START, 'b1c3'))]);
  });

  it('are states like others in a search without a history, as in the paper', () => {
    assert.equal(nodeAt(grow(root(), SHUFFLE), SHUFFLE)?.kind, 'state');
  });

  it('are known to the next search, which continues with a part of the tree', () => {
    const tree = grow(root(historyOf()), SHUFFLE.slice(0, 2)).advance(...SHUFFLE.slice(0, 2));
    assert.ok(tree);
    const node = nodeAt(grow(root(), SHUFFLE.slice(2), tree), SHUFFLE.slice(2));
    assert.deepEqual([node?.kind, node?.value], ['terminal', 0.5]);
  });

  it('are none where the text of the model is no state', () => {
    const unread: GameHistory = { seen: new Set(), keyOf: () => undefined };
    assert.equal(nodeAt(grow(root(unread), SHUFFLE), SHUFFLE)?.kind, 'state');
  });

  it('are avoided by a player that is winning', async () => {
    const settings = { ...DEFAULT_SEARCH, simulations: 60 };
    const seat = searchSeat({ model: WORLD, settings, clock: systemClock, isReused: false });
    const turnAfter = (actions: readonly string[]) => {
      const text = after(START, ...actions);
      return { game: 'chess', state: stateOf(text), text, start: START, actions } as const;
    };
    const moveAfter = async (...actions: readonly string[]) => {
      const choice = await seat.move(turnAfter(actions), NEVER_ABORTED);
      assert.equal(choice.kind, 'action');
      return choice.kind === 'action' ? choice.action : '';
    };
    assert.equal(await moveAfter(), 'b1c3', 'nothing was repeated yet');
    assert.notEqual(await moveAfter(...SHUFFLE), 'b1c3');
  });
});
