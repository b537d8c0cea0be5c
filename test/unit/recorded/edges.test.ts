import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import type { Diagnostic } from '../../../src/core/notation/diagnostic.ts';
import { castlingProblems, possibleRights } from '../../../src/core/notation/fen/castling-field.ts';
import { completeFen } from '../../../src/core/notation/fen/complete-fen.ts';
import { enPassantProblems, passedSquares } from '../../../src/core/notation/fen/en-passant-field.ts';
import { operandText, readOperations } from '../../../src/core/notation/fen/epd.ts';
import type { FenProblem } from '../../../src/core/notation/fen/fields.ts';
import { readPlacementField } from '../../../src/core/notation/fen/placement.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { textMeaning } from '../../../src/core/notation/pgn/game-meaning.ts';
import { nagMeaning, readNag, SUFFIXES, signNag } from '../../../src/core/notation/pgn/nags.ts';
import { lineAround, repairLine } from '../../../src/core/notation/pgn/repair/repairs.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';
import {
  deleteVariation,
  makeMainLine,
  promoteVariation,
  variationAt,
} from '../../../src/core/notation/pgn/variations.ts';
import { LINES, MOVETEXTS, TAGS } from '../../support/edge-texts.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';

/** Ranks of kings and rooks, Black's and White's: standard, shuffled, and half of them. */
const BACK_RANKS = [
  ['r3k2r', 'R3K2R'],
  ['1rk3r1', '1RK3R1'],
  ['rk4r1', 'RK4R1'],
  ['r1k4r', '2KR3R'],
  ['r4rk1', 'R4RK1'],
  ['r3k1r1', 'R3K2R'],
  ['4k2r', 'RR2K2R'],
  ['r5kr', 'R4RKR'],
  ['8', 'R3K2R'],
  ['3rkr2', '8'],
  ['rnbqkbnr', 'RNBQKBNR'],
  ['nrkrbbqn', 'NRKRBBQN'],
] as const;
const RIGHTS =
  '- KQkq K Q k q KQ kq Kk Qq QK qkQK kqKQ HAha AHah Hh Aa GBgb KAka HQhq DFdf BGbg KH QA KQH KQA Kkk KKQ KQkqX KQkq- KQ-- – -- none 0 no x Bb Gg ABC abc';
const VARIANTS = [undefined, 'chess', 'chess960'] as const;

const board = (black: string, white: string): Uint8Array => {
  const text = `${black}/8/8/8/8/8/8/${white}`;
  return readPlacementField(text, 0, text.length).squares;
};

const told = (problems: readonly FenProblem[]): string =>
  problems.map(({ code, fixes = [] }) => [code, ...fixes.map(({ title }) => title)].join(': ')).join('; ');

function* castlings(): Iterable<RecordedValue> {
  for (const [black, white] of BACK_RANKS) {
    const squares = board(black, white);
    const possible = (['chess', 'chess960', 'any'] as const).map((variant) => possibleRights(squares, variant) || '-');
    yield { key: `${black} ${white}`, summary: possible.join(' '), value: possible };
    for (const field of RIGHTS.split(' ')) {
      const text = `w ${field}`;
      const range = { start: 2, end: text.length };
      const problems = VARIANTS.map((variant) => castlingProblems(text, range, squares, variant));
      yield { key: `${black} ${white} ${field}`, summary: problems.map(told).join(' | '), value: problems };
    }
  }
  for (const field of RIGHTS.split(' ')) {
    const problems = castlingProblems(field, { start: 0, end: field.length }, undefined, undefined);
    yield { key: `no board ${field}`, summary: told(problems), value: problems };
  }
}

function* passings(): Iterable<RecordedValue> {
  const placements = [
    '4k3/8/8/pP1pp2P/Pp1PP2p/8/8/4K3',
    '4k3/p6p/4p3/p2pP2P/P2Pp2p/4P3/P6P/4K3',
    '4k3/8/8/8/8/8/8/4K3',
  ];
  for (const placement of placements) {
    const { squares } = readPlacementField(placement, 0, placement.length);
    for (const turn of [0, 1, undefined]) {
      const all = turn === undefined ? [] : passedSquares(squares, turn);
      yield { key: `${placement} ${turn}`, summary: all.join(' '), value: all };
      for (const field of '- a3 a6 d3 d6 e3 e6 h3 h6 D6 A3 d5 d4 E4 a5 h4 e9 i3 e e33 – -- none no x'.split(' ')) {
        const problems = enPassantProblems(`- ${field}`, { start: 2, end: 2 + field.length }, squares, turn);
        yield { key: `${placement} ${turn} ${field}`, summary: told(problems), value: problems };
      }
    }
  }
}

