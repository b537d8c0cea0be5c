import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyHex } from '../../../src/core/games/hex/hex.ts';
import type { StoneFrame } from '../../../src/core/games/stones.ts';
import { othello, othello6 } from '../../../src/core/worlds/othello.ts';
import { UNKNOWN } from '../../../training/frames.ts';
import { connectFourStones } from '../../../training/stones/connect-four.ts';
import { hexStones } from '../../../training/stones/hex.ts';
import { othelloStones } from '../../../training/stones/othello.ts';
import { codesOf, type StoneGame, stoneFrames } from '../../../training/stones/stone-frames.ts';

interface Frame {
  readonly codes: readonly Uint8Array[];
  /** Actions and values of each position. */
  readonly actions: readonly (readonly number[])[];
  readonly values: readonly (readonly number[])[];
  readonly steps: readonly { readonly before: Uint8Array; readonly action: number; readonly after: Uint8Array }[];
}

/** Returns the bytes of the first frame of a block. */
const drawn = <S extends StoneFrame>(game: StoneGame<S>, isPractice: boolean, size: number): Buffer =>
  stoneFrames(game, { seed: 5, isPractice }, { positions: size, steps: size }, 3).next().value ?? Buffer.of();

/** The first frame of a block, read as `frames.py` does. */
function frameOf<S extends StoneFrame>(game: StoneGame<S>, isPractice: boolean, size = 64): Frame {
  const bytes = drawn(game, isPractice, size);
  const cellCount = game.layout.rows * game.layout.columns;
  let at = 0;
  const take = (count: number, width: 1 | 2 | 4): number[] => {
    const read = (i: number) => bytes.readUIntLE(at + i * width, width);
    const numbers = Array.from({ length: count }, (_, i) => read(i));
    at += count * width;
    return numbers;
  };
  const boards = (count: number): Uint8Array[] =>
    Array.from({ length: count }, () => Uint8Array.from(take(cellCount, 1)));
  const [, cells, positions = 0, all = 0, count = 0, valued = 0] = take(6, 4);
  assert.deepEqual([cells, positions, valued], [cellCount, size, all]);
  const codes = boards(positions);
  take(positions, 1);
  take(positions, 4);
  const counts = take(positions, 2);
  const [actions, values] = [take(all, 4), take(valued, 1)];
  const ends = counts.map((_, i) => counts.slice(0, i + 1).reduce((sum, n) => sum + n, 0));
  const own = (list: readonly number[]) => counts.map((n, i) => list.slice((ends[i] ?? 0) - n, ends[i]));
  const [before, step, after] = [boards(count), take(count, 4), boards(count)];
  const steps = before.map((board, i) => ({ before: board, action: step[i] ?? 0, after: after[i] ?? board }));
  return { codes, actions: own(actions), values: own(values), steps };
}

const from = (action: number): number => action >> 10;

const changedCells = ({ before, after }: Frame['steps'][number]): number[] =>
  [...before.keys()].filter((cell) => before[cell] !== after[cell]);

describe('frames of stones', () => {
  it('are drawn alike each time', () => {
    const alike = <S extends StoneFrame>(game: StoneGame<S>): void => {
      for (const isPractice of [false, true]) {
        const bytes = drawn(game, isPractice, 16);
        assert.ok(bytes.length > 0);
        assert.deepEqual(bytes, drawn(game, isPractice, 16));
      }
    };
    alike(connectFourStones);
    alike(hexStones);
    alike(othelloStones);
  });

  it('of Connect Four have exact values of what is solved quickly', () => {
    const { values } = frameOf(connectFourStones, false);
    const known = new Set(values.flat());
    assert.ok(known.has(UNKNOWN) && known.size > 1);
    assert.ok([...known].every((value) => [0, 31, 63, UNKNOWN].includes(value)));
  });

  it('of Hex let both sides join top and bottom, on boards of all sizes', () => {
    const { steps, codes } = frameOf(hexStones, false, 128);
    const sizes = new Set(codes.map((board) => Math.sqrt(board.filter((code) => code !== 3).length)));
    assert.deepEqual(
      [...sizes].sort((a, b) => a - b),
      [5, 6, 7, 8, 9, 10, 11],
    );
    for (const step of steps) {
      const { before, action, after } = step;
      assert.deepEqual(changedCells(step), [from(action)]);
      assert.deepEqual([before[from(action)], after[from(action)]], [0, 1]);
    }
    // b1 is in the first row, second column; for `o` in the second row, first column
    const state = emptyHex(5);
    assert.deepEqual(
      [from(hexStones.action(state, 'b1')), from(hexStones.action({ ...state, side: 'o' }, 'b1'))],
      [1, 11],
    );
  });

  it('of Othello turn discs over, on both boards, and pass', () => {
    const { steps, codes } = frameOf(othelloStones, false, 256);
    assert.equal(new Set(codes.map((board) => board.includes(3))).size, 2);
    let passes = 0;
    for (const step of steps) {
      const { action, after } = step;
      const changed = changedCells(step);
      if (action === othelloStones.action(othello.start, 'pass')) {
        assert.equal(changed.length, 0);
        passes++;
      } else assert.ok(changed.length > 1 && changed.every((cell) => after[cell] === 1));
    }
    assert.ok(passes > 0);
    assert.equal(codesOf(othelloStones, othello6.start, 'x').filter((code) => code === 3).length, 28);
  });

  it('of Connect Four to learn from are often over or nearly over, and more of them have values', () => {
    const counts = (isPractice: boolean) => {
      const { values } = frameOf(connectFourStones, isPractice, 128);
      const open = values.filter((list) => list.length > 0);
      return [values.length - open.length, open.filter((list) => !list.includes(UNKNOWN)).length] as const;
    };
    const [[ends, valued], [chanceEnds, chanceValued]] = [counts(true), counts(false)];
    assert.equal(chanceEnds, 0);
    assert.ok(ends > 20, `${ends} of 128`);
    assert.ok(valued > 2 * chanceValued, `${valued}, by chance ${chanceValued}`);
  });

  it('have ends of games where they are learned from, in which nothing is legal', () => {
    const ends = <S extends StoneFrame>(game: StoneGame<S>, isPractice: boolean): number =>
      frameOf(game, isPractice).actions.filter((list) => list.length === 0).length;
    const all = (isPractice: boolean) => [
      ends(connectFourStones, isPractice),
      ends(hexStones, isPractice),
      ends(othelloStones, isPractice),
    ];
    assert.deepEqual(all(false), [0, 0, 0]);
    assert.ok(all(true).every((count) => count > 0));
  });
});
