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
  /** What is there and what should be, in words. */
  readonly message: string;
}

/** True if a difference is of the digits behind a native state, whose form is assumed. */
export const isDigitsDifference = ({ field }: FieldDifference, { form, word }: MavState): boolean =>
  form === 'native' && field !== 'board' && field !== 'side to move' && word.text.includes('|');

export const DIGITS_ASSUMED = ' (the format of the digits is assumed)';

/** More squares than these are counted. */
const MAX_SQUARES = 6;

/** What two states that are read differ in, of what both say. */
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
 * What a state says otherwise than each of the states that may be true; the one that is nearest to it counts. What an
 * earlier state left open (castling rights, counters) nobody can be wrong about.
 */
export function differencesFrom({ reading, form, word }: MavState, position: MavPosition): FieldDifference[] {
  if (position.game.saysAll?.(reading, position.state) === true) return [];
  const { game, hasCounters, hasFullmove, hasCastling } = position;
  let allowed: string | undefined;
  const isShort = form === 'native' && word.text.includes('|');
  const { halfmove, fullmove } = reading.fields;
  const isOpen = ({ field }: FieldDifference, fields: StateFields): boolean => {
    if (field === 'fullmove number') return !hasFullmove || (isShort && isEndOf(fullmove, fields.fullmove, 1000));
    if (field === 'halfmove clock') return !hasCounters || (isShort && isEndOf(halfmove, fields.halfmove, 100));
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

/** True if digits are the last ones of a counter that has no room in them. */
const isEndOf = (digits: string | undefined, counter: string | undefined, most: number): boolean =>
  Number(counter) >= most && Number(digits) === Number(counter) % most;

export const isGraveDifference = ({ field }: FieldDifference): boolean => field === 'board' || field === 'side to move';

/** True for castling rights and the en passant square. */
export const isRightsDifference = ({ field }: FieldDifference): boolean =>
  field === 'castling rights' || field === 'en passant square';

/** True if a state has another board or side to move than the true one. */
export const isGravelyWrong = (placed: MavState, truth: MavPosition): boolean =>
  differencesFrom(placed, truth).some(isGraveDifference);

/** The state of a position that is nearest to what a text says; undefined when the position has none. */
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

/** True if a state says nothing that is wrong. */
export const isStateRight = (placed: MavState, truth: MavPosition): boolean =>
  placed.reading.error === undefined && differencesFrom(placed, truth).length === 0;

/**
 * What a chess state says as a whole FEN, so that it can be compared: fields that it leaves out, or that nobody can know,
 * are those of the true state. A FEN of six fields, and what has no board, stays as it is written.
 *
 * @param truth fields of the true state, `en passant` as a FEN has it first
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

/** What a state of stones says, without the digits behind its cells; what has no board stays as it is written. */
export function comparableStones({ word, reading: { fields } }: MavState, truth: StateFields): string {
  const { board, side = truth.side ?? 'x' } = fields;
  return board === undefined ? word.text.replace(/\s+/g, ' ') : `${side} || ${board.split('').join(' ')} ||`;
}
