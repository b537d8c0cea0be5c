import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixturePairs } from '../../../bench/pairs/fixture.ts';
import { manyPairs } from '../../../bench/pairs/many-pairs.ts';
import type { Pair } from '../../../bench/pairs/pair.ts';
import { drawFixturePairs, evenly, REALISTIC_LOGS, realisticPairs } from '../../../bench/pairs/real-pairs.ts';
import { chess } from '../../../src/core/games/chess/chess.ts';

const assertRealistic = ({ id, a, b }: Pair): void => {
  const [board, side] = chess.print(a).split(' ');
  const [predictedBoard, predictedSide] = chess.print(b).split(' ');
  assert.equal(side, predictedSide, id);
  assert.notEqual(board, predictedBoard, id);
};

describe('the pairs of the benchmark', () => {
  it('are drawn from the real logs again, the same ones', () => {
    const drawn = drawFixturePairs(40);
    assert.deepEqual(
      fixturePairs().map(({ id, truth, predicted }) => ({ id, truth, predicted })),
      drawn,
    );
  });

  it('have the right side to move and errors on the board', () => {
    const pairs = fixturePairs();
    assert.equal(pairs.length, 40);
    pairs.forEach(assertRealistic);
  });

  it('many pairs begin with the real ones, never repeat, and stay realistic', () => {
    const real = REALISTIC_LOGS.flatMap(realisticPairs);
    const many = manyPairs(real.length + 600);
    assert.equal(many.length, real.length + 600);
    assert.equal(new Set(many.map(({ a, b }) => `${chess.key(a)} ${chess.key(b)}`)).size, many.length);
    assert.deepEqual(many[0], real[0]);
    many.forEach(assertRealistic);
    for (const { a, b, truth, predicted } of many.slice(-20)) {
      assert.deepEqual([chess.print(a), chess.print(b)], [truth, predicted]);
    }
  });

  it('evenly takes the middle of equal parts', () => {
    assert.deepEqual(evenly([0, 1, 2, 3, 4, 5, 6, 7, 8], 3), [1, 4, 7]);
    assert.deepEqual(evenly([0, 1], 2), [0, 1]);
  });
});
