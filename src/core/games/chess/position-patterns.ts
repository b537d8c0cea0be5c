import { err, ok, type Result } from '../../base/result.ts';
import { plural } from '../../base/text/counts.ts';
import { FRAME, HASH, TURN, WHITE } from './frame.ts';
import { popcount } from './geometry.ts';
import { playSan, readSan } from './san.ts';
import { INITIAL_FEN, parseChess } from './state.ts';

/** Test of the frame at `words[at]`. */
export interface FrameTest {
  (words: Int32Array, at: number): boolean;
  /** The frame of the only position that passes, apart from its counters; undefined if several do. */
  readonly target?: Int32Array;
}

/** Reason why a text is no pattern, with its range. */
export interface PatternFault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

const PIECES = 'PNBRQKpnbrqk';

/** Squares in two words, low half first. */
class Squares {
  low = 0;
  high = 0;

  add(square: number): void {
    if (square < 32) this.low |= 1 << square;
    else this.high |= 1 << (square - 32);
  }
}

/** Sets of squares by required content. */
interface Wanted {
  readonly pieces: readonly Squares[];
  readonly empty: Squares;
  readonly occupied: Squares;
  readonly white: Squares;
  readonly black: Squares;
}

/**
 * Reads a pattern of positions: the first field of a FEN, in which `?` is any square, `!` any piece, `A` any white and
 * `a` any black piece, and `*` the remaining squares of a rank; the side to move may follow.
 */
export function readPositionPattern(text: string): Result<FrameTest, PatternFault> {
  const start = text.length - text.trimStart().length;
  const [board = '', side, ...rest] = text.trim().split(/\s+/);
  if (rest.length > 0 || (side !== undefined && side !== 'w' && side !== 'b')) {
    const from = start + board.length;
    return err({
      message: 'a pattern has a board and at most the side to move, w or b',
      start: from,
      end: text.length,
    });
  }
  const ranks = board.split('/');
  if (ranks.length !== 8)
    return err({
      message: `the pattern has ${plural(ranks.length, 'rank')} instead of 8`,
      start,
      end: start + board.length,
    });
  const wanted: Wanted = {
    pieces: Array.from(PIECES, () => new Squares()),
    empty: new Squares(),
    occupied: new Squares(),
    white: new Squares(),
    black: new Squares(),
  };
  let from = start;
  for (const [index, rank] of ranks.entries()) {
    const message = readRank(rank, 8 * (7 - index), wanted);
    if (message !== undefined) return err({ message, start: from, end: from + Math.max(1, rank.length) });
    from += rank.length + 1;
  }
  return ok(makeTest(wanted, side === undefined ? -1 : side === 'w' ? 0 : 1));
}

/** Reads a rank whose first square is `square`; returns its error, if any. */
function readRank(rank: string, square: number, wanted: Wanted): string | undefined {
  const width = Array.from(rank, (sign) => (/[1-8]/.test(sign) ? Number(sign) : sign === '*' ? 0 : 1));
  const used = width.reduce((sum, one) => sum + one, 0);
  const stars = rank.split('*').length - 1;
  if (stars > 1) return 'a rank has * at most once';
  if (used > 8 || (used < 8 && stars === 0))
    return `rank ${(square >> 3) + 1} has ${plural(used, 'square')} instead of 8`;
  let at = square;
  for (const [i, sign] of Array.from(rank).entries()) {
    const piece = PIECES.indexOf(sign);
    const own = piece >= 0 ? wanted.pieces[piece] : fixedSquares(sign, wanted);
    if (/[1-8]/.test(sign)) for (let n = width[i] ?? 0; n > 0; n--) wanted.empty.add(at + n - 1);
    else if (own !== undefined) own.add(at);
    else if (sign !== '?' && sign !== '*') return `${sign} is no piece, digit, ?, !, *, A or a`;
    at += sign === '*' ? 8 - used : (width[i] ?? 0);
  }
  return undefined;
}

function fixedSquares(sign: string, { occupied, white, black }: Wanted): Squares | undefined {
  return sign === '!' ? occupied : sign === 'A' ? white : sign === 'a' ? black : undefined;
}

function makeTest({ pieces, empty, occupied, white, black }: Wanted, turn: number): FrameTest {
  const placed = pieces.flatMap(({ low, high }, piece) =>
    low === 0 && high === 0 ? [] : [{ low, high, role: 2 * (piece % 6), color: WHITE + (piece < 6 ? 0 : 2) }],
  );
  return (words, at) => {
    if (turn >= 0 && words[at + TURN] !== turn) return false;
    for (const { low, high, role, color } of placed) {
      if ((words[at + role] & words[at + color] & low) !== low) return false;
      if ((words[at + role + 1] & words[at + color + 1] & high) !== high) return false;
    }
    const [whiteLow, whiteHigh] = [words[at + WHITE], words[at + WHITE + 1]];
    const [blackLow, blackHigh] = [words[at + WHITE + 2], words[at + WHITE + 3]];
    const [low, high] = [whiteLow | blackLow, whiteHigh | blackHigh];
    return (
      (low & empty.low) === 0 &&
      (high & empty.high) === 0 &&
      (low & occupied.low) === occupied.low &&
      (high & occupied.high) === occupied.high &&
      (whiteLow & white.low) === white.low &&
      (whiteHigh & white.high) === white.high &&
      (blackLow & black.low) === black.low &&
      (blackHigh & black.high) === black.high
    );
  };
}

