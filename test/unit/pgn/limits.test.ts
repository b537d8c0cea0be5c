import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { legalMoves } from '../../../src/core/games/chess/chess.ts';
import { printSan } from '../../../src/core/games/chess/san-print.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { glyphText, notesText } from '../../../src/core/notation/pgn/authoring/move-notes.ts';
import { boardPosition } from '../../../src/core/notation/pgn/board-position.ts';
import { MAX_VARIANT_MOVES } from '../../../src/core/notation/pgn/check/moves.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';
import { evaluationSigns, hasSameWords } from '../../../src/core/notation/pgn/game-meaning.ts';
import { insertMove } from '../../../src/core/notation/pgn/insert-move.ts';
import { swallowedComment } from '../../../src/core/notation/pgn/lost-moves.ts';
import { gameNumbering, numberText } from '../../../src/core/notation/pgn/move-numbers.ts';
import { printMovetext, printTag } from '../../../src/core/notation/pgn/print-movetext.ts';
import { readGame, stateAfter } from '../../../src/core/notation/pgn/replay.ts';

/** Pairs of moves of knights, with numbers. */
const shuffle = (pairs: number): string =>
  Array.from({ length: pairs }, (_, i) => `${i + 1}. ${i % 2 === 0 ? 'Nf3 Nf6' : 'Ng1 Ng8'}`).join(' ');

describe('a board of a long game', () => {
  it('lists 300 moves before and after its position', () => {
    const text = `${shuffle(301)} *`;
    const game = readGame(text);
    const at = (ply: number) => boardPosition(text, game.replay, text.indexOf(`${ply / 2 + 1}. `) - 1);
    const seen = [300, 302].map((ply) => {
      const found = at(ply);
      return [found?.ply, found?.line.length, found?.at, found?.cut];
    });
    assert.deepEqual(seen, [
      [300, 600, 299, [false, true]],
      [302, 600, 299, [true, false]],
    ]);
  });

  it('lists 12 alternatives to a move, and 600 characters of its comment', () => {
    const others = 'a3 a4 b3 b4 c3 c4 d3 d4 e3 f3 f4 g3 g4'.split(' ').map((san) => `(1. ${san})`);
    const shown = (comment: string): readonly unknown[] => {
      const text = `1. e4 {${comment}} ${others.join(' ')} 1... e5 *`;
      const found = boardPosition(text, readGame(text).replay, 5);
      return [found?.line[0]?.instead.map(({ san }) => san).join(' '), found?.comment];
    };
    const twelve = 'a3 a4 b3 b4 c3 c4 d3 d4 e3 f3 f4 g3';
    assert.deepEqual(shown('a'.repeat(600)), [twelve, 'a'.repeat(600)]);
    assert.deepEqual(shown('a'.repeat(601)), [twelve, `${'a'.repeat(600)}…`]);
  });
});

describe('a game of a variant', () => {
  it('is checked up to a number of moves', () => {
    const passes = (count: number): string => `[Variant "Atomic"]\n\n${'-- '.repeat(count)}Ke8 *`;
    const found = checkText(passes(MAX_VARIANT_MOVES), 'pgn').filter(({ severity }) => severity !== 'info');
    assert.deepEqual(
      found.map(({ message }) => message),
      ['moves after the first 20000 of a variant game are not checked'],
    );
  });
});

