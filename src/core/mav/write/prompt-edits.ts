import { err, ok, type Result } from '../../base/result.ts';
import { dominantLineEnding, type LineEnding } from '../../base/text/lines.ts';
import type { Range, TextEdit } from '../../base/text/range.ts';
import { readMavSection } from '../read-mav.ts';
import type { Example, MavSection, Trace } from '../syntax.ts';

/** An example of a text with the prompt for a model and the place of its outputs. Ranges are of the text. */
export interface ExamplePrompt {
  readonly example: Example;
  /** True if it is part of a trace, into which nothing can be inserted. */
  readonly isInTrace: boolean;
  /** Header and inputs exactly as written, without comments between them, and a line end. */
  readonly prompt: string;
  /** From the header to the start of the outputs. */
  readonly inputs: Range;
  /** The existing outputs. */
  readonly outputs: Range | undefined;
}

/** Returns the number of an example's input lines: the previous position and its action, else the current position. */
export function inputLineCount({ lines }: Example): number {
  const isPrevious = (name: string): boolean => name.startsWith('prev_');
  const count = (accepts: (name: string) => boolean): number => {
    const first = lines.findIndex(({ command }) => !accepts(command.name));
    return first < 0 ? lines.length : first;
  };
  return count(isPrevious) || count((name) => name === 'state' || name === 'FEN');
}

/** Rest of the last input's line. */
const REST_OF_LINE = /[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)/y;
const COMMENT_LINE = /(?<=[\r\n])[ \t]*#[^\r\n]*(?:\r\n?|\n|$)/g;
/** A comment, from the first of the spaces before it. */
const COMMENT = /(?<![ \t])[ \t]*#[^\r\n]*/g;

/**
 * Returns the example around an offset of a MAV text: comments above belong to it, and text below that is not MAV, such
 * as the prose of an answer. The error is the end of a sentence.
 */
export function promptAt(text: string, offset: number): Result<ExamplePrompt, string> {
  const eol = dominantLineEnding(text);
  let previous: MavSection['item'];
  for (let at = 0; at < text.length; ) {
    const { length, item, faults } = readMavSection(text, at);
    at += length;
    if (at <= offset && at < text.length) {
      previous = item;
      continue;
    }
    const head = item?.range.start ?? text.length;
    const isBelow = faults.some(
      ({ code, range }) => code === 'MAV_STRAY_TEXT' && range.end <= head && offset <= range.end,
    );
    const own = item === undefined || isBelow ? (previous ?? item) : item;
    return own === undefined ? err('there is no example here') : findPrompt(text, own, offset, eol);
  }
  return err('there is no example here');
}

function findPrompt(text: string, item: Example | Trace, offset: number, eol: string): Result<ExamplePrompt, string> {
  if (item.kind === 'example') return makeExamplePrompt(text, item, false, eol);
  const examples = item.steps.flatMap((step) =>
    step.kind === 'evaluation' && step.example !== undefined ? [step.example] : [],
  );
  const own = examples.filter(({ range }) => range.start <= offset).at(-1) ?? examples[0];
  return own === undefined ? err('the trace here holds no example') : makeExamplePrompt(text, own, true, eol);
}

/** Yields the prompts of a text without outputs, in text order, except in traces. */
export function* openPrompts(text: string): Generator<ExamplePrompt> {
  for (const found of examplePrompts(text)) if (found.outputs === undefined) yield found;
}

/** Yields the examples of a text outside of traces, in text order, except those without a state. */
export function* examplePrompts(text: string): Generator<ExamplePrompt> {
  const eol = dominantLineEnding(text);
  for (let at = 0; at < text.length; ) {
    const { length, item } = readMavSection(text, at);
    at += length;
    const found = item?.kind === 'example' ? makeExamplePrompt(text, item, false, eol) : undefined;
    if (found?.ok === true) yield found.value;
  }
}

function makeExamplePrompt(
  text: string,
  example: Example,
  isInTrace: boolean,
  eol: string,
): Result<ExamplePrompt, string> {
  const { header, lines } = example;
  const count = inputLineCount(example);
  const lastInput = lines[count - 1];
  if (lastInput === undefined) return err('the example here has no line with a state below its header');
  const { start } = header.range;
  const { end } = lastInput.range;
  REST_OF_LINE.lastIndex = end;
  const rest = REST_OF_LINE.exec(text)?.[0] ?? '';
  const pieces = [header, ...lines.slice(0, count)].map(({ range }) => range);
  const written = pieces.map((range, i) => {
    const gap = text.slice(pieces[i - 1]?.end ?? range.start, range.start);
    return gap.replace(COMMENT_LINE, '').replace(COMMENT, '') + text.slice(range.start, range.end);
  });
  const [firstOutput, last] = [lines[count], lines.at(-1)];
  return ok({
    example,
    isInTrace,
    prompt: written.join('') + eol,
    inputs: { start, end: end + rest.length },
    outputs:
      firstOutput === undefined || last === undefined
        ? undefined
        : { start: firstOutput.range.start, end: last.range.end },
  });
}