/** Roles in the order of the frame, without kings. */
const ROLES = 'PNBRQ';

/** Minimum and maximum number of pieces of a role of a side. */
interface Bounds {
  least: number;
  most: number;
}

/**
 * Reads a balance of material such as `QR v qrr`: the pieces of one side, `v`, and those of the other. Upper case
 * before and lower case after the `v` are White and Black; if both sides are in upper case, either may be White. Kings
 * may be left out. `P*` is any number of pawns, `P+` one or more; the board has no pieces that are not named.
 */
export function readMaterialPattern(text: string): Result<FrameTest, PatternFault> {
  const sides = /^(.*?)\s*\bv\b\s*(.*)$/s.exec(text);
  if (sides === null)
    return err({
      message: 'material is given as two sides with v between, such as QR v qrr',
      start: 0,
      end: text.length,
    });
  const [, one = '', other = ''] = sides;
  const first = readSide(one, text, 0);
  if (!first.ok) return first;
  const second = readSide(other, text, text.length - other.length);
  if (!second.ok) return second;
  const isFixed = isSmall(one) !== isSmall(other) || one.trim() === '' || other.trim() === '';
  const [white, black] =
    isSmall(one) || (one.trim() === '' && !isSmall(other)) ? [second.value, first.value] : [first.value, second.value];
  return ok(
    (words, at) =>
      (fits(words, at, 0, white) && fits(words, at, 1, black)) ||
      (!isFixed && fits(words, at, 0, black) && fits(words, at, 1, white)),
  );
}

const isSmall = (side: string): boolean => /[a-z]/.test(side);

function readSide(side: string, text: string, start: number): Result<readonly Bounds[], PatternFault> {
  const bounds = Array.from(ROLES, () => ({ least: 0, most: 0 }));
  const fault = (message: string, at: number): Result<never, PatternFault> =>
    err({ message, start: start + at, end: Math.min(text.length, start + at + 1) });
  if (/[a-z]/.test(side) && /[A-Z]/.test(side)) return fault('a side has capitals or small letters, not both', 0);
  let last: Bounds | undefined;
  for (const [at, sign] of Array.from(side).entries()) {
    if (/\s/.test(sign)) continue;
    if (sign === '*' || sign === '+') {
      if (last === undefined) return fault(`${sign} must follow a piece`, at);
      last.most = Number.POSITIVE_INFINITY;
      if (sign === '*') last.least--;
      last = undefined;
      continue;
    }
    const role = ROLES.indexOf(sign.toUpperCase());
    last = bounds[role];
    if (last === undefined) {
      if (sign.toUpperCase() === 'K') continue;
      return fault(`${sign} is no piece`, at);
    }
    last.least++;
    last.most++;
  }
  return ok(bounds);
}

function fits(words: Int32Array, at: number, color: number, bounds: readonly Bounds[]): boolean {
  const low = words[at + WHITE + 2 * color];
  const high = words[at + WHITE + 2 * color + 1];
  for (const [role, { least, most }] of bounds.entries()) {
    const count = popcount(words[at + 2 * role] & low, words[at + 2 * role + 1] & high);
    if (count < least || count > most) return false;
  }
  return true;
}

/** A move, perhaps with its number, which is ignored. */
const MOVE = /(?:\d+\.+)?([^\s.]+)/g;

/**
 * Reads a line of moves from the start position in SAN, with or without move numbers. The test finds the position after
 * it, so that other orders of moves match, too.
 */
export function readLinePattern(text: string): Result<FrameTest, PatternFault> {
  const start = parseChess(INITIAL_FEN, false);
  const words = new Int32Array(2 * FRAME);
  if (start.ok) words.set(start.value.words);
  let at = 0;
  let moves = 0;
  for (const match of text.matchAll(MOVE)) {
    const [whole, san = ''] = match;
    if (/^\d+$/.test(san)) continue;
    const end = match.index + whole.length;
    const place = { start: end - san.length, end };
    const code = readSan(san, 0, san.length);
    if (code < 0) return err({ message: `${san} is no move in SAN`, ...place });
    if (playSan(words, at, FRAME - at, code) < 0) return err({ message: `${san} is not legal there`, ...place });
    at = FRAME - at;
    moves++;
  }
  if (moves === 0) return err({ message: 'the line has no move', start: 0, end: text.length });
  const target = words.slice(at, at + FRAME);
  const isThere = (frames: Int32Array, frame: number): boolean => {
    // the hash first: it nearly always differs
    for (let i = HASH + 1; i >= 0; i--) if (frames[frame + i] !== target[i]) return false;
    return true;
  };
  return ok(Object.assign(isThere, { target }));
}
