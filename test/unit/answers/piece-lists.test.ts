import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';

const BOARD = 'r3k2r/1q4p1/2n2p2/3b4/4B3/2P2N2/1P4Q1/R3K2R';

/** Outcome of the reading; placement and text of each state. */
function read(answer: string): readonly string[] {
  const { outcome, candidates } = readAnswer(answer);
  return [
    outcome,
    ...candidates.flatMap(({ range, form, state }) => [
      form === 'pieces' ? state.replace(' ? ? ? ? ?', '') : `${form} ${state}`,
      answer.slice(range.start, range.end),
    ]),
  ];
}
const isList = (list: string, before = '', after = '', board = BOARD): void =>
  assert.deepEqual(read(before + list + after), ['certain', board, list]);
const isNone = (list: string): void => assert.deepEqual(read(list), ['none'], list);

/** Squares of a side's pieces, pawns to king. */
const WHITE = [['b2', 'c3'], ['f3'], ['e4'], ['a1', 'h1'], ['g2'], ['e1']];
const BLACK = [['f6', 'g7'], ['c6'], ['d5'], ['a8', 'h8'], ['b7'], ['e8']];

interface Words {
  readonly sides: readonly (readonly [white: string, black: string])[];
  /** Names of one piece, then of two. */
  readonly one: readonly string[];
  readonly two: readonly string[];
  /** Letters before a square. */
  readonly letters: readonly string[];
  readonly and: string;
}
const LANGUAGES: Readonly<Record<string, Words>> = {
  English: {
    sides: [
      ['White', 'Black'],
      ['white', 'black'],
      ["White's pieces", "Black's pieces"],
      ['White has', 'Black has'],
      ['White (to move)', 'Black'],
      ['White army', 'Black army'],
    ],
    one: ['Pawn', 'Knight', 'Bishop', 'Rook', 'Queen', 'King'],
    two: ['Pawns', 'Knights', 'Bishops', 'Rooks', 'Queens', 'Kings'],
    letters: ['P', 'N', 'B', 'R', 'Q', 'K'],
    and: 'and',
  },
  German: {
    sides: [
      ['Weiß', 'Schwarz'],
      ['Weiss', 'Schwarz'],
      ['Weiße Figuren', 'Schwarze Figuren'],
    ],
    one: ['Bauer', 'Springer', 'Läufer', 'Turm', 'Dame', 'König'],
    two: ['Bauern', 'Springer', 'Läufer', 'Türme', 'Damen', 'König'],
    letters: ['B', 'S', 'L', 'T', 'D', 'K'],
    and: 'und',
  },
  French: {
    sides: [
      ['Blancs', 'Noirs'],
      ['Les blancs', 'Les noirs'],
    ],
    one: ['Pion', 'Cavalier', 'Fou', 'Tour', 'Dame', 'Roi'],
    two: ['Pions', 'Cavaliers', 'Fous', 'Tours', 'Dames', 'Rois'],
    letters: ['P', 'C', 'F', 'T', 'D', 'R'],
    and: 'et',
  },
  Spanish: {
    sides: [
      ['Blancas', 'Negras'],
      ['Las blancas', 'Las negras'],
    ],
    one: ['Peón', 'Caballo', 'Alfil', 'Torre', 'Dama', 'Rey'],
    two: ['Peones', 'Caballos', 'Alfiles', 'Torres', 'Reinas', 'Rey'],
    letters: ['P', 'C', 'A', 'T', 'D', 'R'],
    and: 'y',
  },
  Italian: {
    sides: [['Bianco', 'Nero']],
    one: ['Pedone', 'Cavallo', 'Alfiere', 'Torre', 'Donna', 'Re'],
    two: ['Pedoni', 'Cavalli', 'Alfieri', 'Torri', 'Regine', 'Re'],
    letters: ['P', 'C', 'A', 'T', 'D', 'R'],
    and: 'e',
  },
  Portuguese: {
    sides: [
      ['Brancas', 'Pretas'],
      ['As brancas', 'As pretas'],
    ],
    one: ['Peão', 'Cavalo', 'Bispo', 'Torre', 'Dama', 'Rei'],
    two: ['Peões', 'Cavalos', 'Bispos', 'Torres', 'Rainhas', 'Rei'],
    letters: ['P', 'C', 'B', 'T', 'D', 'R'],
    and: 'e',
  },
  Russian: {
    sides: [
      ['Белые', 'Чёрные'],
      ['белые', 'черные'],
    ],
    one: ['пешка', 'конь', 'слон', 'ладья', 'ферзь', 'король'],
    two: ['пешки', 'кони', 'слоны', 'ладьи', 'ферзи', 'король'],
    letters: ['п', 'К', 'С', 'Л', 'Ф', 'Кр'],
    and: 'и',
  },
  Chinese: {
    sides: [
      ['白方', '黑方'],
      ['白', '黒'],
    ],
    one: ['兵', '马', '象', '车', '后', '王'],
    two: ['卒', '馬', '主教', '車', '皇后', '国王'],
    letters: ['兵', '马', '象', '车', '后', '王'],
    and: '和',
  },
};

