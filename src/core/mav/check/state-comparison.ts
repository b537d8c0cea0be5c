import { plural } from '../../base/text/counts.ts';
import type { MavGame, StateFields } from '../games.ts';
import { boardToPlacement } from '../native-chess.ts';
import type { MavPosition, MavState } from './example-model.ts';

export interface FieldDifference {
  readonly field:
    | 'board'
    | 'side to move'
    | 'castling rights'
    | 'en passant square'
    | 'halfmove clock'
    | 'fullmove number';
  /** Written and true value, in words. */
  readonly message: string;
}

/** Returns true if a difference is in the digits after a native state, whose form is assumed. */
export const isDigitsDifference = ({ field }: FieldDifference, { form, word }: MavState): boolean =>
  form === 'native' && field !== 'board' && field !== 'side to move' && word.text.includes('|');

export const DIGITS_ASSUMED = ' (the format of the digits is assumed)';

/** Most squares in a message; further ones are counted. */
const MAX_SQUARES = 6;

/** Returns the differences of two states in the fields that both have. */
export function fieldDifferences(game: MavGame<unknown>, said: StateFields, truth: StateFields): FieldDifference[] {
  const found: FieldDifference[] = [];
  if (said.board !== undefined && truth.board !== undefined && said.board !== truth.board)
    found.push({ field: 'board', message: squares(game, said.board, truth.board) });
  const plain = (field: FieldDifference['field'], a: string | undefined, b: string | undefined): void => {
    if (a !== undefined && b !== undefined && a !== b) found.push({ field, message: `${field} ${a}, true ${b}` });
  };
  plain('side to move', said.side, truth.side);
  if ((said.rights ?? said.castling) !== (truth.rights ?? truth.castling))
    plain('castling rights', said.castling, truth.castling);
  const [ep] = said.enPassant ?? [];
  if (ep !== undefined && truth.enPassant?.includes(ep) === false)
    found.push({ field: 'en passant square', message: `en passant square ${ep}, true ${truth.enPassant[0]}` });
  plain('halfmove clock', said.halfmove, truth.halfmove);
  plain('fullmove number', said.fullmove, truth.fullmove);
  return found;
}

function squares(game: MavGame<unknown>, said: string, truth: string): string {
  if (said.length !== truth.length) return `${said.length} cells, true ${truth.length}`;
  const wrong: string[] = [];
  for (let i = 0; i < said.length; i++)
    if (said[i] !== truth[i])
      wrong.push(`${game.squareName(i, truth)} ${shown(said.charAt(i))}, true ${shown(truth.charAt(i))}`);
  const more = wrong.length > MAX_SQUARES ? `; and ${wrong.length - MAX_SQUARES} more` : '';
  return `${plural(wrong.length, 'square')} wrong (${wrong.slice(0, MAX_SQUARES).join('; ')}${more})`;
}

const shown = (piece: string): string => (piece === '.' ? 'empty' : piece);

/**
 * Returns the differences of a state from a position: those from the closest of its possible states. Parts that an
 * earlier state left open (castling rights, counters) cannot be wrong.
 */
export function differencesFrom({ reading, form, word }: MavState, position: MavPosition): FieldDifference[] {
  if (position.game.agreesWith?.(reading, position.state) === true) return [];
  const { game, hasCounters, hasFullmove, hasCastling } = position;
  let allowed: string | undefined;
  const isShort = form === 'native' && word.text.includes('|');
  const { halfmove, fullmove } = reading.fields;
  const isOpen = ({ field }: FieldDifference, fields: StateFields): boolean => {
    if (field === 'fullmove number') return !hasFullmove || (isShort && isCounterEnd(fullmove, fields.fullmove, 1000));
    if (field === 'halfmove clock') return !hasCounters || (isShort && isCounterEnd(halfmove, fields.halfmove, 100));
    if (field !== 'castling rights') return false;
    if (hasCastling) return false;
    allowed ??= [...position.states()].map((state) => game.fieldsOf(state).castling ?? '').join('');
    const rights = allowed;
    return (reading.fields.castling ?? '').split('').every((right) => right === '-' || rights.includes(right));
  };
  let nearest: FieldDifference[] | undefined;
  for (const state of position.states()) {
    const fields = state === position.state ? position.fields : position.fieldsOf(state);
    const found = fieldDifferences(game, reading.fields, fields).filter((difference) => !isOpen(difference, fields));
    if (nearest === undefined || found.length < nearest.length) nearest = found;
    if (nearest.length === 0) break;
  }
  return nearest ?? [];
}

/** Returns true if digits are the last ones of a counter that is too large for them. */
const isCounterEnd = (digits: string | undefined, counter: string | undefined, most: number): boolean =>
  Number(counter) >= most && Number(digits) === Number(counter) % most;

export const isGraveDifference = ({ field }: FieldDifference): boolean => field === 'board' || field === 'side to move';

/** Returns true for castling rights and the en passant square. */
export const isRightsDifference = ({ field }: FieldDifference): boolean =>
  field === 'castling rights' || field === 'en passant square';

/** Returns true if a state has another board or side to move than the true one. */
export const isGravelyWrong = (placed: MavState, truth: MavPosition): boolean =>
  differencesFrom(placed, truth).some(isGraveDifference);

/** Returns the possible state of a position that is closest to a text. */
export function nearestState({ reading }: MavState, position: MavPosition): unknown {
  let nearest: unknown;
  let least = Number.POSITIVE_INFINITY;
  for (const state of position.states()) {
    const { length } = fieldDifferences(position.game, reading.fields, position.fieldsOf(state));
    if (length < least) {
      nearest = state;
      least = length;
    }
    if (least === 0) break;
  }
  return nearest;
}

/** Returns true if a state is readable and has no errors. */
export const isStateRight = (placed: MavState, truth: MavPosition): boolean =>
  placed.reading.error === undefined && differencesFrom(placed, truth).length === 0;

/**
 * Returns a chess state as a whole FEN for comparison: fields that it leaves out, or that cannot be known, are those of
 * the true state. A FEN of six fields, and text without a board, stay as written.
 *
 * @param truth fields of the true state, the en passant square of a FEN first
 */
export function comparableFen({ word, form, reading }: MavState, truth: StateFields, hasCounters: boolean): string {
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
  return [
    boardToPlacement(board),
    side ?? truth.side ?? 'w',
    castling ?? truth.castling ?? '-',
    square,
    ...counters,
  ].join(' ');
}

/** Returns a state of stones without the digits after its cells; text without a board stays as written. */
export function comparableStones({ word, reading: { fields } }: MavState, truth: StateFields): string {
  const { board, side = truth.side ?? 'x' } = fields;
  return board === undefined ? word.text.replace(/\s+/g, ' ') : `${side} || ${board.split('').join(' ')} ||`;
}
