import { FEN_FIELDS, type FenField, type FenReading } from './fen-reading.ts';
import type { PlacementReading } from './placement.ts';

/**
 * What is wrong with a prediction, the first that matches in this order (docs/metrics.md, "In words"):
 * no state in the answer; no board that can be read; a board, but not six well-formed FEN fields; a position that the
 * rules forbid; wrong squares; wrong side to move; wrong castling rights; wrong en passant square; wrong counters; nothing
 * wrong that is stated, but not all fields are; the same position, written differently; none. `unread`: the answer holds something like
 * a state that cannot be read, so that there is nothing to judge.
 */
export const VERDICTS = [
  'none',
  'unread',
  'unparsable',
  'format',
  'impossible',
  'squares',
  'side',
  'castling',
  'en passant',
  'clocks',
  'partial',
  'notation',
  'exact',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Inputs of the verdict. */
export interface VerdictInput {
  /** Undefined if the answer held no state. */
  readonly predicted:
    | { readonly placement: Pick<PlacementReading, 'complete'>; readonly faults: readonly unknown[] }
    | undefined;
  /** True if the predicted text is a valid state (docs/metrics.md, "Conventions"). */
  readonly valid: boolean;
  /** Number of known squares that are wrong. */
  readonly wrongSquares: number;
  /** Fields that differ in effect. */
  readonly fields: readonly FenField[];
  /** True if the texts are equal, as far as the predicted one states its fields. */
  readonly isEqual: boolean;
  /** True if the predicted text states all six fields. */
  readonly isWhole: boolean;
}

/** The verdict: the first of `VERDICTS` that matches. */
export function verdictOf({ predicted, valid, wrongSquares, fields, isEqual, isWhole }: VerdictInput): Verdict {
  if (predicted === undefined) return 'none';
  if (isEqual && valid) return isWhole ? 'exact' : 'partial';
  if (!valid) {
    if (!predicted.placement.complete) return 'unparsable';
    return predicted.faults.length > 0 ? 'format' : 'impossible';
  }
  if (wrongSquares > 0) return 'squares';
  if (fields.includes('side')) return 'side';
  if (fields.includes('castling')) return 'castling';
  if (fields.includes('en passant')) return 'en passant';
  if (fields.includes('halfmove') || fields.includes('fullmove')) return 'clocks';
  if (!isWhole) return 'partial';
  // As `44` for an empty rank, or rights to castle of a king that has left its square.
  return 'notation';
}

/**
 * The fields after the board that are there and differ from the true ones as written. A missing field is a fault of the
 * text, not a wrong value.
 */
export function differingFields(truth: FenReading, predicted: FenReading): FenField[] {
  return FEN_FIELDS.filter((f) => predicted.fields[f] !== undefined && predicted.fields[f] !== truth.fields[f]);
}
