import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** The Scandinavian after each of its moves 2… to 4. */
const [TAKEN, BACK, KNIGHT, BISHOP] = [
  'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3',
  'rnbqkbnr/ppp1pppp/8/8/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4',
  'rnbqkbnr/ppp1pppp/8/8/8/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 3 4',
  'rn1qkbnr/ppp1pppp/8/8/6b1/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 5',
] as const;
const BOARD = KNIGHT.split(' ', 1)[0] ?? '';

/** The outcome of an answer and the state taken from it, the fields that it does not state as `?`. */
function read(answer: string, prompt?: string): string {
  const reading = readAnswer(answer, { ...(prompt !== undefined && { prompt }) });
  const taken = getTakenCandidate(reading);
  return taken === undefined ? reading.outcome : `${reading.outcome} ${taken.state}`;
}

describe('an answer that breaks off', () => {
  const cut = KNIGHT.slice(0, 30);

  it('within the state of its last step does not have the step before as its answer', () => {
    assert.equal(read(`Move 2: ${TAKEN}\nMove 3: ${BACK}\nMove 4: ${cut}`), 'unread');
    assert.equal(read(`${BACK}\n\nand with the knight out\n\n${cut}`), `doubtful ${BACK}`);
    const drawing = '```\nr n b q k b n r\np p p . p p p p\n. . . .';
    assert.equal(read(`${BACK}\n\nand with the knight out\n\n${drawing}`), `doubtful ${BACK}`);
  });

  it('within what may be a repetition of its answer is doubtful, after a labelled one certain', () => {
    assert.equal(read(`${KNIGHT}\n\nTo repeat:\n${cut}`), `doubtful ${KNIGHT}`);
    assert.equal(read(`Final FEN: ${KNIGHT}\n\nOne could also look at ${BISHOP.slice(0, 30)}`), `certain ${KNIGHT}`);
  });
});

describe('an answer that breaks off after its only state', () => {
  const doubtful = `doubtful ${KNIGHT}`;

  it('is doubtful before a note about it, in a row of a table, in a list and at a verb', () => {
    assert.equal(read(`FEN ${KNIGHT}  <- `), doubtful);
    assert.equal(read(`I get ${KNIGHT} (`), doubtful);
    assert.equal(read(`| Move | FEN |\n| --- | --- |\n| 4. Nf3 | ${KNIGHT} |\n| 4... B`), doubtful);
    assert.equal(read(`The moves, one by one:\n1. ${KNIGHT}\n`), doubtful);
    assert.equal(read(`First ${KNIGHT}; finally rn`), doubtful);
    assert.equal(read(`There it was ${KNIGHT}, and now the final FEN is `), `doubtful ${KNIGHT}`);
  });

  it('is doubtful within the fields of a FEN', () => {
    assert.equal(read(`FEN: ${BOARD} b KQk`), `doubtful ${BOARD} b KQk`);
    assert.equal(read(`FEN: ${BOARD} b `), `doubtful ${BOARD} b`);
    assert.equal(read(`FEN: ${BOARD} `), `doubtful ${BOARD}`);
  });

  it('is doubtful in a sentence that begins to doubt it', () => {
    assert.equal(read(`${KNIGHT}\nThat is it.\n\nWait, the knight on c3 was`), doubtful);
    assert.equal(read(`${KNIGHT}\nThat is it. But hold on, the bishop`), doubtful);
  });

  it('is certain where nothing is missing', () => {
    const certain = `certain ${KNIGHT}`;
    assert.equal(read(`| Move | FEN |\n| --- | --- |\n| 4. Nf3 | ${KNIGHT} |`), certain);
    assert.equal(read(`The moves:\n1. ${BACK}\n2. ${KNIGHT}\n`), `doubtful ${KNIGHT}`);
    assert.equal(read(`1. ${KNIGHT}`), certain);
    assert.equal(read(`${KNIGHT} — after the knight move`), certain);
    assert.equal(read(`${KNIGHT}\nThat is it. Wait for the next move.`), certain);
    assert.equal(read(`${BOARD} b KQkq`), `certain ${BOARD} b KQkq`);
    assert.equal(read(`${BOARD} b`), `certain ${BOARD} b`);
    assert.equal(read(`FEN: ${KNIGHT}\nSo it is`), certain);
  });
});

