import { type AnswerRow, blank, PARTS } from './answer-parts.ts';

/** Answers about a world, or about a pattern for its states. */
export interface WorldTable {
  readonly name: string;
  readonly world: string | RegExp;
  readonly rows: readonly AnswerRow[];
}

export const worldTable = (name: string, world: string | RegExp, rows: readonly AnswerRow[]): WorldTable => ({
  name,
  world,
  rows,
});

const BOXES = worldTable('boxes', 'boxes', [
  ...'Box,Container,basket,bag,room,Bin,drawer,Slot,place,Position,Crate'
    .split(',')
    .flatMap((box) => [
      `${box} 1: coin; ${box} 2: nothing; ${box} 3: apple; ${box} 4: egg`,
      `${box} 1 contains the coin. ${box} 2 is empty. ${box} 3 contains apple and drum. ${box} 4 has egg.`,
    ]),
  ...PARTS.verbs.map((verb) => `Box 1${verb} coin; Box 2${verb} nothing; Box 3${verb} apple; Box 4${verb} egg`),
  ...'the,an,only,just,now,also,both,item,objects,thing,contains,holds,has,is,nothing,empty,none,nil,null,no,currently,left,some'
    .split(',')
    .map((word) => `Box 1: coin; Box 2: ${word}; Box 3: ${word} apple; Box 4: egg`),
  ...PARTS.boxTexts,
  `Box 1: coin;${' '.repeat(24)}Box 2: nothing; Box 3: apple; Box 4: egg`,
  `Box 1: coin;${' '.repeat(23)}Box 2: nothing; Box 3: apple; Box 4: egg`,
  `Box 1: coin;${' '.repeat(25)}Box 2: nothing; Box 3: apple; Box 4: egg`,
  `Box 1: ${'x '.repeat(40)}; Box 2: y`,
  `Box 1: ${'x '.repeat(41)}; Box 2: y`,
  `Box 1: ${'x'.repeat(299)}; Box 2: y`,
  `Box 1: ${'x'.repeat(300)}; Box 2: y`,
  'Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg\nBox 1: egg; Box 2: nothing; Box 3: apple; Box 4: coin',
  'Before: 1: coin | 2: | 3: apple | 4: egg\nFinal: 1: egg | 2: | 3: apple | 4: coin',
  '1: coin | 2: | 3: apple | 4: egg',
  '1: coin | 2: | 3: apple |',
  '<think>Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg</think>\nBox 1: egg; Box 2: nothing; Box 3: apple; Box 4: coin',
]);
const SEATS = worldTable('seats', 's5', [...PARTS.seatTexts]);

