import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK, type Sink } from '../../../src/core/base/automaton.ts';
import { emptyHex, type HexState, hex } from '../../../src/core/games/hex/hex.ts';
import {
  CROSS,
  estimateHexActions,
  type HexPlayoutOptions,
  HexWalker,
  hexTopology,
  hexValues,
  RING,
  rimmedBoard,
} from '../../../src/core/games/hex/playouts.ts';
import { finished } from '../../support/steps.ts';

const estimate = (state: HexState, options: HexPlayoutOptions = { playouts: 512 }) =>
  finished(estimateHexActions(state, options)).value;

/** Any placing of stones on a small board that nobody has won. */
const openBoards = (largest: number): fc.Arbitrary<HexState> =>
  fc
    .integer({ min: 1, max: largest })
    .chain((size) =>
      fc.tuple(
        fc.constantFrom('x', 'o'),
        fc.array(fc.constantFrom('.', '.', 'x', 'o'), { minLength: size * size, maxLength: size * size }),
      ),
    )
    .map(([side, cells]) => {
      const read = hex.parse(`${side} || ${cells.join(' ')} ||`);
      assert.ok(read.ok);
      return read.value;
    })
    .filter((state) => hex.outcome(state) === undefined);

const wins = (state: HexState, action: string): boolean => (hex.step(state, action) as HexState).winner !== undefined;

/** True if the player to move can win within so many of its own moves, by the rules. */
function canForce(state: HexState | Sink, moves: number): boolean {
  if (state === SINK || moves === 0) return false;
  return hex.legal(state).some((action) => {
    const next = hex.step(state, action) as HexState;
    if (next.winner !== undefined) return true;
    return (
      moves > 1 &&
      hex.legal(next).every((reply) => {
        const after = hex.step(next, reply) as HexState;
        return after.winner === undefined && canForce(after, moves - 1);
      })
    );
  });
}

describe('chains of Hex', () => {
  it('are joined, and cells join them, as by the rules', () => {
    fc.assert(
      fc.property(openBoards(6), (state) => {
        const { size, side, cells } = state;
        const board = rimmedBoard(state);
        const walker = new HexWalker(hexTopology(size));
        const mine = side === 'x' ? CROSS : RING;
        const names = walker.joiningCells(board, mine).map((cell) => hexTopology(size).cells.indexOf(cell));
        assert.deepEqual(
          names,
          Array.from(cells, (_, i) => i).filter((i) => cells[i] === '.' && wins(state, nameOf(i, size))),
        );
        assert.equal(walker.isJoined(board, CROSS), false);
        const full = hex.parse(`x || ${cells.replaceAll('.', 'o')} ||`);
        const filled = rimmedBoard({ ...state, cells: cells.replaceAll('.', 'o') });
        assert.ok(full.ok);
        assert.deepEqual(
          [walker.isJoined(filled, CROSS), walker.isJoined(filled, RING)],
          [full.value.winner === 'x', full.value.winner === 'o'],
        );
      }),
    );
  });
});

const nameOf = (cell: number, size: number): string => `${'abcdefghijk'[cell % size]}${Math.floor(cell / size) + 1}`;

describe('the playouts of Hex', () => {
  it('value every legal action, between 0 and 1, and those alone', () => {
    fc.assert(
      fc.property(openBoards(5), (state) => {
        const values = estimate(state, { playouts: 64 });
        assert.deepEqual(values.map(({ action }) => action).sort(), [...hex.legal(state)].sort());
        for (const { win, isProved, interval, playouts } of values) {
          assert.ok(isProved ? win === 0 || win === 1 : win > 0 && win < 1);
          assert.ok(interval.low <= interval.high && playouts <= 64);
        }
      }),
    );
  });

  it('prove wins at once, wins in three plies and losses in two, and nothing that is not so', () => {
    fc.assert(
      fc.property(openBoards(4), (state) => {
        for (const { action, win, isProved } of estimate(state, { playouts: 16 })) {
          const next = hex.step(state, action) as HexState;
          const wonAtOnce = next.winner !== undefined;
          const loses = !wonAtOnce && hex.legal(next).some((reply) => wins(next, reply));
          if (wonAtOnce) assert.deepEqual([isProved, win], [true, 1], action);
          else if (loses) assert.deepEqual([isProved, win], [true, 0], action);
          else {
            const forced = hex.legal(next).every((reply) => canForce(hex.step(next, reply), 1));
            assert.deepEqual([isProved, isProved && win === 1], [forced, forced], action);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('list wins at once before other wins, and losses last', () => {
    fc.assert(
      fc.property(openBoards(5), (state) => {
        const ranks = estimate(state, { playouts: 16 }).map(({ action, win, isProved }) =>
          wins(state, action) ? 3 : isProved ? 2 * win : 1,
        );
        assert.deepEqual(
          ranks,
          [...ranks].sort((a, b) => b - a),
        );
      }),
    );
  });

  it('come near to the chances of random play, which small boards allow to compute', () => {
    for (const start of [emptyHex(2), moved(emptyHex(3), 'a1', 'c3', 'b2')]) {
      const expected = exactShares(start);
      for (const { action, interval, playouts } of estimate(start, { playouts: 4096 })) {
        assert.ok(playouts > 1000 && interval.high - interval.low < 0.06);
        assert.ok(interval.low - 0.02 < expected[action] && expected[action] < interval.high + 0.02, action);
      }
    }
  });

  it('are the same for the same seed, and others for another', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => estimate(emptyHex(5), { playouts: 300, seed }));
    assert.deepEqual(a, b);
    assert.notDeepEqual(a, c);
  });

  it('like the middle of an empty board better than its acute corner', () => {
    const values = estimate(emptyHex(7), { playouts: 4000 });
    const place = (action: string) => values.findIndex((value) => value.action === action);
    assert.ok(place('d4') < place('a1'));
  });

  it('are called an estimate, pause, and tell how far they are', () => {
    const told: number[] = [];
    const { value, pauses } = finished(hexValues(emptyHex(3), { playouts: 1024 }, (done) => told.push(done)));
    assert.equal(value.kind, 'estimate');
    assert.deepEqual(told, [256, 512, 768, 1024]);
    assert.equal(pauses, 4);
    for (const { win, interval } of value.actions)
      assert.ok(interval !== undefined && interval.low < win && win < interval.high);
    const near = finished(hexValues(moved(emptyHex(3), 'a1', 'c3', 'a2', 'c2'))).value.actions;
    assert.deepEqual(near[0], { action: 'a3', win: 1, interval: { low: 1, high: 1 } });
    const over = hex.parse('o || x ||');
    assert.ok(over.ok);
    assert.deepEqual(finished(hexValues(over.value)).value, { actions: [], outcome: '1-0', kind: 'exact' });
  });
});

const moved = (state: HexState, ...moves: string[]): HexState =>
  moves.reduce((at, move) => hex.step(at, move) as HexState, state);

/** The chances of the player to move after each action when both go on at random. */
function exactShares(state: HexState): Record<string, number> {
  const chance = (at: HexState): number => {
    if (at.winner !== undefined) return at.winner === state.side ? 1 : 0;
    const below = hex.legal(at).map((action) => chance(moved(at, action)));
    return below.reduce((sum, share) => sum + share, 0) / below.length;
  };
  return Object.fromEntries(hex.legal(state).map((action) => [action, chance(moved(state, action))]));
}
