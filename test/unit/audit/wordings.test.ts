import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditText } from '../../../src/core/audit/audit.ts';
import { assertLinear } from '../../support/growth.ts';

/** White to move: Black has just played 3...a6, and nothing has been captured. */
const RUY = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6';

/** Messages of the findings in a text behind the game. */
const faults = (claim: string, game = RUY): string[] =>
  auditText(`${game}\n\n${claim}\n`).map(({ message }) => message);

/** Wordings of claims: one that is true, and the same of what is false. */
const WORDINGS: readonly [what: string, right: string, wrong: string][] = [
  ['the move', 'Side on move: White.', 'Side on move: Black.'],
  ['the move', 'The move belongs to White.', 'The move belongs to Black.'],
  ['the move', 'White has the move.', 'Black has the move.'],
  ['the move', 'It falls to White to move.', 'It falls to Black to move.'],
  ['the move', 'We are waiting for White’s move.', 'We are waiting for Black’s move.'],
  ['the move', 'side_to_move: white', 'side_to_move: black'],
  ['a piece', 'Look at e4: a white pawn.', 'Look at e4: a black pawn.'],
  ['a piece', 'A white pawn occupies e4.', 'A white pawn occupies d4.'],
  ['a piece', 'a6 holds a black pawn.', 'a6 holds a black knight.'],
  ['a piece', 'On c6 we find a black knight.', 'On c6 we find a white knight.'],
  ['a piece', 'White keeps a pawn at d2.', 'White keeps a pawn at d3.'],
  ['a piece', 'You will find White’s king on e1.', 'You will find White’s king on g1.'],
  ['a piece', 'As for Black’s queen, it is on d8.', 'As for Black’s queen, it is on e7.'],
  ['a piece', 'White: king on e1.', 'White: king on g1.'],
  ['a piece', 'White’s b5-bishop is active.', 'White’s c4-bishop is active.'],
  ['a piece', 'The pawn on a6 belongs to Black.', 'The pawn on a6 belongs to White.'],
  ['a piece', 'What stands on d1 is a white queen.', 'What stands on d1 is a white rook.'],
  ['a piece', 'One of the black knights lives on g8.', 'One of the black knights lives on f6.'],
  ['a piece', 'The black queen operates from d8.', 'The black queen operates from e7.'],
  ['legal moves', 'White has 32 legal moves.', 'White has 38 legal moves.'],
  ['legal moves', 'White can legally play Bxc6 now.', 'White can legally play Bxd7 now.'],
  ['the last move', 'The last move played was a6.', 'The last move played was Nc6.'],
  ['points', 'The material count is equal.', 'White is 3 points of material ahead.'],
  ['an empty square', 'No piece occupies f1.', 'No piece occupies e1.'],
  ['an empty square', 'f1 is free.', 'e1 is free.'],
  ['an empty square', 'The square f1 is unoccupied.', 'The square e1 is unoccupied.'],
  ['check', 'Nobody is in check at the moment.', 'White has to get out of check.'],
  ['check', 'There is no check on the board.', 'White’s king is under attack at the moment.'],
  ['check', 'Neither king is in check.', 'The white king has to answer a check.'],
  ['castling', 'White may still castle short.', 'White can no longer castle.'],
  ['castling', 'Castling long remains possible for Black.', 'Castling long is no longer available to Black.'],
  [
    'castling',
    'Black retains the right to castle on the kingside.',
    'Black doesn’t have the right to castle kingside.',
  ],
  ['castling', 'Castling rights: KQkq', 'Castling rights: KQ'],
  ['a count', 'There are two black knights left.', 'There are no black knights left.'],
  ['a count', 'White has eight pawns against Black’s eight.', 'White has eight pawns against Black’s three.'],
  ['a count', 'Pawn count: White 8, Black 8.', 'Pawn count: White 8, Black 7.'],
  ['a count', 'White is left with two rooks.', 'White is left with a single rook.'],
  ['a count', 'Both queens are still on the board.', 'The queens have been exchanged.'],
  [
    'an attack',
    'The knight on c6 is attacked by the bishop on b5.',
    'The knight on c6 is attacked by the queen on d1.',
  ],
  [
    'an attack',
    'The bishop on b5 has the knight on c6 in its sights.',
    'The bishop on b5 has the pawn on e5 in its sights.',
  ],
  [
    'an attack',
    'The bishop on b5 is under fire from the pawn on a6.',
    'The bishop on b5 is under fire from the knight on c6.',
  ],
  ['an attack', 'The bishop on b5 takes aim at the knight on c6.', 'The rook on h1 takes aim at the knight on c6.'],
  [
    'a defense',
    'The pawn on e5 has the support of the knight on c6.',
    'The pawn on e5 has the support of the rook on a8.',
  ],
  ['a defense', 'The pawn on e5 is guarded by the knight on c6.', 'The pawn on e5 is guarded by the bishop on c8.'],
  ['a defense', 'The bishop on b5 is undefended.', 'The knight on f3 is undefended.'],
  ['a defense', 'Nothing protects the bishop on b5.', 'Nothing protects the pawn on e5.'],
  ['a square', 'The knight on f3 controls d4.', 'The knight on f3 controls e4.'],
  ['a count', 'Material: White 8 pawns, Black 8 pawns.', 'Material: White 8 pawns, Black 7 pawns.'],
  ['a pin', 'The knight on c6 is not pinned.', 'The bishop on b5 pins the knight on c6 to the king.'],
];

