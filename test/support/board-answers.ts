import type { Question } from '../../src/core/answers/read-answer.ts';
import { NOTATIONS } from './answer-notations.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

/** A position whose board, side, rights and clocks all differ from those of the start. */
export const FEN = 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
/** Another one, that is not changed by a turn of the board. */
const FEW = '8/8/3k4/8/8/4K3/4P3/8';
const write = (form: string, fen = FEN): string => NOTATIONS[form]?.(fen) ?? '';
const BOARD = write('board');
const RANKS = BOARD.split('/');
/** Eight characters a rank, `.` for empty squares. */
const rowsOf = (board: string): string[] =>
  (board.split(' ', 1)[0] ?? '').split('/').map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n))));
const ROWS = rowsOf(FEN);
const spaced = (row: string): string => Array.from(row).join(' ');
const reversed = (row: string): string => Array.from(row).reverse().join('');
const rows = (line: (row: string, i: number) => string, of = ROWS): string => of.map(line).join('\n');
const drawing = (of = ROWS): string => rows(spaced, of);
const UPSIDE = [...ROWS].reverse();
const TURNED = UPSIDE.map(reversed);
const HOME = rowsOf(START);
const SPARSE = rowsOf(FEW);
const blank = (count: number): string => ' '.repeat(count);
type Row = string | readonly [answer: string, question: Question];

const EMPTY_SIGNS = [...Array.from('.·-_*#:+□■⬜⬛▢◻◼⭘▫▪＿◽◾☐░▒▓█🟩🟫🟨🟧🟦🟥🟪~o?'), '--', '..', '##', '::', '__', '++'];
const LABELS: readonly ((rank: number) => string)[] = [
  (n) => `${n} `,
  (n) => `${n}. `,
  (n) => `${n}) `,
  (n) => `${n}: `,
  (n) => `${n}:`,
  (n) => `${n} = `,
  (n) => `${n} | `,
  (n) => `${n}| `,
  (n) => `| ${n} | `,
  (n) => `| **${n}** | `,
  (n) => `**${n}** `,
  (n) => `"${n}": `,
  (n) => `\`${n}\` `,
  (n) => `Rank ${n}: `,
  (n) => `rank_${n}: `,
  (n) => `Rank ${n} (x): `,
  (n) => `**Rank ${n}:** `,
  (n) => `- Rank ${n}: `,
  (n) => `* ${n}: `,
  (n) => `${n}th rank: `,
  (n) => `${n}st: `,
  (n) => `8th rank (${n}): `,
  (n) => `> ${n} `,
  (n) => `  ${n}  `,
  (n) => `Row ${n}: `,
  (n) => `${n}- `,
  (n) => `${n}${blank(5)}`,
  (n) => `rank ${n} (${'x'.repeat(40)}): `,
  (n) => `rank ${n} (${'x'.repeat(41)}): `,
  (n) => `${'* '.repeat(5)}${n}: `,
  (n) => `${'* '.repeat(6)}${n}: `,
  (n) => `${'* '.repeat(7)}${n}: `,
];
const FILES = [
  'a b c d e f g h',
  '  a b c d e f g h',
  '| a | b | c | d | e | f | g | h |',
  'abcdefgh',
  '    A   B   C   D   E   F   G   H',
  'h g f e d c b a',
  'hgfedcba',
  '  h   g   f   e   d   c   b   a  ',
  '|h|g|f|e|d|c|b|a|',
  'a b c d e f g',
  '**a b c d e f g h**',
  `h${blank(6)}g${blank(6)}f${blank(6)}e${blank(6)}d${blank(6)}c${blank(6)}b${blank(6)}a`,
  `h${blank(7)}g${blank(6)}f${blank(6)}e${blank(6)}d${blank(6)}c${blank(6)}b${blank(6)}a`,
  `${blank(105)}h g f e d c b a`,
  `${blank(106)}h g f e d c b a`,
];
const TURNS = [
  "Black's side",
  'Black’s perspective',
  'blacks view',
  "from Black's point of view",
  "black's pov",
  'playing as black',
  'Viewed from Black',
  'viewed by black',
  'White side',
  "White's perspective",
];
const SEPARATORS = [
  '',
  ' ',
  '---',
  '+---+---+',
  '| - | - |',
  '─┼├┤┌┐└┘┬┴',
  '╔╗╚╝═╠╣╬╦╩',
  '===',
  ':-:',
  '\n---',
  '\n\n',
  '---\n---',
  '---\n---\n---',
  'x',
];

