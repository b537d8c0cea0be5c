import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { emptyHex, type HexState, hex } from '../../../src/core/games/hex/hex.ts';
import { thoroughly } from '../../support/thorough.ts';

const moved = (state: HexState, move: string): HexState => {
  const next = hex.step(state, move);
  assert.ok(next !== SINK, `${move} is illegal`);
  return next;
};

describe('Hex', () => {
  it('has exactly one winner on every full board', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 11 })
          .chain((size) => fc.array(fc.constantFrom('x', 'o'), { minLength: size * size, maxLength: size * size })),
        (stones) => {
          const read = hex.parse(`x || ${stones.join(' ')} ||`);
          assert.ok(read.ok && read.value.winner !== undefined);
          // The other one's stones, seen alone on the board turned, do not connect.
          const { size, cells, winner } = read.value;
          const turned = Array.from(cells, (_, i) => cells[(i % size) * size + Math.floor(i / size)]);
          const swapped = turned.map((stone) => (stone === 'x' ? 'o' : 'x')).join('');
          const again = hex.parse(`x || ${swapped} ||`);
          assert.ok(again.ok && again.value.winner === (winner === 'x' ? 'o' : 'x'));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is won by the move that joins the edges, and a played game never is drawn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.nat(), { minLength: 49, maxLength: 49 }),
        (size, choices) => {
          let state = emptyHex(size);
          for (const choice of choices) {
            const moves = hex.legal(state);
            if (moves.length === 0) break;
            state = moved(state, moves[choice % moves.length]);
            const read = hex.parse(hex.print(state));
            assert.deepEqual(read, { ok: true, value: state });
          }
          assert.notEqual(hex.outcome(state), undefined);
        },
      ),
    );
  });

  it('joins top and bottom for x, left and right for o', () => {
    let state = emptyHex(3);
    for (const move of ['b1', 'a2', 'b2', 'c1', 'a3']) state = moved(state, move);
    assert.equal(hex.outcome(state), '1-0');
    assert.deepEqual(hex.legal(state), []);
    state = emptyHex(3);
    for (const move of ['a1', 'a2', 'c3', 'b2', 'b3', 'c2']) state = moved(state, move);
    assert.equal(hex.outcome(state), '0-1');
  });

  it('has the known numbers of games on small boards', () => {
    const perft = (state: HexState, depth: number): number =>
      depth === 0 ? 1 : hex.legal(state).reduce((sum, move) => sum + perft(moved(state, move), depth - 1), 0);
    const known = [1, 121, 121 * 120, 121 * 120 * 119].slice(0, thoroughly(4, 3));
    assert.deepEqual(
      known.map((_, depth) => perft(emptyHex(), depth)),
      known,
    );
    // Two by two: three of the six pairs of x join top and bottom, so half of the 24 lines of three plies go on.
    assert.deepEqual(
      [1, 2, 3, 4].map((depth) => perft(emptyHex(2), depth)),
      [4, 12, 24, 12],
    );
  });

  it('refuses stones on stones, cells beside the board, and moves after the end', () => {
    const state = moved(emptyHex(), 'f6');
    for (const move of ['f6', 'l1', 'a12', 'a0', '', 'A1', 'aa']) assert.equal(hex.step(state, move), SINK, move);
    const won = moved(emptyHex(1), 'a1');
    assert.equal(hex.outcome(won), '1-0');
    assert.equal(hex.step(won, 'a1'), SINK);
  });

  it('says what is wrong with a state', () => {
    const why = (text: string) => {
      const read = hex.parse(text);
      return read.ok ? undefined : read.error;
    };
    assert.match(why('x || . . . ||') ?? '', /3 cells do not form a square board/);
    assert.match(why(`x || ${'.'.repeat(729)} ||`) ?? '', /27×27/);
    assert.match(why('x ||  ||') ?? '', /do not form a square/);
  });
});