const FIELDS = 'r3k2r/8/8/8/8/8/8/R3K2R w';
const OPERATIONS = [
  'bm e4; id "x";',
  'bm e4 Nf3 id "x"; ce 3',
  'bm e4 c1 "a"; c2 b',
  'bm e4 c1 d4; dm 3 acd 4 id "y"',
  'id bm "x" bm',
  'id "a\\"b;\\\\" "open \\',
  'id "a"b"c" d;',
  '; ;; bm ;e4; 12 x ; ?',
  'noop a id "x"; resign; draw_offer 1;',
  'bm e4 # remark; id "x"',
  'bm e4; // remark',
  '/ bm e4;',
  '#',
  'bm',
  'xyz e4 bm d4;',
  'BM e4; c9 "x"; v10 3; v3 "a" b;',
];

function* operations(): Iterable<RecordedValue> {
  for (const written of OPERATIONS) {
    const text = `${FIELDS} KQkq - ${written}`;
    const start = text.length - written.length;
    const read = readOperations(text, start, text.length);
    const operands = read.operations.map(({ opcode, operands: all }) =>
      [opcode, ...all.map((operand) => operandText(text, operand))].join(' '),
    );
    const completed = Array.from({ length: written.length + 1 }, (_, at) => [
      completeFen(text, start + at, true).map(({ label, range, detail }) => [label, range, detail]),
      completeFen(`${FIELDS} KQkq - 0 1 ${written}\n${FIELDS}`, start + 4 + at, false).length,
    ]);
    yield { key: written, summary: `${operands.join('; ')}; ${read.stray.length} stray`, value: [read, completed] };
  }
}

function* counters(): Iterable<RecordedValue> {
  for (const half of [
    '0',
    '1',
    '99',
    '100',
    '149',
    '150',
    '151',
    '9999',
    '10000',
    '-',
    'O',
    'o',
    '?',
    '--',
    '–',
    'x',
    '-1',
    '1.5',
  ])
    for (const [square, full] of [
      ['-', '1'],
      ['d6', '0'],
      ['', half],
    ] as const) {
      const found = checkText(`4k3/8/8/3pP3/8/8/8/4K3 w - ${square || '-'} ${half} ${full}`, 'fen');
      yield { key: `${square} ${half} ${full}`, summary: summaryOf(found), value: found };
    }
}

const summaryOf = (found: readonly Diagnostic[]): string =>
  found
    .map(({ code, fixes = [] }) => [code, ...fixes.map(({ title }) => title)].join(': '))
    .join('; ')
    .replaceAll(/\s/g, ' ');

