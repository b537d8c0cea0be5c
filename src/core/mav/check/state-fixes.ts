import type { TextEdit } from '../../base/text/range.ts';
import { isToken } from '../lexer.ts';
import type { ActionValue, MavDialect, MavWord } from '../syntax.ts';
import { bucketToken } from '../values.ts';
import type { MavPosition, MavState } from './example-model.ts';
import { nearestState } from './state-comparison.ts';

/* Fixes of the checks; none is safe (`quick-fixes.ts`). */

/** Returns the edit that deletes an action of a list, with the space before it. */
export function deletion({ range }: ActionValue, before: ActionValue | undefined): TextEdit {
  const start = before !== undefined && before.range.end === range.start - 1 ? before.range.end : range.start;
  return { range: { start, end: range.end }, newText: '' };
}

/** Returns a bucket in the spelling of an existing value. */
export const bucketLike = (value: MavWord | undefined, bucket: number, dialect: MavDialect): string =>
  value !== undefined && isToken(value) ? value.text.replace(/\d+/, String(bucket)) : bucketToken(bucket, dialect);

/** Returns the edits that replace an action and its value. */
export function pairEdits(from: ActionValue, move: string, value: string | undefined): TextEdit[] {
  const edits: TextEdit[] = from.move.text === move ? [] : [{ range: from.move.range, newText: move }];
  if (value === undefined || from.value?.text === value) return edits;
  if (from.value !== undefined) return [...edits, { range: from.value.range, newText: value }];
  const { end } = from.range;
  return [...edits, { range: { start: end, end }, newText: ` : "${value}"` }];
}

/** Returns the start of a native state's digits, with their bar; the end of the state if it has none. */
function metaAt(native: string): number {
  const bar = native.indexOf('|', native.indexOf('||') + 2);
  return bar < 0 ? native.length : bar;
}

/**
 * Returns a true position in the form of a written state: a native state, or the same number of FEN fields; unknown
 * parts stay.
 */
export function stateLike(placed: MavState, truth: MavPosition): string {
  const { game, hasCounters } = truth;
  const { word, form, reading } = placed;
  const state = nearestState(placed, truth);
  if (!game.hasFen) return game.write(state, 'native');
  if (form === 'native' && word.text.includes('|')) {
    const native = game.write(state, 'native');
    const written = word.text.slice(metaAt(word.text));
    return hasCounters && /\d/.test(written) ? native : native.slice(0, metaAt(native)) + (written || '||');
  }
  const fields = game.write(state, 'FEN').split(' ');
  if (!hasCounters) {
    const { halfmove, fullmove } = reading.fields;
    if (halfmove !== undefined) fields[4] = halfmove;
    if (fullmove !== undefined) fields[5] = fullmove;
  }
  const count = Math.min(fields.length, word.text.trim().split(/\s+/).length);
  return fields.slice(0, Math.max(2, count)).join(' ');
}

/** Returns the edit that writes a true position in place of a state. */
export const stateEdit = (placed: MavState, truth: MavPosition): TextEdit => ({
  range: placed.word.range,
  newText: stateLike(placed, truth),
});
