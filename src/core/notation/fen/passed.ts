import type { Range } from '../../base/text/range.ts';
import { canHavePassed, enPassantSquare } from './en-passant-field.ts';
import type { FenReading } from './reading.ts';

/** An en passant square that a pawn can just have passed, with its field. */
export interface PassedSquare {
  readonly square: number;
  readonly range: Range;
}

/** The en passant square of a record; undefined if it has none, or one that no pawn can have passed. */
export function passedOf(
  text: string,
  { fields, squares, turn }: Pick<FenReading, 'fields' | 'squares' | 'turn'>,
): PassedSquare | undefined {
  const [, , , range] = fields;
  if (range === undefined || turn === undefined) return undefined;
  const square = enPassantSquare(text.slice(range.start, range.end));
  return square >= 0 && canHavePassed(squares, square, turn) ? { square, range } : undefined;
}
