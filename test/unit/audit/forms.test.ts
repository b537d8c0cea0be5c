import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { auditText } from '../../../src/core/audit/audit.ts';
import { findMentions } from '../../../src/core/audit/reading/find-mentions.ts';
import { assertLinear } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const RUY = '1. e4 e5 2. Nf3 Nc6 3. Bb5';
const BOARD = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R';
const AFTER_RUY = `${BOARD} b KQkq - 3 3`;
const BEFORE_BB5 = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';

/** Codes with the text that they are about. */
const found = (text: string): string[] =>
  auditText(text).map(({ code, range }) => `${code.replace('AUDIT_', '')} ${text.slice(range.start, range.end)}`);

/** The cells of a board from its eighth rank on; `.` is an empty square. */
const cellsOf = (board: string): string[][] =>
  board.split('/').map((rank) => Array.from(rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit)))));

const blank = (cells: readonly string[]): string[] => cells.map((cell) => (cell === '.' ? ' ' : cell));

/** Boards as people, programs and models draw them. */
const DRAWINGS: readonly [form: string, draw: (board: string) => string][] = [
  [
    'letters',
    (board) =>
      cellsOf(board)
        .map((row) => row.join(' '))
        .join('\n'),
  ],
  [
    'ranks with their names',
    (board) =>
      cellsOf(board)
        .map((row, i) => `Rank ${8 - i}: ${row.join(' ')}`)
        .join('\n'),
  ],
  [
    'a frame with wide cells, as chess.js prints it',
    (board) =>
      [
        '   +------------------------+',
        ...cellsOf(board).map((row, i) => ` ${8 - i} | ${row.join('  ')} |`),
        '   +------------------------+',
        '     a  b  c  d  e  f  g  h',
      ].join('\n'),
  ],
  [
    'a grid with blanks for empty squares',
    (board) =>
      [
        '  +---+',
        ...cellsOf(board).map(
          (row, i) => `${8 - i} | ${blank(row).join(' | ')} |\n  +---+---+---+---+---+---+---+---+`,
        ),
      ].join('\n'),
  ],
  [
    'a table of Markdown',
    (board) =>
      [
        '| | a | b | c | d | e | f | g | h |',
        '|---|---|---|---|---|---|---|---|---|',
        ...cellsOf(board).map((row, i) => `| **${8 - i}** | ${blank(row).join(' | ')} |`),
      ].join('\n'),
  ],
];

const ROLES: Readonly<Record<string, string>> = {
  k: 'King',
  q: 'Queen',
  r: 'Rooks',
  b: 'Bishops',
  n: 'Knights',
  p: 'Pawns',
};

/** The squares of the pieces of a side by role. */
function listOf(board: string, isWhite: boolean): string {
  const squares = cellsOf(board).flatMap((row, i) =>
    row.map((cell, file) => ({ cell, square: `${'abcdefgh'[file]}${8 - i}` })),
  );
  return Object.entries(ROLES)
    .map(([letter, name]) => {
      const own = squares.filter(({ cell }) => cell === (isWhite ? letter.toUpperCase() : letter));
      return `${name}: ${own.map(({ square }) => square).join(', ')}`;
    })
    .join('; ');
}

const LISTS: readonly [form: string, draw: (board: string) => string][] = [
  [
    'lists of pieces on a line a side',
    (board) => `White pieces: ${listOf(board, true)}\nBlack pieces: ${listOf(board, false)}`,
  ],
  [
    'lists of pieces on a line a role',
    (board) =>
      [true, false]
        .map((isWhite) => `**${isWhite ? 'White' : 'Black'}:**\n- ${listOf(board, isWhite).replaceAll('; ', '\n- ')}`)
        .join('\n\n'),
  ],
];