describe('lists of the pieces of both sides', () => {
  for (const [language, { sides, one, two, letters, and }] of Object.entries(LANGUAGES)) {
    const named = (squares: readonly (readonly string[])[], gap: string): string =>
      squares
        .map((list, role) => `${(list.length > 1 ? two : one)[role]}: ${list.join(gap === '\n' ? ` ${and} ` : ', ')}`)
        .reverse()
        .join(gap);
    const lettered = (squares: readonly (readonly string[])[]): string =>
      squares.map((list, role) => list.map((square) => letters[role] + square).join(', ')).join(', ');
    for (const [white, black] of sides)
      it(`are read in ${language}: ${white}`, () => {
        isList(`${white}: ${named(WHITE, '; ')}\n${black}: ${named(BLACK, '; ')}`, 'So:\n', '\n\nDone.');
        isList(`${white}: ${lettered(WHITE)}\n${black}: ${lettered(BLACK)}`);
        isList(`${black}: ${lettered(BLACK)}\n\n${white}: ${lettered(WHITE)}`);
        isList(`${white}:\n${named(WHITE, '\n')}\n${black}:\n${named(BLACK, '\n')}`, '\n');
        isList(`## ${white}\n\n- ${named(WHITE, '\n- ')}\n\n## ${black}\n\n- ${named(BLACK, '\n- ')}`);
        isList(`**${white}:** ${named(WHITE, '; ')}\n**${black}:** ${named(BLACK, '; ')}`);
      });
  }

  it('have letters with colons, pawns without a name, and a side after a period', () => {
    isList(
      'White: Ke1, Qg2, Ra1, Rh1, Be4, Nf3, b2, c3\nBlack: Ke8, Qb7, Ra8, Rh8, Bd5, Nc6, f6, g7',
      'Both:\n',
      '\nWhite moves.',
    );
    isList(
      'White:\nK: e1\nQ = g2\n**R**: a1 h1\nB: e4\nN: f3\nP: b2 c3\nBlack:\nk: e8\nq: b7\nr: a8 h8\nb: d5\nn: c6\np: f6 g7',
    );
    isList('W: Ke1, Ra1\n\nB: Ke8', '', '', '4k3/8/8/8/8/8/8/R3K3');
    isList('White: Ke1, Ra1. Black: Ke8.', '', '', '4k3/8/8/8/8/8/8/R3K3');
    isList('White: Ke1, Ra1; Black: Ke8', 'It ends. ', '', '4k3/8/8/8/8/8/8/R3K3');
  });

  it('have one piece on a square, one king a side, both sides, and no other words', () => {
    for (const list of [
      'White: Ke1, Ra1, Qa1\nBlack: Ke8',
      'White: Ke1, Ke2\nBlack: Ke8',
      'White: Ra1\nBlack: Ke8',
      'White: Ke1, Ra8\nBlack: Ke8, Ra8',
      'White: Ke1\nWhite: Ke8',
      'White: Ke1',
      'White: Ke1 attacks\nBlack: Ke8',
      'White: Ke1, Xa1\nBlack: Ke8',
      'White: Ke1\nThen it went on\nBlack: Ke8',
      'A White: Ke1\nBlack: Ke8',
      'Whitefish: Ke1\nBlack: Ke8',
    ])
      isNone(list);
  });

  it('of two positions follow each other', () => {
    const [one, two] = ['White: Ke1\nBlack: Ke8', 'White: Kd1\nBlack: Kd8'];
    assert.deepEqual(read(`${one}\n${two}`), ['doubtful', '4k3/8/8/8/8/8/8/4K3', one, '3k4/8/8/8/8/8/8/3K4', two]);
  });
});

describe('objects of the pieces of both sides', () => {
  const board = '3rk3/8/8/8/8/8/8/R3K2R';
  it('have names of pieces as keys', () => {
    isList('"white": {"king": "e1", "rooks": ["a1", "h1"]}, "black": {"king": "e8", "rook": "d8"}', '{', '}', board);
    isList(
      "'black_pieces': {'king': 'e8', 'rook': 'd8'}, 'white_pieces': {'rooks': ['a1', 'h1'], 'king': 'e1'}",
      '{',
      '}',
      board,
    );
    isList('white: {K: "e1", R: ["a1", "h1"]},\n  black: {K: "e8", R: "d8"}', '{', '}', board);
  });

  it('are both sides, next to each other, with a king each', () => {
    for (const object of [
      '{"white": {"king": "e1"}, "white": {"king": "e8"}}',
      '{"white": {"king": "e1"}, "black": {"rook": "e8"}}',
      '{"white": {"king": "e1"}, "black": {"king": "e1"}}',
      '{"white": {"king": "e1"}}',
      `{"white": {"king": "e1"}, "n": "${'x'.repeat(40)}", "black": {"king": "e8"}}`,
    ])
      isNone(object);
  });
});

