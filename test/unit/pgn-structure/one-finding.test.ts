import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';

/** Severity, code and marked text of each finding. */
const found = (text: string): string[] =>
  checkText(text, 'pgn').map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );
const message = (text: string): string => checkText(text, 'pgn')[0]?.message ?? '';
const mended = (text: string): string => applyEdits(text, checkText(text, 'pgn')[0]?.fixes?.[0]?.edits ?? []);

/** Each text, and its findings. */
const TEXTS: Readonly<Record<string, readonly (readonly [text: string, ...findings: string[]])[]>> = {
  'a glyph': [
    ['1. e4!!! e5 *', 'warning PGN_UNKNOWN_GLYPH !!!'],
    ['1. e4!?! e5!!? *', 'warning PGN_UNKNOWN_GLYPH !?!', 'warning PGN_UNKNOWN_GLYPH !!?'],
    ['1. e4 e5 =? *', 'warning PGN_UNKNOWN_GLYPH =?'],
    ['1. e4 $1 $2 e5 *', 'warning PGN_GLYPH_CONFLICT $2'],
    ['1. e4! $4 e5 *', 'warning PGN_GLYPH_CONFLICT $4'],
    ['1. e4 $16 {a} $19 e5 *', 'warning PGN_GLYPH_CONFLICT $19'],
    ['1. e4 ± -+ e5 *', 'warning PGN_GLYPH_CONFLICT -+'],
    ['1. e4 $256 e5 $ *', 'warning PGN_BAD_NAG $256', 'warning PGN_BAD_NAG $'],
    ['1. e4 $0 e5 *', 'info PGN_BAD_NAG $0'],
    ['1. e4= e5 *', 'warning PGN_GLUED_EVALUATION ='],
    ['1. Nf3= d5 *', 'info PGN_GLUED_EVALUATION ='],
    ['1. e4! e5!? 2. Nf3 $1 Nc6 $7 $1 3. Bb5 $3 $14 $36 a6 $10 $11 (3... Nf6 $2) 4. Ba4 $1 *'],
    ['1. e4 $1 (1. d4 $2) e5 $255 *'],
  ],
  'a sign that books and programs print': [
    ['1. e4‼ e5 *', 'info PGN_STRAY_TEXT ‼'],
    ['1. Nf3□ d5⁉ *', 'info PGN_STRAY_TEXT □', 'info PGN_STRAY_TEXT ⁉'],
    ['1. Nf3 N Nf6 *', 'info PGN_STRAY_TEXT N'],
    ['1. Nf3 TN d5 *', 'info PGN_STRAY_TEXT TN'],
    ['1. Nf3 N d5 *', 'warning PGN_STRAY_TEXT N'],
    ['1. Nf3 +− d5 ∓ *'],
    ['1. Nf3+− d5 *', 'info PGN_GLUED_EVALUATION +−'],
  ],
  'a move number that touches a move': [
    ['1e4 e5 2Nf3 Nc6 3Bb5 a6 *', 'warning PGN_GLUED_NUMBER 1e4'],
    ['1. e4 e52. Nf3 Nc63.Bb5 a6 *', 'warning PGN_GLUED_NUMBER e52.'],
    ['1. e4 e5 2.Nf3 Nc6 3. Bb5 a6 4. O-O Nf65. Re1 *', 'warning PGN_GLUED_NUMBER Nf65.'],
    ['1. e4 (1d4 d52. c4) 1... e5 *', 'warning PGN_GLUED_NUMBER 1d4'],
    ['1. e4 e5 1-0\n\n1d4 d5 2c4 1-0', 'warning PGN_GLUED_NUMBER 1d4'],
    ['1. e4 e5 2.Nf3 2...Nc6 3 Bb5 a6 4.Ba4 *'],
    ['1. e4 e5 1-0\n00000', 'warning PGN_AFTER_RESULT 00000'],
    ['1. e4 e5 2Nf3', 'warning PGN_GLUED_NUMBER 2Nf3', 'warning PGN_MISSING_RESULT Nf3'],
  ],
  'tags among the moves': [
    [
      '1. e4 e5\n[Timezone "UTC"]\n[ECO "C23"]\n[UTCDate "2023.01.05"]\n2. Nf3 *',
      'error PGN_STRAY_TEXT [Timezone "UTC"]',
    ],
    [
      '1. e4 e5\n[Timezone "UTC"]\n2. Nf3\n[ECO "C23"]\nNc6 *',
      'error PGN_STRAY_TEXT [Timezone "UTC"]',
      'error PGN_STRAY_TEXT [ECO "C23"]',
    ],
  ],
  'a comment command': [
    ['1. e4 {[%clk 1:75:3]} *', 'warning PGN_BAD_CLOCK [%clk 1:75:3]'],
    ['1. e4 {[%clk 1:75:30]} *', 'warning PGN_BAD_CLOCK [%clk 1:75:30]'],
    ['1. e4 {[%emt 0:70:70]} *', 'warning PGN_BAD_CLOCK [%emt 0:70:70]'],
    ['1. e4 {[%clck 0:01:00]} *', 'warning PGN_UNKNOWN_COMMAND [%clck'],
    ['1. e4 {[%CLK 0:01:00]} *', 'warning PGN_UNKNOWN_COMMAND [%CLK'],
    ['1. e4 {[clk 0:01:00] a} *', 'warning PGN_UNKNOWN_COMMAND [clk'],
    ['1. e4 {[% eval 0.3] a} *', 'warning PGN_UNKNOWN_COMMAND [% eval'],
    ['1. e4 {[%arow Ge2e4]} *', 'warning PGN_UNKNOWN_COMMAND [%arow'],
    ['1. e4 {[%eval abc]} *', 'warning PGN_BAD_EVAL [%eval abc]'],
    ['1. e4 {[%cal Ze2e4]} *', 'warning PGN_BAD_MARKS [%cal Ze2e4]'],
    ['1. e4 {[%cal Ze2]} *', 'warning PGN_BAD_MARKS [%cal Ze2]'],
    ['1. e4 {[%csl Za1]} *', 'warning PGN_BAD_MARKS [%csl Za1]'],
    ['1. e4 {[%clk 0:59:59] [%emt 75:03] [%egt 3.5] [%csl Ra1,Gb2] [%cal Bc3d4] [%eval #-3]} *'],
    [
      '1. e4 {[%mdl 8192] [%tqu "En","x"] [%evp 0,3,1] [%timestamp 53] [%c_arrow e2e4] [%arrow e2 e4] [%mct 1] [%x y]} *',
    ],
    ['1. e4 {[see e5] [eval of the game] [x]} *'],
  ],
  'a tag': [
    ['[Whtie "x"]\n\n*', 'warning PGN_TAG_NAME Whtie'],
    ['[result "1-0"]\n\n1. e4 1-0', 'warning PGN_TAG_NAME result'],
    ['[Rond "1"]\n\n*', 'warning PGN_TAG_NAME Rond'],
    ['[Setup "1"]\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n\n*', 'warning PGN_TAG_NAME Setup'],
    ['[WHITEELO "1200"]\n\n*', 'warning PGN_TAG_NAME WHITEELO'],
    ['[White "x"]\n[Whtie "x"]\n\n*'],
    [
      '[SetUp "1"]\n[FEN 8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n\n1. Ka2 *',
      'error PGN_BAD_TAG [FEN 8/8/8/8/8/8/8/K1k5 w - - 0 1"]',
    ],
    ['[SetUp "1"\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n\n*', 'error PGN_BAD_TAG [SetUp "1"'],
    [
      '[WhiteTeam "x"]\n[EventRounds "9"]\n[Rounds "9"]\n[ECOUrl "x"]\n[GameURL "y"]\n[SourceVersion "1"]\n[GameID "1"]\n[Rate "2"]\n[Line "3"]\n[Foo "z"]\n\n*',
    ],
    ['[Variant "Crazyhose"]\n\n1. e4 *', 'warning PGN_UNKNOWN_VARIANT Crazyhose'],
    ['[Variant "Chess690"]\n\n1. e4 *', 'warning PGN_UNKNOWN_VARIANT Chess690'],
    ['[Variant "Foo"]\n\n1. e4 *', 'warning PGN_UNKNOWN_VARIANT Foo'],
    ['[Variant "Bughouse"]\n\n1. e4 *', 'info PGN_UNKNOWN_VARIANT Bughouse'],
    // its rules are those of Chess960
    [
      '[Variant "DFRC"]\n[SetUp "1"]\n[FEN "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1"]\n\n1. g3 g6 2. b4 *',
    ],
  ],
  'a blank line': [
    ['[White "x"]\n\n\n1. e4 *', 'warning PGN_BLANK_LINE \n'],
    ['[White "x"]\r\n\r\n \r\n1. e4 *', 'warning PGN_BLANK_LINE  \r\n'],
    ['[White "x"]\n\n[Black "y"]\n\n1. e4 *', 'info PGN_BLANK_LINE \n'],
    ['[White "x"]\n[Black "y"]\n\n1. e4 *\n\n\n\n[White "x"]\n\n*'],
    ['[White "x"]\n\n*\n\n\n'],
  ],
  'a variation': [
    ['1. e4 () e5 *', 'warning PGN_EMPTY_VARIATION ()'],
    ['1. e4 ({a}) e5 *', 'warning PGN_EMPTY_VARIATION ({a})'],
    ['1. e4 (1. d4 ()) e5 *', 'warning PGN_EMPTY_VARIATION ()'],
    ['1. e4 (()) e5 *', 'warning PGN_EARLY_VARIATION ('],
    ['1. e4 (ECO "B52") e5 *', 'error PGN_STRAY_TEXT ECO "B52"'],
    ['(ECO "B52") 1. e4 e5 *', 'error PGN_STRAY_TEXT ECO "B52"'],
  ],
  'stray text': [
    ['1. e4 e5 [Qa5] 2. Nf3 Nc6 *', 'error PGN_STRAY_TEXT [Qa5]'],
    ['1. e4 [1. d4 d5] e5 2. Nf3 *', 'error PGN_STRAY_TEXT [1. d4 d5]'],
    ['1. e4 e5 2. [Nf3] Nc6 3. Bb5 *', 'error PGN_STRAY_TEXT [Nf3]'],
    ['1A. e4 1a. e5 2A. Nf3 *', 'error PGN_STRAY_TEXT 1A.'],
    ['1. e4 e5 * \0\0\0', 'info PGN_CONTROL_CHARACTER \0'],
    ['1. e4 e5 *\n\x1a', 'info PGN_CONTROL_CHARACTER \x1a'],
    ['1. e4 e5 2. Nf3\0\0 Nc6 *', 'error PGN_STRAY_TEXT Nf3\0\0'],
    ['1. e4 e5 1-0 2. Nf3', 'warning PGN_WRONG_MOVE_NUMBER 2.'],
    ['1. e4 e5 1-0 2. Nf3 Nc6 3. Bb5', 'warning PGN_WRONG_MOVE_NUMBER 2.'],
    ['1. e4 e5 1-0 Nc6', 'error PGN_ILLEGAL_MOVE Nc6'],
    ['1. e4 e5 1-0 Nf3', 'warning PGN_MISSING_RESULT Nf3'],
  ],
  'castling that only Chess960 has': [
    ['[SetUp "1"]\n[FEN "2r1k3/8/8/8/8/8/8/4K3 b q - 0 1"]\n\n*', 'warning FEN_CHESS960 q'],
    ['[SetUp "1"]\n[Variant "Chess960"]\n[FEN "2r1k3/8/8/8/8/8/8/4K3 b q - 0 1"]\n\n*'],
    ['[SetUp "1"]\n[FEN "2rk2r1/8/8/8/8/8/8/2RK2R1 b KQkq - 0 1"]\n\n*'],
    ['[SetUp "1"]\n[FEN "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"]\n\n*'],
  ],
};

