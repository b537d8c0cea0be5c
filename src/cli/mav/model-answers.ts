import { mapOrdered } from '../../compute/pool/pool.ts';
import { seeded, shuffled } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { dominantLineEnding } from '../../core/base/text/lines.ts';
import type { Range, TextEdit } from '../../core/base/text/range.ts';
import type { ListOrder } from '../../core/mav/author/reference-answer.ts';
import { isTracePrompt, traceModel } from '../../core/mav/check/trace-model.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import { isRookPrompt, type RookPolicy, type RookStep, readRookLines } from '../../core/mav/rookworld/rook-lines.ts';
import { rookGame, rookPolicyAnswer, rookStepAnswer } from '../../core/mav/rookworld/write-rook.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { examplePrompts, outputEdits } from '../../core/mav/write/prompt-edits.ts';
import type { Complete } from '../../core/search/language-model.ts';
import type { Model } from '../../models/model.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { RAW_STOPS, TRACE_STOPS } from '../../models/prompts/templates.ts';
import { completeBy } from '../../models/world-models.ts';

export interface ModelAnswerOptions {
  readonly model: Pick<Model, 'label' | 'complete'>;
  readonly template: PromptTemplate;
  readonly dialect: MavDialect;
  /** True to replace existing outputs. */
  readonly replace: boolean;
  /** Number of concurrent requests. */
  readonly concurrency: number;
}

/** A task for a model, with the range of its answer. */
interface ModelTask {
  readonly prompt: string;
  /** Range from the header to the start of the outputs. */
  readonly inputs: Range;
  readonly outputs: Range | undefined;
  readonly isTrace: boolean;
}

/** Returns the examples of a text and its prompts of traces, in order. */
export function modelTasks(text: string, dialect: MavDialect): readonly ModelTask[] {
  const traces = readMav(text).flatMap(({ section: { item } }): ModelTask[] => {
    const trace = item && item.kind !== 'example' ? traceModel(item, dialect) : undefined;
    if (trace === undefined || !isTracePrompt(trace)) return [];
    const inputs = trace.trace.range;
    const prompt = `${text.slice(inputs.start, inputs.end).trimEnd()}${dominantLineEnding(text)}`;
    return [{ prompt, inputs, outputs: undefined, isTrace: true }];
  });
  const examples = [...examplePrompts(text)].map((found) => ({ ...found, isTrace: false }));
  return [...examples, ...traces].sort((a, b) => a.inputs.start - b.inputs.start);
}

/** Yields a model's answers to the prompts of a MAV text, in order, unchanged. An abort ends the work. */
export async function* modelAnswers(
  text: string,
  { model, template, dialect, replace, concurrency }: ModelAnswerOptions,
  signal: AbortSignal,
): AsyncGenerator<AnsweredExample, void, undefined> {
  const wording = { template, dialect, settings: {} };
  const [ask, askTrace] = [RAW_STOPS, TRACE_STOPS].map((stops) => completeBy(model, wording, stops));
  yield* mapOrdered(
    modelTasks(text, dialect),
    async (task, inner): Promise<AnsweredExample> => {
      if (task.outputs !== undefined && !replace) return { kind: 'there', why: 'already answered' };
      const answer = await (task.isTrace ? askTrace : ask)?.(task.prompt, inner);
      if (answer === undefined || 'fault' in answer) return { kind: 'failed', why: answer?.fault ?? 'cancelled' };
      if (answer.text.trim() === '') return { kind: 'failed', why: 'the answer is empty' };
      const [edit] = outputEdits(text, task, [{ label: model.label, text: answer.text }], 'in-place');
      return edit === undefined ? { kind: 'failed', why: 'it has no place for outputs' } : { edit };
    },
    concurrency,
    signal,
  );
}

