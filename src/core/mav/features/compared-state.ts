import { differsFrom } from '../check/differs-from.ts';
import type { PlacedState, Position } from '../check/example-model.ts';
import type { StateFields } from '../game.ts';
import { placementOf } from '../placement.ts';

/** True if a state says nothing that is wrong. */
export const isRight = (placed: PlacedState, truth: Position): boolean =>
  placed.reading.error === undefined && differsFrom(placed, truth).length === 0;

/**
 * What a chess state says as a whole FEN, so that it can be compared: fields that it leaves out, or that nobody can know,
 * are those of the true state. A FEN of six fields, and what has no board, stays as it is written.
 *
 * @param truth fields of the true state, `en passant` as a FEN has it first
 */
export function comparableFen({ word, form, reading }: PlacedState, truth: StateFields, hasCounters: boolean): string {
  const { board, side, castling, enPassant, halfmove, fullmove } = reading.fields;
  const isFen = form === 'FEN' || !word.text.includes('|');
  const broken = isFen && reading.error !== undefined;
  if (board === undefined || broken) return word.text.replace(/\s+/g, ' ');
  const trueSquare = truth.enPassant?.[0] ?? '-';
  const [own] = enPassant ?? [];
  const square = own === undefined || truth.enPassant?.includes(own) === true ? trueSquare : own;
  const counters = hasCounters
    ? [halfmove ?? truth.halfmove ?? '0', fullmove ?? truth.fullmove ?? '1']
    : [truth.halfmove ?? '0', truth.fullmove ?? '1'];
  return [placementOf(board), side ?? truth.side ?? 'w', castling ?? truth.castling ?? '-', square, ...counters].join(
    ' ',
  );
}

/** What a state of stones says, without the digits behind its cells; what has no board stays as it is written. */
export function comparableStones({ word, reading: { fields } }: PlacedState, truth: StateFields): string {
  const { board, side = truth.side ?? 'x' } = fields;
  return board === undefined ? word.text.replace(/\s+/g, ' ') : `${side} || ${board.split('').join(' ')} ||`;
}