const WORLD = 'on(b, a), clear(b), clear(d), ontable(a), ontable(d), holding(c)';
const FACTS = ['b is on a', 'b is clear', 'd is clear', 'a is on the table', 'd is on the table'];
const BLOCKS = worldTable('blocks', 'blocks', [
  WORLD,
  `State: ${WORLD}`,
  `The state is {${WORLD}}`,
  `The state is { ${WORLD} } now.`,
  `[${WORLD}]`,
  `x = [${WORLD}]`,
  `{"state": ["${WORLD.replaceAll('), ', ')", "')}"]}`,
  WORLD.replaceAll('), ', ')\n'),
  WORLD.replaceAll('), ', ') and '),
  WORLD.replaceAll('), ', '); '),
  WORLD.replaceAll('), ', ') & '),
  WORLD.replaceAll('), ', ') ∧ '),
  WORLD.replaceAll('), ', ') '),
  WORLD.replaceAll(', ', ' , '),
  WORLD.replaceAll('(', ' ('),
  WORLD.replaceAll('(', '  ('),
  WORLD.toUpperCase(),
  `- ${WORLD.replaceAll('), ', ')\n- ')}`,
  `1. ${WORLD.replaceAll('), ', ')\n2) ')}`,
  `* \`${WORLD.replaceAll('), ', ')`,\n* `')}\``,
  `Facts:\n${WORLD.replaceAll('), ', ')\n')}\n\nThat is all.`,
  `${WORLD}\nThat is all.`,
  `${WORLD}.`,
  `${WORLD}, x y z`,
  `First: clear(a), ontable(a)\nThen: ${WORLD}`,
  `clear(a), ontable(a)\n\n${WORLD}`,
  `clear(a), ontable(a)\nnothing else\n${WORLD}`,
  WORLD.slice(0, -1),
  `${WORLD.replace(', holding(c)', '')}\nholding(c`,
  `${WORLD.replace(', holding(c)', '')}\n(holding c`,
  `${WORLD.replace(', holding(c)', '')}\nholding c`,
  ...PARTS.blockTexts,
  ...[3980, 3981, 3982].map((n) => `${'clear(a),'.repeat(200)}${blank(n - 1800)}ontable(a), handempty`),
  '`(clear a)`, `(ontable a)`, `(handempty)`',
  'The hand is empty, a is clear, a is on the table',
  'The arm is empty and the block a is clear and block a is on table',
  "The robot's gripper is now empty, a is now clear, a is now on table",
  'my hand is empty; a is clear; a is ontable',
  'Robot arm is empty. a is clear. a is on the table.',
  `${FACTS.join(', ')}, the hand is holding c`,
  `${FACTS.join(', ')}, the gripper holds the block c`,
  `${FACTS.join(', ')}, holding c`,
  `${FACTS.join(', ')}, arm holding block c`,
  `${FACTS.join('\n')}\nholding c`,
  `- ${FACTS.join('\n- ')}\n- holding c`,
  `In the final state the hand is holding c, ${FACTS.join(', ')}`,
  `After it, ${FACTS.join(', ')}, holding c`,
  `Now block b is on top of block a, b is clear, block d is clear, block a is on the table, d block is on the table, and hand is holding c`,
  `So the b block is on the a block, ${FACTS.slice(1).join(', ')}, hand holds c`,
  `b is on top of a, ${FACTS.slice(1).join(', ')}, hand is holding c`,
  `b sits on a, ${FACTS.slice(1).join(', ')}, hand is holding c`,
  `${WORLD}\n\n(clear a) (ontable a) (handempty)`,
  `The initial state is clear(a), ontable(a), handempty.\nThe final state is ${WORLD}`,
  `${WORLD} // done`,
  `{ on(b, a), clear(b) } and so on`,
  `} on(b, a), clear(b) {`,
  `on(b, a), clear(b)} and so on`,
  '[,]',
  `- 1. ${WORLD.replaceAll('), ', ')\n- 2. ')}`,
  WORLD.replace('), clear(d)', ')\n---\nclear(d)'),
  WORLD.replaceAll(', o', ' and and o'),
  `if { on(b, a), clear(b) }`,
  `We have {on(b, a), clear(b)} then {clear(d)}`,
  `${'clear(a), '.repeat(398)}ontable(a), handempty`,
  `${'clear(a), '.repeat(400)}ontable(a), handempty`,
]);

const FACE_NAMES = ['U', 'R', 'F', 'D', 'L', 'B'];
const LONG_NAMES = ['Up', 'Right', 'Front', 'Down', 'Left', 'Back'];
const faces = (line: (face: string, stickers: string) => string, names = FACE_NAMES): string =>
  names.map((face) => line(face, (face[0] ?? '').repeat(4))).join('\n');
const CUBE = worldTable('cube', 'cube', [
  faces((face, four) => `${face}: ${four}`),
  faces((face, four) => `${face}:${four}`),
  faces((face, four) => `${face} face: ${four}`, LONG_NAMES),
  faces((face, four) => `- **${face}** (w): ${Array.from(four).join(' ')}`, LONG_NAMES),
  faces((face, four) => `> "${face}" = [${Array.from(four, (c) => `"${c}"`).join(', ')}],`),
  faces((face, four) => `${face} → ${four}.`),
  faces((face, four) => `${face} - ${four}`),
  faces((face, four) => `${face} ${four}`),
  faces((face, four) => `${face}: ${four}R`),
  faces((face, four) => `${face}: ${four.slice(1)}`),
  faces((face, four) => `${face}: ${four}`, ['B', 'L', 'D', 'F', 'R', 'U']),
  faces((face, four) => `${face}: ${four}`, FACE_NAMES.slice(1)),
  faces((face, four) => `${face}: ${four}`, ['U', 'U', ...FACE_NAMES.slice(1)]),
  faces((face, four) => `${face}: ${four}`, [...FACE_NAMES, 'U']),
  faces((face, four) => `${face}: ${four}`, [...FACE_NAMES, ...FACE_NAMES]),
  `Faces:\n${faces((face, four) => `${face}: ${four}`)}\nDone`,
  `${faces((face, four) => `${face}: ${four}`, FACE_NAMES.slice(0, 3))}\nand\n${faces((face, four) => `${face}: ${four}`, FACE_NAMES.slice(3))}`,
  faces((face, four) => `${face}: ${four}`).replace('UUUU', 'UUUR'),
  faces((face, four) => `${' '.repeat(73)}${face}: ${four}`),
  faces((face, four) => `${' '.repeat(74)}${face}: ${four}`),
  faces((face, four) => `${' '.repeat(72)}${face}: ${four}`),
  'UUUU RRRR FFFF DDDD LLLL BBBB',
  'The cube is UUUU RRRR FFFF DDDD LLLL BBBB.',
  'UUUU\nRRRR\nFFFF\nDDDD\nLLLL\nBBBB',
  'U: UUUU, R: RRRR, F: FFFF, D: DDDD, L: LLLL, B: BBBB',
  '<think>\nU: UUUU\n</think>\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB\nU: UUUU',
]);