for (const [what, texts] of Object.entries(TEXTS)) {
  describe(`${what} that is wrong`, () => {
    for (const [text, ...wanted] of texts) {
      it(`has a finding, and no second one: ${JSON.stringify(text.slice(0, 60))}`, () => {
        assert.deepEqual(found(text), wanted);
      });
    }
  });
}

describe('what a finding says', () => {
  it('names the letter that only looks like an English one', () => {
    const text = '1. e4 e5 2. Nf3 Nс6 *';
    assert.equal(message(text), '"Nс6" has the Cyrillic letter с (U+0441), which only looks like c: write Nc6');
    assert.equal(mended(text), '1. e4 e5 2. Nf3 Nc6 *');
    assert.match(
      message('1. e4 е5 2. Nf3 *'),
      /the Cyrillic letter е \(U\+0435\).*write e5; the moves after it are not checked$/,
    );
    assert.match(message('1. e4 e5 2. Nfз *'), /the Cyrillic letter з \(U\+0437\), which only looks like 3: write Nf3/);
    assert.match(message('1. Nf3 d5 2. g3 e5 3. Bg2 e4 4. O‑O *'), /\(U\+2011\), which only looks like -: write O-O/);
    assert.match(message('1. e4 e5 2. Κf3 *'), /the Greek letter Κ \(U\+039A\)/);
    assert.match(message('1. e4 e5 2. Кf3 *'), /the Cyrillic letter К \(U\+041A\)/);
    assert.match(message('1. e4 e5 2. Сlang *'), /is not a move, tag/);
  });

  it('counts tags and numbers of one kind, and separates the numbers', () => {
    assert.match(message('1. e4 e5\n[A "x"]\n[B "y"]\n[C "z"]\n2. Nf3 *'), /and 2 tags below it are among the moves/);
    assert.match(
      message('1e4 e5 2Nf3 *'),
      /^"1e4" is a move number and a move without a dot .* \(and 1 more in this game\)/,
    );
    assert.equal(mended('1e4 e5 2Nf3 Nc63. Bb5 *'), '1. e4 e5 2. Nf3 Nc6 3. Bb5 *');
    assert.match(message('1: e4 e5 *'), /dots follow a number$/);
  });

  it('gives no reason that is none: a pawn of another rank is not pinned', () => {
    assert.equal(message('1. 1-e4 *'), 'illegal move 1. 1-e4: no pawn of White on rank 1 can move to e4');
  });

  it('names what is probably meant', () => {
    for (const [text, right] of [
      ['[Variant "Crazyhose"]\n\n1. e4 *', '[Variant "Crazyhouse"]\n\n1. e4 *'],
      ['[Variant "three chek"]\n\n1. e4 *', '[Variant "Three-check"]\n\n1. e4 *'],
      ['[Whtie "x"]\n\n*', '[White "x"]\n\n*'],
      ['1. e4 {[%clck 0:01:00]} *', '1. e4 {[%clk 0:01:00]} *'],
      ['[White "x"]\n\n\n\n1. e4 *', '[White "x"]\n\n1. e4 *'],
      ['[White "x"]\n\n[Black "y"]\n\n1. e4 *', '[White "x"]\n[Black "y"]\n\n1. e4 *'],
    ]) {
      assert.equal(mended(text), right);
      assert.match(message(text), /did you mean|blank line/);
    }
  });
});