/** An output to write. */
export interface ModelOutput {
  /** Name of the model; written as a comment above the example if there are several. */
  readonly label: string;
  /** The whole answer. Only its line ends are changed. */
  readonly text: string;
}

/**
 * `below`: further examples with the same inputs, each with its outputs. `in-place`: the first model's outputs stand in
 * the example itself.
 */
export type OutputPlacement = 'in-place' | 'below';

/** Returns the comment with the name of a model, above an example. */
const modelComment = (label: string): string => `# model: ${label.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;

/**
 * Returns the edits that write outputs into a text: into the example, in place of its existing outputs, and below it
 * one further example for each. With more than one example, each is labeled by a comment.
 *
 * @param inputs from the header to the start of the outputs, in the current text
 * @param outputs the existing outputs, in the current text
 * @param eol line ending of the text, if known
 */
export function outputEdits(
  text: string,
  { prompt, inputs, outputs }: Pick<ExamplePrompt, 'prompt' | 'inputs' | 'outputs'>,
  written: readonly ModelOutput[],
  place: OutputPlacement,
  eol: LineEnding = dominantLineEnding(text),
): TextEdit[] {
  const body = (answer: string): string => {
    const lines = answer.replace(/\r\n?|\n/g, eol);
    return lines.endsWith(eol) ? lines.slice(0, -eol.length) : lines;
  };
  const edits: TextEdit[] = [];
  const own = place === 'in-place' ? written.slice(0, 1) : [];
  const others = written.slice(own.length);
  for (const { label, text: answer } of own) {
    const above = { start: inputs.start, end: inputs.start };
    if (others.length > 0) edits.push({ range: above, newText: modelComment(label) + eol });
    edits.push(
      outputs === undefined
        ? { range: { start: inputs.end, end: inputs.end }, newText: eol + body(answer) }
        : { range: outputs, newText: body(answer) },
    );
  }
  const copy = prompt.replace(/\r\n?|\n/g, eol);
  const more = others.map(({ label, text: answer }) => eol + eol + modelComment(label) + eol + copy + body(answer));
  const end = outputs?.end ?? inputs.end;
  if (more.length > 0) edits.push({ range: { start: end, end }, newText: more.join('') });
  return merged(edits);
}

/** Merges edits at one place, because some editors apply them in any order. */
function merged(edits: readonly TextEdit[]): TextEdit[] {
  const found: TextEdit[] = [];
  for (const edit of edits) {
    const last = found.at(-1);
    if (last !== undefined && last.range.end === edit.range.start && edit.range.start === edit.range.end)
      found[found.length - 1] = { range: last.range, newText: last.newText + edit.newText };
    else found.push(edit);
  }
  return found;
}

/** An edit, and the start of the inserted text after it is applied. */
export interface PromptInsertion {
  readonly edit: TextEdit;
  readonly start: number;
}

/**
 * Returns the edit that inserts a prompt below the example or trace at an offset of a MAV text, with a blank line on
 * either side.
 *
 * @param prompt header and inputs, each with a line break
 */
export function promptInsertion(text: string, offset: number, prompt: string): PromptInsertion {
  const eol = dominantLineEnding(text);
  const at = endAt(text, offset);
  const before = at === 0 ? '' : gapBefore(text, at, eol);
  const after = at === text.length ? '' : eol;
  const newText = before + prompt.replace(/\r\n?|\n/g, eol) + after;
  return { edit: { range: { start: at, end: at }, newText }, start: at + before.length };
}

/** Returns the end of the section around an offset. */
function endAt(text: string, offset: number): number {
  let at = 0;
  while (at < text.length) {
    at += readMavSection(text, at).length;
    if (at > offset) break;
  }
  return at;
}

/** Returns the line breaks missing for a blank line before a place. */
function gapBefore(text: string, at: number, eol: string): string {
  if (!/[\r\n]/.test(text.charAt(at - 1))) return eol + eol;
  return /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r|\n)$/.test(text.slice(Math.max(0, at - 1000), at)) ? '' : eol;
}
