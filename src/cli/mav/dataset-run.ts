import type { AuthorJob, Jobs } from '../../compute/jobs/jobs.ts';
import { mapOrdered } from '../../compute/pool/map-ordered.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { type DatasetBlock, type DatasetOptions, targetOf } from '../../core/mav/author/dataset.ts';
import { type Split, SplitPlanner } from '../../core/mav/author/split.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import type { ClusterRules } from '../../core/notation/clusters/game-clusters.ts';
import { CliError, EXIT } from '../command.ts';
import type { DatasetCounts, DatasetFiles } from './dataset-files.ts';
import { type ChosenExample, ExampleChoice } from './example-choice.ts';
import { ExampleTally } from './example-tally.ts';

/** A block with the name of its source. */
export interface SourceBlock {
  readonly source: string;
  readonly block: DatasetBlock;
}

export interface DatasetRun {
  readonly blocks: AsyncIterable<SourceBlock>;
  readonly options: DatasetOptions;
  /** Undefined where all is for training. */
  readonly split: Split | undefined;
  /** Maximum number of examples of one position. */
  readonly perPosition: number;
  readonly source: ValueSource | undefined;
  /** Number of concurrent positions. */
  readonly window: number;
  /** Maximum number of examples in both parts. */
  readonly limit: number;
  readonly onExample: () => void;
}

/** The reason why a dataset is incomplete. */
export interface Unfinished {
  readonly why: string;
}

/** Divides the games of the blocks; undefined where they cannot be divided, or the signal ended it. */
export async function splitOf(
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

/**
 * Creates the examples of the blocks, in order, and writes new ones. An abort stops the run; written examples are kept, and the
 * same run can be resumed.
 */
export async function runDataset(
  { blocks, options, split, perPosition, source, window, limit, onExample }: DatasetRun,
  pool: Pool<Jobs>,
  files: DatasetFiles,
  signal: AbortSignal,
): Promise<DatasetCounts | Unfinished> {
  const choice = new ExampleChoice(split, perPosition);
  const tally = new ExampleTally();
  const written = { train: 0, test: 0 };
  let unvalued = 0;

  /** Yields the chosen examples, with the number of games of their source before their block. */
  const examples = async function* (): AsyncGenerator<Placed> {
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

  const answered = async ({ example, ...rest }: Placed, inner: AbortSignal): Promise<Answered> => {
    const { request, seed } = example;
    const place = files.placeOf(example.id, rest.side);
    if (place !== 'new' || request === undefined) return { ...rest, example, place, target: example.target };
    if (source === undefined) return { ...rest, example, place, target: undefined };
    const values = await source.values(request, inner);
    // Permanent failures leave an example out; transient ones end the run.
    if (!values.ok && (values.error.code === 'failed' || values.error.code === 'cancelled'))
      return { ...rest, example, place, target: undefined, fault: values.error.message };
    const target = values.ok ? targetOf(request, values.value, seed, options.dialect) : undefined;
    return { ...rest, example, place, target };
  };

  for await (const { example, side, name, before, counts, place, target, fault } of mapOrdered(
    examples(),
    answered,
    window,
    signal,
  )) {
    if (signal.aborted) break;
    if (fault !== undefined) return { why: fault };
    if (place === 'left out' || (target === undefined && place === 'new')) {
      unvalued++;
      continue;
    }
    const { id, game, index, ply, prompt } = example;
    if (place === 'new' && target !== undefined) {
      const meta = { id, game, split: side, source: name, index: before + index, ply };
      files.write(side, { prompt, target }, meta, written[side] === 0);
    }
    written[side]++;
    tally.add(example, side);
    onExample();
    if (written.train + written.test >= limit) return { examples: written, ...tally.counts(), unvalued, ...counts };
  }
  if (signal.aborted) return { why: 'interrupted' };
  return { examples: written, ...tally.counts(), unvalued, ...choice.counts };
}

interface Placed extends ChosenExample {
  /** Name of its source. */
  readonly name: string;
  /** Games and records of the source before its block. */
  readonly before: number;
}

interface Answered extends Placed {
  readonly place: 'there' | 'left out' | 'new';
  readonly target: string | undefined;
  /** The reason why the run must stop. */
  readonly fault?: string;
}
