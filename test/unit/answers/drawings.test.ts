import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';

const BOARD = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const rowsOf = (placement: string): string[] =>
  placement.split('/').map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n))));
const spaced = (row: string): string => Array.from(row).join(' ');
const ROWS = rowsOf(BOARD);
const LINES = ROWS.map(spaced);
const UP = [...LINES].reverse();
const TURNED = UP.map((line) => Array.from(line).reverse().join(''));
const START_UP = rowsOf(START).map(spaced).reverse();
/** Lines of cells, each piece and each empty square written in another way. */
const cells = (write: (sign: string) => string, join: (all: string[]) => string): string[] =>
  ROWS.map((row) => join(Array.from(row, write)));

/** Outcome of the reading; form, placement and text of each state. */
function read(answer: string): readonly (string | undefined)[] {
  const { outcome, candidates } = readAnswer(answer);
  return [
    outcome,
    ...candidates.flatMap(({ range, form, state }) => [
      form,
      ...(form === 'fragment' ? [] : [state.replace(' ? ? ? ? ?', '')]),
      answer.slice(range.start, range.end),
    ]),
  ];
}
const isDrawn = (drawn: string, before = '', after = ''): void =>
  assert.deepEqual(read(before + drawn + after), ['certain', 'drawing', BOARD, drawn]);
const isUnread = (drawn: string, after = ''): void =>
  assert.deepEqual(read(drawn + after), ['unread', 'fragment', drawn]);

describe('names of the ranks beside a drawn board', () => {
  const labels: readonly (readonly [name: string, row: (line: string, rank: number) => string])[] = [
    ['a digit', (line, rank) => `${rank} ${line}`],
    ['a digit and a period', (line, rank) => `${rank}. ${line}`],
    ['a digit and a bracket', (line, rank) => `${rank}) ${line}`],
    ['a digit and a colon', (line, rank) => `${rank}: ${line}`],
    ['a digit and a bar', (line, rank) => `${rank} | ${line} |`],
    ['a cell', (line, rank) => `| ${rank} | ${line} |`],
    ['a bold cell', (line, rank) => `| **${rank}** | ${line} |`],
    ['a word', (line, rank) => `Rank ${rank}: ${line}`],
    ['an ordinal number', (line, rank) => `${rank}th rank (x): ${line}`],
    ['a key', (line, rank) => `"${rank}": "${line}",`],
    ['an item of a list', (line, rank) => `- ${rank}: ${line}`],
    ['a digit in a quotation', (line, rank) => `> ${rank} ${line}`],
    ['a digit after the row', (line, rank) => `${line} ${rank}`],
    ['digits on both sides', (line, rank) => `${rank} ${line} ${rank}`],
    ['bold digits on both sides', (line, rank) => `${rank} ${line} **${rank}**`],
    ['a name of a variable', (line, rank) => `rank_${rank} = ${line}`],
    ['a digit and a tab', (line, rank) => `${rank}:\t${line}`],
    ['a digit and a word of signs', (line, rank) => `${rank} ${line.replaceAll(' ', '')}`],
    ['a word of signs between digits', (line, rank) => `${rank} ${line.replaceAll(' ', '')} ${rank}`],
    ['no digit in a quotation', (line) => `> ${line}`],
  ];
  for (const [name, row] of labels)
    it(`may be ${name}`, () => {
      isDrawn(LINES.map((line, i) => row(line, 8 - i)).join('\n'), 'Well:\n', '\n');
      isDrawn(LINES.map((line, i) => row(line, 8 - i)).join('  \n'), '  ');
    });

  it('are unread where they contradict the pieces of both sides', () => {
    isUnread(START_UP.map((line, i) => `${8 - i} ${line}`).join('\n'));
    isUnread(
      [...START_UP]
        .reverse()
        .map((line, i) => `${i + 1} ${line}`)
        .join('\n'),
    );
  });

  it('are none that count rows from the first', () => {
    isDrawn(LINES.map((line, i) => `Row ${i + 1}: ${line}`).join('\n'));
    isDrawn(LINES.map((line, i) => `row ${8 - i}: ${line}`).join('\n'));
    isUnread(START_UP.map((line, i) => `Row ${i + 1}: ${line}`).join('\n'));
  });

  it('turn the board around from rank 1 up', () => isDrawn(UP.map((line, i) => `${i + 1} ${line}`).join('\n')));

  it('are unread where they contradict each other, and one alone is none', () => {
    isUnread(LINES.map((line, i) => `${[8, 7, 6, 5, 4, 3, 1, 2][i]} ${line}`).join('\n'));
    isUnread(LINES.map((line, i) => `${i < 2 ? `${8 - i} ` : ''}${line}`).join('\n'));
    isDrawn(LINES.map((line, i) => `${i === 0 ? '8 ' : ''}${line}`).join('\n'));
  });
});

