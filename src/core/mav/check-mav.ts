import { type Range, shiftRange, type TextEdit } from '../base/text/range.ts';
import { type Diagnostic, diagnostic, shiftDiagnostic } from '../notation/diagnostic.ts';
import type { Code } from '../notation/diagnostic-codes.ts';
import { checkExample } from './check/check-example.ts';
import { checkMavTrace } from './check/check-trace.ts';
import { dropConsequences, dropCutOffConsequences } from './check/consequences.ts';
import { mergeLoops } from './check/loops.ts';
import { looseActions, looseValues, mergeValueHabits } from './check/spelling-habits.ts';
import { readValuesAsMeant } from './check/value-readings.ts';
import { fixWith } from './quick-fixes.ts';
import { type Example, type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';
import type { MavView } from './view.ts';
import { inputLineCount } from './write/prompt-edits.ts';

/**
 * Returns the diagnostics of a section, unsorted, with ranges in the offsets of the section.
 *
 * @param isFirst true for the section that a text starts with
 */
export function checkMav(view: MavView, dialect: MavDialect = PUBLISHED_DIALECT, isFirst = false): Diagnostic[] {
  const parts = checkParts(view, dialect, isFirst);
  const found = readValuesAsMeant(view, parts, dialect, (other, meant) => checkParts(other, meant, isFirst));
  return [...mergeLoops(found, view.text, view.section.item?.range)];
}

/** Returns the diagnostics of a section, in which a loop may be many. */
function checkParts(view: MavView, dialect: MavDialect, isFirst: boolean): readonly Diagnostic[] {
  const { trace, examples, text } = view;
  const syntax = [
    ...mergeRepeatedFaults(mergeTextAround(view, isFirst), text),
    ...looseValues(view, dialect),
    ...looseActions(view),
  ];
  if (trace !== undefined) return checkMavTrace({ ...view, trace }, syntax, dialect);
  const all = examples.map(({ example }) => example);
  const isQuestion = all.every(isPrompt) && !syntax.some(({ code }) => IS_TEXT.has(code));
  const found = examples
    .flatMap((judged) => checkExample(judged, dialect))
    .filter(({ code }) => code !== 'MAV_MISSING_OUTPUT' || !isQuestion);
  const left = dropConsequences([...syntax, ...mergeValueHabits(found, all, dialect)], text, all);
  return dropCutOffConsequences(left, view, all.at(-1));
}

/** Codes of text that may stand in place of outputs. */
const IS_TEXT: ReadonlySet<Code> = new Set(['MAV_STRAY_TEXT', 'MAV_TEXT_AROUND', 'MAV_UNKNOWN_COMMAND']);

/** Returns true if an example has all of its inputs and no outputs yet. */
function isPrompt(example: Example): boolean {
  const { header, lines } = example;
  const next = header.commands[lines.length];
  return lines.length > 0 && lines.length === inputLineCount(example) && next?.name.startsWith('prev_') !== true;
}

/** Number of similar findings that make a habit. */
const HABIT = 3;

/** Codes whose message doesn't depend on the place. */
const REPEATED: ReadonlySet<Code> = new Set([
  'MAV_STRAY_TEXT',
  'MAV_UNOPENED_LINE',
  'MAV_UNCLOSED_LINE',
  'MAV_LOOSE_COMMAND',
  'MAV_UNKNOWN_COMMAND',
]);

/**
 * Merges three or more similar syntax errors of a section into one, at the first of them: lines without their brackets,
 * a repeated line, words before each decision. Its fix repairs all of them.
 */
function mergeRepeatedFaults(found: readonly Diagnostic[], text: string): readonly Diagnostic[] {
  const bare = withoutBrackets(found);
  if (bare.length < found.length) return mergeRepeatedFaults(bare, text);
  if (found.length < HABIT) return found;
  const groups = new Map<string, Diagnostic[]>();
  for (const finding of found) {
    const key = similarityKey(finding, text);
    const same = key === undefined ? undefined : groups.get(key);
    if (same !== undefined) same.push(finding);
    else if (key !== undefined) groups.set(key, [finding]);
  }
  const gone = new Set<Diagnostic>();
  const first = new Map<Diagnostic, Diagnostic>();
  for (const same of groups.values()) {
    const [finding] = same;
    if (finding === undefined || same.length < HABIT) continue;
    for (const other of same.slice(1)) gone.add(other);
    first.set(finding, mergeAlike(finding, same));
  }
  return found.flatMap((finding) => (gone.has(finding) ? [] : [first.get(finding) ?? finding]));
}

/** Returns the key shared by similar findings; undefined where each finding stands alone. */
function similarityKey({ code, range, message }: Diagnostic, text: string): string | undefined {
  if (!REPEATED.has(code)) return undefined;
  const written = text.slice(range.start, range.end);
  if (code === 'MAV_STRAY_TEXT') return `${code} ${message} ${written}`;
  if (code === 'MAV_LOOSE_COMMAND') return `${code} ${/^\w/.test(written) ? '%' : message}`;
  return `${code} ${message}`;
}

function mergeAlike(finding: Diagnostic, same: readonly Diagnostic[]): Diagnostic {
  const fixes = same.map((other) => other.fixes?.[0]);
  const [fix] = fixes;
  const all = fixes.flatMap((other) => other?.edits ?? []);
  const message = `${finding.message}, and ${same.length - 1} more alike`;
  return fix === undefined || fixes.includes(undefined)
    ? { ...finding, message }
    : { ...finding, message, fixes: [{ ...fix, title: `${fix.title} (all ${same.length})`, edits: all }] };
}

/** Reports lines without both brackets as lines without the first one, with a fix that adds both. */
function withoutBrackets(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const open = new Map(
    found
      .filter(({ code }) => code === 'MAV_UNOPENED_LINE')
      .map((finding): [number, Diagnostic] => [finding.range.start, finding]),
  );
  const closing = new Map<Diagnostic, Diagnostic>();
  for (const finding of found) {
    const same = finding.code === 'MAV_UNCLOSED_LINE' ? open.get(finding.range.start) : undefined;
    if (same !== undefined) closing.set(same, finding);
  }
  if (closing.size === 0) return found;
  const gone = new Set(closing.values());
  return found.flatMap((finding) => {
    if (gone.has(finding)) return [];
    const other = closing.get(finding);
    if (other === undefined) return [finding];
    const edits = [finding, other].flatMap(({ fixes }) => fixes?.[0]?.edits ?? []);
    return [
      { ...finding, message: 'this line has no brackets', fixes: [{ title: 'Insert [ and ]', edits, safe: true }] },
    ];
  });
}

/** Start or end of a line of MAV: text that contains it is a broken example, not words around one. */
const LINE_START = /\[\s*%|<\s*(?:mav|root)\b|^[^[\r\n]*\][ \t]*$/im;
const TITLE = 'Remove Text Around the Answer';

/**
 * Merges the words and fences that a chat model writes around its answer into one hint, with the fix that removes them.
 * Returns all syntax errors of the section.
 *
 * @param isFirst true for the section that a text starts with: without an example it has no answer
 */
function mergeTextAround({ text, section }: MavView, isFirst: boolean): readonly Diagnostic[] {
  const { item, faults } = section;
  if (item === undefined && isFirst) return faults;
  const answer = item?.kind === 'example' ? answerPlace(item) : undefined;
  const around = faults.filter(
    ({ code, range: { start, end } }) =>
      code === 'MAV_STRAY_TEXT' &&
      (item === undefined ||
        end <= item.range.start ||
        (answer !== undefined && end <= answer.end && /[\r\n]/.test(text.slice(answer.start, start)))),
  );
  const [first] = around;
  const isAbove = ({ range }: Diagnostic): boolean => range.end <= (item?.range.start ?? range.end);
  // Reports words on one side of the prompt only: those on the side of the first finding.
  const last = around.filter((finding) => first !== undefined && isAbove(finding) === isAbove(first)).at(-1);
  if (first === undefined || last === undefined) return faults;
  if (around.some(({ range }) => LINE_START.test(text.slice(range.start, range.end)))) return faults;
  const edits = around.map(
    ({ range }): TextEdit => ({ range: { start: range.start, end: lineEnd(text, range.end) }, newText: '' }),
  );
  const where = item === undefined ? 'behind' : 'before';
  const found = diagnostic(
    'MAV_TEXT_AROUND',
    { start: first.range.start, end: last.range.end },
    `this text stands ${where} the answer and is no part of it`,
    fixWith(TITLE, edits),
  );
  return [found, ...faults.filter((fault) => !around.includes(fault))];
}

/**
 * Returns the range between the last input of an example and its first output, where a chat model starts to write;
 * undefined without outputs.
 */
function answerPlace({ lines }: Example): Range | undefined {
  const isPrevious = lines[0]?.command.name.startsWith('prev_') === true;
  const first = lines.findIndex(({ command: { name, kind } }) =>
    isPrevious ? !name.startsWith('prev_') : kind !== 'position',
  );
  const [before, output] = [lines[first - 1], lines[first]];
  return before === undefined || output === undefined
    ? undefined
    : { start: before.range.end, end: output.range.start };
}

/**
 * Joins the hints for the text on both sides of an answer into one at the first of them, with a fix that removes both.
 * Other diagnostics stay as they are.
 *
 * @param own of the section with the last answer of a text
 * @param rest of the section after it, which has no answer
 * @param by start of that section in offsets of `own`
 * @returns the diagnostics of both sections
 */
export function joinTextAround(
  own: readonly Diagnostic[],
  rest: readonly Diagnostic[],
  by: number,
): readonly [own: readonly Diagnostic[], rest: readonly Diagnostic[]] {
  const after = rest.find(({ code }) => code === 'MAV_TEXT_AROUND');
  const before = after && own.find(({ code }) => code === 'MAV_TEXT_AROUND');
  if (after === undefined || before === undefined) return [own, rest];
  const edits = [before, shiftDiagnostic(after, by, 0)].flatMap(({ fixes = [] }) => fixes[0]?.edits ?? []);
  const joined = diagnostic('MAV_TEXT_AROUND', before.range, 'text before and behind the answer is no part of it', {
    related: [{ range: shiftRange(after.range, by), message: 'the text behind the answer' }],
    ...fixWith(TITLE, edits),
  });
  return [own.map((finding) => (finding === before ? joined : finding)), rest.filter((finding) => finding !== after)];
}

const BREAKS = /[ \t]*(?:\r\n?|\n|$)(?:[ \t]*(?:\r\n?|\n))*/y;

/** Returns the offset after the line break at the end of a line and the blank lines below. */
function lineEnd(text: string, end: number): number {
  BREAKS.lastIndex = end;
  return end + (BREAKS.exec(text)?.[0].length ?? 0);
}
