import type { AuthorJob, Jobs } from '../../compute/jobs/jobs.ts';
import { mapOrdered } from '../../compute/pool/map-ordered.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import {
  type DatasetBlock,
  type DatasetExample,
  type DatasetOptions,
  targetOf,
} from '../../core/mav/author/dataset.ts';
import { SeenIds } from '../../core/mav/author/seen.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import { CliError, EXIT } from '../command.ts';
import type { DatasetCounts, DatasetFiles } from './dataset-files.ts';

/** A block with the name of its source. */
export interface SourceBlock {
  readonly source: string;
  readonly block: DatasetBlock;
}

export interface DatasetRun {
  readonly blocks: AsyncIterable<SourceBlock>;
  readonly options: DatasetOptions;
  readonly source: ValueSource | undefined;
  /** Positions that the source is asked for at a time. */
  readonly window: number;
  /** Examples of both parts together; then it ends. */
  readonly limit: number;
  readonly onExample: () => void;
}

/** Why a dataset is not whole. */
export interface Unfinished {
  readonly why: string;
}

/**
 * Makes the examples of the blocks, in their order, and writes those that are not there already. An abort ends it; what is
 * written stays, and the same run goes on from there.
 */
export async function runDataset(
  { blocks, options, source, window, limit, onExample }: DatasetRun,
  pool: Pool<Jobs>,
  files: DatasetFiles,
  signal: AbortSignal,
): Promise<DatasetCounts | Unfinished> {
  const seen = new SeenIds();
  const written = { train: 0, test: 0 };
  let unvalued = 0;
  /** Counted where examples are made, ahead of where they are written; each example knows what was counted before it. */
  let ahead: CountsAhead = { duplicates: 0, games: 0, skipped: {} };

  /** Examples that come for the first time, with the games of their source before their block. */
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
      if (!result.ok) throw new CliError(`cannot make examples of ${name}: ${result.error.message}`, EXIT.bug);
      const part = result.value;
      if (name !== last) before = 0;
      last = name;
      const skipped = { ...ahead.skipped };
      for (const [why, count] of Object.entries(part.skipped)) skipped[why] = (skipped[why] ?? 0) + count;
      ahead = { ...ahead, games: ahead.games + part.games, skipped };
      for (const example of part.examples) {
        if (seen.isNew(example.id)) yield { example, name, before, counts: ahead };
        else ahead = { ...ahead, duplicates: ahead.duplicates + 1 };
      }
      before += part.games;
    }
  };

  const answered = async ({ example, ...rest }: Placed, inner: AbortSignal): Promise<Answered> => {
    const { request, seed } = example;
    const place = files.placeOf(example);
    if (place !== 'new' || request === undefined) return { ...rest, example, place, target: example.target };
    if (source === undefined) return { ...rest, example, place, target: undefined };
    const values = await source.values(request, inner);
    // What fails for good is left out; what may go well another time ends the run.
    if (!values.ok && (values.error.code === 'failed' || values.error.code === 'cancelled'))
      return { ...rest, example, place, target: undefined, fault: values.error.message };
    const target = values.ok ? targetOf(request, values.value, seed, options.dialect) : undefined;
    return { ...rest, example, place, target };
  };

  for await (const { example, name, before, counts, place, target, fault } of mapOrdered(
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
    const { id, split, game, index, ply, prompt } = example;
    if (place === 'new' && target !== undefined) {
      const meta = { id, game, split, source: name, index: before + index, ply };
      files.write(split, { prompt, target }, meta, written[split] === 0);
    }
    written[split]++;
    onExample();
    if (written.train + written.test >= limit) return { examples: written, unvalued, ...counts };
  }
  if (signal.aborted) return { why: 'interrupted' };
  return { examples: written, unvalued, ...ahead };
}

type CountsAhead = Pick<DatasetCounts, 'duplicates' | 'games' | 'skipped'>;

interface Placed {
  readonly example: DatasetExample;
  /** Of its source. */
  readonly name: string;
  /** Games and records of the source before its block. */
  readonly before: number;
  readonly counts: CountsAhead;
}

interface Answered extends Placed {
  readonly place: 'there' | 'left out' | 'new';
  readonly target: string | undefined;
  /** Why the run has to end here. */
  readonly fault?: string;
}
