import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boardSvg, svgDataUri } from '../../../src/core/board/board-svg.ts';
import { textBoard } from '../../../src/core/board/board-text.ts';
import { outlineMarks, predictionMarks } from '../../../src/core/board/marks.ts';
import { PIECE_SHAPES } from '../../../src/core/board/piece-tables.ts';
import { itLong } from '../../support/thorough.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** Every element is closed, in order; no more is needed for XML of this kind. */
function assertWellFormed(svg: string): void {
  const open: string[] = [];
  let end = 0;
  for (const tag of svg.matchAll(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)(\/?)>/g)) {
    assert.doesNotMatch(svg.slice(end, tag.index), /[<>]/, 'stray bracket');
    end = tag.index + tag[0].length;
    if (tag[1] === '/') assert.equal(open.pop(), tag[2]);
    else if (tag[4] !== '/') open.push(tag[2]);
  }
  assert.equal(end, svg.length);
  assert.deepEqual(open, []);
}

describe('marks', () => {
  it('say for each wrong square what kind of mistake it is', () => {
    const predicted = 'rnbqkbnr/pppppppp/8/8/3PQ3/8/PP1P1PPP/RNBQKBNR b KQkq - 0 1';
    assert.deepEqual(predictionMarks(AFTER_E4, predicted), [
      { square: 'd4', kind: 'invented' },
      { square: 'e4', kind: 'other', actual: 'P' },
      { square: 'c2', kind: 'missing', actual: 'P' },
    ]);
  });

  it('tell what was true earlier', () => {
    const blame = [
      { square: 'e4', predicted: null, actual: 'P', ply: 0, san: 'e4', move: '1.e4' },
      { square: 'e2', predicted: 'P', actual: null, ply: 0, san: 'e4', move: '1.e4' },
    ];
    assert.deepEqual(predictionMarks(AFTER_E4, START, blame), [
      { square: 'e4', kind: 'missing', actual: 'P', stale: true },
      { square: 'e2', kind: 'invented', stale: true },
    ]);
  });

  it('call squares unknown that the text does not describe', () => {
    const marks = predictionMarks(START, 'rnbqkbnr/pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    assert.deepEqual(new Set(marks.map(({ kind }) => kind)), new Set(['unknown']));
    assert.equal(marks.length, 8);
  });

  it('are none for a right board, whatever the other fields say', () => {
    assert.deepEqual(predictionMarks(START, START.replace(' w ', ' b ')), []);
  });
});

describe('a board as SVG', () => {
  it('is well formed and small, also when all is wrong', () => {
    const piece = fc.constantFrom(...Object.keys(PIECE_SHAPES));
    const board = fc
      .array(piece, { minLength: 64, maxLength: 64 })
      .map((all) => Array.from({ length: 8 }, (_, i) => all.slice(8 * i, 8 * i + 8).join('')).join('/'));
    fc.assert(
      fc.property(board, board, fc.boolean(), (truth, predicted, white) => {
        const blame = predictionMarks(truth, predicted).map(({ square }) => ({
          square,
          predicted: null,
          actual: null,
          ply: 0,
          san: null,
          move: null,
        }));
        const marks = predictionMarks(truth, predicted, blame);
        const orientation = white ? 'white' : 'black';
        const svg = boardSvg({ fen: predicted, marks, orientation, lastMove: ['e2', 'e4'], title: 'worst case' });
        assertWellFormed(svg);
        assert.ok(svg.length < 20_000, `${svg.length} characters`);
        assert.ok(svgDataUri(svg).length < 40_000);
      }),
      { numRuns: 30 },
    );
  });

  itLong('takes any text for a FEN and for a title without harm', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (fen, title) => {
        const svg = boardSvg({ fen, title });
        assertWellFormed(svg);
        assert.match(svgDataUri(svg), /^data:image\/svg\+xml,[\w%.*!~-]+$/);
      }),
      { numRuns: 30 },
    );
    assert.doesNotMatch(boardSvg({ fen: '"/><script>1</script>', title: '"><script>' }), /<script/);
    assert.ok(svgDataUri(boardSvg({ fen: START, title: '\ud800' })).length > 0);
  });

  it('puts the squares where they belong for either side', () => {
    const one = { fen: '8/8/8/8/8/8/8/K7', coordinates: false };
    assert.match(boardSvg(one), /<use href="#pK" x="0" y="315"/);
    assert.match(boardSvg({ ...one, orientation: 'black' }), /<use href="#pK" x="315" y="0"/);
  });

  it('draws only what is asked for', () => {
    const bare = boardSvg({ fen: START, coordinates: false });
    assert.doesNotMatch(bare, /<text|aria-label/);
    assert.match(bare, /aria-hidden="true"/);
    const marked = boardSvg({
      fen: START,
      marks: outlineMarks(predictionMarks(START, AFTER_E4)),
      lastMove: ['e2', 'x9'],
    });
    assert.equal(marked.split('href="#poutline"').length - 1, 2);
    assert.equal(marked.split('opacity=".65"').length - 1, 1);
  });
});

describe('a board as text', () => {
  it('brackets the squares that it is told', () => {
    const lines = textBoard({ fen: AFTER_E4, wrong: ['e4', 'e2'] });
    assert.equal(lines.length, 9);
    assert.equal(lines[4], '4  .  .  .  . [P] .  .  . ');
    assert.equal(lines[6], '2  P  P  P  P [.] P  P  P ');
    assert.equal(lines[8], '   a  b  c  d  e  f  g  h');
  });
});
