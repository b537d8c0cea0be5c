import type { AuthorJob, Jobs } from '../../compute/jobs/jobs.ts';
import { mapOrdered, type Pool } from '../../compute/pool/pool.ts';
import { seeded } from '../../core/base/random.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { type BalancedDraw, BalancePlanner } from '../../core/mav/author/balance.ts';
import { type DatasetBlock, type DatasetOptions, printOutputs } from '../../core/mav/author/dataset.ts';
import { type Side, type Split, SplitPlanner } from '../../core/mav/author/dataset-split.ts';
import { orderOptions } from '../../core/mav/author/reference-answer.ts';
import type { ExampleTrace } from '../../core/mav/author/request.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { printTraceTarget } from '../../core/mav/write/example-draft.ts';
import type { ClusterRules } from '../../core/notation/game-clusters.ts';
import { referenceTrace, tracePositions } from '../../core/search/reference-trace.ts';
import { CliError, EXIT } from '../command.ts';
import { type DatasetCounts, type DatasetFiles, type TargetFigures, targetFigures } from './dataset-files.ts';
import { type ChosenExample, ExampleChoice, ExampleTally } from './example-choice.ts';

/** A block with the name of its source. */
export interface SourceBlock {
  readonly source: string;
  readonly block: DatasetBlock;
}

export interface DatasetRun {
  readonly blocks: AsyncIterable<SourceBlock>;
  readonly options: DatasetOptions;
  /** Undefined if everything is for training. */
  readonly split: Split | undefined;
  /** Maximum number of examples of one position. */
  readonly perPosition: number;
  /** Selection among the possible examples; undefined for all. */
  readonly draw?: BalancedDraw | undefined;
  readonly source: ValueSource | undefined;
  /** Number of concurrent positions. */
  readonly window: number;
  /** Maximum number of examples in both parts. */
  readonly limit: number;
  readonly onExample: () => void;
}

/** Reason why a dataset is incomplete. */
export interface Unfinished {
  readonly why: string;
}

/** Divides the games of the blocks; undefined if they cannot be divided, or the signal aborted. */
export async function planSplit(
  { blocks, options }: Pick<DatasetRun, 'blocks' | 'options'>,
  { share, rules }: { readonly share: number; readonly rules: ClusterRules },
  pool: Pool<Jobs>,
  signal: AbortSignal,
): Promise<Split | undefined> {
  const planner = new SplitPlanner(rules);
  const jobs = async function* (): AsyncGenerator<AuthorJob> {
    for await (const { block } of blocks) yield { block, options };
  };
  for await (const result of pool.map('author', jobs(), { window: 3 * pool.concurrency, signal, once: true })) {
    if (signal.aborted) return undefined;
    if (!result.ok) throw new CliError(`cannot read the games: ${result.error.message}`, EXIT.bug);
    planner.add(result.value);
  }
  return planner.split(share, options.seed);
}

/** Counts the possible examples, for a balanced draw; undefined if the signal aborted. */
export async function planDraw(
  { blocks, options, split, perPosition }: Pick<DatasetRun, 'blocks' | 'options' | 'split' | 'perPosition'>,
  total: number,
  pool: Pool<Jobs>,
  signal: AbortSignal,
): Promise<BalancedDraw | undefined> {
  const choice = new ExampleChoice(split, perPosition);
  const planner = new BalancePlanner(options.traces?.share);
  const jobs = async function* (): AsyncGenerator<AuthorJob> {
    for await (const { block } of blocks) yield { block, options };
  };
  for await (const result of pool.map('author', jobs(), { window: 3 * pool.concurrency, signal, once: true })) {
    if (signal.aborted) return undefined;
    if (!result.ok) throw new CliError(`cannot read the games: ${result.error.message}`, EXIT.bug);
    for (const { example } of choice.of(result.value)) planner.add(example);
  }
  return planner.draw(total, options.seed);
}

/**
 * Creates the examples of the blocks, in order, and writes new ones. An abort stops the run; written examples are kept, and the
 * same run can be resumed.
 */
