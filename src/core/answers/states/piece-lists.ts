import { EMPTY, printPlacement } from '../../metrics/placement.ts';
import type { StatedState } from '../reading.ts';
import { boardOnly } from './board-only.ts';
import { roleOf, squareOf } from './piece-words.ts';

const LETTERS = 'pnbrqk';
/** The beginning of a side's list: `White pieces:`. */
const SIDE =
  /^[\s>*•-]*(White|Black|WHITE|BLACK|[WB]|(?:white|black)(?=_pieces))(?:['’]s)?(?:[ _](?:pieces|army|has|side|men))?[\s*]*[:=–-][\s*]*(.*)$/;
/** A role, and the letter of a piece before its square, a square, and any other word. */
const WORD =
  /\b(pawn|knight|bishop|rook|queen|king)s?\b|\b([KQRBNP]?)([a-h][1-8])\b|\b(?:on|at|and|the|is|are|none|no)\b|\b\w+/gi;
const OTHER_LINE = /^[\s>*•-]*(?:pawn|knight|bishop|rook|queen|king)s?\b/i;

interface Side {
  readonly isBlack: boolean;
  /** Squares 0 (a1) to 63, with the role of the piece. */
  readonly pieces: ReadonlyMap<number, number>;
  readonly start: number;
  readonly end: number;
}

/** The pieces of a side in a list such as `King: g1; Rooks: a1, f1` or `Kg1, Ra1, a2`; undefined of other text. */
function piecesIn(list: string): Map<number, number> | undefined {
  const pieces = new Map<number, number>();
  let role = 0;
  for (const [word, name, letter, square] of list.matchAll(WORD)) {
    if (name !== undefined) role = roleOf(name);
    else if (square !== undefined) {
      const own = letter === undefined || letter === '' ? role : LETTERS.indexOf(letter.toLowerCase());
      const at = squareOf(square.toLowerCase());
      if (pieces.has(at)) return undefined;
      pieces.set(at, own);
    } else if (!/^(?:on|at|and|the|is|are|none|no)$/i.test(word)) return undefined;
  }
  return [...pieces.values()].filter((own) => own === 5).length === 1 ? pieces : undefined;
}

/** Reads the list of a side, which goes on over lines that begin with a role. */
function sideAt(lines: readonly { readonly text: string; readonly start: number }[], index: number): Side | undefined {
  const line = lines[index];
  const [, color, rest] = (line && SIDE.exec(line.text)) ?? [];
  if (line === undefined || rest === undefined) return undefined;
  let list = rest;
  let last = line;
  for (let at = index + 1; OTHER_LINE.test(lines[at]?.text ?? ''); at++) {
    last = lines[at] ?? last;
    list += `\n${last.text}`;
  }
  const pieces = piecesIn(list);
  if (pieces === undefined) return undefined;
  const end = last.start + last.text.trimEnd().length;
  return { isBlack: /^b/i.test(color ?? ''), pieces, start: line.start + line.text.search(/\S/), end };
}

/** Words that begin the list of a side, and marks before them on their line. */
const NAMES = ['W', 'white_pieces'] as const;
const MARKS = ' \t>*•-';

/** True if a line of a text begins with a side. */
function namesSide(text: string): boolean {
  for (const name of NAMES)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      let before = at - 1;
      while (before > at - 12 && MARKS.includes(text[before] ?? '\n')) before--;
      if (before < 0 || text[before] === '\n') return true;
    }
  return false;
}

/** The boards that a text describes by lists of the pieces of both sides, one behind the other. */
export function findPieceLists(text: string): StatedState[] {
  const found = text.includes('{') ? findObjects(text) : [];
  if (!namesSide(text)) return found;
  let start = 0;
  const lines = text.split('\n').map((line) => {
    const at = start;
    start += line.length + 1;
    return { text: line, start: at };
  });
  let before: Side | undefined;
  for (let i = 0; i < lines.length; i++) {
    const side = sideAt(lines, i);
    if (side === undefined) continue;
    if (before !== undefined && before.isBlack !== side.isBlack && text.slice(before.end, side.start).trim() === '') {
      const board = both(before, side);
      if (board !== undefined) found.push(board);
      before = undefined;
    } else before = side;
  }
  return found;
}

/** The pieces of a side as an object of JSON: `"white": {"king": "g1", "rooks": ["a1", "f1"]}`. */
const OBJECT = /["']?\b(white|black)(?:_pieces)?["']?\s{0,4}:\s{0,4}\{([^{}]{0,600})\}/gi;

/** The boards that two objects of JSON describe, one of each side. */
function findObjects(text: string): StatedState[] {
  const found: StatedState[] = [];
  let before: Side | undefined;
  for (const { 0: all, 1: color = '', 2: list = '', index } of text.matchAll(OBJECT)) {
    const pieces = piecesIn(list.replace(/["'[\]]/g, ' '));
    const side = pieces && { isBlack: /^b/i.test(color), pieces, start: index, end: index + all.length };
    const last = before !== undefined && index - before.end < 40 ? before : undefined;
    const board = side && last && last.isBlack !== side.isBlack ? both(last, side) : undefined;
    if (board !== undefined) found.push(board);
    before = board === undefined ? side : undefined;
  }
  return found;
}

function both(a: Side, b: Side): StatedState | undefined {
  const squares = new Uint8Array(64).fill(EMPTY);
  for (const { isBlack, pieces } of [a, b])
    for (const [square, role] of pieces) {
      // in the order of a FEN, from a8 on
      const at = square ^ 56;
      if (squares[at] !== EMPTY) return undefined;
      const letter = LETTERS.charAt(role);
      squares[at] = (isBlack ? letter : letter.toUpperCase()).charCodeAt(0);
    }
  return boardOnly('pieces', { start: a.start, end: b.end }, printPlacement(squares));
}
