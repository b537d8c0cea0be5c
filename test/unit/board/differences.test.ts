import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { predictionMarks } from '../../../src/core/board/marks.ts';
import { stateDifferences } from '../../../src/core/board/state-differences.ts';
import { othelloCellName } from '../../../src/core/worlds/othello.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('the differences of two states in words', () => {
  it('name squares and fields of a FEN, in the order of the text', () => {
    const predicted = 'rnb1kbnr/pppppppp/8/8/4n3/8/PPPPPPPP/RNBQKBN b KQkq - 0 1';
    assert.deepEqual(stateDifferences('chess', START, predicted), [
      { place: 'd8', predicted: 'empty', actual: 'black queen' },
      { place: 'e4', predicted: 'black knight', actual: 'empty' },
      ...Array.from('abcdefgh', (file) => ({ place: `${file}1`, predicted: 'not described' })).map((one, i) => ({
        ...one,
        actual: `white ${['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'][i]}`,
      })),
      { place: 'side', predicted: 'b', actual: 'w' },
    ]);
    for (const text of [START, '', 'what?']) assert.deepEqual(stateDifferences('chess', START, text), [], text);
  });

  it('name cells as their games do', () => {
    const empty = `x || ${'.'.repeat(42)} ||`;
    assert.deepEqual(stateDifferences('connect_four', empty, `x || ${'.'.repeat(41)}o ||`), [
      { place: 'c6r1', predicted: 'o', actual: 'empty' },
    ]);
    assert.deepEqual(stateDifferences('hex', `x || ${'.'.repeat(9)} ||`, `o || .....x... ||`), [
      { place: 'c2', predicted: 'x', actual: 'empty' },
    ]);
    for (let cell = 0; cell < 64; cell++) {
      const cells = `${'.'.repeat(cell)}x${'.'.repeat(63 - cell)}`;
      const [one] = stateDifferences('othello', `x || ${'.'.repeat(64)} ||`, `x || ${cells} ||`);
      assert.equal(one?.place, othelloCellName(cell, 64));
    }
  });

  it('say what a word of another world should be', () => {
    assert.deepEqual(stateDifferences('world:s5', '1 2 3 4 5', '2 1 3 4 5'), [
      { place: '', predicted: '2', actual: 'it is 1' },
      { place: '', predicted: '1', actual: 'it is 2' },
    ]);
  });

  it('are as many squares as are marked on the board, whatever is predicted', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[pnbrqkPNBRQK1-8/]{0,40}( [wb] - - 0 1)?$/));
    fc.assert(
      fc.property(text, (predicted) => {
        const squares = stateDifferences('chess', START, predicted).filter(({ place }) => /^[a-h][1-8]$/.test(place));
        const marks = predictionMarks(START, predicted);
        const hasBoard = marks.length < 64 || marks.some(({ kind }) => kind !== 'unknown');
        assert.deepEqual(
          squares.map(({ place }) => place),
          hasBoard ? marks.map(({ square }) => square) : [],
        );
      }),
    );
  });
});
