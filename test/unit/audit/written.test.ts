import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditText } from '../../../src/core/audit/audit.ts';

/** Codes with the text that they are about. */
const found = (text: string, language: 'text' | 'json' = 'text'): string[] =>
  auditText(text, language).map(
    ({ code, range }) => `${code.replace('AUDIT_', '')} ${text.slice(range.start, range.end)}`,
  );

const OPEN = '1. e4 e5 2. Nf3 Nc6 3. Bb5';
const SCHOLAR = '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#';
const OTHER_FEN = '8/p7/7q/2k2K2/r7/8/5P2/8 b - - 3 55';
const RUY = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';

/** The positions of the first moves of a game, and rows of a table with a move each and the position before it. */
const BEFORE = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
  'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
  'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
];
const rows = (moves: readonly string[]): string =>
  moves.map((move, i) => `${i + 1},${i % 2 === 0 ? 'w' : 'b'},${move},"${BEFORE[i] ?? ''}"\n`).join('');

const clean: readonly (readonly [what: string, text: string])[] = [
  ['a puzzle behind the mate of another', `Puzzle 1: ${SCHOLAR}.\n\nFEN: ${OTHER_FEN}`],
  ['a numbered puzzle', `${OPEN}\n\n**Puzzle 3.** Black to move. FEN: ${OTHER_FEN}`],
  [
    'the board of an engine that named a move',
    `position startpos moves e2e4 e7e5\nbestmove g1f3 ponder b8c6\nd\n\nFen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2`,
  ],
  [
    'numbers from a start of their own',
    `[FEN "${RUY}"]\n\n1... a6 – The white king is on e1.\n\n2. Ba4 Nf6 – White is on move.\n\n3. O-O – The white king is on g1.`,
  ],
  ['a first move with a comment', `**1. e4** A good move.\n\n**1... e5** Symmetry.\n\n**2. Nf3** **Nc6**`],
  ['a piece that came in two moves', '1. Nf3 e5 2. Nd4 d5. The knight has come from g1 to d4.'],
  ['a capture of before', '1. e4 d5 2. exd5 Qxd5 3. Nc3. White has captured a pawn on d5. Black took a pawn.'],
  ['a pawn that was taken in passing', '1. e4 a6 2. e5 d5 3. exd6. That captured a pawn.'],
  [
    'marks that are none of emphasis',
    'FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n* White to move\n* 2 * 3 is 6',
  ],
  [
    'labels of questions and answers',
    `FEN: ${RUY}\n\nQ1: What piece is on e4?\nA1: white pawn\n\nQ2: What piece is on e7?\nA2: none`,
  ],
  [
    'the last move by its side, which the other side could play as well',
    "1. g4 h5 2. a3 g6 3. gxh5. White played gxh5. It's Black's turn.",
  ],
  ['a move that could be tried', `${OPEN} a6. Instead of 3...a6 you could try 3...Nf6.\n\nWhite to play here.`],
  [
    'a pawn of the a-file in spoken words',
    'White: e four.\nBlack: okay, a six.\nWhite: knight to f three.\nBlack: b five.\nWhite: bishop to e two.\nBlack: bishop to b seven.',
  ],
  ['what is taken back at once', `${OPEN}. The queen on h5... no, correction: the white queen is on d1.`],
  ['what is taken back then', `${OPEN}. The knight is on f6. Wait, no, it is on g8.`],
  ['rows with the position before their move', `n,side,move,fen\n${rows(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'])}`],
  ['an article before a number', `${OPEN}. White has a two move plan. Give a one-line answer.`],
  ['the word behind the last move', `${OPEN}. After Bb5, it is Black's turn.`],
];

const faulty: readonly (readonly [what: string, text: string, found: readonly string[]])[] = [
  [
    'a first move with a comment',
    '**1. e4** Good.\n\n**1... e5** Fine.\n\n**2. Nf3** **Nc6** **3. Bb5** **Nf4**',
    ['ILLEGAL_MOVE Nf4'],
  ],
  [
    'a move that is all of the last line',
    `User: ${OPEN}\n\nAssistant: <think>\nI develop.\n</think>\n\nNf3\n`,
    ['ILLEGAL_MOVE Nf3'],
  ],
  ['a move of a command of UCI', 'position startpos moves e2e4 e7e5 b1h7', ['ILLEGAL_MOVE b1h7']],
];

describe('a text as people and models write it', () => {
  for (const [what, text] of clean) it(`has no finding: ${what}`, () => assert.deepEqual(found(text), []));
  for (const [what, text, expected] of faulty)
    it(`has its fault found: ${what}`, () => assert.deepEqual(found(text), expected));

  it('is not led away by the legal moves that a tool lists', () => {
    const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    const content = JSON.stringify({ fen, legal_moves: ['g1f3', 'f1c4'] });
    const messages = (said: string): string =>
      JSON.stringify([
        { role: 'tool', content },
        { role: 'assistant', content: said },
      ]);
    assert.deepEqual(found(messages('It is Black to move. I will play Nf3.'), 'json'), ['FALSE_CLAIM Black to move']);
    assert.deepEqual(found(messages('It is White to move. I will play Nf3.'), 'json'), []);
  });
});