describe('a board that is drawn', () => {
  it('is right where only what is said of the turn is wrong', () => {
    const rows =
      'r n b q k b n r\np p p . p p p p\n. . . . . . . .\n. . . p . . . .\n. . . P . . . .\n. . . . . . . .\nP P P . P P P P\nR N B Q K B N R';
    const text = `1. d4 d5\n\n${rows}\n\nBlack to move.`;
    assert.deepEqual(
      auditText(text, 'text').map(({ code, range }) => [code, text.slice(range.start, range.end)]),
      [['AUDIT_FALSE_CLAIM', 'Black to move']],
    );
  });

  for (const [form, draw] of [...DRAWINGS, ...LISTS]) {
    it(`is read: ${form}`, () => {
      const states = findMentions(`Now:\n\n${draw(BOARD)}\n\nDone.`).filter(({ kind }) => kind === 'state');
      assert.deepEqual(
        states.map((state) => state.kind === 'state' && state.fen),
        [BOARD],
      );
    });

    it(`is right or wrong behind moves: ${form}`, () => {
      const text = (board: string): string => `${RUY}\n\nSo we have\n\n${draw(board)}\n`;
      assert.deepEqual(found(text(BOARD)), []);
      const wrong = text(BOARD.replace('5N2', '8'));
      assert.deepEqual(
        auditText(wrong).map(({ code }) => code),
        ['AUDIT_WRONG_STATE'],
        wrong,
      );
    });
  }

  it('shows what the FEN before it shows, and not an earlier position', () => {
    const [[, draw] = ['', String]] = DRAWINGS;
    const text = (board: string): string =>
      `User: ${RUY}. What is the position?\n\nAssistant: It is ${AFTER_RUY}.\n\n${draw(board)}\n`;
    assert.deepEqual(found(text(BOARD)), []);
    const [earlier = ''] = BEFORE_BB5.split(' ');
    assert.deepEqual(found(text(earlier)), [`WRONG_STATE ${draw(earlier)}`]);
  });

  it('is no list of pieces without a king, or with two pieces on a square', () => {
    const states = (text: string): number => findMentions(text).filter(({ kind }) => kind === 'state').length;
    assert.equal(states('White: Rooks: a1; Pawns: a2\nBlack: King: e8'), 0);
    assert.equal(states('White: King: e1; Pawns: a2\nBlack: King: e8; Rooks: a2'), 0);
    assert.equal(states('White: King: e1; Pawns: a2\nBlack: King: e8; Rooks: a3'), 1);
  });
});