/** A prompt in a text of RookWorld, with its range. */
interface RookTask {
  readonly index: number;
  readonly line: RookPolicy | RookStep;
  /** Prompt, as written. */
  readonly prompt: string;
  /** Range of the answer, with any existing text. */
  readonly answer: Range;
}

/** Returns the text after a prompt, or the reason why there is none. */
export type RookAnswerer = (task: RookTask, signal: AbortSignal) => Promise<Result<string, string>>;

/** Returns the prompts in a text of RookWorld, with and without an answer. */
export function rookTasks(text: string): readonly RookTask[] {
  const tasks: RookTask[] = [];
  for (const line of readRookLines(text)) {
    if (line.kind === 'unknown') continue;
    const end = line.kind === 'policy' ? line.fen.range.end : line.historyRange?.end;
    if (end === undefined) continue;
    // The plus after the history belongs to the prompt.
    const start = line.kind === 'environment' && text.charAt(end) === '+' ? end + 1 : end;
    const prompt = text.slice(line.range.start, start);
    const isOpen = line.kind === 'environment' && start === end;
    tasks.push({
      index: tasks.length,
      line,
      prompt: isOpen ? `${prompt}+` : prompt,
      answer: { start: end, end: line.range.end },
    });
  }
  return tasks;
}

/** Yields answers to the prompts of a text, in order. An abort ends the work. */
export async function* rookAnswers(
  text: string,
  answer: RookAnswerer,
  { replace, concurrency }: { readonly replace: boolean; readonly concurrency: number },
  signal: AbortSignal,
): AsyncGenerator<AnsweredExample, void, undefined> {
  yield* mapOrdered(
    rookTasks(text),
    async (task, inner): Promise<AnsweredExample> => {
      if (!isRookPrompt(task.line) && !replace) return { kind: 'there', why: 'already answered' };
      const said = await answer(task, inner);
      if (!said.ok) return { kind: 'failed', why: said.error };
      const plus = task.line.kind === 'environment' ? '+' : '';
      return { edit: { range: task.answer, newText: `${plus}${said.value}` } };
    },
    concurrency,
    signal,
  );
}

/** Returns an answerer by rules and a source of values. */
export const rookReference =
  (source: ValueSource | undefined, order: ListOrder, seed: number): RookAnswerer =>
  async ({ index, line }, signal) => {
    const { automaton } = rookGame();
    const parsed = automaton.parse(line.fen.text);
    if (!parsed.ok) return err(`not a position: ${parsed.error}`);
    if (line.kind === 'environment')
      return line.action === undefined ? err('it has no action') : ok(rookStepAnswer(parsed.value, line.action.text));
    if (automaton.outcome(parsed.value) !== undefined) return err('the game is over');
    if (source === undefined) return err('lists and best actions require values; use --values engine');
    const values = await source.values({ game: 'chess', state: automaton.print(parsed.value) }, signal);
    if (!values.ok) return err(values.error.message);
    const { actions } = values.value;
    const random = (): ReturnType<typeof seeded> => seeded(partSeed(seed, `answer ${index}`));
    return ok(
      rookPolicyAnswer(line.fen.text, actions, (best) =>
        order === 'random' ? shuffled(best, random()) : order === 'square' ? bySquare(best) : best,
      ),
    );
  };

const bySquare = <T extends { readonly action: string }>(all: readonly T[]): readonly T[] =>
  [...all].sort((a, b) => (a.action < b.action ? -1 : 1));

/** Returns an answerer by a model, whose text after a prompt counts up to the end of its line. */
export const rookModel =
  (complete: Complete): RookAnswerer =>
  async ({ prompt }, signal) => {
    const answer = await complete(prompt, signal);
    if ('fault' in answer) return err(answer.fault);
    return ok((/^[^\r\n]*/.exec(answer.text)?.[0] ?? '').trimEnd());
  };

/** Result for an example: the edit that answers it, or the reason for its absence. */
export type AnsweredExample =
  | { readonly edit: TextEdit }
  | { readonly kind: 'there'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };
