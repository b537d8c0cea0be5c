import type { Range } from '../../base/text/range.ts';
import type { FenProblem } from './fields.ts';

/** A FEN, as far as it can be read. */
export interface FenReading {
  /** The existing fields, in order, at most six. */
  readonly fields: readonly Range[];
  /** Piece numbers by square (`placement.ts`). */
  readonly squares: Uint8Array;
  /** 0 White, 1 Black, undefined if it cannot be read. */
  readonly turn: number | undefined;
  readonly halfmoves: number | undefined;
  readonly fullmoves: number | undefined;
  /** The problems, in text order; their codes have severities. */
  readonly problems: readonly FenProblem[];
  /** The end of the fields; the text after it (spaces, EPD operations) has not been examined. */
  readonly end: number;
  /** Set if a field or a separator is missing, so that the fields after it, and what follows them, are in wrong places. */
  readonly shifted?: true;
}
