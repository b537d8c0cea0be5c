import { type Command, Option } from 'commander';
import { mapOrdered } from '../../compute/pool/pool.ts';
import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { dominantLineEnding } from '../../core/base/text/lines.ts';
import { applyEdits, type TextEdit } from '../../core/base/text/range.ts';
import type { PositionValues } from '../../core/games/position-values.ts';
import {
  answerRequest,
  LIST_ORDERS,
  type ListOrder,
  orderOptions,
  requestNeedsValues,
} from '../../core/mav/author/reference-answer.ts';
import { type MavRequest, requestFromExample } from '../../core/mav/author/request.ts';
import { isTracePrompt, type TraceModel, traceModel } from '../../core/mav/check/trace-model.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import { type Example, type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { sourceLabel, type ValueSource } from '../../core/mav/values.ts';
import { printTarget } from '../../core/mav/write/example-draft.ts';
import { answerTrace } from '../../core/search/reference-trace.ts';
import { ROOK_STOPS } from '../../models/prompts/templates.ts';
import { continueBy } from '../../models/world-models.ts';
import { type Act, EXIT } from '../command.ts';
import { expandPaths } from '../io/files.ts';
import { type Terminal } from '../io/terminal.ts';
import { type Document, readDocument } from '../io/text-source.ts';
import { type ModelFlags, modelOption, modelOptions, requestConcurrency } from '../model-options.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import { mavTemplate, modelNamed } from '../predict/open-model.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags, rewrite } from '../rewrite/rewrite.ts';
import {
  type AnsweredExample,
  modelAnswers,
  modelTasks,
  type RookAnswerer,
  rookAnswers,
  rookModel,
  rookReference,
  rookTasks,
} from './model-answers.ts';
import { addValueOptions, type ValueFlags, valueWindow, withValues } from './values.ts';

/** Interval at which finished answers are saved, in milliseconds. */
const SAVE_MS = 20_000;

const AFTER_HELP = `
States are computed by the rules. Lists and best actions require values, from a chess engine, a Connect Four solver, or Hex
playouts. The prompt of a trace gets the rest of the search. Lists are in random order, as in the paper, or in --order. With --model a language model answers, and what it writes stays as it is; --template is mav-raw, or mav with
instructions.
Existing answers are kept: to resume after an interruption, repeat the command. Ctrl-C keeps finished answers, and the status is 3.

Example:
  $ statelens mav answer prompts.mav --engine-depth 10 --in-place
  $ statelens mav answer prompts.mav --model builtin:mav-small --out answered.mav`;

interface AnswerFlags extends RewriteFlags, ValueFlags, ModelFlags {
  readonly order: ListOrder;
  readonly seed: number;
  readonly replace?: boolean;
  readonly mavDialect?: MavDialect;
  readonly model?: string;
  readonly template: string;
}

/** Returns the option for the order of lists. */
export const listOrderOption = (): Option =>
  new Option('--order <order>', 'order of lists: random, by square, or by value (the best first)')
    .choices(LIST_ORDERS)
    .default('random');

/** Adds `answer` to `mav`. */
export function addAnswer(mav: Command, act: Act): void {
  const command = mav
    .command('answer')
    .summary('write reference answers to prompts')
    .description('Write reference answers into MAV prompts: states by the rules, values by an engine.')
    .argument('<files...>', 'MAV files, or - for standard input');
  addValueOptions(command, 'engine')
    .addOption(listOrderOption())
    .addOption(new Option('--seed <n>', 'seed of all random draws').default(0).argParser(wholeNumber(0, 0xffffffff)))
    .option('--replace', 'replace existing predictions or answers')
    .addOption(mavDialectOption())
    .addOption(modelOption('the reference'))
    .option('--template <name>', 'prompt template', 'mav-raw');
  addRewriteOptions(modelOptions(command, 'mavAnswer')).addHelpText('after', AFTER_HELP).action(act(answer));
}

async function answer(terminal: Terminal, paths: readonly string[], flags: AnswerFlags): Promise<number> {
  const files = expandPaths(paths);
  checkRewrite(files, flags);
  return terminal.interruptible((signal) =>
    withAnswerer(terminal, flags, async (answerer) => {
      let isWhole = true;
      for (const file of files) {
        const document = await readDocument(terminal, file, { language: 'mav', command: 'mav answer' });
        isWhole = (await answerDocument(terminal, document, answerer, flags, signal)) && isWhole;
      }
      return isWhole ? EXIT.ok : EXIT.incomplete;
    }),
  );
}

