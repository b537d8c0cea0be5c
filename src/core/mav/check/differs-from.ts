import type { StateFields } from '../game.ts';
import { differences, type FieldDifference } from './compare-fields.ts';
import type { PlacedState, Position } from './example-model.ts';

/**
 * What a state says otherwise than each of the states that may be true; the one that is nearest to it counts. What an
 * earlier state left open (castling rights, counters) nobody can be wrong about.
 */
export function differsFrom({ reading, form, word }: PlacedState, position: Position): FieldDifference[] {
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
    const found = differences(game, reading.fields, fields).filter((difference) => !isOpen(difference, fields));
    if (nearest === undefined || found.length < nearest.length) nearest = found;
    if (nearest.length === 0) break;
  }
  return nearest ?? [];
}

/** True if digits are the last ones of a counter that has no room in them. */
const isEndOf = (digits: string | undefined, counter: string | undefined, most: number): boolean =>
  Number(counter) >= most && Number(digits) === Number(counter) % most;

export const isGrave = ({ field }: FieldDifference): boolean => field === 'board' || field === 'side to move';

/** True for castling rights and the en passant square. */
export const isOfRights = ({ field }: FieldDifference): boolean =>
  field === 'castling rights' || field === 'en passant square';

/** True if a state has another board or side to move than the true one. */
export const isGravelyWrong = (placed: PlacedState, truth: Position): boolean =>
  differsFrom(placed, truth).some(isGrave);