/** The findings of a text, and the text after all fixes of each. */
function checked(key: string, text: string, language: Language = 'pgn', strictExport = false): RecordedValue {
  const found = checkText(text, language, { strictExport });
  const fixed = found.map(({ fixes = [] }) => fixes.map(({ edits }) => applyEdits(text, edits)));
  return { key: JSON.stringify(key), summary: summaryOf(found), value: [found, fixed] };
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Date: '2024.05.31 2024.12.31 2024.13.01 2024.00.00 2023.02.29 2024.02.29 1900.02.29 2000.02.29 ????.02.29 2024.02.30 2024.04.30 2024.04.31 2024.06.31 2024.09.31 2024.11.31 2024.01.32 2024.??.31 2024.??.32 2024.5.31 2024.05.1 2024.0.1 2024.05.0 2024 2024.05 2024.5 2024/05/31 2024-05-31 2024/05.31 31.05.2024 13.12.2024 12.12.2024 31.13.2024 30.02.2024 13/1/2024 ? - x 24.05.31'.split(' '),
  UTCTime: '23:59:59 24:00:00 25:00:00 0:00 1:2 10:59 10:60 10:10:60 10:10:61 10:10:10.5 10:10+02 10:10:10Z ??:??:?? 101010 ? x'.split(' '),
  WhiteElo: '2700 0 9999 10000 1500? 1500P 1500E 1500X ? - ++++ ---- *** x 2700.5 -5'.split(' '),
  Round: '1 3.1 3.1.2 3. .1 ? - x 10 1-2'.split(' '),
  ECO: 'A00 E99 F00 b90 B9 B901 B90a B90ab B90abc B90a1 B90/1 B90/ ? - x99'.split(' '),
  TimeControl: ['40/7200:3600', '300+5', '300+', '*60', '*', '?', '-', '90:30', '40/7200:', '1.5+0.1', '300d5', 'inf', 'none', 'Unlimited', `${'1:'.repeat(49)}1`, `${'1:'.repeat(50)}1`],
  Result: ['1-0', ' 1-0', '1/2', '½-½', '0-0', ' 0-0 ', '1–0', '2-0', '', '?', '*', '1:0'],
  PlyCount: ['2', '3', '02', '', '?', '-', 'x', ' 2 '],
  SetUp: ['0', '1', '', '?'],
}; // biome-ignore format: tables

function* tagValues(): Iterable<RecordedValue> {
  for (const [name, values] of Object.entries(VALUES))
    for (const value of values) {
      const text = `[Event "x"]\n[${name} "${value}"]\n\n1. e4 e5 *\n`;
      yield checked(`${name} ${value}`, text);
      if (name === 'Date') yield checked(`strict ${name} ${value}`, text, 'pgn', true);
    }
}

function* tagForms(): Iterable<RecordedValue> {
  for (const tag of TAGS) {
    yield checked(tag, `[Event "x"]\n${tag}\n\n1. e4 *\n`);
    yield checked(`end ${tag}`, tag);
    yield checked(`gap ${tag}`, `${tag}\r\n\r\n\r\n\r\n1. e4 *`);
  }
}

const FROM_FEN = (fen: string, moves: string): string => `[SetUp "1"]\n[FEN "${fen}"]\n\n${moves}\n`;

function* movetexts(): Iterable<RecordedValue> {
  for (const moves of MOVETEXTS) {
    yield checked(moves, `[Event "x"]\n\n${moves}\n`);
    yield checked(`strict ${moves}`, `[White "x"]\r\n[Result "1-0"]\r\n\r\n${moves}`, 'pgn', true);
    const meaning = textMeaning(moves);
    yield { key: JSON.stringify(`meaning ${moves}`), summary: String(meaning.length), value: meaning };
  }
  for (const number of ['0', '1', '2', '30'])
    for (const moves of ['1. Ra2 Kd8', '1... Kd8 2. Ra2', '30. Ra2 Kd8 31. Ra3', '30... Kd8 31. Ra2 Kc8', '2. Ra2 Kd8 4. Ra3 Ke8 4. Ra4', '5... Kd8 (5... Kf8 6. Ra2) 6. Ra2'])
      for (const side of ['w', 'b']) yield checked(`${side} ${number} ${moves}`, FROM_FEN(`4k3/8/8/8/8/8/8/R3K3 ${side} - - 0 ${number}`, `${moves} *`));
} // biome-ignore format: loops

function* nags(): Iterable<RecordedValue> {
  for (let nag = 0; nag <= 256; nag++) {
    const { glyph, meaning } = nagMeaning(nag) ?? { glyph: '-', meaning: '-' };
    yield { key: `$${nag}`, summary: `${glyph} ${meaning}`, value: [glyph, meaning] };
  }
  for (const sign of [...SUFFIXES, '=', '+-', '-+', '+−', '±', '∓', '⩲', '⩱', '∞', '+/-', '-/+', '+=', '=+', '$07', '$0255', '$1234', '$', 'x', '+', '□', '⊕', 'toString'])
    yield { key: sign, summary: `${signNag(sign)} ${readNag(sign)}`, value: [signNag(sign), readNag(sign)] };
} // biome-ignore format: a table

