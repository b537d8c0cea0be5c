import { EMPTY, fenSquareName, isPiece, pieceLetter, type Squares, UNKNOWN } from './placement.ts';

/** Mistake on the board. Pieces are FEN letters. */
export type PieceError =
  /** Extra piece. */
  | { readonly kind: 'phantom'; readonly square: string; readonly predicted: string }
  /** Piece of this square that the prediction puts nowhere. */
  | { readonly kind: 'missing'; readonly square: string; readonly actual: string }
  /** Piece of `to` that the prediction puts on `square`. */
  | { readonly kind: 'misplaced'; readonly square: string; readonly predicted: string; readonly to: string }
  /** Other piece than the true one; with `with`, the two squares have exchanged their pieces. */
  | {
      readonly kind: 'swapped';
      readonly square: string;
      readonly predicted: string;
      readonly actual: string;
      readonly with?: string;
    };

/** Returns the squares (FEN order) whose predicted content is known and wrong. */
export function wrongSquares(truth: Squares, predicted: Squares): number[] {
  const wrong: number[] = [];
  for (let s = 0; s < 64; s++) if (predicted[s] !== truth[s] && predicted[s] !== UNKNOWN) wrong.push(s);
  return wrong;
}

/** Returns the number of squares whose predicted content is the true one, 0..64; an unknown square is not right. */
export function squaresRight(truth: Squares, predicted: Squares): number {
  let right = 0;
  for (let s = 0; s < 64; s++) if (predicted[s] === truth[s]) right++;
  return right;
}

/**
 * Explains the wrong squares with as few mistakes as the pieces allow: a piece that is extra on one square and lacking
 * on another is one misplaced piece (nearest pairs first), two squares that exchanged their pieces are one swap, and
 * the rest is phantom, missing or, on one square, swapped. In FEN order of the predicted square.
 */
export function pieceErrors(truth: Squares, predicted: Squares, wrong: readonly number[]): PieceError[] {
  const target = matchMisplaced(truth, predicted, wrong);
  const filled = new Set(target.values());
  const errors: PieceError[] = [];
  for (const s of wrong) {
    const square = fenSquareName(s);
    const put = pieceLetter(predicted[s]!);
    const actual = pieceLetter(truth[s]!);
    const to = target.get(s);
    if (put !== null && to !== undefined) {
      if (actual !== null && target.get(to) === s) {
        if (s < to) errors.push({ kind: 'swapped', square, predicted: put, actual, with: fenSquareName(to) });
      } else {
        errors.push({ kind: 'misplaced', square, predicted: put, to: fenSquareName(to) });
        if (actual !== null && !filled.has(s)) errors.push({ kind: 'missing', square, actual });
      }
    } else if (put !== null) {
      if (actual === null || filled.has(s)) errors.push({ kind: 'phantom', square, predicted: put });
      else errors.push({ kind: 'swapped', square, predicted: put, actual });
    } else if (actual !== null && !filled.has(s)) errors.push({ kind: 'missing', square, actual });
  }
  return errors;
}

/**
 * Pairs each extra piece with a square that lacks one of its kind. A plain exchange comes first, then the nearest in
 * king moves; ties are broken by FEN order, so that the result is deterministic.
 */
function matchMisplaced(truth: Squares, predicted: Squares, wrong: readonly number[]): Map<number, number> {
  const pairs: { from: number; to: number; cost: number }[] = [];
  for (const from of wrong) {
    const piece = predicted[from]!;
    if (!isPiece(piece)) continue;
    for (const to of wrong) {
      if (truth[to] !== piece) continue;
      const exchange = truth[from] !== EMPTY && predicted[to] === truth[from];
      pairs.push({ from, to, cost: exchange ? 0 : kingDistance(from, to) });
    }
  }
  pairs.sort((a, b) => a.cost - b.cost || a.from - b.from || a.to - b.to);
  const target = new Map<number, number>();
  const taken = new Set<number>();
  for (const { from, to } of pairs) {
    if (target.has(from) || taken.has(to)) continue;
    target.set(from, to);
    taken.add(to);
  }
  return target;
}

function kingDistance(a: number, b: number): number {
  return Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));
}