describe('a claim, however it is worded', () => {
  for (const [what, right, wrong] of WORDINGS)
    it(`says something of ${what}: ${wrong}`, () => {
      assert.deepEqual(faults(right), []);
      assert.equal(faults(wrong).length, 1, wrong);
    });

  it('is judged by an absolute pin where it names the king', () => {
    const game = '1. e4 e5 2. Nf3 d6 3. Bb5+ Nc6 4. O-O';
    assert.deepEqual(
      faults('The knight on c6 is absolutely pinned. The bishop on b5 pins the knight on c6 to the king.', game),
      [],
    );
    assert.deepEqual(faults('No piece is pinned to its king.', game), [
      'after 4.O-O the knight on c6 is pinned to its king',
    ]);
  });

  it('may be the answer to a question', () => {
    assert.deepEqual(faults('Anna: What do you see on c6?\nBen: A black knight.'), []);
    assert.deepEqual(faults('Where is the black king? (Answer: e8)'), []);
    assert.equal(faults('Anna: What do you see on c6?\nBen: A white rook.').length, 1);
    assert.equal(faults('Where is the black king? (Answer: g8)').length, 1);
    assert.deepEqual(faults('What do you see on d4? I am not sure. A pawn?'), []);
  });

  const others: readonly string[] = [
    'If White plays d4, the pawn on d4 is attacked by the pawn on e5.',
    'A knight on d5 would be strong. A knight on f5 is a monster in such positions.',
    'White might go Ba4. The bishop on a4 keeps the pin.',
    'White can castle next move. Black cannot castle yet.',
    'White has two pawns in the center, and no weak ones.',
    'In the Berlin the black knight is on f6. In many lines the black bishop stands on c5.',
    'The last game ended with White’s king on g1 and Black’s queen on d4.',
    'The pawn on e5 has no defender after 4. Bxc6.',
    'The black king is under attack in many lines.',
    'd5 is free to use later. White has the move order right.',
    'White must move the bishop. Black has lost the right to complain.',
    'Both players had castled before. The queens were exchanged in the other game.',
    'Side to move: Black\nPuzzle: 8/8/8/8/8/5k2/6q1/4K3 b - - 0 1',
    'The knight on f3 covers d4, and the bishop on b5 controls e8.',
  ];
  for (const other of others) it(`is none of the moment here: ${other}`, () => assert.deepEqual(faults(other), []));
});