describe('the side from which a board is drawn', () => {
  it('is that of the names of its files', () => {
    isDrawn(LINES.join('\n'), '  a b c d e f g h\n');
    isDrawn(LINES.join('\n'), '', '\n  a b c d e f g h');
    const files = '  h g f e d c b a';
    for (const rule of ['', '  ---------------\n']) {
      isDrawn(TURNED.join('\n'), `${files}\n${rule}`);
      isDrawn(
        LINES.map((line, i) => `${8 - i} ${Array.from(line).reverse().join('')}`).join('\n'),
        `${files}\n${rule}`,
      );
    }
    for (const rule of ['', '  ---------------\n', '\n', '\n\n']) {
      isDrawn(TURNED.join('\n'), '', `\n${rule}${files}\n`);
      isDrawn(TURNED.map((line, i) => `${i + 1} ${line}`).join('\n'), '', `\n${rule}${files}`);
    }
    // words between them and the board
    assert.notEqual(read(`${files}\nOn the board:\n${TURNED.join('\n')}`)[2], BOARD);
    assert.notEqual(read(`${TURNED.join('\n')}\nThe files:\n${files}`)[2], BOARD);
  });

  it('is that of the words before it', () => {
    for (const words of ["From Black's side:", "Black's point of view", 'Playing as Black', 'viewed from black'])
      isDrawn(TURNED.join('\n'), `${words}\n`);
    assert.notEqual(read(`As black\n${'so on '.repeat(30)}\n${TURNED.join('\n')}`)[2], BOARD);
  });

  it('is that of the pieces where all stand at home, and unread where they do not tell', () => {
    isUnread(START_UP.join('\n'));
    const mirrored = START_UP.map((line) => Array.from(line).reverse().join('')).join('\n');
    assert.deepEqual(read(mirrored), ['certain', 'drawing', START, mirrored]);
    const labeled = START_UP.map((line, i) => `${i + 1} ${line}`).join('\n');
    assert.deepEqual(read(labeled), ['certain', 'drawing', START, labeled]);
  });
});

