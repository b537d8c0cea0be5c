import { distance } from 'fastest-levenshtein';
import { collapseSpace } from './fen-reading.ts';

/** Lambda of the kernel (paper, Appendix A, "Edit distance"). */
export const DEFAULT_LAMBDA = 0.1;

/** String metrics of a prediction against the true FEN. */
export interface StringMetrics {
  /** Levenshtein distance over the full FEN, in UTF-16 code units; the length of the true FEN if there is no prediction. */
  readonly editDistance: number;
  /** Levenshtein distance over the piece placement field alone. */
  readonly placementDistance: number;
  /** exp(-lambda * editDistance), 0..1. */
  readonly kernel: number;
  /** True if the full FEN is equal. */
  readonly exactMatch: boolean;
}

/**
 * Returns Levenshtein distances, their kernel and the exact match. White-space runs read as one space on both sides.
 *
 * @param truth the true FEN
 * @param predicted the predicted text; undefined if the answer held no state: the distance is then the true FEN's
 * length
 * @param placements the piece placement fields, when the caller knows them; else the text up to the first space
 */
export function stringMetrics(
  truth: string,
  predicted: string | undefined,
  lambda: number = DEFAULT_LAMBDA,
  placements?: { readonly truth: string; readonly predicted: string },
): StringMetrics {
  const a = collapseSpace(truth);
  const b = predicted === undefined ? '' : collapseSpace(predicted);
  const editDistance = a === b ? 0 : distance(a, b);
  const truePlacement = placements?.truth ?? firstField(a);
  const predictedPlacement = placements?.predicted ?? firstField(b);
  return {
    editDistance,
    placementDistance: truePlacement === predictedPlacement ? 0 : distance(truePlacement, predictedPlacement),
    kernel: kernel(editDistance, lambda),
    exactMatch: predicted !== undefined && a === b,
  };
}

/**
 * Returns string metrics of two states of a world, over the texts that the world itself prints: their order and their
 * spaces carry no information about a state. `rawEditDistance` is over the texts as written.
 *
 * @param own returns the world's own text of a state; a text that is no state unchanged
 */
export function worldStringMetrics(
  truth: string,
  predicted: string | undefined,
  own: (text: string) => string,
  lambda?: number,
  placements?: Parameters<typeof stringMetrics>[3],
): StringMetrics & { readonly rawEditDistance: number } {
  const metrics = stringMetrics(own(truth), predicted === undefined ? undefined : own(predicted), lambda, placements);
  return { ...metrics, rawEditDistance: stringMetrics(truth, predicted).editDistance };
}

/** Returns exp(-lambda * distance): 1 for equal texts, towards 0 with the distance; lambda > 0. */
export const kernel = (editDistance: number, lambda: number = DEFAULT_LAMBDA): number =>
  Math.exp(-lambda * editDistance);

function firstField(text: string): string {
  const space = text.indexOf(' ');
  return space < 0 ? text : text.slice(0, space);
}

/** Modes of comparing en passant squares in string metrics, errors and verdict. */
export const EN_PASSANT_MODES = ['as-written', 'when-legal'] as const;
/**
 * Mode of comparing en passant squares. `as-written` (the default) compares the field as text: the FEN standard names
 * the square after every double step (PGN standard 16.1.3.4), many tools only when a capture is legal, and the
 * published edit distances count the difference. `when-legal` first writes `-` on both sides for a square where no
 * capture is legal (the X-FEN habit), so that `e3` after 1. e4 is no error.
 */
export type EnPassantMode = (typeof EN_PASSANT_MODES)[number];

/**
 * Returns a FEN with its en passant field replaced, when it has six fields; the text itself otherwise.
 *
 * @param text a FEN with single spaces (`collapseSpace`)
 */
export function withEnPassant(text: string, square: string): string {
  const fields = text.split(' ');
  if (fields.length !== 6 || fields[3] === square) return text;
  fields[3] = square;
  return fields.join(' ');
}
