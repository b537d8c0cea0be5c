import type { Range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { ActionValue } from '../syntax.ts';

/** Items that repeat in a cycle up to the end. */
interface Loop {
  /** Index of the first item of the cycle. */
  readonly start: number;
  /** Number of items of the cycle. */
  readonly period: number;
  /** Number of complete cycles, at least 3. */
  readonly count: number;
}

/** Number of repetitions that make a loop. */
const LEAST = 3;

/**
 * Finds the longest cyclic end of a sequence, as a model writes that cannot stop; its last item may be truncated.
 * Undefined if nothing repeats three times. Takes linear time.
 */
export const findLoop = (items: readonly string[]): Loop | undefined => loopAt(items) ?? loopAt(items.slice(0, -1));

function loopAt(items: readonly string[]): Loop | undefined {
  const { length } = items;
  // Borders of the reversed sequence by Knuth, Morris and Pratt: an end has the period of its length minus its border.
  const borders = new Int32Array(length);
  const fromEnd = (at: number): string | undefined => items[length - 1 - at];
  let found: Loop | undefined;
  for (let at = 0, border = 0; at < length; at++) {
    while (border > 0 && fromEnd(at) !== fromEnd(border)) border = borders[border - 1] ?? 0;
    if (at > 0 && fromEnd(at) === fromEnd(border)) border++;
    borders[at] = border;
    const period = at + 1 - border;
    if (at + 1 >= LEAST * period) found = { start: length - at - 1, period, count: Math.floor((at + 1) / period) };
  }
  return found;
}

/** Longest cycle in a message, in UTF-16 units. */
const MAX_CYCLE = 60;

function loopMessage(cycle: string, count: number): string {
  const words = cycle.trim().replace(/\s+/g, ' ');
  return `repeats ${words.length > MAX_CYCLE ? `${words.slice(0, MAX_CYCLE - 1).trimEnd()}…` : words} ${count} times from here`;
}

/**
 * Returns the finding that actions repeat in a cycle.
 *
 * @param illegal actions of the cycle that are not legal
 */
export function loopFinding(
  actions: readonly ActionValue[],
  { start, period, count }: Loop,
  illegal: readonly string[] = [],
): Diagnostic {
  const [first, last] = [actions[start], actions.at(-1)];
  const cycle = actions.slice(start, start + period).map(({ move }) => move.text);
  const range = { start: first?.range.start ?? 0, end: last?.range.end ?? 0 };
  const also =
    illegal.length === 0
      ? ''
      : illegal.length === period
        ? `; ${period === 1 ? 'it is not' : 'none of them is'} legal here`
        : `; not legal here: ${illegal.slice(0, MAX_NAMES).join(', ')}${illegal.length > MAX_NAMES ? ', …' : ''}`;
  return diagnostic('MAV_LOOP', range, loopMessage(cycle.join(' '), count) + also);
}

/** Most illegal actions in a message. */
const MAX_NAMES = 5;

/** A piece of text that repeats up to the end. */
interface TextLoop {
  /** From the first repetition to the end. */
  readonly range: Range;
  /** Start of the second repetition. */
  readonly again: number;
  readonly count: number;
}

/** Number of repetitions of text that make a loop, and their length in UTF-16 units. */
const LEAST_TEXTS = 4;
const LEAST_LENGTH = 60;
/** More signs than any board has cells: the empty rows of a right state are no loop. */
const LEAST_SIGNS = 1000;
const WORD = /[^\s<>/:[\]"]+|[<>/:[\]"]/g;
/** Most words after a loop: the brackets that close its line. */
const MAX_AFTER = 2;

/** Returns the index of the word of a cycle with which a person would begin: of a line, else of a bracket, else 0. */
function cycleStart(text: string, cycle: readonly { readonly text: string; readonly at: number }[]): number {
  const ofLine = cycle.findIndex(({ at }) => /[\r\n][ \t]*$/.test(text.slice(Math.max(0, at - 20), at)));
  return Math.max(0, ofLine >= 0 ? ofLine : cycle.findIndex((word) => word.text === '[' || word.text === '<'));
}

/** Finds the cyclic end of a text, by words. Takes linear time. */
function findTextLoop(text: string, { start, end }: Range): TextLoop | undefined {
  if (end - start < LEAST_LENGTH) return undefined;
  const words = [...text.slice(start, end).matchAll(WORD)].map((word) => ({ text: word[0], at: start + word.index }));
  for (let after = 0; after <= MAX_AFTER; after++) {
    const own = words.slice(0, words.length - after).map((word) => word.text);
    const loop = loopAt(own);
    const last = words.at(-1);
    if (loop === undefined || last === undefined) continue;
    const { start: from, period } = loop;
    const at = from + cycleStart(text, words.slice(from, from + period));
    const [first, second] = [words[at], words[at + period]];
    const count = Math.floor((own.length - at) / period);
    if (first === undefined || second === undefined) continue;
    const range = { start: first.at, end: last.at + last.text.length };
    const isOfSigns = own.slice(at, at + period).every((word) => word.length === 1);
    const isLong = range.end - second.at >= LEAST_LENGTH && (!isOfSigns || count * period > LEAST_SIGNS);
    if (count >= LEAST_TEXTS && isLong) return { range, again: second.at, count };
  }
  return undefined;
}

/**
 * Replaces the findings about text that repeats to the end of its line, or of the section, by one: lines, steps, names
 * of nodes, the words of a line. A text without findings has no loop.
 *
 * @param found in the offsets of the text
 * @param item range of the example or trace
 */
export function mergeLoops(found: readonly Diagnostic[], text: string, item: Range | undefined): readonly Diagnostic[] {
  if (found.every(isHint)) return found;
  const byLine = new Map<number, Diagnostic[]>();
  for (const finding of found) {
    const start = text.lastIndexOf('\n', finding.range.start - 1) + 1;
    const own = byLine.get(start);
    if (own === undefined) byLine.set(start, [finding]);
    else own.push(finding);
  }
  const left: Diagnostic[] = [];
  for (const [start, own] of byLine) {
    const end = text.indexOf('\n', start);
    const line = { start, end: end < 0 ? text.length : end };
    for (const finding of own.every(isHint) ? own : mergeLoop(own, text, line)) left.push(finding);
  }
  if (item === undefined) return left;
  const end = left.reduce((last, { range }) => Math.max(last, range.end), item.end);
  return mergeLoop(left, text, { start: item.start, end });
}

const isHint = ({ severity }: Diagnostic): boolean => severity === 'info';

/** Replaces the findings about the cyclic end of a range by one. */
function mergeLoop(found: readonly Diagnostic[], text: string, within: Range): readonly Diagnostic[] {
  const loop = findTextLoop(text, within);
  if (loop === undefined) return found;
  const { range, again, count } = loop;
  const follows = ({ range: { start, end } }: Diagnostic): boolean =>
    start <= range.end && (start >= again || 2 * (Math.min(end, range.end) - again) > end - start);
  const same = new Set(found.filter(follows));
  const known = [...same].find(({ code }) => code === 'MAV_LOOP');
  if ([...same].every((finding) => finding === known || isHint(finding))) return found;
  const finding = known ?? diagnostic('MAV_LOOP', range, loopMessage(text.slice(range.start, again), count));
  return [...found.filter((other) => !same.has(other)), finding];
}
