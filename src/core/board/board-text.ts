import { t } from '../base/text/l10n.ts';
import { readLooseFen } from '../metrics/fen-reading.ts';
import { EMPTY, fenSquareName, pieceLetter, type Squares, UNKNOWN } from '../metrics/placement.ts';
import type { Mark } from './marks.ts';

const FILES = `  ${Array.from('abcdefgh', (f) => ` ${f} `).join('')}`;
const GAP = '    ';
const WIDTH = FILES.length;

/** Styles that highlight parts of a text board, on a terminal for instance. */
export interface TextBoardStyle {
  dim(text: string): string;
  wrong(text: string): string;
}

const PLAIN: TextBoardStyle = { dim: (text) => text, wrong: (text) => text };

export interface TextBoardOptions {
  /** A FEN or its first field; squares that it does not describe read `?`. */
  readonly fen: string;
  /** Names of squares in brackets. */
  readonly wrong?: readonly string[];
}

/** Returns a board as nine lines of plain text, from White's side: eight ranks and the files. */
export function textBoard({ fen, wrong = [] }: TextBoardOptions, style: TextBoardStyle = PLAIN): string[] {
  return [...ranks(readLooseFen(fen).placement.squares, new Set(wrong), style), style.dim(FILES.trimEnd())];
}

/** Returns the true and the believed board side by side under their names; squares that differ are in brackets. */
export function textBoards(trueFen: string, predictedFen: string, style: TextBoardStyle = PLAIN): string[] {
  const truth = readLooseFen(trueFen).placement.squares;
  const predicted = readLooseFen(predictedFen).placement.squares;
  const differ = new Set<string>();
  for (let s = 0; s < 64; s++) {
    if (truth[s] !== predicted[s] && truth[s] !== UNKNOWN && predicted[s] !== UNKNOWN) differ.add(fenSquareName(s));
  }
  const right = ranks(predicted, differ, style);
  return [
    style.dim(`  ${'true'.padEnd(WIDTH - 2)}${GAP}  believed`),
    ...ranks(truth, differ, style).map((line, i) => `${line}${GAP}${right[i]}`.trimEnd()),
    style.dim(`${FILES}${GAP}${FILES}`.trimEnd()),
  ];
}

function ranks(squares: Squares, wrong: ReadonlySet<string>, style: TextBoardStyle): string[] {
  return Array.from({ length: 8 }, (_, rank) => {
    let line = `${8 - rank} `;
    for (let s = rank * 8; s < rank * 8 + 8; s++) {
      const code = squares[s] ?? EMPTY;
      const content = code === EMPTY ? '.' : code === UNKNOWN ? '?' : String.fromCharCode(code);
      line += wrong.has(fenSquareName(s)) ? style.wrong(`[${content}]`) : ` ${content} `;
    }
    return line;
  });
}

const ORDER = 'KQRBNP';

/** Describes a board in words, for screen readers: `White: K e1, Q d1, P a2 b2. Black: K e8.` */
export function boardDescription(fen: string): string {
  const { squares } = readLooseFen(fen).placement;
  const places = new Map<string, string[]>();
  for (let s = 0; s < 64; s++) {
    const letter = pieceLetter(squares[s] ?? EMPTY);
    if (letter === null) continue;
    const known = places.get(letter);
    if (known === undefined) places.set(letter, [fenSquareName(s)]);
    else known.push(fenSquareName(s));
  }
  const piecesOf = (letterOf: (role: string) => string): string => {
    const parts = Array.from(ORDER, (role) => {
      const at = places.get(letterOf(role));
      return at === undefined ? [] : [`${role} ${at.sort().join(' ')}`];
    });
    return parts.flat().join(', ') || t('nothing');
  };
  const white = piecesOf((role) => role);
  return t(
    'White: {0}. Black: {1}.',
    white,
    piecesOf((role) => role.toLowerCase()),
  );
}

/** Entry of a legend: a kind of mark, or the arrow of squares that were true earlier. */
export type MarkName = Mark['kind'] | 'stale';

/** Returns the legend text of a kind of mark. */
export function markText(kind: MarkName): string {
  switch (kind) {
    case 'invented':
      return t('invented: the square is empty');
    case 'missing':
      return t('missing: this piece should be here');
    case 'other':
      return t('wrong piece: the true one is in the corner');
    case 'unknown':
      return t('not described by the answer');
    case 'outline':
      return t('differs from the prediction');
    case 'stale':
      return t('stale: was true earlier in the game');
  }
}

/** Returns the legend text in a word or two, for narrow space. */
export function markWord(kind: MarkName): string {
  switch (kind) {
    case 'invented':
      return t('invented');
    case 'missing':
      return t('missing');
    case 'other':
      return t('wrong piece');
    case 'unknown':
      return t('not described');
    case 'outline':
      return t('differs');
    case 'stale':
      return t('stale');
  }
}
