import type { Range } from '../../base/text/range.ts';
import type { Code, Severity } from '../diagnostics/codes.ts';
import type { Fix } from '../diagnostics/diagnostic.ts';

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
export const FEN_FIELDS = [
  'piece placement',
  'side to move',
  'castling rights',
  'en passant square',
  'halfmove clock',
  'fullmove number',
] as const;

/** A repair that writes `newText` over a range. */
export const rewrite = (title: string, range: Range, newText: string, safe: boolean): Fix => ({
  title,
  edits: [{ range, newText }],
  safe,
});