const DRAWINGS: readonly Row[] = [
  ...Object.keys(NOTATIONS)
    .filter((name) => write(name).length >= BOARD.length)
    .flatMap((name) => [
    write(name),
    `Here:\n\n${write(name)}\n\nBlack to move, castling kq.`,
    `${write(name)}\n\nHowever, the previous one was\n\n${write(name, `${START} w KQkq - 0 1`)}`,
    `\`\`\`\n${write(name)}\n\`\`\``,
  ]),
  ...LABELS.flatMap((label) => [
    rows((row, i) => label(8 - i) + spaced(row)),
    rows((row, i) => label(i + 1) + spaced(row), UPSIDE),
    rows((row, i) => label(8 - i) + row),
    rows((_, i) => label(8 - i) + (RANKS[i] ?? '')),
  ]),
  ...EMPTY_SIGNS.flatMap((sign) => [
    rows((row) => Array.from(row, (c) => (c === '.' ? sign : c)).join(' ')),
    rows((row) => `| ${Array.from(row, (c) => (c === '.' ? sign : c)).join(' | ')} |`),
    rows((row) => Array.from(row, (c) => (c === '.' ? sign : c)).join('')),
  ]),
  ...FILES.flatMap((files) => [
    `${files}\n${drawing()}`,
    `${drawing()}\n${files}`,
    `${drawing()}\n\n${files}`,
    `${drawing(TURNED)}\n---\n${files}`,
    `${files}\n---\n${drawing(TURNED)}`,
    `${files}\n${rows((row, i) => `${i + 1} ${spaced(row)}`, TURNED)}`,
    `${files}\n\n${drawing()}`,
    `${files}\nx\n${drawing()}`,
  ]),
  `${drawing()}\n\n\n\nh g f e d c b a`,
  `${drawing()}\n\n\nh g f e d c b a`,
  `${drawing()}\n\nh g f e d c b a`,
  `${drawing()}\n${'-'.repeat(120)}\nh g f e d c b a`,
  `${drawing()}\n${'-'.repeat(121)}\nh g f e d c b a`,
  `h g f e d c b a\n${'-'.repeat(119)}\n${drawing()}`,
  `h g f e d c b a\n${'-'.repeat(120)}\n${drawing()}`,
  `h g f e d c b a\n${drawing(TURNED)}\n${drawing()}`,
  `h g f e d c b a\n${drawing(TURNED)}\nh g f e d c b a\n${drawing(TURNED)}`,
  `h g f e d c b a\n${drawing(TURNED)}\na b c d e f g h\n${drawing()}`,
  `${drawing()}\n${drawing(HOME)}`,
  ...TURNS.flatMap((words) => [
    `Seen from ${words}:\n${drawing(TURNED)}`,
    `Seen from ${words}:\n${rows((row, i) => `${8 - i} ${spaced(row)}`)}`,
  ]),
  ...[158, 159, 160, 161].map((n) => `as black${' '.repeat(n - 9)}\n${drawing(TURNED)}`),
  ...SEPARATORS.flatMap((line) => [
    ROWS.map(spaced).join(`\n${line}\n`),
    drawing().replace('\n', `\n${line}\n`),
    `${drawing()}\n${line}\n${drawing(HOME)}`,
  ]),
  drawing(UPSIDE),
  drawing(TURNED),
  drawing(HOME),
  drawing([...HOME].reverse()),
  drawing([...HOME].reverse().map(reversed)),
  drawing(SPARSE),
  drawing([...SPARSE].reverse()),
  drawing(SPARSE.map((row) => row.replace('k', '.'))),
  drawing(SPARSE.map((row) => row.replace('K', '.'))),
  drawing(SPARSE.map((row) => row.replace(/k/i, '.'))),
  drawing(SPARSE.map((row) => row.replace('P', 'K'))),
  drawing(SPARSE.map((row) => row.replace('P', 'k').replace('K', '.'))),
  rows((row, i) => `${8 - i} ${spaced(row.replace(/k/i, '.'))}`, SPARSE),
  rows((row, i) => `${i === 0 ? '8 ' : ''}${spaced(row)}`),
  rows((row, i) => `${i < 2 ? `${8 - i} ` : ''}${spaced(row)}`),
  rows((row, i) => `${[8, 7, 6, 5, 4, 3, 1, 2][i]} ${spaced(row)}`),
  rows((row, i) => `${8 - i} ${spaced(row)} ${8 - i}`),
  rows((row, i) => `${8 - i} | ${Array.from(row).join(' | ')} | ${8 - i} |`),
  rows((row, i) => `${spaced(row)} ${8 - i}`),
  rows((row, i) => `${row} ${8 - i}`),
  rows((row, i) => `${8 - i} ${row} ${8 - i}`),
  rows((row, i) => `${8 - i} ${row} ${i + 1}`),
  rows((row, i) => `${8 - i} | ${row.replaceAll('.', ' ')} |`),
  rows((row) => `|${row.replaceAll('.', ' ')}|`),
  rows((row) => `|${spaced(row)}|`),
  rows((row) => `|${Array.from(row).join('|').replaceAll('.', '')}|`),
  rows((row) => Array.from(row).join('|').replaceAll('.', ' ')),
  rows((row) => `${Array.from(row).join('|').replaceAll('.', ' ')}|`),
  rows((row) => `> ${spaced(row)}`),
  rows((row) => `>${spaced(row)}`),
  rows((row) => ` > ${spaced(row)}`),
  rows((row) => `  > ${spaced(row)}`),
  rows((row) => `   > ${spaced(row)}`),
  rows((row) => `>> ${spaced(row)}`),
  rows((row) => `"${spaced(row)}",`),
  rows((row) => `'${row}',`),
  rows((row) => `[${spaced(row)}]`),
  rows((row) => `- ${spaced(row)}`),
  rows((row) => spaced(row).replaceAll(' ', ', ')),
  rows((row) => spaced(row).replaceAll(' ', ',')),
  rows((row) => spaced(row).replaceAll(' ', '\t')),
  rows((row) => spaced(row).replaceAll(' ', blank(3))),
  rows((row) => Array.from(row, (c) => (c === '.' ? c : `**${c}**`)).join(' ')),
  rows((row) => Array.from(row, (c) => (c === '.' ? c : `*${c}*`)).join(' ')),
  rows((row) => `| ${Array.from(row, (c) => (c === '.' ? ' ' : `**${c}**`)).join(' | ')} |`),
  rows((row) => Array.from(row, (c) => (c === '.' ? '--' : c < 'a' ? `w${c}` : `b${c}`)).join(' ')),
  rows((row) => Array.from(row, (c) => (c === '.' ? '..' : c < 'a' ? `W_${c}` : `B-${c}`)).join(' ')),
  rows((row) => Array.from(row, (c) => (c === '.' ? '##' : c < 'a' ? `w${c}` : `b${c}`)).join('')),
  rows((row) => Array.from(row, (c) => (c === '.' ? '--' : `x${c}`)).join(' ')),
  rows((row) => `${spaced(row)}  `),
  rows((row) => `\t${spaced(row)}\t`),
  rows((row) => `${spaced(row)} x`),
  rows((row) => `x ${spaced(row)}`),
  rows((row) => spaced(row.slice(0, 5))),
  rows((row) => spaced(row.slice(0, 6))),
  rows((row) => spaced(row.slice(0, 7))),
  rows((row) => spaced(`${row}.`)),
  rows((row) => spaced(`${row}..`)),
  rows((row) => spaced(`${row}...`)),
  rows((row) => row.slice(0, 7)),
  rows((row) => `${row}.`),
  ...[3, 4, 5, 6, 7].flatMap((n) => [
    drawing(ROWS.slice(0, n)),
    `${drawing(ROWS.slice(0, n))}\nand so on, for all of the others as well, which I do not write.`,
    rows((row, i) => `${8 - i} ${spaced(row)}`, ROWS.slice(0, n)),
    drawing(ROWS.slice(8 - n)),
    `${drawing(ROWS.slice(0, n))}\n${spaced((ROWS[n] ?? '').slice(0, 4))}`,
  ]),
  drawing(ROWS.slice(1, 7)),
  `${drawing(ROWS.slice(1, 7))}\nThe rest is as at the start of the game.`,
  `${drawing(SPARSE.slice(0, 2))}`,
  `${drawing(ROWS.slice(0, 2))}\n${blank(76)}`,
  `${drawing(ROWS.slice(0, 2))}\n${blank(78)}`,
  `${drawing(ROWS.slice(0, 2))}\n${blank(79)}`,
  `${drawing(ROWS.slice(0, 2))}\n${blank(80)}`,
  drawing([...ROWS, '........']),
  drawing([...ROWS, ...ROWS.slice(0, 6)]),
  ...[198, 199, 200, 201].map((n) => rows((row) => spaced(row).padEnd(n))),
  rows((row) => `${blank(7)}${row}`),
  RANKS.join('\n'),
  RANKS.map((rank) => `${rank} `).join('\n'),
  RANKS.map((rank) => `\`${rank}\``).join('\n'),
  RANKS.map((rank, i) => `${8 - i} ${rank}`).join('\n'),
  '8\n8\n3k4\n8\n8\n4K3\n4P3\n8',
  '8 8\n7 8\n6 3k4\n5 8\n4 8\n3 4K3\n2 4P3\n1 8',
  '| 8 | 8 |\n| 7 | 8 |\n| 6 | 3k4 |\n| 5 | 8 |\n| 4 | 8 |\n| 3 | 4K3 |\n| 2 | 4P3 |\n| 1 | 8 |',
  '1 8\n2 4P3\n3 4K3\n4 8\n5 8\n6 3k4\n7 8\n8 8',
];

