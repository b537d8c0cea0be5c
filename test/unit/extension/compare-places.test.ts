import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictionsIn } from '../../../src/core/notation/predictions/annotate.ts';
import { nearestPrediction, placeOf, speakOf } from '../../../src/extension/state-view/compare-places.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const TEXT = `1. e4 { [%pfen a ${FEN}] }
{ [%pfen b ${FEN}] } e5 (1... c5 { [%pfen a ${FEN}] }) 2. Nf3 *
`;
const predictions = predictionsIn(TEXT, 'pgn');
const places = predictions.map(placeOf);

describe('what a comparison is of', () => {
  it('is named by game, ply, variation and label', () => {
    assert.deepEqual(
      places.map(({ ply, path, label }) => [ply, path.length, label]),
      [
        [1, 0, 'a'],
        [1, 0, 'b'],
        [2, 1, 'a'],
      ],
    );
  });

  it('is the prediction at the cursor, else the nearest', () => {
    const at = (needle: string, more = 0) => nearestPrediction(predictions, TEXT.indexOf(needle) + more)?.label.text;
    assert.equal(nearestPrediction(predictions, 0)?.label.text, 'a');
    assert.equal(at('[%pfen b', 3), 'b');
    assert.equal(at('e5 (1'), 'b');
    assert.equal(nearestPrediction(predictions, TEXT.length), predictions[2]);
    assert.equal(nearestPrediction([], 5), undefined);
  });

  it('is there as long as any prediction speaks of the position', () => {
    assert.ok(speakOf(predictions, { game: 0, ply: 1, path: [], label: 'gone' }));
    assert.ok(!speakOf(predictions, { game: 0, ply: 2, path: [] }));
  });
});
