import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { commonPart } from '../../../src/core/metrics/comparison-rules.ts';
import { summarizePredictions } from '../../../src/core/metrics/summary.ts';
import { aggregateLine } from '../../../src/core/metrics/wording.ts';
import { worldReader } from '../../../src/core/metrics/world-pair-reading.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

function compared(name: string, truth: string, predicted: string) {
  const world = findWorld(name);
  assert.ok(world.ok);
  return new PairComparer(worldReader(world.value)).text({ trueFen: truth, predictedFen: predicted });
}

describe('the word for the parts of states', () => {
  it('is that of their world, squares of chess, and neutral for several', () => {
    assert.equal(commonPart([]), 'square');
    assert.equal(commonPart([undefined, 'square']), 'square');
    assert.equal(commonPart(['cell', 'cell']), 'cell');
    assert.equal(commonPart(['cell', undefined]), 'part');
  });

  it('is in the aggregate of a label', () => {
    const swapped = compared('s5', '1 2 3 4 5', '2 1 3 4 5');
    assert.match(aggregateLine('m', summarizePredictions([swapped]), 4), /^m · 1 · places wrong 1/);
    const stones = compared('connect_four', `x ||${' .'.repeat(42)} ||`, `x ||${' .'.repeat(41)} o ||`);
    assert.equal(stones.part, 'cell');
    assert.match(aggregateLine('m', summarizePredictions([swapped, stones]), 4), /parts wrong 2/);
    const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const chess = compared('chess', START, START.replace('RNBQKBNR w', 'RNBQKB1R w'));
    assert.match(aggregateLine('m', summarizePredictions([chess]), 4), /squares wrong 1/);
  });
});
