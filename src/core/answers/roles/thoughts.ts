import { type Range, range } from '../../base/text/range.ts';

/** Words by which models and their servers mark thoughts, between the signs of each family of models. */
const THOUGHT = '(?:seed:)?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)';
/**
 * Signs at the beginning and end of thoughts: `<think>`, `[THINK]`, `◁think▷`, `<|begin_of_thought|>`,
 * `<|START_THINKING|>`, and the channels of OpenAI's open models, of which only `final` is the answer.
 */
const SIGNS = new RegExp(
  [
    `(?<close><\\/${THOUGHT}>|\\[\\/THINK\\]|◁\\/think▷|<\\|end_of_thought\\|>|<\\|END_THINKING\\|>|<\\|channel\\|>final\\b|<\\|end\\|>)`,
    `<${THOUGHT}>|\\[THINK\\]|◁think▷|<\\|begin_of_thought\\|>|<\\|START_THINKING\\|>|<\\|channel\\|>(?:analysis|commentary)\\b`,
  ].join('|'),
  'gi',
);
/** End of a turn. It closes an open channel; elsewhere it is no sign of thoughts. */
const TURN_END = '<|end|>';
/** Tags of an answer. */
const ANSWER = /<(answer|final[_ -]?answer|final)>/gi;

/** A part of an answer in which the model thinks. */
export interface Thought extends Range {
  /** True if no sign ends it. */
  readonly isOpen: boolean;
}

/**
 * Finds the thoughts before an answer, first to last: a state in them is no answer. Thoughts without an end take all
 * that follows, up to a whole `<answer>` at the beginning of a line; thoughts that end without a beginning, which some
 * prompts hold, began with the answer. A sign inside a line, as in a sentence about it, begins nothing.
 */
export function findThoughts(answer: string): Thought[] {
  const thoughts: Thought[] = [];
  if (!/[<◁]|\[\/?THINK/.test(answer)) return thoughts;
  let open: number | undefined;
  for (const { index, 0: sign, groups } of answer.matchAll(SIGNS)) {
    if (groups?.['close'] !== undefined) {
      if (open === undefined && (sign === TURN_END || isQuoted(answer, index))) continue;
      if (open === undefined) thoughts.length = 0;
      thoughts.push({ start: open ?? 0, end: index + sign.length, isOpen: false });
      open = undefined;
    } else if (open === undefined && beginsLine(answer, index)) {
      open = index;
    }
  }
  if (open !== undefined) thoughts.push({ start: open, end: findAnswerStart(answer, open), isOpen: true });
  return thoughts;
}

/** Returns the offset at which thoughts without an end give way to a marked answer; otherwise the end of the text. */
function findAnswerStart(answer: string, open: number): number {
  const lower = answer.toLowerCase();
  let done = open;
  for (const { index, 1: tag = '' } of answer.matchAll(ANSWER)) {
    if (index < done) continue;
    const end = lower.indexOf(`</${tag.toLowerCase()}>`, index);
    if (end < 0) break;
    if (beginsLine(answer, index)) return index;
    done = end;
  }
  return answer.length;
}

const isQuoted = (text: string, at: number): boolean => /[`"']/.test(text.charAt(at - 1));

/** Returns true if only spaces or another sign stand before an offset on its line. */
const beginsLine = (text: string, at: number): boolean =>
  /(?:^|[\n\r>\]▷])[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));

/** Returns a test whether offsets, in ascending order, lie in one of the ranges, which are in order. */
export function makeRangeTest(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
}

/** Returns the parts of a range outside of thoughts, first to last. */
export function subtractThoughts(part: Range, thoughts: readonly Range[]): Range[] {
  const left: Range[] = [];
  let { start } = part;
  for (const thought of thoughts) {
    if (thought.start >= part.end) break;
    if (thought.start > start) left.push(range(start, thought.start));
    start = Math.max(start, thought.end);
  }
  return start < part.end ? [...left, range(start, part.end)] : left;
}

/**
 * Returns an answer without its thoughts: line ends replace their characters, so the offsets and lines of the rest stay
 * the same. Linear in the length of the answer.
 */
export function withoutThoughts(answer: string): string {
  let text = '';
  let at = 0;
  for (const { start, end } of findThoughts(answer)) {
    text += answer.slice(at, start) + '\n'.repeat(end - start);
    at = end;
  }
  return at === 0 ? answer : text + answer.slice(at);
}

/** Returns true if an answer ends before its thoughts do: a limit ended it, whatever its server says. */
export function endsInThought(answer: string): boolean {
  const last = findThoughts(answer).at(-1);
  return last?.isOpen === true && last.end === answer.length;
}
