import { diagnostic } from '../notation/diagnostics/diagnostic.ts';
import type { Cursor } from './cursor.ts';
import type { Faults } from './fixing.ts';
import { EXAMPLE_HEAD } from './heads.ts';
import { readAction, readValue } from './read-actions.ts';
import type { ActionValue, NodeRef, Selection, TraceStep, Word } from './syntax.ts';

/** What a line of a decision starts with that holds an action with its value. */
export const PAIR_LINE = /(?:Selecting\b[ \t:]*)?[^\s:!."<>[\]#]+[ \t]*:[ \t]*"?(?:<(?![ \t]*root\b)|[01]-|1\/2)/iy;
const SELECTING = /Selecting\b[ \t]*:?[ \t]*/iy;
const SEPARATOR = /[\s:,]+/y;
const BETWEEN = /[ \t:,]+/y;
const INVALID = /invalid[ \t]*:?[ \t]*/iy;
/** Words that end a list of a decision. */
const KEYWORD = new RegExp(
  `(?:Minimax|Evaluation|Expand|Expanding|Decision|Selecting|Playing)\\b|${EXAMPLE_HEAD}|\\[`,
  'iy',
);
const LINE_END = /[ \t]*(?:#|[\r\n]|$)/y;

/** Reads what a decision weighs and selects, behind its node. */
export function readDecision(cursor: Cursor, start: number, node: NodeRef | undefined, faults: Faults): TraceStep {
  const actions: ActionValue[] = [];
  let selection: Selection | undefined;
  let end = cursor.at;
  while (selection === undefined) {
    cursor.take(SEPARATOR);
    cursor.skipBlanks();
    if (cursor.take(SELECTING) !== undefined) {
      selection = readSelection(cursor);
      end = cursor.at;
      break;
    }
    if (cursor.isAtEnd || cursor.sees(KEYWORD)) break;
    selection = readPairs(cursor, actions, faults);
    end = cursor.at;
  }
  cursor.at = end;
  return { kind: 'decision', range: { start, end }, node, actions, selection };
}

/**
 * Reads a line of a decision: actions with their values, or what does not belong there. Where its first word stands for `Selecting` what
 * it selects is returned.
 */
function readPairs(cursor: Cursor, actions: ActionValue[], faults: Faults): Selection | undefined {
  const start = cursor.at;
  const found: ActionValue[] = [];
  while (!cursor.sees(LINE_END) && !cursor.sees(KEYWORD)) {
    const action = readAction(cursor);
    if (action === undefined) break;
    found.push(action);
    cursor.take(BETWEEN);
  }
  const stop = cursor.at;
  const isWhole = cursor.sees(LINE_END) || cursor.sees(KEYWORD);
  const [first, second] = found;
  // what stands in the place of a colon is no action with the value behind it
  const isInPlace =
    first?.value === undefined &&
    second?.value !== undefined &&
    !cursor.text.slice(second.move.range.end, second.value.range.start).includes(':');
  const paired = isInPlace ? 0 : found.filter(({ value }) => value !== undefined).length;
  const stray = (at: number, end: number, message = 'this text belongs to no decision'): void =>
    void faults.push(diagnostic('MAV_STRAY_TEXT', { start: at, end }, message));
  if (isWhole && found.length === 2 && paired === 1 && first !== undefined && second?.value !== undefined) {
    cursor.take(SEPARATOR);
    cursor.skipBlanks();
    const isLast = cursor.isAtEnd || (cursor.sees(KEYWORD) && !cursor.sees(SELECTING));
    cursor.at = second.range.end;
    if (isLast) {
      stray(first.range.start, first.range.end, 'expected Selecting');
      const { move, range, value } = second;
      return /^invalid$/i.test(move.text)
        ? { kind: 'terminal', range, result: value }
        : { kind: 'action', range, action: second };
    }
  }
  const isList = found.length === 1 || found.length - paired <= paired;
  if (isWhole && isList) {
    actions.push(...found);
    cursor.at = found.at(-1)?.range.end ?? start;
    return undefined;
  }
  cursor.at = start;
  const { end } = cursor.restOfLine();
  // of an action whose value cannot be read the rest is told
  const isBroken = first !== undefined && paired === 0 && (isInPlace || /["<]/.test(cursor.text.charAt(stop)));
  const kept = paired > 0 && isList ? found : isBroken ? [first] : [];
  actions.push(...kept);
  stray(kept === found ? stop : isBroken ? (second?.range.start ?? stop) : start, end);
  return undefined;
}

function readSelection(cursor: Cursor): Selection | undefined {
  const start = cursor.at;
  if (cursor.take(INVALID) !== undefined) {
    const result = readResult(cursor) ?? { range: { start: cursor.at, end: cursor.at }, text: '' };
    return { kind: 'terminal', range: { start, end: cursor.at }, result };
  }
  const action = readAction(cursor);
  return action === undefined ? undefined : { kind: 'action', range: action.range, action };
}

/** How a game ended, in quotation marks of either kind or none. */
function readResult(cursor: Cursor): Word | undefined {
  const word = readValue(cursor);
  if (word === undefined || !/^'.*'$/.test(word.text)) return word;
  const { start, end } = word.range;
  return { range: { start: start + 1, end: end - 1 }, text: word.text.slice(1, -1) };
}
