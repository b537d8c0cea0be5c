import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { hasPlainNumbers } from '../../../src/core/notation/pgn/move-numbers.ts';
import { missingBefore } from '../../../src/core/notation/pgn/repair/written-line.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';

const FEN = (fen: string): string => `[SetUp "1"]\n[FEN "${fen}"]\n\n`;

/** All findings but those of games that continue after a draw, as some here do. */
const judged = (text: string) => checkText(text, 'pgn').filter(({ code }) => code !== 'PGN_PLAYED_ON');

/** Marked text, message, and the text after the fix, of each finding about numbers; there must be no others. */
const found = (text: string): [string, string, string][] =>
  judged(text).map(({ code, severity, range, message, fixes = [] }) => {
    assert.deepEqual([code, severity, fixes.length], ['PGN_WRONG_MOVE_NUMBER', 'warning', 1], message);
    return [text.slice(range.start, range.end), message, applyEdits(text, fixes[0].edits)];
  });

const safe = (text: string): (boolean | undefined)[] => checkText(text, 'pgn').map(({ fixes }) => fixes?.[0].safe);

describe('move numbers', () => {
  it('are plain where each is that of its move, with one dot for White and three for Black', () => {
    const isPlain = (text: string): boolean => hasPlainNumbers(text, readGame(text).replay);
    for (const text of ['1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *', 'e4 e5 *']) assert.ok(isPlain(text), text);
    for (const text of ['1.. e4 *', '1. e4 2. e5 *', '1. e4 1. e5 *', '1. e4 e5 2. Ke3 *', '2. e4 *'])
      assert.ok(!isPlain(text), text);
  });

  it('tell how many plies are missing before them', () => {
    const white = { turn: 0, first: 1 };
    const missing = (number: number, dots: number, place: number, from = white): number =>
      missingBefore({ token: 0, number, dots }, from, place);
    assert.deepEqual([missing(1, 1, 0), missing(3, 1, 2), missing(2, 1, 4)], [0, 2, -2]);
    assert.deepEqual([missing(1, 3, 1), missing(2, 3, 1), missing(2, 2, 2)], [0, 2, 0]);
    assert.deepEqual([missing(2, 0, 2), missing(2, 0, 3), missing(4, 0, 3)], [0, 0, 4]);
    assert.deepEqual([missing(7, 3, 0, { turn: 1, first: 7 }), missing(8, 1, 0, { turn: 1, first: 7 })], [0, 1]);
  });

  it('may be written as people write them', () => {
    const start = FEN('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3');
    const black = FEN('r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 23');
    const placeholder = FEN('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1');
    const texts = [
      'e4 e5 Nf3 Nc6 *',
      '1 e4 e5 2 Nf3 Nc6 *',
      '1.e4 e5 2.Nf3 Nc6 3. *',
      '1. e4 {a} 1... e5 {b} 2. Nf3 {c} 2... Nc6 {d} 3. Bb5 *',
      '1. e4 1... e5 2. Nf3 2... Nc6 *',
      '1. e4 {a} 1.. e5 2. Nf3 2 Nc6 *',
      '1. e4 1. ... e5 2 . Nf3 2 ... Nc6 3. … *',
      '1. e4 ... e5 2. {a} Nf3 {b} ... Nc6 *',
      '1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4 (3. Bc4 Bc5 4. d3) 3... d5) 2... Nc6 3. Bb5 *',
      '1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *',
      // a variation may count from one
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 (1. Bc4 Bc5 2. c3 Nf6 (2... d6 3. d4)) 3... a6 *',
      '1. e4 e5 2. Nf3 (1. Nc3) 2... Nc6 *',
      // a game from a position may count from its number, or from one
      `${start}3. Bb5 a6 4. Ba4 *`,
      `${start}1. Bb5 a6 2. Ba4 (2. Bxc6 dxc6 3. O-O) 2... Nf6 *`,
      `${black}23... a6 24. Ba4 *`,
      `${black}1... a6 2. Ba4 *`,
      `${placeholder}17. Bb5 a6 18. Ba4 *`,
      `${placeholder}Bb5 17... a6 18. Ba4 *`,
    ];
    for (const text of texts) assert.deepEqual(found(text), [], text);
  });

  it('with the dots of the other side are right after one fix', () => {
    const cases: readonly (readonly [wrong: string, title: string, after: string])[] = [
      ['1. e4 2. e5 2. Nf3 *', 'Write 1...', '1. e4 1... e5 2. Nf3 *'],
      ['1. e4 e5 3... Nf3 Nc6 *', 'Write 2.', '1. e4 e5 2. Nf3 Nc6 *'],
      ['1. e4 2.e5 3.Nf3 4.Nc6 *', 'Renumber 3 moves', '1. e4 1...e5 2.Nf3 2...Nc6 *'],
    ];
    for (const [wrong, title, after] of cases) {
      const [finding, ...others] = checkText(wrong, 'pgn');
      assert.deepEqual(others, [], wrong);
      const [fix] = finding.fixes ?? [];
      assert.deepEqual([fix.title, applyEdits(wrong, fix.edits), fix.safe], [title, after, false]);
      assert.deepEqual(checkText(after, 'pgn'), []);
    }
  });

  it('that are wrong are marked and fixed', () => {
    assert.deepEqual(found('1. e4 e5 3. Nf3 Nc6 *'), [
      ['3.', "3. before White's move 2: write 2.", '1. e4 e5 2. Nf3 Nc6 *'],
    ]);
    assert.deepEqual(found('1. e4 e5 2. Nf3 {a} 3... Nc6 3. Bb5 *'), [
      ['3...', "3... before Black's move 2: write 2...", '1. e4 e5 2. Nf3 {a} 2... Nc6 3. Bb5 *'],
    ]);
    const start = FEN('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3');
    assert.deepEqual(found(`${start}4. Bb5 a6 5. Ba4 *`), [
      [
        '4.',
        "4. before White's move 3: write 3. (and 1 more number after it); or one move pair is missing before it",
        `${start}3. Bb5 a6 4. Ba4 *`,
      ],
    ]);
  });

  it('that are wrong consecutively are one mistake, also in variations', () => {
    const text = '1. e4 e5 3. Nf3 (3. Nc3 Nf6 4. f4) 3... Nc6 4. Bb5 a6 5. Ba4 Nf6 *';
    const right = '1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4) 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 *';
    const [only, ...others] = found(text);
    assert.equal(others.length, 0);
    assert.deepEqual(only, [
      '3.',
      "3. before White's move 2: write 2. (and 5 more numbers after it); or one move pair is missing before it",
      right,
    ]);
    // numbers of half-moves: with the dots of Black, too
    assert.deepEqual(
      found('1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 *').map(([, , mended]) => mended),
      ['1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 *'],
    );
    // two slips, with right numbers between
    assert.deepEqual(
      found('1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 5. Ba4 Nf6 5. O-O *').map(([marked]) => marked),
      ['3.', '5.'],
    );
    const long = Array.from({ length: 200 }, (_, i) => `${i + 2}. ${i % 2 ? 'Ng1' : 'Nf3'} ${i % 2 ? 'Ng8' : 'Nf6'}`);
    const [run, ...rest] = found(`${long.join(' ')} *`);
    assert.deepEqual([run[0], rest.length], ['2.', 0]);
    assert.match(run[1], /199 more numbers/);
  });

  it('with the dots of the other side are marked and fixed', () => {
    assert.deepEqual(found('1. e4 {a} 1. e5 2. Nf3 {a} 2... Nc6 *'), [
      ['1.', '1. before a move of Black: write 1...', '1. e4 {a} 1... e5 2. Nf3 {a} 2... Nc6 *'],
    ]);
    assert.deepEqual(found('1. e4 e5 2... Nf3 Nc6 *'), [
      ['2...', '2... before a move of White: write 2.', '1. e4 e5 2. Nf3 Nc6 *'],
    ]);
    assert.deepEqual(found('1. e4 e5 2… Nf3 ... Nc6 ... Bb5 *'), [
      ['2…', '2… before a move of White: write 2.', '1. e4 e5 2. Nf3 ... Nc6 ... Bb5 *'],
      ['...', '... before a move of White: write no dots', '1. e4 e5 2… Nf3 ... Nc6  Bb5 *'],
    ]);
    // never otherwise: a habit
    assert.deepEqual(found('1. e4 {a} 1. e5 2. Nf3 {a} 2. Nc6 3. Bb5 {a} 3. a6 *'), [
      [
        '1.',
        '1. before a move of Black: write 1... (and 2 more numbers after it)',
        '1. e4 {a} 1... e5 2. Nf3 {a} 2... Nc6 3. Bb5 {a} 3... a6 *',
      ],
    ]);
  });

  it('are expected in the count of their line, which its first number may set', () => {
    const start = FEN('4k3/8/8/8/8/8/8/R3K3 w - - 0 1');
    const cases: readonly (readonly [wrong: string, message: string, after: string])[] = [
      // the FEN says move 1, and the game begins with 2
      [`${start}2. Ra2 Kd8 4. Ra3 Ke8 4. Ra4 *`, "4. before White's move 3: write 3.", `${start}2. Ra2 Kd8 3. Ra3 Ke8 4. Ra4 *`],
      [`${start}5. Ra2 Kd8 6. Ra3 Ke8 3. Ra4 *`, "3. before White's move 7: write 7.", `${start}5. Ra2 Kd8 6. Ra3 Ke8 7. Ra4 *`],
      // a number with which the next one does not agree sets no count
      [`${start}5. Ra2 Kd8 2. Ra3 Ke8 3. Ra4 *`, "5. before White's move 1: write 1.", `${start}1. Ra2 Kd8 2. Ra3 Ke8 3. Ra4 *`],
      // a variation that counts from one
      [
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 (1. Bc4 Bc5 3. c3 Nf6 3. d4) 3... a6 *',
        "3. before White's move 2: write 2.",
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 (1. Bc4 Bc5 2. c3 Nf6 3. d4) 3... a6 *',
      ],
      [
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 (1. Bc4 Bc5 4. c3 Nf6 5. d4) 3... a6 *',
        "1. before White's move 3: write 3.",
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 Nf6 5. d4) 3... a6 *',
      ],
    ]; // biome-ignore format: a table
    for (const [wrong, message, after] of cases) {
      assert.deepEqual(
        found(wrong).map(([, said, mended]) => [said, mended]),
        [[message, after]],
      );
      assert.deepEqual(found(after), []);
    }
  });

  it('are not fixed without review where a half-move may be missing', () => {
    assert.deepEqual(safe('1. e4 e5 3. Nf3 Nc6 3. Bb5 *'), [true]);
    assert.deepEqual(safe('1. e4 e5 2. Nf3 2. Nc6 3. Bb5 *'), [true]);
    // a pair may be missing or doubled, the first moves too
    for (const text of ['1. e4 e5 3. Nf3 Nc6 *', '1. e4 e5 3. Nf3 Nc6 4. Bb5 *', '12. e4 e5 13. Nf3 *', '3. e4 *'])
      assert.deepEqual(safe(text), [false], text);
    assert.deepEqual(safe('1. e4 e5 3. Nf3 Nc6 2. Bb5 a6 4. O-O *'), [false]);
    assert.deepEqual(safe('1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 5. Ba4 Nf6 5. O-O *'), [false, false]);
    assert.deepEqual(safe('1. d4 d5 2. Nf3 Nf6 3. Nc3 4. Nc6 5. Bf4 *'), [false]);
  });

  it('are not judged where the position is not known', () => {
    const list = checkText('1. e4 e5 2. Ke3 Nc6 7. Nf3 *', 'pgn');
    assert.deepEqual(
      list.map(({ code }) => code),
      ['PGN_ILLEGAL_MOVE'],
    );
  });
});
