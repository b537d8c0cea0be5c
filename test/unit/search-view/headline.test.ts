import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { INITIAL_FEN, parseChess } from '../../../src/core/games/chess/state.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import type { SearchSettings } from '../../../src/core/search/settings.ts';
import { looseSan } from '../../../src/core/search/view/action-names.ts';
import { GameStates } from '../../../src/core/search/view/game-states.ts';
import { type Headline, type HeadlineSources, treeHeadline } from '../../../src/core/search/view/headline.ts';
import { trueSearch } from '../../../src/core/search/view/search-text.ts';
import { childRows } from '../../../src/core/search/view/table-rows.ts';
import { lastMoveName, shortModel, treeTitle, writesStates } from '../../../src/core/search/view/tree-title.ts';
import { traceOfText } from '../../support/trace-page.ts';
import { type WrittenNode, writtenTree } from '../../support/written-tree.ts';

const START = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
const E4 = '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1';
const E3 = '4k3/8/8/8/8/4P3/8/4K3 b - - 0 1';
/** The pawn is not where the rules have it. */
const LOST = { state: '4k3/8/8/8/8/8/8/4K3 b - - 0 1' };

function opened(text: string) {
  const read = readTree(text);
  assert.ok(read.ok);
  const tree = new ReplayedTree(read.value);
  tree.goTo(Number.POSITIVE_INFINITY);
  return { root: tree.root, settings: read.value.header.settings, states: new GameStates('chess') };
}

/** The headline of a tree; `more` replaces what follows from it. */
function headline(text: string, more: Partial<HeadlineSources> = {}): Headline {
  const { root, settings, states } = opened(text);
  return treeHeadline({ root, settings, states, truth: trueSearch(root, settings, states) ?? 'unchecked', ...more });
}

const said = (root: WrittenNode, more: Partial<HeadlineSources> = {}, settings: Partial<SearchSettings> = {}) =>
  headline(writtenTree({ state: START, ...root }, settings), more).text;

