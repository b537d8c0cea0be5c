import { collapseSpace, FEN_FIELDS, type FenField, FIELD_NAMES } from './fen-reading.ts';

/** Field of a predicted FEN that the answer does not state. */
const NOT_STATED = '?';

/** Predicted text of an answer that holds something like a state which cannot be read, as in `[%pfen gpt-4o ??]`. */
export const UNREAD = '??';

/** The state that a text predicts; null for an answer without one, which is empty or `?`. */
export const predictedState = (text: string): string | null => (['', NOT_STATED].includes(text.trim()) ? null : text);

/** True of an answer that was not read: it has no p_m, since nobody knows what it says. */
export const isUnread = (predicted: string | null | undefined): boolean => predicted?.trim() === UNREAD;

/** Fields after the board that a predicted FEN of six fields writes as `?`, in order; none of other texts. */
export function unstatedFields(predicted: string): readonly FenField[] {
  if (!predicted.includes(NOT_STATED)) return [];
  const tokens = collapseSpace(predicted).split(' ');
  if (tokens.length !== FEN_FIELDS.length + 1) return [];
  return FEN_FIELDS.filter((_, i) => tokens[i + 1] === NOT_STATED);
}

/**
 * A predicted FEN with the fields of the true state in place of those that it does not state, so that what is not said is neither an
 * error nor an edit. The text itself where all is stated, or where the true state lacks the field.
 */
export function withTrueFields(predicted: string, unstated: readonly FenField[], truth: string): string {
  if (unstated.length === 0) return predicted;
  const fields = collapseSpace(truth).split(' ');
  const tokens = collapseSpace(predicted).split(' ');
  return tokens
    .map((token, i) => {
      const field = FEN_FIELDS[i - 1];
      return field !== undefined && unstated.includes(field) ? (fields[i] ?? token) : token;
    })
    .join(' ');
}

/** `not stated: side to move, clocks`; of a board alone `only the board is stated`. Empty where all is stated. */
export function unstatedText(unstated: readonly FenField[] | undefined): string {
  if (unstated === undefined || unstated.length === 0) return '';
  if (unstated.length === FEN_FIELDS.length) return 'only the board is stated';
  const isWithoutClocks = unstated.includes('halfmove') && unstated.includes('fullmove');
  const named = isWithoutClocks ? unstated.filter((field) => field !== 'halfmove' && field !== 'fullmove') : unstated;
  return `not stated: ${[...named.map((field) => FIELD_NAMES[field]), ...(isWithoutClocks ? ['clocks'] : [])].join(', ')}`;
}
