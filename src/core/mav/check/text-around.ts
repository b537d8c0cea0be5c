import { type Range, shiftRange, type TextEdit } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic, shiftDiagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { fixing } from '../fixing.ts';
import type { Example } from '../syntax.ts';
import type { MavView } from '../view.ts';

/** What only an example or a trace has, or the end of a line of one: text with it is a broken one, not words around it. */
const LINE_START = /\[\s*%|<\s*(?:mav|root)\b|^[^[\r\n]*\][ \t]*$/im;
const TITLE = 'Remove Text Around the Answer';

/**
 * The faults of a section's syntax, where the words and fences that a chat model writes around its answer are one hint, with the
 * fix that removes them.
 *
 * @param isFirst true for the section that a text starts with: without an example it holds no answer at all
 */
export function gatherTextAround({ text, section }: MavView, isFirst: boolean): readonly Diagnostic[] {
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
  // of words above the prompt and behind it those above
  const last = around.filter((one) => first !== undefined && isAbove(one) === isAbove(first)).at(-1);
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
    fixing(TITLE, edits),
  );
  return [found, ...faults.filter((fault) => !around.includes(fault))];
}

/** Between the last input of an example and its first output, where a chat model begins to write; undefined without outputs. */
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
 * One hint for the text on both sides of an answer, where there is text on both: at the first of them, with a fix that removes
 * both. Without it the diagnostics stay as they are.
 *
 * @param own of the section with the last answer of a text
 * @param rest of what stands behind it, which is a section without an answer
 * @param by where that starts, in offsets of `own`
 * @returns the diagnostics of both sections
 */
export function joinTextAround(
  own: readonly Diagnostic[],
  rest: readonly Diagnostic[],
  by: number,
): readonly [own: readonly Diagnostic[], rest: readonly Diagnostic[]] {
  const behind = rest.find(({ code }) => code === 'MAV_TEXT_AROUND');
  const before = behind && own.find(({ code }) => code === 'MAV_TEXT_AROUND');
  if (behind === undefined || before === undefined) return [own, rest];
  const edits = [before, shiftDiagnostic(behind, by, 0)].flatMap(({ fixes = [] }) => fixes[0]?.edits ?? []);
  const joined = diagnostic('MAV_TEXT_AROUND', before.range, 'text before and behind the answer is no part of it', {
    related: [{ range: shiftRange(behind.range, by), message: 'the text behind the answer' }],
    ...fixing(TITLE, edits),
  });
  return [own.map((one) => (one === before ? joined : one)), rest.filter((one) => one !== behind)];
}

const BREAKS = /[ \t]*(?:\r\n?|\n|$)(?:[ \t]*(?:\r\n?|\n))*/y;

/** Behind the line break at the end of a line, and the blank lines below. */
function lineEnd(text: string, end: number): number {
  BREAKS.lastIndex = end;
  return end + (BREAKS.exec(text)?.[0].length ?? 0);
}