const DISCS = ['.......', '.......', '.......', '...x...', '..oxo..', '.xxoxoo'];
const drawn = (line: (row: string, i: number) => string, between = '\n', rows = DISCS): string =>
  rows.map(line).join(between);
const cells = (row: string): string[] => Array.from(row);
const spaced = (row: string): string => cells(row).join(' ');
const SIDES = PARTS.sides;
const STONES = worldTable('stones', 'connect_four', [
  ...SIDES.flatMap((side) => [`${drawn(spaced)}\n\n${side}`, `${side}\n\n${drawn(spaced)}`]),
  ...[
    drawn((row) => row),
    drawn(spaced, '\n-------------\n'),
    drawn(spaced, '\n+-+-+-+-+-+-+-+\n'),
    drawn(spaced, '\n[ ]\n'),
    ...[159, 160, 161].map((n) => drawn(spaced, `\n${'-'.repeat(n)}\n`)),
    drawn(spaced, '\n\n'),
    drawn(spaced, '\nthen\n'),
    drawn((row) => `|${cells(row).join('|')}|`),
    drawn((row) => `| ${cells(row).join(' | ')} |`, '\n|---|---|---|---|---|---|---|\n'),
    drawn((row) => `|${spaced(row)}|`),
    drawn((row) => `|${cells(row).join('|').replaceAll('.', ' ')}|`),
    drawn((row) => `|${cells(row).join('|').replaceAll('.', '')}|`),
    drawn((row, i) => `${6 - i} ${spaced(row)}`),
    drawn((row, i) => `${6 - i} | ${spaced(row)} | ${6 - i}`),
    drawn((row, i) => `${6 - i}: ${spaced(row)}`),
    drawn((row, i) => `${i + 10}. ${spaced(row)}`),
    drawn((row, i) => `Row ${i + 1}: ${spaced(row)}`),
    drawn((row, i) => `rank ${i + 1}) ${spaced(row)}`),
    drawn((row) => `> ${spaced(row)}`),
    drawn(
      (row) =>
        `[${cells(row)
          .map((c) => `"${c}"`)
          .join(', ')}]`,
    ),
    drawn((row) => spaced(row), '\n', DISCS.slice(2)),
    drawn((row) => spaced(row), '\n', DISCS.slice(3)),
    drawn((row) => spaced(row), '\n', [...DISCS, '.......']),
    drawn((row) => spaced(row), '\n', [...DISCS, ...DISCS, ...DISCS, '.......']),
    drawn((row) => spaced(row), '\n', [...DISCS, ...DISCS, ...DISCS, '.......', '.......']),
    drawn((row) => spaced(row), '\n', ['......', ...DISCS]),
    drawn((row) => spaced(row.slice(0, 3))),
    drawn((row) => spaced(row.slice(0, 4))),
    drawn((row) => spaced(row.repeat(2))),
    drawn((row) => spaced(row.repeat(3).slice(0, 19))),
    drawn((row) => spaced(row.repeat(3).slice(0, 20))),
    drawn((row) => `${spaced(row)}${' '.repeat(147)}`),
    drawn((row) => `${spaced(row)}${' '.repeat(148)}`),
    drawn((row) => `  ${spaced(row)}`),
    ...['-', '_', '*', '+', ':', '□', '⬜', '▢', '0', '--', 'empty', 'null', 'None', 'E', '·', '~'].map((empty) =>
      drawn((row) =>
        cells(row)
          .map((c) => (c === '.' ? empty : c))
          .join(' '),
      ),
    ),
    ...['XO', '✕O', '✖⭕', '×o', '❌⭕', '●○', '⚫⚪', 'BW', 'bw', 'RY', 'ry', 'rb', '🔴🟡', '🔴🔵', 'XY', 'XW'].map(
      (pair) => {
        const [x = '', o = ''] = Array.from(pair);
        return drawn((row) =>
          cells(row)
            .map((c) => (c === 'x' ? x : c === 'o' ? o : c))
            .join(' '),
        );
      },
    ),
    drawn((row) => spaced(row.replaceAll('x', '.').replaceAll('o', '.'))),
    drawn((row) => spaced(row.replaceAll('x', '.'))),
    JSON.stringify(DISCS),
    JSON.stringify(DISCS.map(cells)),
    JSON.stringify(DISCS.map(cells), null, 1),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? null : c)))),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? '' : c)))),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? 0 : c)))),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? 'empty' : c)))),
    JSON.stringify(DISCS.map(spaced)),
    JSON.stringify(DISCS.map((row) => row.slice(2, 6))),
    JSON.stringify(DISCS.map((row) => row.slice(2, 5))),
    `${JSON.stringify(DISCS.map(cells))}<think>x</think>`,
    `<think>x</think>${JSON.stringify(DISCS.map(cells))}`,
    JSON.stringify(DISCS.map(cells)).replaceAll('"', "'"),
    JSON.stringify(DISCS.map(cells)).replaceAll('"."', 'None'),
    JSON.stringify(DISCS.map(cells)).replace('"x"', '"q"'),
    JSON.stringify(DISCS.map(cells)).replace('"x",', ''),
    JSON.stringify(DISCS.map(cells)).slice(0, -1),
    JSON.stringify(DISCS.map(cells)).slice(0, -2),
    JSON.stringify(DISCS.slice(3).map(cells)),
    JSON.stringify(DISCS.map(cells)).replaceAll('],[', `],${' '.repeat(560)}[`),
    JSON.stringify(DISCS.map(cells)).replaceAll('],[', `],${' '.repeat(800)}[`),
    `{"moves": ["a1", "b2"], "board": ${JSON.stringify(DISCS.map(cells))}}`,
    `${drawn(spaced)}\n\nfinal:\n\n${drawn(spaced).replace('. . . x', '. . x x')}`,
    `x || ${DISCS.join('')} ||`,
    `o || ${DISCS.join('')} ||\n${drawn(spaced)}`,
    `<think>\n${drawn(spaced)}\n</think>`,
  ].flatMap((board) => [`${board}\nX to move`, board]),
  ...[157, 158, 159, 160].map((n) => `X to move${' '.repeat(n - 9)}\n${drawn(spaced)}`),
  ...[249, 250, 251, 252].map((n) => `${drawn(spaced)}\n${' '.repeat(n)}X to move`),
]);
const SQUARES = ['......', '......', '..xo..', '..ox..', '......', '......'];
const DISC_WORLD = worldTable('discs', 'othello6', [
  ...['xo', '●○', '⚫⚪', 'BW', 'bw', 'RY'].flatMap((pair) => {
    const [x = '', o = ''] = Array.from(pair);
    const board = SQUARES.map((row) =>
      cells(row)
        .map((c) => (c === 'x' ? x : c === 'o' ? o : c))
        .join(' '),
    );
    return [
      `${board.join('\n')}\nBlack to move`,
      `${board.join('\n')}\nWhite to move`,
      `${JSON.stringify(board)}\nX to move`,
    ];
  }),
  `${SQUARES.slice(1).map(spaced).join('\n').replaceAll('x', '●').replaceAll('o', '○')}\nBlack to move`,
  `${SQUARES.map((row) => spaced(row.slice(1)))
    .join('\n')
    .replaceAll('x', '●')
    .replaceAll('o', '○')}\nBlack to move`,
]);

/** Answers in the notations of single worlds. */
export const WORLD_NOTATIONS: readonly WorldTable[] = [BOXES, SEATS, BLOCKS, CUBE, STONES, DISC_WORLD];