/** Answers the prompts of a text: a model, or rules with a source of values. */
interface Answerer {
  readonly label: string;
  count(text: string): number;
  answers(text: string, signal: AbortSignal): AsyncGenerator<AnsweredExample, void, undefined>;
}

/** Opens the model or the source of values that answers, and closes it afterwards. */
function withAnswerer<T>(terminal: Terminal, flags: AnswerFlags, use: (answerer: Answerer) => Promise<T>): Promise<T> {
  const dialect = flags.mavDialect ?? PUBLISHED_DIALECT;
  const replace = flags.replace === true;
  if (flags.model !== undefined) {
    const template = mavTemplate(flags.template);
    const model = modelNamed(terminal, flags.model, flags);
    const options = { model, template, dialect, replace, concurrency: requestConcurrency('mavAnswer', flags) };
    if (dialect.format === 'rookworld')
      return use(
        rookAnswerer(model.label, rookModel(continueBy(model, { ...options, settings: {} }, ROOK_STOPS)), options),
      );
    return use({
      label: model.label,
      count: (text) => modelTasks(text, dialect).length,
      answers: (text, signal) => modelAnswers(text, options, signal),
    });
  }
  const { order, seed } = flags;
  return withValues(terminal, flags, (given) => {
    const used = new Set<MavGameName>();
    const source = given && noted(given, used);
    const options = { source, dialect, order, seed, replace, concurrency: valueWindow(flags) };
    const answerer =
      dialect.format === 'rookworld'
        ? rookAnswerer('', rookReference(source, order, seed), options)
        : {
            count: (text: string) => mavTasks(text, dialect).length,
            answers: (text: string, signal: AbortSignal) => answerText(text, options, signal),
          };
    return use({
      ...answerer,
      answers(text, signal) {
        used.clear();
        return answerer.answers(text, signal);
      },
      get label() {
        const labels = [...used].map((game) => given && sourceLabel(given, game));
        return labels.length === 0 ? 'the rules' : [...new Set(labels)].join('; ');
      },
    });
  });
}

/** Returns a source that records the games that it valued: only used values are named. */
const noted = (source: ValueSource, used: Set<MavGameName>): ValueSource => ({
  label: source.label,
  games: source.games,
  async values(position, signal) {
    const values = await source.values(position, signal);
    if (values.ok) used.add(position.game);
    return values;
  },
  dispose: () => source.dispose(),
});

const rookAnswerer = (
  label: string,
  answerer: RookAnswerer,
  options: { readonly replace: boolean; readonly concurrency: number },
): Answerer => ({
  label,
  count: (text) => rookTasks(text).length,
  answers: (text, signal) => rookAnswers(text, answerer, options, signal),
});

/** Answers and writes one document; returns true if all prompts are answered. */
async function answerDocument(
  terminal: Terminal,
  document: Document,
  answerer: Answerer,
  flags: AnswerFlags,
  signal: AbortSignal,
): Promise<boolean> {
  const { text, name } = document;
  const total = answerer.count(text);
  const progress = terminal.progress(`answering ${name}`, total);
  const edits: TextEdit[] = [];
  const failed = new Map<string, number>();
  let there = 0;
  let seen = 0;
  let saved = terminal.clock.now();
  const savesParts = flags.inPlace === true || (flags.out !== undefined && flags.out !== '-');
  for await (const item of answerer.answers(text, signal)) {
    if (signal.aborted && !('edit' in item)) continue;
    seen++;
    progress.step();
    if ('edit' in item) edits.push(item.edit);
    else if (item.kind === 'there') there++;
    else failed.set(item.why, (failed.get(item.why) ?? 0) + 1);
    if (!savesParts || terminal.clock.now() - saved < SAVE_MS) continue;
    await rewrite(terminal, document, applyEdits(text, edits), flags);
    saved = terminal.clock.now();
  }
  progress.end();
  await rewrite(terminal, document, applyEdits(text, edits), flags);
  if (total === 0) {
    terminal.note(`${name} has no prompts; statelens mav make makes them of games`);
    return true;
  }
  const counts = [`${plural(edits.length, 'answer')} written by ${answerer.label}`];
  if (there > 0) counts.push(`${there} already present`);
  if (seen < total) counts.push(`${total - seen} not processed`);
  terminal.note(`${name}: ${counts.join(', ')}`);
  for (const [reason, count] of failed) terminal.note(`${name}: ${plural(count, 'prompt')} not answered: ${reason}`);
  return failed.size === 0 && seen >= total;
}

