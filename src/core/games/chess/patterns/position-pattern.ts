import { err, ok, type Result } from '../../../base/result.ts';
import { plural } from '../../../base/text/plural.ts';
import { TURN, WHITE } from '../frame.ts';

/** A test of the frame at `words[at]`. */
export interface FrameTest {
  (words: Int32Array, at: number): boolean;
  /** The frame of the only position that passes, apart from its counters; undefined where several do. */
  readonly target?: Int32Array;
}

/** Why a text is no pattern, with the place in it. */
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

/** The squares that must have each kind of content. */
interface Wanted {
  readonly pieces: readonly Squares[];
  readonly empty: Squares;
  readonly occupied: Squares;
  readonly white: Squares;
  readonly black: Squares;
}

/**
 * Reads a pattern of positions: the first field of a FEN, in which `?` is any square, `!` any piece, `A` any white and `a` any
 * black piece, and `*` the squares of a rank that the rest of it leaves; the side to move may follow.
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
  return ok(testOf(wanted, side === undefined ? -1 : side === 'w' ? 0 : 1));
}

/** Reads a rank whose first square is `square`; returns what is wrong with it. */
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

function testOf({ pieces, empty, occupied, white, black }: Wanted, turn: number): FrameTest {
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
