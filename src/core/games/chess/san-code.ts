/*
 * What a move in algebraic notation says, as an integer, so that replaying a game allocates nothing:
 * bits 0-5 target square; 6-8 role; 9-12 source file + 1 and 13-16 source rank + 1 (0: not said); 17-19 promotion role
 * (0: none); 20 capture; 21-22 check sign; 23-24 castling.
 */

export const sanTarget = (code: number): number => code & 63;
export const sanRole = (code: number): number => (code >>> 6) & 7;
/** File of the source, 0 to 7, or -1. */
export const sanFile = (code: number): number => ((code >>> 9) & 15) - 1;
/** The same without the source's file. */
export const withoutFile = (code: number): number => code & ~(15 << 9);
/** Rank of the source, 0 to 7, or -1. */
export const sanRank = (code: number): number => ((code >>> 13) & 15) - 1;
export const sanPromotion = (code: number): number => (code >>> 17) & 7;
export const sanCapture = (code: number): boolean => ((code >>> 20) & 1) !== 0;
/** 0 no sign, 1 `+`, 2 `#`. */
export const sanCheck = (code: number): number => (code >>> 21) & 3;
/** 0 no castling, 1 kingside, 2 queenside. */
export const sanCastling = (code: number): number => (code >>> 23) & 3;

/** The parts of a move's text; squares 0 to 63, file and rank -1 when not said. */
export interface SanParts {
  readonly role: number;
  readonly file: number;
  readonly rank: number;
  readonly target: number;
  readonly promotion: number;
  readonly capture: boolean;
  readonly check: number;
  readonly castling: number;
}

export const sanCode = (p: SanParts): number =>
  p.target |
  (p.role << 6) |
  ((p.file + 1) << 9) |
  ((p.rank + 1) << 13) |
  (p.promotion << 17) |
  ((p.capture ? 1 : 0) << 20) |
  (p.check << 21) |
  (p.castling << 23);

const KINGSIDE = (5 << 6) | (1 << 23);
const QUEENSIDE = (5 << 6) | (2 << 23);

/** Role of a piece letter, -1 for any other character. */
function roleOf(c: number): number {
  switch (c) {
    case 0x4e:
      return 1;
    case 0x42:
      return 2;
    case 0x52:
      return 3;
    case 0x51:
      return 4;
    case 0x4b:
      return 5;
    default:
      return -1;
  }
}

/**
 * Reads a move in export format (PGN standard 8.2.3) from `text[start, end)`: `e4`, `Nbd7`, `exd8=Q+`, `O-O-O#`.
 * -1 for anything else, also for what people write instead (`readLoose` in `san-loose.ts` reads that).
 */
export function readSan(text: string, start: number, end: number): number {
  let e = end - 1;
  let check = 0;
  let c = text.charCodeAt(e);
  if (c === 0x2b || c === 0x23) {
    check = c === 0x2b ? 1 << 21 : 2 << 21;
    c = text.charCodeAt(--e);
  }
  if (c === 0x4f) return readCastling(text, start, e + 1, check);
  let promotion = 0;
  if (c > 0x40) {
    promotion = roleOf(c);
    if (promotion < 1 || promotion > 4 || e - start < 3 || text.charCodeAt(e - 1) !== 0x3d) return -1;
    e -= 2;
    c = text.charCodeAt(e);
  }
  const rank = c - 0x31;
  const file = text.charCodeAt(e - 1) - 0x61;
  if (e - 1 < start || rank < 0 || rank > 7 || file < 0 || file > 7) return -1;
  let code = (rank << 3) | file | (promotion << 17) | check;
  e -= 2;
  if (e < start) return finishPawn(code);
  if (text.charCodeAt(e) === 0x78) {
    code |= 1 << 20;
    if (--e < start) return -1;
  }
  const first = text.charCodeAt(start);
  const role = roleOf(first);
  if (role < 0) {
    // a pawn's capture names its file; nothing else stands before a pawn's target
    return e === start && first >= 0x61 && first <= 0x68 && (code & (1 << 20)) !== 0
      ? finishPawn(code | ((first - 0x60) << 9))
      : -1;
  }
  if (promotion !== 0) return -1;
  code |= role << 6;
  if (e > start) {
    const r = text.charCodeAt(e) - 0x30;
    if (r >= 1 && r <= 8) {
      code |= r << 13;
      e--;
    }
  }
  if (e > start) {
    const f = text.charCodeAt(e) - 0x60;
    if (f < 1 || f > 8) return -1;
    code |= f << 9;
    e--;
  }
  return e === start ? code : -1;
}

/** A pawn promotes exactly on the last rank. */
function finishPawn(code: number): number {
  const rank = (code >>> 3) & 7;
  return (rank === 0 || rank === 7) === (sanPromotion(code) !== 0) ? code : -1;
}

function readCastling(text: string, start: number, end: number, check: number): number {
  const length = end - start;
  if (length !== 3 && length !== 5) return -1;
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(start + i) !== ((i & 1) === 0 ? 0x4f : 0x2d)) return -1;
  }
  return (length === 3 ? KINGSIDE : QUEENSIDE) | check;
}