describe('moves and states in logs, tables and chats', () => {
  const FENS = [
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
    'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
  ];
  const MOVES = [
    ['e4', 'e2e4'],
    ['e5', 'e7e5'],
    ['Nf3', 'g1f3'],
    ['Nc6', 'b8c6'],
  ] as const;
  const LOGS: readonly [form: string, row: (san: string, uci: string, fen: string, i: number) => string][] = [
    ['CSV', (san, uci, fen, i) => `${i + 1},${i % 2 === 0 ? 'white' : 'black'},${san},${uci},${fen},no`],
    ['TSV', (san, _, fen, i) => `${i + 1}\t${i % 2 === 0 ? 'w' : 'b'}\t${san}\t${fen}`],
    ['fields of a log', (san, uci, fen, i) => `10:00:0${i} INFO ply=${i + 1} move=${uci} san=${san} fen="${fen}"`],
    ['lines of a log', (san, _, fen, i) => `[10:00:0${i}] DEBUG applied ${san} -> ${fen}`],
    ['XML', (san, _, fen) => `<turn>\n  <action type="move">${san}</action>\n  <belief>${fen}</belief>\n</turn>`],
  ];
  const log = (row: (typeof LOGS)[number][1], change: (text: string) => string = (text) => text): string =>
    change(MOVES.map(([san, uci], i) => row(san, uci, FENS[i] ?? '', i)).join('\n'));
  for (const [form, row] of LOGS)
    it(`are read: ${form}`, () => {
      assert.deepEqual(auditText(log(row)), []);
      const wrong = auditText(log(row, (text) => text.replace('2n5/4p3', '8/4p3')));
      assert.deepEqual(
        wrong.map(({ code }) => code),
        ['AUDIT_WRONG_STATE'],
      );
      const illegal = auditText(log(row, (text) => text.replaceAll('Nf3', 'Nf4').replaceAll('g1f3', 'g1f4')));
      assert.match(illegal[0]?.code ?? '', /AUDIT_(?:ILLEGAL|MISNAMED)_MOVE/);
    });

  it('give a move twice, and must mean the same', () => {
    const [[, csv]] = LOGS as [(typeof LOGS)[number]];
    const found = auditText(log(csv, (text) => text.replace('Nc6,b8c6', 'Nc6,b8a6')));
    assert.deepEqual(
      found.map(({ code }) => code),
      ['AUDIT_MISNAMED_MOVE'],
    );
  });

  it('name the side that moves', () => {
    const [[, csv]] = LOGS as [(typeof LOGS)[number]];
    assert.deepEqual(
      auditText(log(csv, (text) => text.replace('4,black', '4,white'))).map(({ code }) => code),
      ['AUDIT_FALSE_CLAIM'],
    );
    // here the column is who is to move behind the move
    const other = log(csv, (text) =>
      text.replace(/,(?:white|black),/g, (side) => (side === ',white,' ? ',black,' : ',white,')),
    );
    assert.deepEqual(auditText(other), []);
  });

  const EMOJI = [
    '♜⬜♝♛♚♝♞♜',
    '♟♟♟♟⬜♟♟♟',
    '⬛⬜♞⬜⬛⬜⬛⬜',
    '⬜⬛⬜⬛♟⬛⬜⬛',
    '⬛⬜⬛⬜♙⬜⬛⬜',
    '⬜⬛⬜⬛⬜♘⬜⬛',
    '♙♙♙♙⬛♙♙♙',
    '♖♘♗♕♔♗⬛♖',
  ];
  const chat = (rows: readonly string[]): string =>
    `🧑 e4\n🤖 My answer is e5 😀\n🧑 Nf3\n🤖 I choose Nc6\n\n📋 Board after 2...Nc6:\n${rows.join('\n')}\n`;
  it('may be a chat with emoji', () => {
    assert.deepEqual(auditText(chat(EMOJI)), []);
    const wrong = chat(EMOJI.map((row, i) => (i === 5 ? '⬜⬛⬜⬛⬜⬛⬜⬛' : row)));
    assert.deepEqual(
      auditText(wrong).map(({ code }) => code),
      ['AUDIT_WRONG_STATE'],
    );
  });

  it('may be sets of pieces', () => {
    const sets = (knight: string): string =>
      `Apply 1. e4:\n  W = {Ke1, Qd1, Ra1, Rh1, Bc1, Bf1, Nb1, N${knight}, e4, a2, b2, c2, d2, f2, g2, h2}\n  B = {Ke8, Qd8, Ra8, Rh8, Bc8, Bf8, Nb8, Ng8, a7, b7, c7, d7, e7, f7, g7, h7}\n`;
    assert.deepEqual(auditText(sets('g1')), []);
    assert.equal(auditText(sets('f3')).length, 1);
  });
});

