import { NOTATIONS } from './answer-notations.ts';
import { type AnswerRow, blank, PARTS, PLACE, rowsOfTables } from './answer-parts.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

const FEN = PLACE.fen;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
/** Another one, that is not changed by a turn of the board. */
const FEW = '8/8/3k4/8/8/4K3/4P3/8';
const write = (form: string, fen = FEN): string => NOTATIONS[form]?.(fen) ?? '';
const BOARD = write('board');
export const RANKS = BOARD.split('/');
/** Eight characters a rank, `.` for empty squares. */
const rowsOf = (board: string): string[] =>
  (board.split(' ', 1)[0] ?? '').split('/').map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n))));
export const ROWS = rowsOf(FEN);
export const spaced = (row: string): string => Array.from(row).join(' ');
const reversed = (row: string): string => Array.from(row).reverse().join('');
const rows = (line: (row: string, i: number) => string, of = ROWS): string => of.map(line).join('\n');
const drawing = (of = ROWS): string => rows(spaced, of);
export const UPSIDE = [...ROWS].reverse();
export const TURNED = UPSIDE.map(reversed);
export const HOME = rowsOf(START);
export const SPARSE = rowsOf(FEW);

const EMPTY_SIGNS = [
  ...Array.from('.·-_*#:+□■⬜⬛▢◻◼⭘▫▪＿◽◾☐░▒▓█🟩🟫🟨🟧🟦🟥🟪~o?'),
  '--',
  '..',
  '##',
  '::',
  '__',
  '++',
];
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
  ...PARTS.files,
  `h${blank(6)}g${blank(6)}f${blank(6)}e${blank(6)}d${blank(6)}c${blank(6)}b${blank(6)}a`,
  `h${blank(7)}g${blank(6)}f${blank(6)}e${blank(6)}d${blank(6)}c${blank(6)}b${blank(6)}a`,
  `${blank(105)}h g f e d c b a`,
  `${blank(106)}h g f e d c b a`,
];
const TURNS = PARTS.views;
const SEPARATORS = PARTS.separators;

const DRAWINGS: readonly AnswerRow[] = [
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
  rows((row) => spaced(row).replace('k', '♚♚')),
  rows((row) => spaced(row).replace('k', '♚.')),
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
  rows((row) => Array.from(row.slice(0, 7)).join(',')),
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
  drawing(SPARSE.slice(0, 2)),
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

/** Yields answers with boards that are drawn. */
export function* boardAnswers(): Iterable<RecordedAnswer> {
  yield* rowsOfTables({ drawing: DRAWINGS });
}
