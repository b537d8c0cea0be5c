import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type PieceError, pieceErrors, squaresRight, wrongSquares } from '../../../src/core/metrics/board-diff.ts';
import { errorText } from '../../../src/core/metrics/comparison.ts';
import { readSquares } from '../../../src/core/metrics/placement.ts';

function errors(truth: string, predicted: string): PieceError[] {
  const [a, b] = [readSquares(truth), readSquares(predicted)];
  return pieceErrors(a, b, wrongSquares(a, b));
}
const words = (truth: string, predicted: string): string[] => errors(truth, predicted).map(errorText);

describe('piece errors', () => {
  it('names phantom and missing pieces', () => {
    assert.deepEqual(words('8/8/8/8/8/8/8/K6k', '8/8/8/3n4/8/8/8/K6k'), ['black knight on d5 does not exist']);
    assert.deepEqual(words('8/8/8/3n4/8/8/8/K6k', '8/8/8/8/8/8/8/K6k'), ['black knight on d5 is missing']);
  });

  it('sees one misplaced piece rather than a phantom and a missing one', () => {
    assert.deepEqual(words('8/8/8/4N3/8/8/8/K6k', '8/8/8/4p3/8/5N2/8/K6k'), [
      'black pawn on e5 does not exist',
      'white knight on f3 should be on e5',
    ]);
  });

  it('pairs each misplaced piece with the nearest square', () => {
    assert.deepEqual(words('R7/8/8/8/8/8/8/7R', '1R6/8/8/8/8/8/8/6R1'), [
      'white rook on b8 should be on a8',
      'white rook on g1 should be on h1',
    ]);
  });

  it('sees two squares that exchanged their pieces as one swap', () => {
    assert.deepEqual(errors('3QK3/8/8/8/8/8/8/8', '3KQ3/8/8/8/8/8/8/8'), [
      { kind: 'swapped', square: 'd8', predicted: 'K', actual: 'Q', with: 'e8' },
    ]);
    assert.deepEqual(words('3QK3/8/8/8/8/8/8/8', '3KQ3/8/8/8/8/8/8/8'), [
      'white king on d8 and white queen on e8 are swapped',
    ]);
  });

  it('sees another piece on a square as swapped', () => {
    assert.deepEqual(words('3b4/8/8/8/8/8/8/8', '3n4/8/8/8/8/8/8/8'), ['black knight on d8 should be a black bishop']);
  });

  it('leaves squares out that could not be read', () => {
    assert.deepEqual(errors('8/8/8/8/8/8/8/K6k', '8/9/8/8/8/8/8/K6k'), []);
    assert.equal(squaresRight(readSquares('8/8/8/8/8/8/8/K6k'), readSquares('8/9/8/8/8/8/8/K6k')), 56);
  });

  it('repairs the board: applied to the prediction, the errors give the truth', () => {
    const square = fc.constantFrom('1', '1', '1', 'p', 'P', 'n', 'K', 'q');
    const board = fc.array(square, { minLength: 64, maxLength: 64 }).map((all) => {
      const ranks = Array.from({ length: 8 }, (_, i) => all.slice(8 * i, 8 * i + 8).join(''));
      return readSquares(ranks.join('/'));
    });
    fc.assert(
      fc.property(board, board, (truth, predicted) => {
        const repaired = predicted.slice();
        const at = (name: string): number => 'abcdefgh'.indexOf(name.charAt(0)) + 8 * (8 - Number(name.charAt(1)));
        const code = (letter: string): number => letter.charCodeAt(0);
        const list = pieceErrors(truth, predicted, wrongSquares(truth, predicted));
        for (const e of list) if (e.kind !== 'missing') repaired[at(e.square)] = 0;
        for (const e of list) {
          if (e.kind === 'misplaced') repaired[at(e.to)] = code(e.predicted);
          if (e.kind === 'missing' || e.kind === 'swapped') repaired[at(e.square)] = code(e.actual);
          if (e.kind === 'swapped' && e.with !== undefined) repaired[at(e.with)] = code(e.predicted);
        }
        assert.deepEqual(repaired, truth);
      }),
      { seed: 5 },
    );
  });
});