describe('the headline of a tree', () => {
  it('is the choice, and how much of it can be believed', () => {
    const below = { e2e4: { state: E4, n: 6, q: 0.75 }, e2e3: { state: E3, n: 4, q: 0.5 } };
    const choice = 'Chooses e4 (6 of 10 visits, 0.75)';
    assert.equal(said({ below }), `${choice}; all its states are true`);
    assert.equal(said({ below }, { truth: 'unknown' }), choice);
    assert.equal(
      said({ below, state: 'no board' }),
      'Chooses e2e4 (6 of 10 visits, 0.75); its states cannot be checked: the root is not a position',
    );
    const e1d1: WrittenNode = { kind: 'hallucination', reason: 'no state' };
    assert.equal(said({ below: { ...below, e1d1 } }), `${choice}; 1 answer was no state`);
    assert.equal(said({ below: { ...below, e1d1, e1f1: e1d1 } }), `${choice}; 2 answers were no states`);
    assert.equal(said({ below: { e2e4: {} } }), 'Nothing has been searched yet');
  });

  it('is the fault where the choice rests on states that do not exist, and names the node with it', () => {
    const untrue = { e2e4: { ...LOST, n: 6, q: 0.75 }, e2e3: { state: E3, n: 4, q: 0.5 } };
    const found = headline(writtenTree({ state: START, below: untrue }));
    assert.equal(
      found.text,
      'Chooses e4, which rests on a state that does not exist (60 % of visits); with true states it is e3',
    );
    assert.deepEqual([found.isFault, found.node?.parent?.actions[found.node.edge]], [true, 'e2e4']);
    const reply = { state: '8/8/8/8/4P3/8/8/4K3 w - - 1 2', n: 5, q: 0.1 };
    const deep = { e2e4: { state: E4, n: 6, q: 0.9, below: { e8e7: reply } }, e2e3: { state: E3, n: 4, q: 0.5 } };
    const below = headline(writtenTree({ state: START, below: deep }));
    assert.equal(
      below.text,
      'Chooses e4, which rests on states that do not exist (50 % of visits); with true states it is e3',
    );
    assert.equal(below.node?.depth, 2);
    const kept = { e2e4: { state: E4, n: 9, q: 0.9 }, e2e3: { ...LOST, n: 3, q: 0.5 } };
    assert.equal(
      said({ below: kept }),
      'Chooses e4, as with true states alone; 25 % of visits rest on states that do not exist',
    );
    assert.equal(
      said({ below: { e2e4: { ...LOST, n: 2 } } }),
      'Chooses e4, which rests on states that do not exist (100 % of visits); with true states nothing was searched',
    );
  });

  it('is what a trace weighs without having looked at it, with its spelling in the text', () => {
    const { lines, notes } = traceOfText(fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8'));
    const [note] = notes;
    const { text, isFault, node } = headline(lines, { note });
    assert.equal(text, 'Qg5 (g3g5) was never expanded: the choice rests on 2 of 3 actions');
    assert.deepEqual([isFault, node], [true, undefined]);
    const { root, settings, states } = opened(lines);
    const rows = childRows(root, {
      root,
      settings,
      nameOf: (at, edge) => states.nameOf(at, edge),
      nameOfAction: (at, action) => states.nameOfAction(at, action),
      principal: new Set(),
      note,
    });
    const missing = rows.find(({ name }) => name === 'Qg5');
    assert.deepEqual([missing?.state, missing?.marks, missing?.visits], ['open', ['never expanded'], 0]);
  });

  it('speaks of evaluations in a trace', () => {
    const below = { e2e4: { state: E4, n: 1, q: 0.75 }, e2e3: { state: E3, n: 1, q: 0.5 } };
    const minimax = { backup: 'minimax', unvisited: 'zero', final: 'value' } as const;
    const note = { weighed: [], selected: 'e2e4' };
    assert.equal(
      said({ below }, { note }, minimax),
      'Chooses e4 (0.75 by minimax over 2 evaluations); all its states are true',
    );
    assert.match(said({ below: { ...below, e2e3: { ...LOST, n: 1 } } }, { note }, minimax), /50 % of evaluations rest/);
    assert.equal(said({ below }, { note: { weighed: [], selected: null } }, minimax), 'No move is chosen');
    const unread = [['e2e4', 0.5] as const, ['e1f1', 0.5] as const, ['e1d1', 0.5] as const];
    assert.equal(
      said({ below }, { note: { weighed: unread, selected: 'e2e4' } }, minimax),
      'Kf1 (e1f1), Kd1 (e1d1) were never expanded: the choice rests on 1 of 3 actions',
    );
  });
});

describe('names of moves that the rules refuse', () => {
  it('are in the notation of SAN, with the square where it is needed', () => {
    const castling = 'r3k2r/pPp2ppp/2n2n2/8/1bP5/2N2N2/P4PPP/R3K2R';
    const names = (...actions: string[]) => actions.map((action) => looseSan(castling, action));
    assert.deepEqual(names('e8c8', 'e1g1', 'b7a8q', 'b7b8n', 'a1a8', 'f3e5', 'c4c5'), [
      'O-O-O',
      'O-O',
      'bxa8=Q',
      'b8=N',
      'Ra1xa8',
      'Nf3e5',
      'c5',
    ]);
    // king takes its own rook, as Chess960 has it
    assert.deepEqual(names('e1h1', 'e8a8'), ['O-O', 'O-O-O']);
    assert.deepEqual(names('d4d5', 'nonsense'), [undefined, undefined]);
  });

  it('are SAN where the believed state allows them', () => {
    const below = { e1d1: { state: START, n: 1, truth: E4, below: { e2e4: { n: 1, state: START } } } };
    const { root, states } = opened(writtenTree({ state: START, below }));
    const child = root.children[0];
    assert.ok(child);
    assert.equal(states.nameOf(child, 0), 'e4');
  });
});

describe('the title of a tree', () => {
  it('is short: position, model, simulations', () => {
    const model = 'builtin:mav-small with reference: Stockfish 19 lite, depth 6';
    const title = (count: number, isTrace = false) => treeTitle({ subject: '4...Nxe4', model, count, isTrace });
    assert.equal(title(50), '4...Nxe4 · mav-small · 50 simulations');
    assert.equal(title(1), '4...Nxe4 · mav-small · 1 simulation');
    assert.equal(title(3, true), '4...Nxe4 · 3 evaluations');
  });

  it('has the name of the model alone', () => {
    const labels = ['openai:gpt-4o', 'rollouts: 4', 'reference: Stockfish 19 lite, depth 6', 'fake', ''];
    assert.deepEqual(labels.map(shortModel), ['gpt-4o', 'rollouts: 4', 'reference', 'fake', '']);
    assert.deepEqual(labels.map(writesStates), [true, false, false, true, true]);
  });

  it('names the last move', () => {
    const parsed = parseChess(INITIAL_FEN, false);
    assert.ok(parsed.ok);
    const { value: state } = parsed;
    assert.equal(lastMoveName({ game: 'chess', state, before: { state, action: 'g1f3' } }), '1.Nf3');
    assert.equal(lastMoveName({ game: 'chess', state }), undefined);
    assert.equal(lastMoveName({ game: 'connect_four', state, before: { state, action: 'x3' } }), 'x3');
  });
});