describe('a state', () => {
  it('is wrong in an answer that gives an old one', () => {
    const chat = (question: string, answer: string): string => `User: ${RUY}. ${question}\n\nAssistant: ${answer}\n`;
    assert.deepEqual(found(chat('What is the FEN?', BEFORE_BB5)), [`WRONG_STATE ${BEFORE_BB5}`]);
    assert.deepEqual(found(chat('What is the FEN?', `The position is ${BEFORE_BB5}.`)), [`WRONG_STATE ${BEFORE_BB5}`]);
    assert.deepEqual(found(chat('What was the FEN before the last move?', BEFORE_BB5)), []);
    assert.deepEqual(found(chat('What is the FEN?', `Before 3. Bb5 it was ${BEFORE_BB5}.`)), []);
  });

  it('is not judged by a move that is not known', () => {
    const text = `${RUY}\n\nIn the position after 9.Qd3, the current FEN is r1bq1rk1/pppp1ppp/2n2n2/2b1p3/4P3/2NQ1N2/PPPP1PPP/R1B2RK1 b - - 3 9.`;
    assert.deepEqual(found(text), []);
  });

  it('of a record is that behind its list of moves', () => {
    const record = (fen: string): string =>
      JSON.stringify({ game: 'g7', moves: ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'], final_fen: fen });
    assert.deepEqual(found(record(AFTER_RUY)), []);
    const first = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    assert.deepEqual(found(record(first)), [`WRONG_STATE ${first}`]);
    assert.deepEqual(found(record(AFTER_RUY.replace('5N2', '8'))), [`WRONG_STATE ${AFTER_RUY.replace('5N2', '8')}`]);
  });

  it('with the operations of an EPD ends before them, and their moves are not played', () => {
    const epd = AFTER_RUY.replace(' 3 3', '');
    assert.deepEqual(found(`${RUY}\nEPD: ${epd} bm a6;\n\n3... Nf6 4. O-O\n`), []);
  });

  it('that is shown with all its fields says what its drawing left open', () => {
    const [[, draw] = ['', String]] = DRAWINGS;
    const log = (text: string): string =>
      JSON.stringify({
        messages: [
          { role: 'tool', content: `${draw(BOARD)}\nFEN: ${AFTER_RUY}` },
          { role: 'assistant', content: text },
        ],
      });
    assert.deepEqual(found(log(`The current FEN is ${AFTER_RUY}.`)), []);
    const wrong = AFTER_RUY.replace('KQkq', 'KQ');
    assert.deepEqual(found(log(`The current FEN is ${wrong}.`)), [`WRONG_STATE ${wrong}`]);
  });
});

describe('a list of moves in a record', () => {
  const FENS = {
    e4: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    c5: 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
    Nf3: 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
    d4: 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1',
  } as const;
  const record = (moves: unknown, fen: keyof typeof FENS, raw: string = FENS[fen]): string =>
    JSON.stringify({ kind: 'sample', ply: 1, moves, trueFen: FENS[fen], raw });

  it('is the game so far where the one before was, in any order, and of another game too', () => {
    const log = [
      record(['e4'], 'e4'),
      record(['e4', 'c5'], 'c5'),
      record(['e4', 'c5', 'Nf3'], 'Nf3'),
      record(['e4', 'c5'], 'c5'),
      record(['d4'], 'd4'),
      record(['e4', 'c5', 'Nf3'], 'Nf3'),
    ];
    assert.deepEqual(found(log.join('\n')), []);
    const wrong = FENS.c5.replace('4P3', '3P4');
    assert.deepEqual(found([...log, record(['e4', 'c5'], 'c5', wrong)].join('\n')), [`WRONG_STATE ${wrong}`]);
    assert.deepEqual(found([...log, record(['e4', 'c5', 'Nd3'], 'c5')].join('\n')), ['ILLEGAL_MOVE Nd3']);
  });

  it('of one side is a choice', () => {
    const log = [
      { ply: 1, moves: ['e4', 'c5'] },
      { ply: 2, moves: ['Nf3', 'd4', 'Nc3'] },
      { ply: 3, moves: ['c3', 'd6'] },
    ];
    assert.deepEqual(found(log.map((one) => JSON.stringify(one)).join('\n')), []);
  });

  it('may hold lists, numbers and escapes around them', () => {
    const inner = JSON.stringify({
      note: 'a "game"',
      moves: [
        ['1. e4', 'e5'],
        ['2. Nf3', 'Nd3'],
      ],
    });
    assert.deepEqual(found(inner), ['ILLEGAL_MOVE Nd3']);
    assert.deepEqual(found(JSON.stringify({ text: inner })), ['ILLEGAL_MOVE Nd3']);
  });

  itLong('of a run of StateLens is no fault: only what models answered is', () => {
    const log = fs.readFileSync('samples/whole-game.run.jsonl', 'utf8');
    const codes = new Set(found(log).map((one) => one.split(' ')[0]));
    assert.deepEqual([...codes], ['WRONG_STATE']);
    const wrong = auditText(log).filter(({ code }) => code === 'AUDIT_WRONG_STATE');
    const samples = log
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    const board = (fen: string | undefined): string => (fen ?? '').split(' ').slice(0, 3).join(' ');
    for (const { start } of wrong) {
      const { extraction, trueFen } = samples[start.line - 1];
      assert.notEqual(board(extraction?.fen), board(trueFen), `line ${start.line + 1}`);
    }
    assert.ok(wrong.length > 120);
  });
});

describe('a move', () => {
  it('that somebody plays now is no earlier one', () => {
    const chat = (move: string): string =>
      `User: I play e4.\n\nAssistant: I play c5.\n\nUser: I play Nf3.\n\nAssistant: I will play ${move}.\n`;
    assert.deepEqual(found(chat('d6')), []);
    assert.deepEqual(found(chat('c5')), ['ILLEGAL_MOVE c5']);
  });

  it('behind one that cannot be played is not judged until the position is known again', () => {
    const start = 'User: I play e4.\n\nAssistant: I play e5.\n\nUser: I play Nf3.\n\nAssistant: I play Bh3.\n\n';
    assert.deepEqual(found(`${start}User: I play Bb5.\n\nAssistant: I play Nxe4.\n`), ['ILLEGAL_MOVE Bh3']);
    const rejected = `${start}User: That is illegal. Try again.\n\nAssistant: I play Nc6.\n\nUser: I play Nc3.\n\nAssistant: I play Nc4.\n`;
    assert.deepEqual(found(rejected), ['ILLEGAL_MOVE Bh3', 'ILLEGAL_MOVE Nc4']);
  });

  it('in long notation may begin with a figurine', () => {
    assert.deepEqual(found('1. e2-e4 e7-e5 2. ♘g1-f3 ♞b8-c6 3. ♗f1-b5'), []);
    assert.deepEqual(found('1. e2-e4 e7-e5 2. ♘g1-f3 ♞b8-c6 3. ♗f1-h4'), ['ILLEGAL_MOVE ♗f1-h4']);
  });

  it('is none where a number only counts', () => {
    assert.deepEqual(found(`${RUY} a6\n\nWe are at move 4. b4 is empty. It is White's turn.`), []);
  });
});

describe('a claim', () => {
  it('of a reasoning item is the assistant’s', () => {
    const text = JSON.stringify({
      output: [
        { type: 'function_call_output', output: JSON.stringify({ fen: AFTER_RUY }) },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: "It is now White's move." }] },
      ],
    });
    assert.deepEqual(found(text), ["FALSE_CLAIM White's move"]);
  });
});

