import type { Range } from '../../base/text/range.ts';
import type { Fix } from '../diagnostic.ts';
import type { Code, Severity } from '../diagnostic-codes.ts';

/** A problem in a FEN or EPD record; its code has a severity. */
export interface FenProblem {
  readonly code: Extract<Code, `FEN_${string}` | `EPD_${string}`>;
  readonly range: Range;
  readonly message: string;
  readonly fixes?: readonly Fix[];
  /** Set if it differs from the severity of the code. */
  readonly severity?: Severity;
}

/** Names of the six fields, in order (PGN standard 16.1.3). */
export const FEN_FIELD_NAMES = [
  'piece placement',
  'side to move',
  'castling rights',
  'en passant square',
  'halfmove clock',
  'fullmove number',
] as const;

/** Returns a repair that writes `newText` over a range. */
export const rewrite = (title: string, range: Range, newText: string, safe: boolean): Fix => ({
  title,
  edits: [{ range, newText }],
  safe,
});

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
  /**
   * Set if a field or a separator is missing, so that the fields after it, and what follows them, are in wrong places.
   */
  readonly shifted?: true;
}