describe('the last of several steps', () => {
  it('is the one after the most half-moves, wherever it stands', () => {
    assert.equal(
      read(`After 4. Nf3: ${KNIGHT}\nAfter 3... Qd8: ${BACK}\nAfter 2... Qxd5: ${TAKEN}`),
      `certain ${KNIGHT}`,
    );
    assert.equal(
      read(`After 2... Qxd5 we had ${TAKEN}, and 3. Nc3 Qd8 4. Nf3 made it ${KNIGHT}.`),
      `certain ${KNIGHT}`,
    );
  });

  it('may be that of a row of a table, or of a line with both moves', () => {
    const table = (rows: readonly string[]): string => `| no. | played | FEN |\n|-|-|-|\n${rows.join('\n')}`;
    assert.equal(
      read(table([`| 4 | Qxd5 | ${TAKEN} |`, `| 6 | Qd8 | ${BACK} |`, `| 7 | Nf3 | ${KNIGHT} |`])),
      `certain ${KNIGHT}`,
    );
    assert.equal(read(`1. e4 d5 → …\n2. exd5 Qxd5: ${TAKEN}\n3. Nc3 Qd8: ${BACK}`), `certain ${BACK}`);
  });

  it('is doubtful where two states stand after the same half-move', () => {
    const other = KNIGHT.replace('2N2N2', '2NB4').replace('R1BQKB1R', 'R1BQK1NR');
    assert.match(read(`After 4. Nf3 we are at ${KNIGHT}. After 4. Bd3 we are at ${other}.`), /^doubtful/);
  });

  it('is no move after those that were asked about', () => {
    const answer = `After 4. Nf3: ${KNIGHT}\nAfter 4... Bg4: ${BISHOP}`;
    assert.equal(read(answer, 'FEN after 1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. Nf3?'), `certain ${KNIGHT}`);
    assert.equal(read(answer, 'FEN after 1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. Nf3 Bg4?'), `certain ${BISHOP}`);
  });

  it('is none that was not played', () => {
    assert.equal(read(`After 4. Nf3 it is ${KNIGHT}. Had White gone 4. Bd3, it'd be ${BISHOP}.`), `certain ${KNIGHT}`);
    assert.equal(read(`${KNIGHT}. With 4... Bg4 we'd reach ${BISHOP}.`), `certain ${KNIGHT}`);
  });
});

describe('the side to move', () => {
  const drawing = BOARD.split('/')
    .map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n))))
    .join('\n');
  const words: Readonly<Record<string, string>> = {
    German: 'Schwarz ist am Zug.',
    French: "C'est aux noirs de jouer.",
    Spanish: 'Juegan las negras.',
    Italian: 'Muove il nero.',
    Portuguese: 'Jogam as pretas.',
    Russian: 'Ход чёрных.',
    Chinese: '轮到黑方走。',
    Japanese: '黒番です。',
    English: "It's Black's move.",
  };
  for (const [language, sentence] of Object.entries(words))
    it(`is read in ${language}`, () => assert.equal(read(`${drawing}\n\n${sentence}`), `certain ${BOARD} b ? ? ? ?`));

  it('is read from XML', () => {
    const xml = `<fen><board>${BOARD}</board><sideToMove>black</sideToMove><castling>KQkq</castling></fen>`;
    assert.equal(read(xml), `certain ${BOARD} b KQkq ? ? ?`);
  });
});

describe('lists of pieces', () => {
  const state = '6k1/5ppp/8/8/3n4/8/1B3PPP/4R1K1';
  const lists: Readonly<Record<string, string>> = {
    'below headings':
      '### White\n- King: g1\n- Rook: e1\n- Bishop: b2\n- Pawns: f2, g2, h2\n\n### Black\n- King: g8\n- Knight: d4\n- Pawns: f7, g7, h7',
    'by letters': 'White:\nK: g1\nR: e1\nB: b2\nP: f2, g2, h2\nBlack:\nK: g8\nN: d4\nP: f7, g7, h7',
    'in one line': 'White: Kg1, Re1, Bb2, f2, g2, h2; Black: Kg8, Nd4, f7, g7, h7',
    'piece by piece':
      '- White king: g1\n- White rook: e1\n- White bishop: b2\n- White pawns: f2, g2 and h2\n- Black king: g8\n- Black knight: d4\n- Black pawns: f7, g7 and h7',
    'as a table':
      '| square | piece |\n|--|--|\n| g1 | white king |\n| e1 | white rook |\n| b2 | white bishop |\n| f2 | white pawn |\n| g2 | white pawn |\n| h2 | white pawn |\n| g8 | black king |\n| d4 | black knight |\n| f7 | black pawn |\n| g7 | black pawn |\n| h7 | black pawn |',
    'in German': 'Weiß: Kg1, Te1, Lb2, Bauern f2, g2, h2\nSchwarz: Kg8, Sd4, Bauern f7, g7, h7',
    'in French': 'Les blancs : Rg1, Te1, Fb2, f2, g2, h2\nLes noirs : Rg8, Cd4, f7, g7, h7',
    'in Spanish':
      'Blancas: Rey g1, Torre e1, Alfil b2, Peones f2, g2, h2\nNegras: Rey g8, Caballo d4, Peones f7, g7, h7',
    'in Russian': 'Белые: Крg1, Лe1, Сb2, пешки f2, g2, h2\nЧёрные: Крg8, Кd4, пешки f7, g7, h7',
    'in Chinese': '白方:王g1、车e1、象b2、兵f2、g2、h2\n黑方:王g8、马d4、兵f7、g7、h7',
  };
  for (const [name, list] of Object.entries(lists))
    it(`are read ${name}`, () => assert.equal(read(list), `certain ${state} ? ? ? ? ?`));

  it('are no other state where they mention some pieces of a board', () => {
    const answer = `White king: g1\nWhite rook: e1\nBlack king: g8\n\n${state} b - - 3 31`;
    assert.equal(read(answer), `certain ${state} b - - 3 31`);
  });
});