describe('a draw by the rules', () => {
  const from = (fen: string, moves: string): string => `[SetUp "1"]\n[FEN "${fen}"]\n\n${moves} *`;
  const drawn = (text: string): string[] =>
    checkText(text, 'pgn')
      .filter(({ code }) => code === 'PGN_PLAYED_ON')
      .map(({ range, message }) => `${text.slice(range.start, range.end)}: ${message.replace(/.*: /, '')}`);

  it('comes after 150 plies without a capture or pawn move, and not after 149', () => {
    const after = (clock: number): string[] => drawn(from(`7k/8/8/8/8/8/8/KQ6 w - - ${clock} 90`, '90. Qb2+ Kg8 91. Qb8+ Kg7'));
    assert.deepEqual(after(149), ['Kg8: 75 moves without a capture or pawn move']);
    assert.deepEqual(after(148), ['Qb8+: 75 moves without a capture or pawn move']);
    assert.deepEqual(after(147), ['Kg7: 75 moves without a capture or pawn move']);
    assert.deepEqual(after(146), []);
  });

  it('comes with the fifth occurrence of a position, also after a pawn move, and not in variations', () => {
    const rounds = (first: number, count: number): string =>
      Array.from({ length: count }, (_, i) => `${first + 2 * i}. Nf3 Nf6 ${first + 2 * i + 1}. Ng1 Ng8`).join(' ');
    const fifth = 'the position occurred for the fifth time';
    assert.deepEqual(drawn(`1. e4 e5 ${rounds(2, 4)} 10. d4 *`), [`d4: ${fifth}`]);
    assert.deepEqual(drawn(`1. e4 e5 ${rounds(2, 3)} 8. Nf3 Nf6 9. Ng1 d5 *`), []);
    assert.deepEqual(drawn(`1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 ${rounds(4, 3)} 10. d4 *`), []);
    assert.deepEqual(drawn(`1. e4 (${rounds(1, 4)} 9. d4) e5 *`), []);
    // another side to move, another right, another square
    assert.deepEqual(drawn(`1. e4 e5 ${rounds(2, 3)} 8. Ke2 Ke7 9. Ke1 Ke8 ${rounds(10, 3)} 16. d4 *`), []);
    assert.deepEqual(drawn(`1. e4 e5 ${rounds(2, 3)} 8. Ke2 Ke7 9. Ke1 Ke8 ${rounds(10, 4)} 18. d4 *`), [`d4: ${fifth}`]);
  });

  it('is the first of several', () => {
    const rounds = Array.from({ length: 4 }, (_, i) => `${90 + 2 * i}. Qb2+ Kg8 ${91 + 2 * i}. Qb1 Kh8`).join(' ');
    const text = (clock: number): string => from(`7k/8/8/8/8/8/8/KQ6 w - - ${clock} 90`, `${rounds} 98. Qb2+ Kg8`);
    assert.deepEqual(drawn(text(0)), ['Qb2+: the position occurred for the fifth time']);
    assert.match(drawn(text(135))[0] ?? '', /^Kh8: 75 moves/);
    assert.match(drawn(text(134))[0] ?? '', /^Qb2\+: /);
  });

  it('comes when no side can mate', () => {
    const isDead = (black: string, white: string): boolean => drawn(from(`${black}/8/8/8/8/8/8/${white} w - - 0 60`, '60. Kb1 Kb8')).length > 0;
    assert.deepEqual(
      [['k7', 'K7'], ['k7', 'K4N2'], ['k7', 'K4B2'], ['k4b2', 'K5B1'], ['k5b1', 'K5B1'], ['k4n2', 'K4B2'], ['k7', 'K4NN1'], ['k7', 'K5P1'], ['k7', 'K6R'], ['k7', 'K6Q'], ['k3bb2', 'K7'], ['k3b1b1', 'K7']].map(
        ([black = '', white = '']) => isDead(black, white),
      ),
      [true, true, true, true, false, false, false, false, false, false, false, true],
    );
  });
}); // biome-ignore format: tables

describe('numbers and texts of moves', () => {
  it('begin with those of a FEN, or with those of the standard start', () => {
    const sans = ['e5', 'Nf3', 'Nc6'];
    assert.equal(printMovetext('x b - - 0 7', sans, '*'), '7... e5 8. Nf3 Nc6 *\n');
    assert.equal(printMovetext('x w - - 0 7', sans, '*'), '7. e5 Nf3 8. Nc6 *\n');
    assert.equal(printMovetext('x w', sans, '*'), '1. e5 Nf3 2. Nc6 *\n');
    assert.equal(printMovetext('x', [], '1-0'), '1-0\n');
  });

  it('stand in lines of at most 79 characters', () => {
    const lines = printMovetext('x w - - 0 1', new Array<string>(60).fill('Nbd7'), '*').trimEnd().split('\n');
    assert.ok(lines.length > 5 && lines.every((line) => line.length <= 79));
    for (const [i, next] of lines.slice(1).entries())
      assert.ok(`${lines[i]} ${next.split(' ', 1)[0]}`.length > 79, lines[i]);
    assert.equal(printMovetext('x w', ['a'.repeat(72)], '*'), `1. ${'a'.repeat(72)} *\n`);
    assert.equal(printMovetext('x w', ['a'.repeat(74)], '*'), `1. ${'a'.repeat(74)} *\n`);
    assert.equal(printMovetext('x w', ['a'.repeat(75)], '*'), `1. ${'a'.repeat(75)}\n*\n`);
  });

  it('are those of a tag pair in one line', () => {
    assert.equal(printTag('White', 'a "b" \\ c\n\td é\u00a0~\u007f'), '[White "a \\"b\\" \\\\ c d é\u00a0~ "]\n');
  });

  it('come from the FEN of an unknown variant', () => {
    const numbering = (fen: string) => {
      const { replay, tags } = readGame(`[Variant "Bughouse"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n*`);
      return gameNumbering(replay.start, tags);
    };
    assert.deepEqual(numbering('x b - - 0 7'), { turn: 1, first: 7 });
    // with the checks of Three-check between the fields, or at their end
    for (const fen of ['x b - - 3+2 0 7', 'x b - - 0 7 +0+1', ' x b - - 0 7 ']) assert.deepEqual(numbering(fen), { turn: 1, first: 7 });
    assert.deepEqual(numbering('x w - - 0 123456'), { turn: 0, first: 123456 });
    for (const fen of ['x w - - 0 1234567', 'x w - - 0', 'x y - - 0 1', 'x']) assert.equal(numbering(fen), undefined, fen);
    assert.deepEqual([1, 2, 3].map((ply) => numberText({ turn: 1, first: 7 }, ply)), ['7...', '8.', '8...']);
  });

  it('have signs that mean more than check', () => {
    const cases: Readonly<Record<string, string>> = { 'e4+-': '+-', 'Kg1=': '=', 'e4': '', 'Qh5+': '', 'Qf7#': '', 'e8=Q': '', 'e4−+': '−+', 'e4/': '/' };
    for (const [written, signs] of Object.entries(cases)) assert.equal(evaluationSigns(written), signs, written);
  });
}); // biome-ignore format: tables