const json = (value: unknown, indent = 0): string => JSON.stringify(value, null, indent);
const CELLS = ROWS.map((row) => Array.from(row, (c) => (c === '.' ? '' : c)));
const ARRAYS: readonly Row[] = [
  json(ROWS),
  json(RANKS),
  json(CELLS),
  json(CELLS, 2),
  json(ROWS.map(spaced)),
  json(ROWS.map((row) => Array.from(row).join(','))),
  json(ROWS.map((row) => Array.from(row).join(', '))),
  json(ROWS.map((row) => Array.from(row).join('|'))),
  json(ROWS.map((row) => ` ${row} `)),
  json(ROWS.map((row) => Array.from(row).join('-'))),
  json(CELLS.map((row) => row.map((c) => c || null))),
  json(CELLS.map((row) => row.map((c) => c || null))).replaceAll('null', 'None'),
  json(CELLS.map((row) => row.map((c) => c || null))).replaceAll('null', 'nil'),
  json(CELLS.map((row) => row.map((c) => c || 0))),
  json(CELLS.map((row) => row.map((c) => c || 1))),
  json(CELLS.map((row) => row.map((c) => c || ' '))),
  json(CELLS.map((row) => row.map((c) => c || '.'))),
  json(CELLS.map((row) => row.map((c) => (c === '' ? '--' : c < 'a' ? `w${c}` : `b${c}`)))),
  json(CELLS).replaceAll('"', "'"),
  json(CELLS).replaceAll(']', ',]'),
  json(CELLS).replaceAll('"]', '",, ]'),
  json(UPSIDE),
  json(TURNED),
  json([...SPARSE].reverse()),
  json(SPARSE),
  json(SPARSE.map((row) => row.replace('k', '.'))),
  json(SPARSE.map((row) => row.replace('K', '.'))),
  json(SPARSE.map((row) => row.replace(/k/i, '.'))),
  json([...SPARSE].reverse().map((row) => row.replace('k', '.'))),
  ...[23, 24, 39, 40].flatMap((at) =>
    [39, 40, 63].map((black) => {
      const cells = Array.from({ length: 64 }, (_, i) => (i === at ? 'K' : i === black ? 'k' : '.')).join('');
      return json(cells.match(/.{8}/g));
    }),
  ),
  json(ROWS.slice(1)),
  json([...ROWS, '........']),
  json(ROWS).slice(0, -1),
  json(ROWS).replace('",', '" '),
  json(ROWS).replace('.', 'x'),
  json(CELLS).replace('"r"', '"x"'),
  json(CELLS).replace('"r",', ''),
  json(CELLS).replace('"r"', '"r'),
  json(ROWS).replace('r', ''),
  ...[38, 39, 40, 41].flatMap((n) => [
    json(ROWS).replace(',', `,${blank(n)}`),
    json(ROWS).replace(',', `${'\n'.repeat(n)},`),
    json(CELLS.map((row) => row.map((c) => c || null))).replace('null', `${blank(n)}null`),
    json(ROWS.map((row) => `${row}${blank(n - 8)}`)),
    json(ROWS.map((row) => `${spaced(row)}${blank(n - 15)}`)),
  ]),
  `Board: ${json(ROWS)} and before ${json(HOME)}.`,
  `[[1, 2], ${json(ROWS)}]`,
  `[${json(ROWS)}, ${json(HOME)}]`,
  `{"final": ${json(ROWS)}, "turn": "b", "castling": "kq"}`,
  `{"start": ${json(HOME)}, "board": ${json(ROWS)}, "side_to_move": "black"}`,
];

