import { type AnswerRow, blank, PARTS, rowsOfTables } from './answer-parts.ts';
import { HOME, RANKS, ROWS, SPARSE, spaced, TURNED, UPSIDE } from './board-answers.ts';
import { PIECE_NAMES } from './piece-names.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

const json = (value: unknown, indent = 0): string => JSON.stringify(value, null, indent);
const CELLS = ROWS.map((row) => Array.from(row, (c) => (c === '.' ? '' : c)));
const ARRAYS: readonly AnswerRow[] = [
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
  json(ROWS) + json(HOME),
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
const side = (c: string): string => (c < 'a' ? 'white' : 'black');
const name = (c: string): string => PIECE_NAMES[c.toLowerCase()] ?? '';
const pairs = (pair: (square: string, c: string) => string, between = ', '): string =>
  PIECES.map(([c, square]) => pair(square, c)).join(between);
const squaresOf = (color: string, piece: string): string[] =>
  PIECES.filter(([c]) => side(c) === color && name(c) === piece).map(([, square]) => square);
const ORDER = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const named = (entry: (color: string, piece: string, squares: readonly string[]) => string, between: string): string =>
  ['white', 'black']
    .flatMap((color) => ORDER.map((piece) => entry(color, piece, squaresOf(color, piece))))
    .join(between);
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

const MAPS: readonly AnswerRow[] = [
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
  ...PARTS.pairTexts,
  named((color, piece, squares) => `${color} ${piece}s: ${squares.join(', ')}`, '\n'),
  named((color, piece, squares) => `${color} ${piece} on ${squares.join(' and ')}`, ', '),
  named((color, piece, squares) => `${color}'s ${piece}s are on ${squares.join(', ')}`, '; '),
  named((color, piece, squares) => `${color}_${piece}: ${json(squares)}`, ', '),
  named((color, piece, squares) => `**${color} ${piece}**: ${squares.join(' ')}`, '\n'),
  named((color, piece, squares) => `- ${color} ${piece} stands at ${squares.join(' & ')}`, '\n'),
  named((color, piece, squares) => `${color} ${piece} – ${squares.join(', ')}`, '\n'),
  named((color, piece, squares) => `${color} ${piece} | ${squares.join(', ')}`, '\n'),
  named((color, piece, squares) => `${color}   ${piece}: ${squares.join(', ')}`, '\n'),
  ...PARTS.kingTexts,
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
  ...PARTS.listTexts,
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

/** Yields answers with boards that are arrays, or described piece by piece. */
export function* pieceAnswers(): Iterable<RecordedAnswer> {
  yield* rowsOfTables({ array: ARRAYS, pieces: MAPS });
}
