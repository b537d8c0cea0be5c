import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import { isAtPrediction, nearestPrediction } from '../../../src/extension/state-view/prediction-notes.ts';
import { readOldPlace } from '../../../src/extension/state-view/state-view.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const TEXT = `1. e4 { [%pfen a ${FEN}] }
{ [%pfen b ${FEN}] } e5 (1... c5 { [%pfen a ${FEN}] }) 2. Nf3 *
`;
const predictions = predictionsIn(TEXT, 'pgn');

describe('the prediction that a command means', () => {
  it('is named by game, ply, variation and label, or is any of its position', () => {
    const found = (place: Parameters<typeof isAtPrediction>[1]) =>
      predictions.map((one) => (isAtPrediction(one, place) ? 1 : 0)).join('');
    assert.equal(found({ game: 0, ply: 1, path: [], label: 'b' }), '010');
    assert.equal(found({ game: 0, ply: 1, path: [] }), '110');
    assert.equal(found({ game: 0, ply: 2, path: predictions[2].path }), '001');
    assert.equal(found({ game: 0, ply: 2, path: [] }), '000');
    assert.equal(found({ game: 1, ply: 1, path: [] }), '000');
  });

  it('is the prediction at the cursor, else the nearest', () => {
    const at = (needle: string, more = 0) => nearestPrediction(predictions, TEXT.indexOf(needle) + more)?.label.text;
    assert.equal(nearestPrediction(predictions, 0)?.label.text, 'a');
    assert.equal(at('[%pfen b', 3), 'b');
    assert.equal(at('e5 (1'), 'b');
    assert.equal(nearestPrediction(predictions, TEXT.length), predictions[2]);
    assert.equal(nearestPrediction([], 5), undefined);
  });
});

describe('what old panels kept', () => {
  const position = { line: 3, character: 7 };
  const compared = { game: 2, ply: 9, path: [{ ply: 4, index: 0 }] };

  it('is read as the place of the board, and as the position and label of the comparison', () => {
    const board = { shown: { version: 1, place: { uri: 'file:///a.pgn', position } }, flipped: true };
    assert.deepEqual(readOldPlace(board), { uri: 'file:///a.pgn', position });
    const comparison = (label: string | null) => ({
      shown: { version: 3, place: { uri: 'file:///a.pgn', ...compared, label: 'x' } },
      label,
      ply: 9,
    });
    assert.deepEqual(readOldPlace(comparison('gpt')), {
      uri: 'file:///a.pgn',
      compared: { ...compared, label: 'gpt' },
      label: 'gpt',
    });
    assert.deepEqual(readOldPlace(comparison(null)), { uri: 'file:///a.pgn', compared, label: null });
  });

  it('is nothing where it has another form', () => {
    for (const value of [undefined, null, {}, { shown: {} }, { shown: { place: { uri: 3 } } }])
      assert.equal(readOldPlace(value), undefined);
  });
});