const PIECES: readonly (readonly [string, string])[] = Array.from(ROWS.join('')).flatMap((c, i) =>
  c === '.' ? [] : [[c, `${'abcdefgh'[i % 8] ?? ''}${8 - Math.floor(i / 8)}`] as const],
);
const NAMES: Readonly<Record<string, string>> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const side = (c: string): string => (c < 'a' ? 'white' : 'black');
const name = (c: string): string => NAMES[c.toLowerCase()] ?? '';
const pairs = (pair: (square: string, c: string) => string, between = ', '): string =>
  PIECES.map(([c, square]) => pair(square, c)).join(between);
const squaresOf = (color: string, piece: string): string[] =>
  PIECES.filter(([c]) => side(c) === color && name(c) === piece).map(([, square]) => square);
const ORDER = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const named = (entry: (color: string, piece: string, squares: readonly string[]) => string, between: string): string =>
  ['white', 'black'].flatMap((color) => ORDER.map((piece) => entry(color, piece, squaresOf(color, piece)))).join(between);
const list = (color: string, between = ', '): string =>
  PIECES.filter(([c]) => side(c) === color)
    .map(([c, square]) => `${c.toUpperCase().replace('P', '')}${square}`)
    .join(between);
const roles = (color: string, between = '; '): string =>
  ORDER.map((piece) => `${piece}s: ${squaresOf(color, piece).join(', ')}`).join(between);