describe('rows', () => {
  it('may stand in brackets, and have spaces as squares between bars', () => {
    isDrawn(LINES.map((line) => `[${line}]`).join('\n'));
    isDrawn(`[${LINES.map((line) => `[${line}]`).join('\n ')}]`);
    isDrawn(ROWS.map((row) => `|${row.replaceAll('.', ' ')}|`).join('\n'));
    isDrawn(ROWS.map((row, i) => `${8 - i} | ${row.replaceAll('.', ' ')} |`).join('\n'));
    isDrawn(ROWS.map((row, i) => `${row} ${8 - i}`).join('\n'));
    assert.deepEqual(read(ROWS.map((row, i) => `${8 - i} ${row} ${i + 1}`).join('\n')), ['none']);
  });

  it('need a single king of a side, unless the ranks are named', () => {
    const without = (kings: RegExp): string[] => LINES.map((line) => line.replace(kings, '.'));
    assert.deepEqual(read(without(/k/i).join('\n')), ['none']);
    for (const [king, fen] of [
      [/k/, BOARD.replace('rk1', 'r2')],
      [/K/, BOARD.replace('RK1', 'R2')],
    ] as const)
      assert.equal(read(without(king).join('\n'))[2], fen);
    assert.deepEqual(read(LINES.join('\n').replace('k', 'K')), ['none']);
    const labeled = without(/k/i).map((line, i) => `${8 - i} ${line}`);
    assert.equal(read(labeled.join('\n'))[2], BOARD.replace('rk1', 'r2').replace('RK1', 'R2'));
  });

  it('of six to ten cells are a board that cannot be read', () => {
    for (const count of [6, 7]) isUnread(LINES.map((line) => line.slice(16 - 2 * count)).join('\n'));
    for (const more of [1, 2]) isUnread(LINES.map((line) => line + ' .'.repeat(more)).join('\n'));
    assert.deepEqual(read(LINES.map((line) => line + ' .'.repeat(3)).join('\n')), ['none']);
    assert.deepEqual(read(LINES.map((line) => line.slice(6)).join('\n')), ['none']);
    assert.deepEqual(read(ROWS.map((row) => `${row}.`).join('\n')), ['none']);
  });

  it('are unread from six on, with a king; two of them where the answer breaks off', () => {
    for (const count of [6, 7]) isUnread(LINES.slice(0, count).join('\n'), '\n\nThat is it.');
    assert.deepEqual(read(`${LINES.slice(0, 5).join('\n')}\n\nThat is it.`), ['none']);
    assert.deepEqual(read(`${LINES.slice(1, 7).join('\n')}\n\nThat is it.`), ['none']);
    isUnread(LINES.slice(0, 2).join('\n'), '\n');
    isUnread(`${LINES.slice(0, 2).join('\n')}\n. . n`);
    isUnread(`${LINES.slice(0, 2).join('\n')}\n\`\`\``);
    assert.deepEqual(read(LINES.slice(0, 1).join('\n')), ['none']);
    assert.deepEqual(read(`${LINES.slice(0, 2).join('\n')}\nI stop`), ['none']);
  });

  it('may be apart by a rule or two empty lines, and no more', () => {
    for (const between of ['', '---+---\n', '\n', '\n\n', '+-+\n\n', '├─┼─┤\n']) isDrawn(LINES.join(`\n${between}`));
    assert.deepEqual(read(LINES.join('\n\n\n\n')), ['none']);
    const [first, second] = [LINES.slice(0, 4).join('\n'), LINES.slice(4).join('\n')];
    assert.deepEqual(read(`${first}\nand then\n${second}`), ['unread', 'fragment', second]);
  });

  it('of two boards follow each other', () => {
    const start = rowsOf(START).map(spaced).join('\n');
    for (const gap of ['\n', '\n\n'])
      assert.deepEqual(read(`${LINES.join('\n')}${gap}${start}`), [
        'certain',
        'drawing',
        BOARD,
        LINES.join('\n'),
        'drawing',
        START,
        start,
      ]);
  });

  it('may stand far in their lines, but not at any distance', () => {
    const far = (count: number): string => LINES.join(`\n${' '.repeat(count)}`);
    isDrawn(far(180), ' '.repeat(180));
    assert.deepEqual(read(' '.repeat(186) + far(186)), ['none']);
  });
});

