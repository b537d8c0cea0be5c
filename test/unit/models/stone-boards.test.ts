import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Automaton, SINK } from '../../../src/core/base/automaton.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { emptyHex, hex } from '../../../src/core/games/hex/hex.ts';
import type { StoneFrame } from '../../../src/core/games/stones.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { othello, othello6 } from '../../../src/core/worlds/othello.ts';
import { boardGame } from '../../../src/models/board/board-config.ts';
import type { BoardGame, BoardState } from '../../../src/models/board/board-game.ts';

interface Played {
  readonly name: string;
  readonly automaton: Automaton<StoneFrame>;
  readonly start: StoneFrame;
}

const GAMES = [
  { name: 'connect_four', automaton: connectFour, start: EMPTY_CONNECT_FOUR },
  ...[5, 8, 11].map((size) => ({ name: 'hex', automaton: hex, start: emptyHex(size) })),
  { name: 'othello', automaton: othello.automaton, start: othello.start },
  { name: 'othello', automaton: othello6.automaton, start: othello6.start },
] as unknown as readonly Played[];

const board = (name: string): BoardGame => boardGame(name) ?? assert.fail(name);

function read(game: BoardGame, text: string): BoardState {
  const found = game.read(text, 'state');
  assert.ok(found.ok, found.ok ? '' : found.error);
  return found.value;
}

/** A position after random actions. */
function reached({ automaton, start }: Played, choices: readonly number[]): StoneFrame {
  let state = start;
  for (const choice of choices) {
    const legal = automaton.legal(state);
    if (legal.length === 0) break;
    const next = automaton.step(state, legal[choice % legal.length] ?? '');
    if (next !== SINK) state = next;
  }
  return state;
}

const reachedPosition = fc
  .tuple(fc.constantFrom(...GAMES), fc.array(fc.nat(200), { maxLength: 50 }))
  .map(([game, choices]) => ({ game, state: reached(game, choices) }));

describe('boards of stones for networks', () => {
  it('are written as they were read, and are the same after both sides have looked', () => {
    fc.assert(
      fc.property(reachedPosition, ({ game: { name, automaton }, state }) => {
        const game = board(name);
        const text = automaton.print(state);
        const position = read(game, text);
        assert.deepEqual(game.write(position, 'state'), { text, cells: 5, doubts: [] });
        assert.deepEqual(game.passed(game.passed(position)), position);
        assert.equal(text.charAt(5), game.letterOf(position.codes[game.order(position)[0] ?? 0] ?? 0, position));
      }),
    );
  });

  it('name the actions as the rules do, in their order, in all spellings', () => {
    fc.assert(
      fc.property(
        reachedPosition,
        fc.constantFrom('player', 'digit0', 'digit1'),
        ({ game: { name, automaton }, state }, discs) => {
          const game = board(name);
          const dialect = { ...PUBLISHED_DIALECT, discs } as const;
          const position = read(game, automaton.print(state));
          const actions = automaton
            .legal(state)
            .map((text) => game.actionOf(text, position, dialect) ?? assert.fail(text));
          const names = actions.map((action) => game.nameOf(action, position, name, dialect));
          const spelled = (text: string): string =>
            name !== 'connect_four' || discs === 'player'
              ? text
              : String(Number(text[1]) + (discs === 'digit1' ? 1 : 0));
          assert.deepEqual(names, automaton.legal(state).map(spelled));
          assert.deepEqual(
            [...actions].sort((a, b) => game.compare(a, b, position)),
            actions,
          );
          for (const [i, action] of actions.entries()) {
            assert.deepEqual(game.actionsOf(action, position), [action]);
            assert.deepEqual(game.actionOf(names[i] ?? '', position, dialect), action);
          }
        },
      ),
    );
  });

  it('come to the state after an action from the codes that the mover sees', () => {
    fc.assert(
      fc.property(reachedPosition, fc.nat(200), ({ game: { name, automaton }, state }, choice) => {
        const legal = automaton.legal(state);
        const action = legal[choice % Math.max(1, legal.length)];
        if (action === undefined) return;
        const next = automaton.step(state, action);
        assert.ok(next !== SINK);
        const game = board(name);
        const before = read(game, automaton.print(state));
        const seen = read(game, automaton.print({ ...next, side: state.side, cells: next.cells }));
        const move = game.actionOf(action, before, PUBLISHED_DIALECT) ?? assert.fail(action);
        assert.equal(game.write(game.after(before, move, seen.codes), 'state').text, automaton.print(next));
      }),
    );
  });

  it('have the result of the rules where a game is over, but for a win on a full board of Connect Four', () => {
    let ended = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...GAMES),
        fc.array(fc.nat(200), { minLength: 130, maxLength: 130 }),
        (played, choices) => {
          const state = reached(played, choices);
          const outcome = played.automaton.outcome(state);
          if (outcome === undefined) return;
          ended++;
          if (played.name === 'connect_four' && !state.cells.includes('.')) return;
          const game = board(played.name);
          assert.equal(game.outcome(read(game, played.automaton.print(state)), []), outcome);
        },
      ),
    );
    assert.ok(ended > 0);
  });

  it('doubt what no game leads to, and refuse what has no board', () => {
    const doubts = (name: string, text: string) => {
      const game = board(name);
      return game.write(read(game, text), 'state').doubts;
    };
    const cells = (text: string, length: number) => `x || ${text.padEnd(length, '.').split('').join(' ')} ||`;
    assert.deepEqual(doubts('connect_four', cells('x', 42)), ['1 disc above an empty cell']);
    assert.deepEqual(doubts('hex', cells('xxx', 25)), ['x has 3 stones and o 0']);
    assert.deepEqual(doubts('othello', cells('xo', 64)), ['2 discs, and a game begins with 4']);
    const game = board('hex');
    const position = read(game, cells('', 25));
    const outside = { ...position, codes: position.codes.map((code, cell) => (cell === 0 ? 3 : code)) };
    assert.deepEqual(game.write(outside, 'state').doubts, ['1 cell read as outside of the board']);
    for (const [name, length] of [
      ['connect_four', 41],
      ['hex', 16],
      ['hex', 144],
      ['othello', 49],
      ['othello', 100],
    ] as const) {
      const found = board(name).read(cells('', length), 'state');
      assert.ok(!found.ok && found.error === `the network has no board of ${length} cells`);
    }
    assert.ok(!board('hex').read('8/8 w', 'FEN').ok);
  });

  it('name no action by two cells, by one outside, or in Connect Four by one that is not at the top', () => {
    const position = read(board('hex'), `x || ${'. '.repeat(25)}||`);
    assert.deepEqual(board('hex').actionsOf({ from: 0, to: 1 }, position), []);
    assert.deepEqual(board('hex').actionsOf({ from: 5, to: 5 }, position), []);
    const discs = read(board('connect_four'), `x || ${'. '.repeat(42)}||`);
    assert.deepEqual(board('connect_four').actionsOf({ from: 7, to: 7 }, discs), []);
    for (const text of ['x7', 'o', 'e2e4', ''])
      assert.equal(board('connect_four').actionOf(text, discs, PUBLISHED_DIALECT), undefined);
  });
});