describe('a state that is told with reserve', () => {
  it('is the answer where it is the only one', () => {
    for (const words of ['The FEN after 4. Nf3 would be', 'So it should look like this:', "In the end you'd get to"])
      assert.equal(read(`${words}\n\n${KNIGHT}`), `certain ${KNIGHT}`, words);
    assert.match(read(`I'm not able to verify it, but it would be ${KNIGHT}`), /^doubtful/);
  });

  it('is none where another one is told without', () => {
    assert.equal(read(`The FEN is ${KNIGHT}. The reply 4... Bg4 would give ${BISHOP}.`), `certain ${KNIGHT}`);
    assert.equal(read(`I can't say. A FEN usually looks like this: ${START}`), 'none');
  });
});

describe('an answer that leaves it open', () => {
  const castled = KNIGHT.replace(' KQkq ', ' - ');

  it('is doubtful: one state if something holds, another one if not', () => {
    assert.match(read(`If rights are written: ${KNIGHT}. Otherwise ${castled}.`), /^doubtful/);
    assert.match(read(`${KNIGHT} if you keep the rights, or ${castled}`), /^doubtful/);
  });

  it('is doubtful: a question', () => {
    assert.match(read(`Is it ${KNIGHT}?`), /^doubtful/);
    assert.match(read(`Which position, that before 4. Nf3 (${BACK}) or the one after it (${KNIGHT})?`), /^doubtful/);
    assert.equal(read(`${KNIGHT}\n\nIs there anything else?`), `certain ${KNIGHT}`);
    assert.equal(read(`It is ${KNIGHT}. Is there anything else?`), `certain ${KNIGHT}`);
  });

  it('is doubtful: a board that breaks off with the answer', () => {
    assert.match(read(`{"fen": "${BOARD.slice(0, 38)}`), /^doubtful/);
    assert.match(read(BOARD), /^certain/);
  });

  it('is doubtful: a position from which moves are still to be played', () => {
    assert.match(read(`position fen ${BACK} moves g1f3`), /^doubtful/);
    assert.match(read(`[FEN "${BACK}"]\n[SetUp "1"]\n\n4. Nf3 *`), /^doubtful/);
    assert.equal(read(`[SetUp "1"]\n[FEN "${KNIGHT}"]`), `certain ${KNIGHT}`);
  });
});

it('a board is read from all its squares, empty ones among them', () => {
  const squares = BOARD.split('/').flatMap((rank, row) =>
    Array.from(
      rank.replace(/\d/g, (n) => '.'.repeat(Number(n))),
      (sign, file) => [`${'abcdefgh'[file]}${8 - row}`, sign],
    ),
  );
  const written = (nothing: string | null): Record<string, string | null> =>
    Object.fromEntries(squares.map(([square, sign]) => [square, sign === '.' ? nothing : sign]));
  for (const nothing of [null, '', '.', 'empty'])
    assert.equal(read(JSON.stringify(written(nothing), null, 1)), `certain ${BOARD} ? ? ? ? ?`, `${nothing}`);
});

it('words for before and after are read in other languages', () => {
  for (const [before, after] of [
    ['До последнего хода', 'После последнего хода'],
    ['走子前', '走子后'],
    ['السابق', 'النهائي'],
    ['Vor dem letzten Zug', 'Endstellung'],
  ])
    assert.equal(read(`${after}: ${KNIGHT}\n${before}: ${BACK}`), `certain ${KNIGHT}`, before);
});

it('other speakers in other languages end the answer', () => {
  for (const speaker of ['用户', 'Benutzer', 'Utilisateur', 'Usuario', 'Пользователь'])
    assert.equal(read(`${KNIGHT}\n\n${speaker}: …\n\n${BISHOP}`), `certain ${KNIGHT}`);
});

it('a key `turn` above a state does not make it an earlier one', () => {
  assert.equal(read(`fen;turn\n${KNIGHT};black`), `certain ${KNIGHT}`);
  assert.equal(read(`${START}\nturn\n${KNIGHT}`), `certain ${KNIGHT}`);
});