const GAMES: readonly (readonly [tags: string, moves: string])[] = [
  ['', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *'],
  ['', 'e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 *'],
  ['', '1. f3 e5 2. g4 Qh4# 0-1'],
  ['', '1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Qd6 5. bxa8=Q Qe6+ 1-0'],
  ['[Variant "Antichess"]\n', '1. e3 b5 2. Bxb5 a6 3. Bxa6 Bxa6 4. b3 Bxf1 *'],
  ['[Variant "Crazyhouse"]\n', '1. e4 d5 2. exd5 Qxd5 3. @b4 Qe5+ 4. Be2 N@d4 *'],
  ['[Variant "Atomic"]\n', '1. Nf3 f6 2. Nd4 c6 3. Nb5 a6 4. Nc7# 1-0'],
  ['[Variant "King of the Hill"]\n', '1. e3 a6 2. Ke2 a5 3. Kd3 a4 4. Kd4 1-0'],
  ['[Variant "Three-check"]\n', '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ *'],
  ['[Variant "Chess960"]\n[SetUp "1"]\n[FEN "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1"]\n', '1. e4 e5 2. Ng3 Ng6 3. Bc4 Bc5 4. Nf5 Nf4 5. Ne7+ Bxe7 *'],
  ['[Variant "Three-check"]\n[SetUp "1"]\n[FEN "8/8/8/3k4/8/8/1p6/K7 w - - 3+3 0 1"]\n', '1. Kb1 Kc4 2. Kxb2 1/2-1/2'],
  ['[Variant "Antichess"]\n[SetUp "1"]\n[FEN "8/P7/8/8/8/7p/8/8 w - - 0 1"]\n', '1. a8=K h2 2. Kb8 h1=N 3. Ka7 Ng3 *'],
]; // biome-ignore format: a table

/** Games with one word left out, doubled, moved, or written wrong, and their repairs. */
function* repairs(): Iterable<RecordedValue> {
  for (const [g, [tags, moves]] of GAMES.entries()) {
    const words = moves.split(' ');
    for (const [i, word] of words.entries()) {
      if (/^[\d*]/.test(word)) continue;
      const changes: readonly (readonly [string, readonly string[]])[] = [
        ['without', []],
        ['twice', [word, word]],
        ['null', ['--']],
        ['other', [word.replace(/[1-8]/, (digit) => String(9 - Number(digit)))]],
      ];
      const [name, written] = changes[(i + g) % changes.length] ?? ['without', []];
      const text = `${tags}\n${[...words.slice(0, i), ...written, ...words.slice(i + 1)].join(' ')}\n`;
      const game = readGame(text);
      const found = repairLine(game, lineAround(game, text.length - 3), 6000);
      const results = found.offers.map(({ edits }) => applyEdits(text, edits));
      yield {
        key: `${g} ${name} ${i} ${word}`,
        summary: found.offers.map(({ title }) => title).join('; ') || String(found.undecided?.fitting ?? '-'),
        value: [found, results],
      };
    }
  }
}

function* lines(): Iterable<RecordedValue> {
  for (const [i, text] of LINES.entries()) {
    const game = readGame(text);
    const nodes = new Set(Array.from(text, (_, offset) => variationAt(game, offset)));
    for (const node of nodes) {
      if (node < 0) continue;
      const edits = [deleteVariation(game, node), promoteVariation(game, node), makeMainLine(game, node)];
      yield { key: `${i} ${node}`, summary: JSON.stringify(edits[1]), value: edits };
    }
  }
}

describe('texts at the edges of the rules, as recorded', () => {
  it('are castling rights', () => assertRecorded('edges-castling', castlings()));
  it('are en passant squares', () => assertRecorded('edges-en-passant', passings()));
  it('are counters', () => assertRecorded('edges-counters', counters()));
  it('are operations', () => assertRecorded('edges-operations', operations()));
  it('are values of tags', () => assertRecorded('edges-tag-values', tagValues()));
  it('are forms of tags', () => assertRecorded('edges-tag-forms', tagForms()));
  it('are movetexts', () => assertRecorded('edges-movetexts', movetexts()));
  it('are glyphs', () => assertRecorded('edges-glyphs', nags()));
  it('are lines to repair', () => assertRecorded('edges-repairs', repairs()));
  it('are variations to move', () => assertRecorded('edges-variations', lines()));
});