export async function runDataset(
  { blocks, options, split, perPosition, draw, source, window, limit, onExample }: DatasetRun,
  pool: Pool<Jobs>,
  files: DatasetFiles,
  signal: AbortSignal,
): Promise<DatasetCounts | Unfinished> {
  const choice = new ExampleChoice(split, perPosition, draw);
  const tally = new ExampleTally();
  const written = { train: 0, test: 0 };
  let unvalued = 0;
  let sharedTraces = 0;

  /** Yields the chosen examples, with the number of games of their source before their block. */
  const examples = async function* (): AsyncGenerator<SourcedExample> {
    const sources: string[] = [];
    const jobs = async function* (): AsyncGenerator<AuthorJob> {
      for await (const { source: name, block } of blocks) {
        sources.push(name);
        yield { block, options };
      }
    };
    let before = 0;
    let last: string | undefined;
    for await (const result of pool.map('author', jobs(), { window: 3 * pool.concurrency, signal, once: true })) {
      if (signal.aborted) return;
      const name = sources.shift() ?? '';
      if (!result.ok) throw new CliError(`cannot create examples from ${name}: ${result.error.message}`, EXIT.bug);
      if (name !== last) before = 0;
      last = name;
      for (const chosen of choice.of(result.value)) yield { ...chosen, name, before };
      before += result.value.games;
    }
  };

  const answered = (placed: SourcedExample, inner: AbortSignal): Promise<Answered> =>
    answeredAt(placed, files.placeOf(placed.example.id, placed.side), { source, options }, inner);

  for await (const { example, side, name, before, counts, place, target, positions, fault } of mapOrdered(
    examples(),
    answered,
    window,
    signal,
  )) {
    if (signal.aborted) break;
    if (fault !== undefined) return { why: fault };
    if (positions !== undefined && isShared(positions, side, split, tally)) {
      sharedTraces++;
      continue;
    }
    const isNew = place === 'new';
    if (place === 'left out' || (isNew && target === undefined)) {
      unvalued++;
      continue;
    }
    const { id, game, index, ply, prompt, trace } = example;
    if (isNew && target !== undefined) {
      const meta = {
        id,
        game,
        split: side,
        source: name,
        index: before + index,
        ply,
        ...(trace && { ...traceShape(trace), positions }),
      };
      files.write(side, { prompt, target }, meta, written[side] === 0);
    }
    written[side]++;
    tally.add(example, side, isNew ? targetFigures(target ?? '', positions) : place);
    onExample();
    if (written.train + written.test >= limit)
      return { examples: written, ...tally.counts(), unvalued, ...counts, shared: counts.shared + sharedTraces };
  }
  if (signal.aborted) return { why: 'interrupted' };
  const { counts } = choice;
  return { examples: written, ...tally.counts(), unvalued, ...counts, shared: counts.shared + sharedTraces };
}

type Answering = Pick<DatasetRun, 'source' | 'options'>;

/** Answers an example, unless its answer exists. */
async function answeredAt(
  placed: SourcedExample,
  place: Answered['place'],
  answering: Answering,
  signal: AbortSignal,
): Promise<Answered> {
  const { request, seed, target: known, trace } = placed.example;
  if (trace !== undefined) return traced(placed, place, answering, signal);
  if (place !== 'new' || request === undefined) return { ...placed, place, target: known };
  const { source, options } = answering;
  if (source === undefined) return { ...placed, place, target: undefined };
  const values = await source.values(request, signal);
  // Permanent failures leave an example out; transient ones end the run.
  if (!values.ok && (values.error.code === 'failed' || values.error.code === 'cancelled'))
    return { ...placed, place, target: undefined, fault: values.error.message };
  const target = values.ok ? printOutputs(request, values.value, seed, options) : undefined;
  return { ...placed, place, target };
}

/** Creates the trace of an example. One that was left out before is created again: only then is the reason known. */
async function traced(
  placed: SourcedExample,
  place: Answered['place'],
  { source, options }: Answering,
  signal: AbortSignal,
): Promise<Answered> {
  const { game, seed, trace } = placed.example;
  if (typeof place === 'object' || trace === undefined || source === undefined)
    return { ...placed, place, target: undefined };
  const { order, dialect } = options;
  const orderOf = (path: readonly string[]) =>
    orderOptions(order, () => seeded(partSeed(seed, `order ${path.join(' ')}`)));
  const made = await referenceTrace({ ...trace, game, source, dialect, orderOf }, signal);
  if (!made.ok) {
    const isFault = made.error.code === 'failed' || made.error.code === 'cancelled';
    return { ...placed, place, target: undefined, ...(isFault && { fault: made.error.message }) };
  }
  const positions = tracePositions(game, trace.state, made.value.root);
  return { ...placed, place, target: printTraceTarget(made.value, dialect), positions };
}

/**
 * Returns true if a trace has a position of the other part: of its games, whose positions are known beforehand, or of a written trace,
 * whose positions are not.
 */
function isShared(positions: readonly string[], side: Side, split: Split | undefined, tally: ExampleTally): boolean {
  if (split === undefined) return false;
  const isOther = side === 'test' ? split.isTrained(positions) : split.isTested(positions);
  return isOther || tally.isShown(side === 'test' ? 'train' : 'test', positions);
}

const traceShape = ({ breadth, depth }: ExampleTrace) => ({ trace: { breadth, depth } });

interface SourcedExample extends ChosenExample {
  /** Name of its source. */
  readonly name: string;
  /** Number of games and records of the source before its block. */
  readonly before: number;
}

interface Answered extends SourcedExample {
  readonly place: TargetFigures | 'left out' | 'new';
  readonly target: string | undefined;
  /** Ids of the positions in a created trace. */
  readonly positions?: readonly string[];
  /** Reason why the run must stop. */
  readonly fault?: string;
}
