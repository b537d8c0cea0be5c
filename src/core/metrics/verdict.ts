import { FEN_FIELDS, type FenField, type FenReading } from './fen-reading.ts';
import type { PlacementReading } from './placement.ts';

/**
 * What is wrong with a prediction, the first that matches in this order (docs/metrics.md, "In words"):
 * no state in the answer; no board that can be read; a board, but not six well-formed FEN fields; a position that the
 * rules forbid; wrong squares; wrong side to move; wrong castling rights; wrong en passant square; wrong counters; the
 * same position, written differently; none.
 */
export const VERDICTS = [
  'none',
  'unparsable',
  'format',
  'impossible',
  'squares',
  'side',
  'castling',
  'en passant',
  'clocks',
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
  /** True if the texts are equal. */
  readonly exactMatch: boolean;
}

/** The verdict: the first of `VERDICTS` that matches. */
export function verdictOf({ predicted, valid, wrongSquares, fields, exactMatch }: VerdictInput): Verdict {
  if (predicted === undefined) return 'none';
  if (exactMatch && valid) return 'exact';
  if (!valid) {
    if (!predicted.placement.complete) return 'unparsable';
    return predicted.faults.length > 0 ? 'format' : 'impossible';
  }
  if (wrongSquares > 0) return 'squares';
  if (fields.includes('side')) return 'side';
  if (fields.includes('castling')) return 'castling';
  if (fields.includes('en passant')) return 'en passant';
  if (fields.includes('halfmove') || fields.includes('fullmove')) return 'clocks';
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
