import type { Range } from '../../../base/text/range.ts';
import type { Diagnostic } from '../../../notation/diagnostic.ts';
import type { Code } from '../../../notation/diagnostic-codes.ts';
import type { WordChange } from './wrong-successors.ts';

/**
 * Kinds of faults. `state`: the state after an action is wrong, and the search continues from it. `action`: the action is
 * not legal. `link`: a name is another one or unknown. `claim`: a goal, a cost, an estimate or a value is not what the
 * tree gives. `order`: a node is closed or visited too early or too late. `plan`: the plan or the choice is wrong. `cut`:
 * the text ends early.
 */
export const TRACE_FAULT_KINDS = ['state', 'action', 'link', 'claim', 'order', 'plan', 'cut'] as const;
export type TraceFaultKind = (typeof TRACE_FAULT_KINDS)[number];

/** Codes of the one finding that a fault of each kind has. */
export const FAULT_CODES: Readonly<Record<TraceFaultKind, readonly Code[]>> = {
  state: ['TRACE_STATE', 'TRACE_ARITHMETIC', 'TRACE_IMPOSSIBLE_STATE'],
  action: ['TRACE_ILLEGAL_ACTION'],
  link: [
    'TRACE_UNKNOWN_NODE',
    'TRACE_NODE_NAME',
    'TRACE_DUPLICATE_NODE',
    'TRACE_FINISHED_NODE',
    'TRACE_ILLEGAL_ACTION',
  ],
  claim: ['TRACE_FALSE_GOAL', 'TRACE_MISSED_GOAL', 'TRACE_COST', 'TRACE_HEURISTIC', 'TRACE_VALUE', 'TRACE_BEST'],
  order: ['TRACE_CLOSE_ORDER', 'TRACE_VISIT_ORDER'],
  plan: ['TRACE_PLAN_ILLEGAL', 'TRACE_PLAN_GOAL', 'TRACE_PLAN_SEARCH', 'TRACE_CHOICE', 'TRACE_FIRST_LEVEL'],
  cut: ['TRACE_CUT_OFF'],
};

/** Label of the one fault of a trace. */
export interface TraceFault {
  readonly kind: TraceFaultKind;
  /** Code of the finding that the checks report. */
  readonly code: Code;
  /** Line of the trace, from 1 on. */
  readonly line: number;
  /** UTF-16 offsets of the wrong words in the trace; equal where words are missing. */
  readonly start: number;
  readonly end: number;
  /** Words that are right there. */
  readonly right: string;
}

/** The text of a trace with a fault. */
export interface SpoiledText {
  readonly text: string;
  /** Words that differ, if the search continues from them; undefined for a change of one place. */
  readonly changes?: readonly WordChange[];
}

/** Place of a fault in its trace, and the words that are right there. */
interface FaultPlace {
  readonly range: Range;
  readonly right: string;
}

/**
 * Returns the place of a fault; undefined if the finding is elsewhere.
 *
 * @param right text of the right trace
 */
export function locateFault(
  kind: TraceFaultKind,
  { text, changes }: SpoiledText,
  right: string,
  { range: found }: Diagnostic,
): FaultPlace | undefined {
  if (kind === 'cut') return { range: { start: text.length, end: text.length }, right: stepAt(right, text.length) };
  if (kind === 'order') return orderPlace(text, right, found);
  const place = changes === undefined ? differenceOf(text, right) : changedWords(text, changes, found);
  if (place === undefined) return undefined;
  const isThere = place.range.start <= found.end && found.start <= place.range.end;
  return isThere ? place : undefined;
}

/** Returns the step that comes too early or too late, and the one that is right in its place. */
function orderPlace(text: string, right: string, found: Range): FaultPlace {
  const range = stepRange(text, found.start);
  const early = stepAt(right, commonStart(text, right));
  if (early !== text.slice(range.start, range.end)) return { range, right: early };
  // The step comes late: after it, both texts are the same.
  let same = 0;
  while (same < text.length - range.end && text.at(-1 - same) === right.at(-1 - same)) same++;
  const end = right.indexOf('\n', right.length - same);
  return { range, right: end < 0 ? '' : stepAt(right, end + 1) };
}