describe('a game that continues after a draw by the rules', () => {
  const from = (fen: string, moves: string): string => `[SetUp "1"]\n[FEN "${fen}"]\n\n${moves} *`;
  const shuffle = (rounds: number): string =>
    Array.from({ length: rounds }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ');

  it('has one info, at the first move after it', () => {
    assert.deepEqual(found(from('8/8/8/3k4/8/8/1p6/K7 w - - 0 60', '60. Kxb2 Kc4 61. Kc2')), [
      'info PGN_PLAYED_ON Kc4',
    ]);
    assert.deepEqual(found(`${shuffle(4)} 9. e4 e5 *`), ['info PGN_PLAYED_ON e4']);
    assert.deepEqual(found(from('7k/8/8/8/8/8/8/KQ6 w - - 148 90', '90. Qb2+ Kg8 91. Qb8+')), [
      'info PGN_PLAYED_ON Qb8+',
    ]);
    assert.match(message(`${shuffle(4)} 9. e4 e5 *`), /the position occurred for the fifth time$/);
  });

  it('has none where the draw ends it, or has not come', () => {
    for (const text of [
      from('8/8/8/3k4/8/8/1p6/K7 w - - 0 60', '60. Kxb2'),
      `${shuffle(4)} *`,
      `${shuffle(3)} 7. e4 e5 *`,
      from('7k/8/8/8/8/8/8/KQ6 w - - 148 90', '90. Qb2+ Kg8'),
    ])
      assert.deepEqual(found(text), []);
    // bishops of one color of squares, and of two
    assert.deepEqual(found(from('b6k/8/8/8/8/8/8/K6B w - - 0 60', '60. Bxa8 Kg8')), ['info PGN_PLAYED_ON Kg8']);
    assert.deepEqual(found(from('1b5k/8/8/8/8/8/8/K6B w - - 0 60', '60. Bg2 Kg8')), []);
  });
});
