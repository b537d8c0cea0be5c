import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  PuzzleGames,
  type PuzzleProblem,
  puzzleColumns,
  puzzleGame,
  readPuzzle,
} from '../../../src/core/datasets/puzzles.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { pgnLines } from '../../../src/core/mav/author/source-lines.ts';

const TABLE = readFileSync('test/fixtures/puzzles.csv', 'utf8');

function converted(pieces: readonly string[]): { readonly text: string; readonly problems: readonly PuzzleProblem[] } {
  const problems: PuzzleProblem[] = [];
  const games = new PuzzleGames((problem) => void problems.push(problem));
  const text = pieces.map((piece) => games.push(piece)).join('') + games.end();
  return { text, problems };
}

describe('a table of puzzles', () => {
  it('is known by its columns, in any order', () => {
    assert.equal(puzzleColumns(TABLE.split('\n')[0] ?? '')?.length, 10);
    assert.deepEqual(puzzleColumns('Rating,Moves,FEN,PuzzleId'), ['Rating', 'Moves', 'FEN', 'PuzzleId']);
    assert.equal(puzzleColumns('fen,moves,answer'), undefined);
    assert.equal(puzzleColumns('[Event "x"]'), undefined);
  });

  it('becomes games whose first move is that of the opponent, with the columns as tags', () => {
    const columns = puzzleColumns(TABLE.split('\n')[0] ?? '') ?? [];
    const read = readPuzzle(TABLE.split('\n')[1] ?? '', columns);
    assert.ok(read.ok);
    assert.equal(
      puzzleGame(read.value),
      [
        '[Event "Puzzle own01"]',
        '[Site "https://lichess.org/aaaaaaaa#1"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        '[Black "?"]',
        '[Result "*"]',
        '[SetUp "1"]',
        '[FEN "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1"]',
        '[PuzzleId "own01"]',
        '[Rating "612"]',
        '[RatingDeviation "80"]',
        '[Popularity "90"]',
        '[NbPlays "120"]',
        '[Themes "backRankMate endgame mate mateIn1 oneMove short"]',
        '',
        '1... Ra7 2. Rd8# *',
        '',
        '',
      ].join('\n'),
    );
  });

  it('has the moves and positions of its rows when it is read as PGN', () => {
    const { text } = converted([TABLE]);
    const lines = [...pgnLines(text, {})].map((item) => ('line' in item ? item.line : assert.fail(item.skipped)));
    assert.deepEqual(
      lines.map(({ actions }) => actions.join(' ')),
      ['a2a7 d1d8', 'b7b6 f3f7', 'f7g7 a7a8q g7f7'],
    );
    assert.equal(knownGame('chess').automaton.print(lines[0]?.states[1]), '6k1/r4ppp/8/8/8/8/5PPP/3R2K1 w - - 1 2');
  });

  it('tells malformed rows with their line, and goes on', () => {
    assert.deepEqual(
      converted([TABLE]).problems.map(({ line, message }) => `${line}: ${message}`),
      [
        '4: move 2, f3f8, cannot be played: the queen on f3 is blocked by the pawn on f7',
        '5: the FEN is not a position: the board is empty',
        '6: 2 fields where the first row has 10',
        "7: 1 move where a puzzle has the opponent's and one to find",
        '8: the Rating "many" is no number',
      ],
    );
    const odd = converted(['PuzzleId,FEN,Moves,Rating\r\n"a,6k1/8/8/8/8/8/8/K7 w - - 0 1,a1a2 g8g7,5\r\n']);
    assert.deepEqual(odd.problems, [{ line: 2, message: 'a quotation mark is never closed' }]);
  });

  it('is the same text in any pieces, with either line end', () => {
    const whole = converted([TABLE]);
    fc.assert(
      fc.property(fc.array(fc.nat(TABLE.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), TABLE.length];
        const pieces = at.slice(1).map((end, i) => TABLE.slice(at[i], end));
        assert.deepEqual(converted(pieces), whole);
      }),
    );
    assert.deepEqual(converted([`\uFEFF${TABLE.trimEnd().replaceAll('\n', '\r\n')}`]), whole);
  });
});
