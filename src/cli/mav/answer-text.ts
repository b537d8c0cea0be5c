import { mapOrdered } from '../../compute/pool/map-ordered.ts';
import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/fingerprint.ts';
import { lineEndingOf } from '../../core/base/text/line-ending.ts';
import type { TextEdit } from '../../core/base/text/range.ts';
import type { PositionValues } from '../../core/games/position-values.ts';
import { answerRequest, requestNeedsValues } from '../../core/mav/author/answer.ts';
import { type MavRequest, requestOf } from '../../core/mav/author/request.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import type { Example, MavDialect } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import { printTarget } from '../../core/mav/write/draft.ts';

export interface AnswerTextOptions {
  /** Who values positions; without one only states are answered, and positions where the game is over. */
  readonly source: ValueSource | undefined;
  readonly dialect: MavDialect;
  /** Of the order of lists; undefined for the best action first. */
  readonly seed: number | undefined;
  /** Whether outputs that are there are replaced. */
  readonly replace: boolean;
  /** Positions that the source is asked for at a time. */
  readonly concurrency: number;
}

/** What became of an example: the edit that answers it, or why there is none. */
export type AnsweredExample =
  | { readonly edit: TextEdit }
  | { readonly kind: 'there'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

interface Task {
  /** Of its section. */
  readonly index: number;
  readonly example: Example;
}

/** The examples of a text that are no part of a trace. */
export const examplesOf = (text: string): Task[] =>
  readMav(text).flatMap(({ section: { item } }, index) => (item?.kind === 'example' ? { index, example: item } : []));

/**
 * The reference answers of the prompts of a MAV text, one after the other as they are ready. The same seed gives the same
 * order of lists, whatever was answered before. An abort ends the work; what was given counts.
 */
export async function* answerText(
  text: string,
  options: AnswerTextOptions,
  signal: AbortSignal,
): AsyncGenerator<AnsweredExample, void, undefined> {
  const end = lineEndingOf(text);
  yield* mapOrdered(
    examplesOf(text),
    (task, inner) => answered(task, options, end, inner),
    options.concurrency,
    signal,
  );
}

async function answered(
  { index, example }: Task,
  options: AnswerTextOptions,
  end: string,
  signal: AbortSignal,
): Promise<AnsweredExample> {
  const request = requestOf(example, options.dialect);
  if (!request.ok) return { kind: 'failed', why: request.error };
  const { inputs, outputs } = request.value;
  if (outputs.length === 0) return { kind: 'failed', why: 'it asks for nothing' };
  const written = example.lines.slice(inputs.length);
  if (written.length > 0 && !options.replace) return { kind: 'there', why: 'answered already' };
  const values = await valuesFor(request.value, options, signal);
  if (!values.ok) return { kind: 'failed', why: values.error };
  const draft = answerRequest(request.value, {
    dialect: options.dialect,
    values: values.value,
    ...(options.seed !== undefined && { random: seeded(partSeed(options.seed, `answer ${index}`)) }),
  });
  if (!draft.ok) return { kind: 'failed', why: draft.error.message };
  const target = printTarget(draft.value, options.dialect).trimEnd();
  const start = example.lines[inputs.length - 1].range.end;
  const range = { start, end: written.at(-1)?.range.end ?? start };
  return { edit: { range, newText: `\n${target}`.replaceAll('\n', end) } };
}

/** The values that a request needs; none where it needs none. */
async function valuesFor(
  request: MavRequest,
  { source }: AnswerTextOptions,
  signal: AbortSignal,
): Promise<Result<PositionValues | undefined, string>> {
  if (!requestNeedsValues(request)) return ok(undefined);
  if (source === undefined) return err('lists and best actions need values: use --values engine');
  const values = await source.values(request, signal);
  return values.ok ? values : err(values.error.message);
}