describe('a move that a narrator tells', () => {
  const board =
    '8 r n . q k b . r\n7 p b . p p p p p\n6 . p . . . n . .\n5 . . p . . . . .\n4 . . P . . . . .\n3 . . . . . N P .\n2 P P . P P P B P\n1 R N B Q . R K .';
  const ticker = (third: string): string =>
    `15.05 — Navara goes 1. Nf3.\n15.07 — 1... Nf6 from Karjakin.\n15.09 — Navara takes his time and ${third}.\n15.13 — 2... b6!\n15.15 — Navara goes 3. g3.\n15.18 — Karjakin thinks and finally plays c5.\n15.19 — 4. Bg2!\n15.20 — Karjakin replies with Bb7.\n15.24 — 5. O-O. This is the position:\n${board}\n`;
  it('is played', () => {
    assert.deepEqual(auditText(ticker('finally plays c4')), []);
    assert.equal(auditText(ticker('finally plays c4').replace('5 . . p', '5 . p .')).length, 1);
    assert.equal(auditText(ticker('finally plays Nd5'))[0]?.code, 'AUDIT_ILLEGAL_MOVE');
  });

  it('and that is not read leaves the boards behind it alone', () => {
    assert.deepEqual(auditText(ticker('shoves the pawn in front of his queen’s bishop two squares')), []);
  });

  it('may have been played even where nothing says so', () => {
    const fen = 'r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4';
    assert.deepEqual(faults(`The bishop retreats, Ba4 it is, of course. Here is the position: ${fen}`), []);
    assert.deepEqual(faults(`After Ba4 the position is ${fen}.`), []);
    assert.equal(faults(`After Ba4 the position is ${fen.replace('5N2', '8')}.`).length, 1);
  });

  it('in games of others is none', () => {
    for (const text of [
      'Kasparov played Nxe5 in 1985.',
      'In the Sicilian, Black plays c5.',
      'If he plays Nxe5, I reply Qd4.',
    ])
      assert.deepEqual(faults(`${text} The knight on f3 is still there, and it is White to move.`), []);
  });

  it('by an engine need not be of the last position', () => {
    assert.deepEqual(faults('The log of the engine:\n\n```\nbestmove f1b5\n```'), []);
  });

  it('is none in a command of a comment', () => {
    const game = '1. e4 e5 2. Nf3 Nc6 3. Bb5 { [%csl Gc6][%cal Rb5e8,Ra1d1] The black knight stands on c6. } 3... a6 *';
    assert.deepEqual(auditText(game), []);
    assert.equal(auditText(game.replace('stands on c6', 'stands on d4')).length, 1);
  });
});

describe('the header of a chapter', () => {
  it('with a FEN of its own begins a game', () => {
    const chapters = `[Event "Chapter 1"]\n\n${RUY} *\n\n[Event "Chapter 2"]\n[FEN "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 4"]\n[SetUp "1"]\n\n4... Nf6 5. d3 *\n`;
    assert.deepEqual(auditText(chapters), []);
  });
});

describe('a row of a data set', () => {
  it('with a prompt and a completion is a question and its answer', () => {
    const board =
      'r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R';
    const row = (completion: string): string =>
      `${JSON.stringify({ id: 1, prompt: 'Moves: 1. e4 e5\nDraw the board.', completion: `Sure.\n\n${completion}` })}\n`;
    assert.deepEqual(auditText(row(board)), []);
    assert.equal(auditText(row(board.replace('. . . . P', '. . . P .'))).length, 1);
  });
});

describe('the time of an audit', () => {
  const pieces: readonly [what: string, piece: string][] = [
    ['claims in other words', 'White keeps a pawn at b2; the pawn on e5 is guarded by the knight on c6. '],
    ['rows of moves', '7,white,Nf3,g1f3,'],
    ['moves of narrators', 'White may play Nf3, and after Nf3 Black plays e5 and '],
    ['questions', 'Where is the black king? What do you see on c6? '],
    ['lines of emoji', '🤖 e4\n♜♞♝♛♚♝♞♜\n'],
    ['sets of pieces', 'W = {Ke1}\n\n\n'],
  ];
  for (const [what, piece] of pieces)
    it(`grows linearly: ${what}`, () => {
      assertLinear(what, 200, (n) => `${RUY}\n\n${piece.repeat(n)}`, auditText);
    });
});