export interface AnswerTextOptions {
  /** Source of values; without one, only states and finished games are answered. */
  readonly source: ValueSource | undefined;
  readonly dialect: MavDialect;
  readonly order: ListOrder;
  /** Seed of random orders. */
  readonly seed: number;
  /** True to replace existing outputs. */
  readonly replace: boolean;
  /** Number of concurrent positions. */
  readonly concurrency: number;
}

interface Task {
  /** Index of its section. */
  readonly index: number;
  readonly item: Example | TraceModel;
}

/** Returns the examples of a text outside of traces, and prompts of traces. */
const mavTasks = (text: string, dialect: MavDialect): Task[] =>
  readMav(text).flatMap(({ section: { item } }, index) => {
    if (item?.kind === 'example') return { index, item };
    const model = item && traceModel(item, dialect);
    return model !== undefined && isTracePrompt(model) ? { index, item: model } : [];
  });

/**
 * Yields reference answers to the prompts of a MAV text, in order. The same seed gives the same order of lists, whatever was
 * answered before. An abort ends the work; yielded answers are valid.
 */
export async function* answerText(
  text: string,
  options: AnswerTextOptions,
  signal: AbortSignal,
): AsyncGenerator<AnsweredExample, void, undefined> {
  const end = dominantLineEnding(text);
  yield* mapOrdered(
    mavTasks(text, options.dialect),
    ({ index, item }, inner) =>
      'trace' in item ? tracedAnswer(index, item, options, end, inner) : answered(index, item, options, end, inner),
    options.concurrency,
    signal,
  );
}

async function answered(
  index: number,
  example: Example,
  options: AnswerTextOptions,
  end: string,
  signal: AbortSignal,
): Promise<AnsweredExample> {
  const request = requestFromExample(example, options.dialect);
  if (!request.ok) return { kind: 'failed', why: request.error };
  const { inputs, outputs } = request.value;
  if (outputs.length === 0) return { kind: 'failed', why: 'it has no output commands' };
  const written = example.lines.slice(inputs.length);
  if (written.length > 0 && !options.replace) return { kind: 'there', why: 'already answered' };
  const values = await valuesFor(request.value, options, signal);
  if (!values.ok) return { kind: 'failed', why: values.error };
  const draft = answerRequest(request.value, {
    dialect: options.dialect,
    values: values.value,
    ...orderOptions(options.order, () => seeded(partSeed(options.seed, `answer ${index}`))),
  });
  if (!draft.ok) return { kind: 'failed', why: draft.error.message };
  const target = printTarget(draft.value, options.dialect).trimEnd();
  const start = example.lines[inputs.length - 1]?.range.end ?? example.header.range.end;
  const range = { start, end: written.at(-1)?.range.end ?? start };
  return { edit: { range, newText: `\n${target}`.replaceAll('\n', end) } };
}

/** Writes the trace after its prompt. */
async function tracedAnswer(
  index: number,
  model: TraceModel,
  { source, dialect, order, seed }: AnswerTextOptions,
  end: string,
  signal: AbortSignal,
): Promise<AnsweredExample> {
  const orderOf = (path: readonly string[]) =>
    orderOptions(order, () => seeded(partSeed(seed, `answer ${index} ${path.join(' ')}`)));
  const answer = await answerTrace(model, { source, dialect, orderOf }, signal);
  if (!answer.ok) return { kind: 'failed', why: answer.error };
  const { example } = model.root ?? {};
  const at = example?.lines[0]?.range.end ?? example?.header.range.end ?? model.trace.range.end;
  return { edit: { range: { start: at, end: at }, newText: `\n${answer.value.trimEnd()}`.replaceAll('\n', end) } };
}

/** Returns the values that a request requires, if any. */
async function valuesFor(
  request: MavRequest,
  { source }: AnswerTextOptions,
  signal: AbortSignal,
): Promise<Result<PositionValues | undefined, string>> {
  if (!requestNeedsValues(request)) return ok(undefined);
  if (source === undefined) return err('lists and best actions require values; use --values engine');
  const values = await source.values(request, signal);
  return values.ok ? values : err(values.error.message);
}
