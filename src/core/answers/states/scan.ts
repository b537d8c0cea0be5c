import type { Range } from '../../base/text/range.ts';
import { FEN_FIELDS, readLooseFen } from '../../metrics/fen-reading.ts';
import { EMPTY, readSquares } from '../../metrics/placement.ts';
import type { StatedField, StatedState } from '../answer-reading.ts';
import { makeTextView, originalRange, SIGNS, type TextView } from '../text-view.ts';
import { findArrays } from './board-rows.ts';
import { findDrawings } from './drawings.ts';
import { type ExtractionForm, type FenText, findCutOff, findFens } from './fens.ts';
import { findFieldValue } from './near-fields.ts';
import { findPieceLists } from './piece-lists.ts';
import { findPieceMaps, findRankLists } from './piece-maps.ts';

/** A chess state found by a scan of a text. */
export interface ScannedState extends StatedState {
  /** Completeness as a FEN; `malformed` for a fragment. */
  readonly whole: ExtractionForm;
}

/** Characters before and after a board within which its other fields are looked for. */
const BEFORE = 160;
const AFTER = 700;
/** Characters of a JSON object around a board, in either direction. */
const OBJECT = 1500;

/**
 * Finds all chess states in a text, in its order, none within another: FENs, lists and objects of fields, drawings,
 * arrays, lists of pieces. A board without other fields gets those that the words around it state. Linear in the text.
 */
export function scanChess({ text, signs }: TextView): ScannedState[] {
  const has = (sign: number): boolean => (signs & sign) !== 0;
  const found: StatedState[] = has(SIGNS.slash) ? [...findFens(text)].map(stateFen) : [];
  if (has(SIGNS.newline)) found.push(...findDrawings(text));
  if (has(SIGNS.bracket)) found.push(...findArrays(text));
  found.push(...findPieceLists(text));
  found.push(...findRankLists(text));
  found.push(...findPieceMaps(text, has(SIGNS.colon)));
  if (found.length === 0) return [];
  if (has(SIGNS.slash)) found.push(...findCutOff(text));
  found.sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end);
  const apart: StatedState[] = [];
  for (const state of found) {
    const last = apart.at(-1);
    if (last === undefined || state.range.start >= last.range.end) apart.push(state);
    else if (last.form === 'fragment' && state.form !== 'fragment') apart[apart.length - 1] = state;
  }
  const whole = withoutParts(apart);
  return whole.map((state, i) => completed(text, state, whole[i - 1]?.range.end, whole[i + 1]?.range.start));
}

/** Maximum number of states that are compared with each other. */
const MAX_COMPARED = 40;

/** Removes lists of pieces that only mention some of the pieces of another state. */
const withoutParts = (states: readonly StatedState[]): readonly StatedState[] =>
  states.length > MAX_COMPARED || states.every(({ form }) => form !== 'pieces')
    ? states
    : states.filter((state) => !states.some((other) => isPartOf(state, other)));

/** Returns true for a list of some pieces of a board that the text also states. */
function isPartOf(list: StatedState, board: StatedState): boolean {
  if (list.form !== 'pieces' || board === list || board.form === 'fragment') return false;
  const [some, all] = [readSquares(list.state), readSquares(board.state)];
  return some.every((code, i) => code === EMPTY || code === all[i]) && some.some((code, i) => code !== all[i]);
}

/** Returns a FEN of a text as a stated state. */
function stateFen({ fen, fields, form, range: at }: FenText): StatedState {
  const read = fields > 1 && fields < 6 ? readLooseFen(fen).fields : undefined;
  const stated: StatedField[] = FEN_FIELDS.filter((field, i) =>
    read === undefined ? i < fields - 1 : read[field] !== undefined,
  );
  return { range: at, form: form === 'malformed' ? 'fragment' : 'fen', state: fen, stated: ['board', ...stated] };
}

/** Completes a board with the other fields that the text around it states. */
function completed(
  text: string,
  state: StatedState,
  before: number | undefined,
  after: number | undefined,
): ScannedState {
  const whole = findForm(state);
  if (state.form === 'fragment' || state.stated.length > 1) return { ...state, whole };
  const [placement = ''] = state.state.split(' ', 1);
  const object = objectAround(text, state.range, before ?? 0, after ?? text.length);
  const behind = object?.behind ?? text.slice(state.range.end, Math.min(after ?? text.length, state.range.end + AFTER));
  const ahead = object?.ahead ?? wordsBefore(text, state.range.start, before);
  const values = FEN_FIELDS.map((field) => findFieldValue(behind, field) ?? findFieldValue(ahead, field));
  const stated = FEN_FIELDS.filter((_, i) => values[i] !== undefined);
  if (stated.length === 0) return { ...state, whole };
  const all = [placement, ...values.map((value) => value ?? '?')].join(' ');
  const isPlain = state.form === 'fen';
  const form = isPlain ? (object === undefined ? 'fields' : 'json') : state.form;
  return {
    ...state,
    form,
    state: all,
    stated: ['board', ...stated],
    whole: stated.length === 5 ? 'complete' : 'partial',
  };
}

const findForm = ({ form, stated }: StatedState): ExtractionForm =>
  form === 'fragment' ? 'malformed' : stated.length === 6 ? 'complete' : 'partial';

/** Returns the words before a board that may be about it: its own paragraph, and the line before it. */
function wordsBefore(text: string, start: number, before: number | undefined): string {
  const words = text.slice(Math.max(before ?? 0, start - BEFORE), start);
  if (before === undefined) return words;
  const paragraph = words.lastIndexOf('\n\n', words.length - 8);
  return paragraph < 0 ? '' : words.slice(paragraph);
}

/**
 * Returns the text of a JSON object before and after a board that is one of its values; undefined for boards elsewhere.
 */
function objectAround(
  text: string,
  { start, end }: Range,
  from: number,
  to: number,
): { readonly ahead: string; readonly behind: string } | undefined {
  if (!/["'][ \t]?:\s{0,20}["']?$/.test(text.slice(Math.max(0, start - 32), start))) return undefined;
  const least = Math.max(from, start - OBJECT);
  let depth = 0;
  let open = start - 1;
  for (; open >= least; open--) {
    if (text[open] === '}') depth++;
    else if (text[open] === '{' && depth-- === 0) break;
  }
  if (open < least && from === 0) return undefined;
  const most = Math.min(to, end + OBJECT);
  depth = 0;
  let close = end;
  for (; close < most; close++) {
    if (text[close] === '{') depth++;
    else if (text[close] === '}' && depth-- === 0) break;
  }
  return { ahead: text.slice(Math.max(open, least), start), behind: text.slice(end, close) };
}

/**
 * Finds all chess states of a text in every notation, in the order of the text, without their roles. Never throws;
 * linear in the text.
 */
export function findStates(text: string): StatedState[] {
  const view = makeTextView(text);
  return scanChess(view).map(({ range, form, state, stated }) => ({
    range: originalRange(view, range),
    form,
    state,
    stated,
  }));
}