describe('cells', () => {
  const isPiece = (sign: string): boolean => sign !== '.';
  const isWhite = (sign: string): boolean => sign === sign.toUpperCase();
  const ways: Readonly<Record<string, readonly string[]>> = {
    'a word of signs': ROWS,
    'a rank of a FEN': BOARD.split('/'),
    'letters in quotation marks': cells(
      (sign) => `'${sign}'`,
      (all) => all.join(', '),
    ),
    'letters of sides': cells(
      (sign) => (isPiece(sign) ? `${isWhite(sign) ? 'w' : 'b'}${sign.toUpperCase()}` : '--'),
      (all) => all.join(' '),
    ),
    'letters of sides apart': cells(
      (sign) => (isPiece(sign) ? `${isWhite(sign) ? 'W_' : 'B-'}${sign.toLowerCase()}` : '.'),
      (all) => all.join(' '),
    ),
    'between bars': cells(
      (sign) => (isPiece(sign) ? sign : ' '),
      (all) => `|${all.join('|')}|`,
    ),
    'bold between bars': cells(
      (sign) => (isPiece(sign) ? `**${sign}**` : ' '),
      (all) => `| ${all.join(' | ')} |`,
    ),
    figurines: cells(
      (sign) => (isPiece(sign) ? ('♔♕♖♗♘♙♚♛♜♝♞♟'.at('KQRBNPkqrbnp'.indexOf(sign)) ?? '') : '·'),
      (all) => all.join(' '),
    ),
    'figurines in one word': cells(
      (sign) => (isPiece(sign) ? ('♔♕♖♗♘♙♚♛♜♝♞♟'.at('KQRBNPkqrbnp'.indexOf(sign)) ?? '') : '⬜'),
      (all) => all.join(''),
    ),
  };
  for (const [name, lines] of Object.entries(ways)) it(`may be ${name}`, () => isDrawn(lines.join('\n')));

  for (const empty of [
    '·',
    '-',
    '_',
    '*',
    '#',
    ':',
    '+',
    '□',
    '■',
    '⬜',
    '░',
    '▓',
    '🟩',
    '🟪',
    '--',
    '..',
    '##',
    '::',
    '__',
  ])
    it(`may be empty as ${empty}`, () =>
      isDrawn(
        cells(
          (sign) => (isPiece(sign) ? sign : empty),
          (all) => all.join(' '),
        ).join('\n'),
      ));

  it('are no other signs', () => {
    for (const sign of ['x', '♔♔', '=', 'wX', '9', 'é', '𝄞'])
      assert.deepEqual(read(LINES.map((line) => line.replace('.', sign)).join('\n')), ['none'], sign);
  });
});

describe('arrays', () => {
  const isArray = (written: string, before = '', after = ''): void =>
    assert.deepEqual(read(before + written + after), ['certain', 'json', BOARD, written]);
  const nested = (nothing: string, mark = '"'): string =>
    `[${ROWS.map((row) => `[${Array.from(row, (sign) => (sign === '.' ? nothing : mark + sign + mark)).join(', ')}]`).join(',\n ')}]`;

  it('may be of rows, of cells, and from rank 1 up', () => {
    isArray(JSON.stringify(ROWS));
    isArray(JSON.stringify(BOARD.split('/')), '{"board": ', '}');
    isArray(JSON.stringify(LINES), 'x = ', ';');
    isArray(JSON.stringify(LINES.map((line) => line.replaceAll(' ', ', '))));
    isArray(JSON.stringify([...ROWS].reverse(), null, 2));
    isArray(`[ ${ROWS.map((row) => `'${row}'`).join(' , ')} , ]`);
    for (const nothing of ['null', 'None', 'nil', '0', '""', "''", '"."']) isArray(nested(nothing));
    isArray(nested('None', "'"), '[', ']');
    isArray(nested('None').replaceAll(']', ',]'));
    assert.deepEqual(read(`${JSON.stringify(ROWS)} or ${JSON.stringify(ROWS)}`).slice(0, 3), [
      'certain',
      'json',
      BOARD,
    ]);
  });

  it('are none with a row, a cell or a sign too many, without a king, or without an end', () => {
    for (const written of [
      JSON.stringify(ROWS.slice(1)),
      JSON.stringify([...ROWS, '8']),
      JSON.stringify(ROWS.map((row) => row.slice(1))),
      JSON.stringify(ROWS.map((row) => row.replace('.', 'x'))),
      JSON.stringify(ROWS.map((row) => row.replace(/k/i, '.'))),
      JSON.stringify(ROWS).slice(0, -1),
      JSON.stringify(ROWS).replaceAll(',', ';'),
      nested('undefined'),
      nested('nothing'),
      `["${' '.repeat(60)}${ROWS.join('", "')}"]`,
    ])
      assert.deepEqual(read(`Here: ${written} it is`), ['none'], written);
  });
});
