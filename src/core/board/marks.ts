import type { SquareBlame } from '../metrics/blame.ts';
import { readFen } from '../metrics/fen-reading.ts';
import { EMPTY, pieceLetter, squareName, UNKNOWN } from '../metrics/placement.ts';

/**
 * What is wrong with a square, each with a shape of its own:
 * `invented`, a piece where none stands (a cross); `missing`, nothing where a piece stands (a dashed ring);
 * `other`, another piece than the one that stands there (a frame, the true piece in the corner);
 * `unknown`, a square that the predicted text does not describe (a question mark);
 * `outline`, a square of the true board that the prediction has wrong (corners).
 */
export type MarkKind = 'invented' | 'missing' | 'other' | 'unknown' | 'outline';

export interface Mark {
  /** Name of the square, `e4`. */
  readonly square: string;
  readonly kind: MarkKind;
  /** FEN letter of the piece that really stands there, for `missing` and `other`. */
  readonly actual?: string;
  /** True if the predicted content was true earlier in the game (an arrow back). */
  readonly stale?: boolean;
}

/**
 * The marks of a predicted board, in FEN order: one for each square that is wrong or not described.
 *
 * @param trueFen, predictedFen read as far as they can be; only their boards matter
 * @param blame of the same prediction, for the arrows of stale squares
 */
export function predictionMarks(trueFen: string, predictedFen: string, blame?: readonly SquareBlame[] | null): Mark[] {
  const truth = readFen(trueFen).placement.squares;
  const predicted = readFen(predictedFen).placement.squares;
  const stale = new Set((blame ?? []).flatMap(({ square, ply }) => (ply === null ? [] : [square])));
  const marks: Mark[] = [];
  for (let s = 0; s < 64; s++) {
    if (predicted[s] === truth[s]) continue;
    const square = squareName(s);
    const actual = pieceLetter(truth[s] ?? EMPTY);
    const kind =
      predicted[s] === UNKNOWN
        ? 'unknown'
        : actual === null
          ? 'invented'
          : predicted[s] === EMPTY
            ? 'missing'
            : 'other';
    marks.push({
      square,
      kind,
      ...(actual !== null && kind !== 'unknown' && { actual }),
      ...(stale.has(square) && { stale: true }),
    });
  }
  return marks;
}

/** The same squares on the true board, where corners point them out. */
export const outlines = (marks: readonly Mark[]): Mark[] => marks.map(({ square }) => ({ square, kind: 'outline' }));
