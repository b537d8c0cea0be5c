import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boardSvg, svgDataUri } from '../../../src/core/board/board-svg.ts';
import { drawingsText, MAX_DRAWINGS, readDrawings } from '../../../src/core/board/drawings.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** The picture without its colors. */
const grey = (svg: string): string => svg.replace(/#[0-9a-f]{3,6}\b/g, '#');
const drawn = (...values: string[]): string => {
  const options = { fen: START, drawings: readDrawings(values) };
  const bare = boardSvg({ fen: START });
  const svg = boardSvg(options);
  let same = 0;
  while (svg.charAt(same) === bare.charAt(same)) same++;
  return grey(svg.slice(same, svg.length - (bare.length - same)));
};

describe('drawings in comments', () => {
  it('are read from both commands; what has another form is left out', () => {
    assert.deepEqual(readDrawings(['Ge4,Rd5', 'Ba1h8, Yg1f3']), [
      { color: 'G', from: 'e4', to: undefined },
      { color: 'R', from: 'd5', to: undefined },
      { color: 'B', from: 'a1', to: 'h8' },
      { color: 'Y', from: 'g1', to: 'f3' },
    ]);
    assert.deepEqual(readDrawings(['Ge9', 'e4', 'Ge4e', '', 'GG', 'Ge2e4e6']), []);
    assert.deepEqual(readDrawings(['Ge4,ge4', 'Ge4e4']), [{ color: 'G', from: 'e4', to: undefined }]);
    assert.equal(drawingsText(readDrawings(['Ge4', 'Oe2e4'])), 'green circle e4, O arrow e2 e4');
  });

  it('can be told apart without their colors', () => {
    for (const where of ['e4', 'e2e4']) {
      const shapes = Array.from('GRYBOC', (color) => drawn(`${color}${where}`));
      assert.equal(new Set(shapes).size, shapes.length);
    }
    assert.match(drawn('Oe2e4'), />O<\/text>/);
  });

  it('turn with the board', () => {
    const at = (orientation: 'white' | 'black') =>
      /<circle cx="([\d.]+)" cy="([\d.]+)" r="19\.5"/.exec(
        boardSvg({ fen: START, orientation, drawings: readDrawings(['Ga1']) }),
      );
    assert.deepEqual(at('white')?.slice(1), ['22.5', '337.5']);
    assert.deepEqual(at('black')?.slice(1), ['337.5', '22.5']);
  });

  it('leave the picture small enough for a hover, however many there are', () => {
    const squares = Array.from({ length: 64 }, (_, s) => 'abcdefgh'.charAt(s & 7) + String((s >> 3) + 1));
    const values = squares.flatMap((a) => squares.map((b) => `O${a}${b}`));
    const drawings = readDrawings(values);
    assert.equal(drawings.length, MAX_DRAWINGS);
    const uri = svgDataUri(boardSvg({ fen: START, drawings, title: drawingsText(drawings) }));
    assert.ok(uri.length < 95_000, String(uri.length));
  });
});
