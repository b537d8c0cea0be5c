import { err, ok, type Result } from '../../base/result.ts';
import { RIGHTS } from '../../games/chess/frame.ts';
import { type ChessState, parseChess } from '../../games/chess/state.ts';
import type { FenReading } from './reading.ts';

/** A position, and the rules that its castling rights require. */
export interface FenPosition {
  readonly state: ChessState;
  readonly variant: 'chess' | 'chess960';
}

/** Default values of fields missing at the end of a FEN. */
const REST = ['', 'w', '-', '-', '0', '1'] as const;

/**
 * The position of the fields of a FEN; fields at the end may be missing. The variant is Chess960 if the castling rights
 * fit nothing else. An error states why there is no position.
 */
export function fieldsPosition(fields: readonly string[]): Result<FenPosition, string> {
  const fen = [...fields, ...REST.slice(fields.length)].join(' ');
  const plain = parseChess(fen, false);
  if (!plain.ok) return err(plain.error);
  const shuffled = parseChess(fen, true);
  return shuffled.ok && shuffled.value.words[RIGHTS] !== plain.value.words[RIGHTS]
    ? ok({ state: shuffled.value, variant: 'chess960' })
    : ok({ state: plain.value, variant: 'chess' });
}

/** The rules of a state of chess that nobody named: Chess960 if its castling rights fit nothing else. */
export function chessGameOf(fen: string): FenPosition['variant'] {
  const found = fieldsPosition(fen.trim().split(/\s+/));
  return found.ok ? found.value.variant : 'chess';
}

/** The words of a reading's fields. */
export const fieldWords = (text: string, { fields }: FenReading): string[] =>
  fields.map(({ start, end }) => text.slice(start, end));

/** The position of a record that has at least the four fields of EPD. */
export function positionOf(text: string, reading: FenReading): FenPosition | { state: undefined; variant: 'chess' } {
  const found = reading.fields.length < 4 ? undefined : fieldsPosition(fieldWords(text, reading));
  return found?.ok === true ? found.value : { state: undefined, variant: 'chess' };
}