const object = (color: string): string =>
  `{${ORDER.map((piece) => `"${piece}s": ${json(squaresOf(color, piece))}`).join(', ')}}`;
const FIGURINES = 'KQRBNPkqrbnp';
const spoken = (start: number, step: number, end = '.'): string =>
  Array.from({ length: 8 }, (_, i) => start + i * step)
    .map((rank) => {
      const found = PIECES.filter(([, square]) => square.endsWith(String(rank)));
      const said = found.map(([c, square]) => `${square} ${side(c)} ${name(c)}`).join(', ');
      return `Rank ${rank}: ${said === '' ? 'empty' : said}${end}`;
    })
    .join('\n');

const MAPS: readonly Row[] = [
  `{${pairs((square, c) => `"${square}": "${c}"`)}}`,
  `{${pairs((square, c) => `'${square}': '${c}'`)}}`,
  `{${pairs((square, c) => `"${square}":"${side(c)[0]}${c.toUpperCase()}"`)}}`,
  `{${pairs((square, c) => `"${square}": "${side(c)}_${name(c)}"`)}}`,
  `{${pairs((square, c) => `"${square}": "${side(c)} ${name(c)}"`, ',\n  ')}}`,
  pairs((square, c) => `${square}: ${c}`),
  pairs((square, c) => `${square}=${c}`),
  pairs((square, c) => `${square} = ${c}`, '\n'),
  pairs((square, c) => `${square}: ${side(c)} ${name(c)}`, '\n'),
  pairs((square, c) => `- ${square.toUpperCase()}: ${side(c).toUpperCase()} ${name(c)}`, '\n'),
  pairs((square, c) => `| ${square} | ${side(c)} ${name(c)} |`, '\n'),
  pairs((square, c) => `| **${square}** | ${c} |`, '\n'),
  pairs((square, c) => `${square} | ${c}`, '\n'),
  pairs((square, c) => `${square} -> ${c}`, '\n'),
  pairs((square, c) => `${square}: ${String.fromCharCode(0x2654 + FIGURINES.indexOf(c))}`),
  pairs((square, c) => `${square}: ${c}`, `,${blank(20)}`),
  ...[22, 23, 24, 25].map((n) => pairs((square, c) => `${square}: ${c}`, blank(n))),
  `${pairs((square, c) => `${square}: ${c}`)}, e6: empty, d5: null, c4: none, b3: --, a2: -, h4: ., g4: "", f4: x`,
  pairs((square, c) => `x${square}: ${c}`),
  pairs((square, c) => `${square}: ${c}x`),
  pairs((square, c) => `${square}: ${c}`).replace('e8: k', 'e8: q'),
  pairs((square, c) => `${square}: ${c}`).replace('g1: K', 'g1: Q'),
  `${pairs((square, c) => `${square}: ${c}`)}\n\nBefore the last move the board was another one, namely\n${pairs((square, c) => `${square}: ${c}`).replace('g1: K', 'e1: K')}`,
  `{${Array.from({ length: 64 }, (_, i) => `"${'abcdefgh'[i % 8] ?? ''}${8 - Math.floor(i / 8)}": "${ROWS.join('')[i]}"`).join(', ')}}`,
  `{${Array.from({ length: 65 }, (_, i) => `"${'abcdefgh'[i % 8] ?? ''}${8 - Math.floor((i % 64) / 8)}": "${ROWS.join('')[i % 64]}"`).join(', ')}}`,
  'e1: K, e8: k',
  'e1:K e8:k',
  'e1: K',
  'e8: k',
  'e1=K and e8=k',
  'e1 K, e8 k',
  '"e1": "K" "e8": "k"',
  '"e1" : "K", "e8" : "k"',
  '| e1 | K |\n| e8 | k |',
  '|e1|K|\n|e8|k|',
  '| e1   | K |\n| e8   | k |',
  '| e1    | K |\n| e8    | k |',
  named((color, piece, squares) => `${color} ${piece}s: ${squares.join(', ')}`, '\n'),
  named((color, piece, squares) => `${color} ${piece} on ${squares.join(' and ')}`, ', '),
  named((color, piece, squares) => `${color}'s ${piece}s are on ${squares.join(', ')}`, '; '),
  named((color, piece, squares) => `${color}_${piece}: ${json(squares)}`, ', '),
  named((color, piece, squares) => `**${color} ${piece}**: ${squares.join(' ')}`, '\n'),
  named((color, piece, squares) => `- ${color} ${piece} stands at ${squares.join(' & ')}`, '\n'),
  named((color, piece, squares) => `${color} ${piece} – ${squares.join(', ')}`, '\n'),
  named((color, piece, squares) => `${color} ${piece} | ${squares.join(', ')}`, '\n'),
  named((color, piece, squares) => `${color}   ${piece}: ${squares.join(', ')}`, '\n'),
  'White King: e1. Black King: e8.',
  'WHITE KING: e1. BLACK KING: e8.',
  'white king e1, black king e8',
  'White king on e1, black king on e8, White queen on d1.',
  'The white king is on e1; the black king is at e8.',
  'The King of White is on e1; black king: e8',
  'White king: e1.',
  'king: e1, king: e8',
  `${blank(8)}white king: e1, black king: e8`,
  `White${blank(4)}king: e1, black king: e8`,
  spoken(8, -1),
  spoken(8, -1, ''),
  spoken(8, -1).replaceAll('Rank', '- Rank'),
  spoken(8, -1).replaceAll('Rank', '**Rank').replaceAll(':', '**:'),
  spoken(8, -1).toLowerCase(),
  spoken(8, -1).replaceAll('\n', '\n\n'),
  spoken(8, -1).replaceAll('\n', '\nthen\n'),
  spoken(8, -1).replaceAll('empty', 'no pieces'),
  spoken(8, -1).replaceAll('empty', 'nothing'),
  spoken(8, -1).replaceAll('empty', 'void'),
  spoken(8, -1).replaceAll(', ', '; '),
  spoken(1, 1),
  spoken(8, -1).replace('Rank 5', 'Rank 4'),
  spoken(8, -1).split('\n').slice(0, 7).join('\n'),
  spoken(8, -1).split('\n').slice(1).join('\n'),
  `${spoken(8, -1)}\n${spoken(8, -1).replace('g1 white king', 'h1 white king')}`,
  `${spoken(8, -1).split('\n').slice(0, 3).join('\n')}\n${spoken(8, -1)}`,
  `White: ${list('white')}\nBlack: ${list('black')}`,
  `White: ${list('white')}. Black: ${list('black')}.`,
  `White: ${list('white')}; Black: ${list('black')}`,
  `White: ${list('white')}, Black: ${list('black')}`,
  `Black: ${list('black')}\nWhite: ${list('white')}`,
  `White: ${list('white')}\n\nBlack: ${list('black')}`,
  `White: ${list('white')}\nthen\nBlack: ${list('black')}`,
  `White: ${list('white')}\nWhite: ${list('white')}\nBlack: ${list('black')}`,
  `White: ${list('white')}\nBlack: ${list('black')}\nWhite: ${list('white')}`,
  `White: ${list('white')}\nBlack: ${list('black')}\n\nWhite: Ke1\nBlack: Ke8`,
  `White: ${list('white')}\nBlack: ${list('white')}`,
  `White: ${list('white')}, Kh1\nBlack: ${list('black')}`,
  `White: ${list('white')}, a8\nBlack: ${list('black')}`,
  `White: ${list('white')}, ${list('white')}\nBlack: ${list('black')}`,
  `White: ${list('white')} xyz\nBlack: ${list('black')}`,
  `White: Ke1\nBlack: Ke8`,
  `White: Ke1\nBlack: none`,
  `White: pawns on none, king on e1\nBlack: the king at e8`,
  `White pieces: ${roles('white')}\nBlack pieces: ${roles('black')}`,
  `White pieces:\n- ${roles('white', '\n- ')}\nBlack pieces:\n- ${roles('black', '\n- ')}`,
  `**White:**\n\n* ${roles('white', '\n* ')}\n\n**Black:**\n\n* ${roles('black', '\n* ')}`,
  `**White:**\n\n\n* ${roles('white', '\n* ')}\n\n**Black:**\n\n\n* ${roles('black', '\n* ')}`,
  `White: x\n- ${roles('white', '\n- ')}\nBlack: x\n- ${roles('black', '\n- ')}`,
  `White\nK: g1\nR: f1\n\nBlack\nK: e8\nQ: d8`,
  `White (to move): Kg1, Rf1\nBlack (waiting): Ke8`,
  `White = Kg1, Rf1\nBlack = Ke8`,
  `White – Kg1, Rf1\nBlack – Ke8`,
  `White - Kg1, Rf1\nBlack - Ke8`,
  `White Kg1, Rf1\nBlack Ke8`,
  `White has: Kg1, Rf1\nBlack has: Ke8`,
  `w: Kg1, Rf1\nb: Ke8`,
  `The white: Kg1, Rf1\nThe black: Ke8`,
  `Whites: Kg1, Rf1\nBlacks: Ke8`,
  `{"white": ${object('white')}, "black": ${object('black')}}`,
  `{"white_pieces": ${object('white')}, "black_pieces": ${object('black')}}`,
  `{white: ${object('white')}, black: ${object('black')}}`,
  `{"black": ${object('black')}, "white": ${object('white')}}`,
  `{"white": ${object('white')}, "white": ${object('white')}, "black": ${object('black')}}`,
  `{"white": ${object('white')}}`,
  `{"white": ${object('white')}, "black": ${object('white')}}`,
  `{"white": ${object('white')}, "black": {"king": "e8"}, "white": {"king": "e1"}}`,
  `[{"white": {"king": "e1"}, "black": {"king": "e8"}}, {"white": {"king": "g1"}, "black": {"king": "e8"}}]`,
  ...[37, 38, 39, 40, 41].map((n) => `{"white": {"king": "e1"}${blank(n)}"black": {"king": "e8"}}`),
  `{"white": {"king": "e1", "x": ["a1"]}, "black": {"king": "e8"}}`,
  `{"white": {"king": "e1"}, "black": {"king": {"at": "e8"}}}`,
  ...[598, 599, 600, 601].map((n) => `{"white": {"king": "e1"${blank(n - 12)}}, "black": {"king": "e8"}}`),
];

/** Yields answers with boards that are drawn, listed as arrays or described piece by piece. */
export function* boardAnswers(): Iterable<RecordedAnswer> {
  for (const [table, answers] of Object.entries({ drawing: DRAWINGS, array: ARRAYS, pieces: MAPS }))
    for (const [i, row] of answers.entries()) {
      const [text, question] = typeof row === 'string' ? [row, {}] : row;
      yield { key: `${table} ${i}`, text, question };
    }
}