/** Returns the number of characters that two texts have in common at the start. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Characters of words, which are given as a whole; a comma belongs to a name such as `0,0,1`. */
const WORD = /[^\s,:;=<>"'()[\]{}#]/;
const isWordAt = (text: string, at: number): boolean =>
  WORD.test(text.charAt(at)) || /^\d,\d$/.test(text.slice(Math.max(0, at - 1), at + 2));

/** Returns the words in which a text differs from the right one. */
function differenceOf(text: string, right: string): FaultPlace {
  let start = commonStart(text, right);
  let same = 0;
  while (same < Math.min(text.length, right.length) - start && text.at(-1 - same) === right.at(-1 - same)) same++;
  while (start > 0 && isWordAt(text, start - 1)) start--;
  while (same > 0 && (isWordAt(text, text.length - same) || isOpen(text.slice(start, text.length - same)))) same--;
  return { range: { start, end: text.length - same }, right: right.slice(start, right.length - same) };
}

/** Returns true for words that end within parentheses: an action such as `stack(a,b)`. */
const isOpen = (words: string): boolean => words.lastIndexOf('(') > words.lastIndexOf(')');

/** Returns the wrong words in the line of a finding, of which the right ones are known. */
function changedWords(text: string, changes: readonly WordChange[], { start }: Range): FaultPlace | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', start);
  const line = text.slice(lineStart, newline < 0 ? text.length : newline);
  let [low, high] = [Number.POSITIVE_INFINITY, -1];
  for (const { wrong, right } of changes) {
    // In the tokens of A* all steps are in one line: the words are looked for from the finding on.
    const words = wordsIn(line, wrong, right, Math.max(0, start - lineStart - wrong.length));
    if (words === undefined) continue;
    low = Math.min(low, words.at);
    high = Math.max(high, words.at + words.wrong.length);
  }
  if (high < 0) return undefined;
  let fixed = line.slice(low, high);
  for (const { wrong, right } of changes) {
    const words = wordsIn(fixed, wrong, right, 0);
    if (words !== undefined)
      fixed = fixed.slice(0, words.at) + words.right + fixed.slice(words.at + words.wrong.length);
  }
  return { range: { start: lineStart + low, end: lineStart + high }, right: fixed };
}

/** Finds the wrong words in a line, also as the numbers of Stream of Search without the target. */
function wordsIn(line: string, wrong: string, right: string, from: number) {
  for (const form of [(text: string) => text, (text: string) => text.slice(text.indexOf('[')), jsonForm]) {
    const words = form(wrong);
    const at = words === '' ? -1 : line.indexOf(words, from);
    if (at >= 0) return { at, wrong: words, right: form(right) };
  }
  return undefined;
}

const jsonForm = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Steps of the tokens of A*, which are all in one line. */
const STEP = /(?:create|close|plan) (?:(?:worker|box) )?[^a-z]*(?:(?:box) [^a-z]*)*(?:c[\d.]+ ?)*/g;

/** Returns the range of the line at an offset, or of the step of A* tokens there, without the space around it. */
function stepRange(text: string, at: number): Range {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const line = text.slice(start, newline < 0 ? text.length : newline);
  if (!/^(?:create|close|plan) /.test(line)) return { start, end: start + line.length };
  const steps = Array.from(line.matchAll(STEP));
  const step = steps.filter(({ index }) => index <= at - start).at(-1);
  const from = start + (step?.index ?? 0);
  return { start: from, end: from + (step?.[0].trimEnd().length ?? 0) };
}

/** Returns the line or the step at an offset. */
function stepAt(text: string, at: number): string {
  const { start, end } = stepRange(text, at);
  return text.slice(start, end);
}
