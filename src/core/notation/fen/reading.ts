import type { Range } from '../../base/text/range.ts';
import type { FenProblem } from './fields.ts';

/** A FEN as far as it can be read. */
export interface FenReading {
  /** The fields that are there, in order, at most six. */
  readonly fields: readonly Range[];
  /** Piece numbers by square (`placement.ts`). */
  readonly squares: Uint8Array;
  /** 0 White, 1 Black, undefined when it cannot be read. */
  readonly turn: number | undefined;
  readonly halfmoves: number | undefined;
  readonly fullmoves: number | undefined;
  /** What is wrong, by place; their codes have severities. */
  readonly problems: readonly FenProblem[];
  /** Where the fields end; what follows (spaces, EPD operations) has not been looked at. */
  readonly end: number;
}