describe('a comment that was not closed', () => {
  for (const [comment, found] of [
    ['{a 1. e4 {b}', { brace: 9, moves: true }],
    ['{1... O-O {b}', { brace: 10, moves: true }],
    ['{a {[%clk 1]}', { brace: 3, moves: false }],
    ['{a { [%clk 1]}', { brace: 3, moves: false }],
    ['{a {b}', undefined],
    ['{a 1234. e4 {b}', undefined],
    ['{a1. e4 {b}', undefined],
    ['{a 1. e4 } {b}', undefined],
    ['{{[%clk 1]}', { brace: 1, moves: false }],
    ['{1. e4}', undefined],
  ] as const)
    it(`${found === undefined ? 'is not' : 'is'} ${comment}`, () => {
      assert.deepEqual(
        swallowedComment(`  ${comment}`, 2, 2 + comment.length),
        found && { ...found, brace: found.brace + 2 },
      );
    });
});

describe('two games with the same words', () => {
  const same = (a: string, b: string): boolean =>
    hasSameWords(a, readChunk(a, 0), 0, { text: b, chunk: readChunk(b, 0) });
  it('differ in their white space only', () => {
    const text = '[Event "x"]\n\n1. e4 {good} e5 $1 ; rest\n*';
    assert.ok(same(text, text));
    assert.ok(same(text, '[Event "x"]\n\n\n 1.  e4  {good}\te5 $1 ; rest\n\n*  '));
    for (const [from, to] of [
      ['good', 'best'],
      ['good', 'goods'],
      ['rest', 'nest'],
      ['$1', '$11'],
      ['e5', ''],
      ['*', '* $1'],
      ['1. ', ''],
      ['{good}', '{good} {x}'],
    ] as const)
      assert.ok(!same(text, text.replace(from, to)), to);
  });

  it('are not known with words whose meaning depends on what they touch', () => {
    for (const word of ['hello', '<', '+', '{open']) assert.ok(!same(`1. e4 ${word}`, `1. e4 ${word}`), word);
  });
});

describe('an inserted move', () => {
  const inserted = (text: string, after: number, san: string): string => {
    const { replay } = readGame(text);
    const state = stateAfter(replay, after);
    const move = state && [...legalMoves(state)].find((one) => printSan(state.words, 0, one) === san);
    const found = move === undefined ? 'illegal' : insertMove(text, replay, after, move);
    return typeof found === 'string' ? found : applyEdits(text, found.edits);
  };

  it('breaks lines where the game wraps them, after 80 characters', () => {
    const text = (length: number): string => `1. e4 {${'a'.repeat(length - 8)}}\n1... e5`;
    assert.equal(inserted(text(80), 1, 'Nf3'), `${text(80)} 2. Nf3`);
    const wrapped = (length: number): string => `1. e4\n{${'a'.repeat(length - 10)}} 1... e5`;
    for (const [length, gap] of [[72, ' '], [73, ' '], [74, '\n'], [75, '\n']] as const) {
      const game = wrapped(length);
      assert.equal(game.split('\n')[1]?.length, length);
      assert.equal(inserted(game, 1, 'Nf3'), `${game}${gap}2. Nf3`, String(length));
    }
    const long = `1. e4 {${'a'.repeat(80)}}\n1... e5 {${'a'.repeat(69)}}`;
    assert.equal(inserted(long, 1, 'Nf3'), `${long} 2. Nf3`);
  });
}); // biome-ignore format: a table

describe('notes of a move', () => {
  it('spell out four glyphs, and 20 characters of a value', () => {
    assert.equal(glyphText('!?'), '!? speculative move');
    assert.equal(glyphText('$14'), '$14 ⩲ White has a slight advantage');
    assert.equal(glyphText('$200'), '$200 has no meaning in the standard');
    const notes = { glyphs: ['!', '?', '!!', '??', '!?'], evaluation: '1'.repeat(21), clock: '2'.repeat(21), squares: [], arrows: [] };
    assert.deepEqual(notesText(notes).split(' · '), [...notes.glyphs.slice(0, 4).map(glyphText), `eval ${'1'.repeat(20)}`, `clock ${'2'.repeat(20)}`]);
    assert.equal(notesText({ ...notes, glyphs: [], evaluation: undefined, clock: undefined }), '');
  });
}); // biome-ignore format: a table