describe('pieces by their squares', () => {
  const board = '4k3/8/8/3p4/4P3/8/8/R3K3';
  const maps: Readonly<Record<string, string>> = {
    JSON: '"e1": "K", "a1": "R", "e4": "P", "d5": "p", "e8": "k"',
    names: 'e1: white king, a1: white rook, e4: white pawn, d5: black pawn, e8: black king',
    'names in capitals': 'E1: White King\nA1: White Rook\nE4: White Pawn\nD5: Black Pawn\nE8: Black King',
    'letters of sides': "'e1': 'wK', 'a1': 'w_r', 'e4': 'w-P', 'd5': 'bP', 'e8': 'b k'",
    figurines: 'e1=♔ a1=♖ e4=♙ d5=♟ e8=♚',
    'cells of a table':
      'e1 | **white king** |\n| a1 | white rook |\n| e4 | white pawn |\n| d5 | black pawn |\n| e8 | black king',
    'empty squares':
      '"e1": "K", "b1": "", "c1": null, "d1": "empty", "f1": ".", "g1": "--", "a1": "R", "e4": "P", "d5": "p", "e8": "k"',
    'pieces with their squares': 'White king: e1\nWhite rook: a1\nWhite pawn: e4\nBlack pawn: d5\nBlack king: e8',
    'pieces in sentences':
      'white king is on e1, white rook on a1, white pawn at e4, black pawn stands on d5; black king e8'.replace(
        'king e8',
        'king at e8',
      ),
    'pieces with several squares':
      "Black's king: e8\nBlack pawn - d5\nWhite pawns: e4\nWhite rooks: a1\n**White king**: e1",
  };
  for (const [name, map] of Object.entries(maps)) it(`are read as ${name}`, () => isList(map, 'x: ', '\n', board));

  it('may be several of a kind', () => {
    const list = 'White king on e1; white pawns on a2, b2 and c2; black king on e8; black rooks: a8 & h8';
    isList(list, '', '.', 'r3k2r/8/8/8/8/8/PPP5/4K3');
  });

  it('have the side of the piece before them in a list', () => {
    const list =
      "White's king on e1, a rook on a1 and the pawns on a2, b2. Black's king on e8, queen on d8, and pawns on a7 and b7";
    isList(list, 'It has ', '.', '3qk3/pp6/8/8/8/8/PP6/R3K3');
  });

  it('are in doubt beside a piece without a side', () => {
    for (const rest of ['. The rook on a1 gives check.', '\n- Pawns: a7, b7']) {
      const { outcome, reason } = readAnswer(`White king on e1, black king on e8${rest}`);
      assert.deepEqual([outcome, reason], ['doubtful', 'The answer names a piece of which it does not tell the side.']);
    }
  });

  it('are both kings, and not far from each other', () => {
    isNone('"e1": "K", "a1": "R", "e4": "P"');
    isNone('White king: e1\nWhite rook: a1');
    isNone(`"e1": "K", ${'and so on '.repeat(4)} "e8": "k"`);
    isNone(`White king: e1. ${'and so on '.repeat(4)} Black king: e8`);
    isNone('"e1": "Kx", "e8": "k"');
    isNone('xe1: K, e8: k');
  });
});

describe('ranks as a screen reader reads them', () => {
  const ranks = [
    'Rank 8: a8 black rook, e8 black king.',
    'Rank 7: g7 black pawn.',
    ...[6, 5].map((rank) => `Rank ${rank}: empty.`),
    'Rank 4: nothing',
    'Rank 3: no pieces.',
    'Rank 2: a2 white pawn; b2 white queen.',
    'Rank 1: c1 white bishop, d1 white knight, e1 white king.',
  ];
  const board = 'r3k3/6p1/8/8/8/8/PQ6/2BNK3';

  it('are all eight, from the eighth down', () => {
    isList(ranks.join('\n'), 'Board:\n', '\n\nThat is it.', board);
    isList(
      ranks
        .map((rank) => `- ${rank}`)
        .join('\n\n')
        .slice(2),
      '- ',
      '',
      board,
    );
    assert.deepEqual(read(`${ranks.join('\n')}\n${ranks.join('\n').toLowerCase()}`).slice(0, 2), ['certain', board]);
  });

  it('are none where one is missing, or words stand between them', () => {
    const parts = (lines: readonly string[]) => read(lines.join('\n')).filter((text) => text === board);
    assert.deepEqual(parts([...ranks.slice(0, 3), ...ranks.slice(4)]), []);
    assert.deepEqual(parts([...ranks.slice(0, 4), 'and then', ...ranks.slice(4)]), []);
    assert.deepEqual(parts([...ranks].reverse()), []);
  });
});