describe('the time of an audit', () => {
  const [[, draw] = ['', String]] = DRAWINGS;
  const pieces: readonly [what: string, piece: string][] = [
    ['commented games', `${RUY.replaceAll(' N', ' { [%clk 0:05:00] } N')} { why? } 3... a6 { ok } 4. Ba4 Nf6 *\n\n`],
    ['games with drawings behind FENs', `${RUY}\n\n${AFTER_RUY}\n\n${draw(BOARD)}\n\n`],
    ['lists of pieces', `White pieces: ${listOf(BOARD, true)}\nBlack pieces: ${listOf(BOARD, false)}\n`],
    ['lists of one side', `White pieces: ${listOf(BOARD, true)}\n`],
    ['claims', 'The bishop on b5 attacks the knight on c6. It is Black to move. '],
    ['moves that are set aside', 'If 3...a6 then what? Not 3...f5? '],
  ];
  for (const [what, piece] of pieces)
    it(`grows linearly: ${what} in one text`, () => {
      assertLinear(what, 200, (n) => `${RUY}\n\n${piece.repeat(n)}`, auditText);
    });

  it('grows linearly: moves in a list of a record, in lists in lists, and in many records', () => {
    const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const list = (n: number): string[] => Array.from({ length: 4 * n }, (_, i) => moves[i % 4] ?? '');
    const records = (n: number): string => `${JSON.stringify({ ply: 1, moves: [...moves, 'e4'] })}\n`.repeat(n);
    assertLinear('one list', 2000, (n) => JSON.stringify({ moves: list(n) }), auditText);
    assertLinear(
      'nested',
      2000,
      (n) => `{"moves":${'['.repeat(400)}${JSON.stringify(list(n)).slice(1, -1)}`,
      auditText,
    );
    assertLinear('records', 500, records, auditText);
  });
});
