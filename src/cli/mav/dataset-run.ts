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

/**
 * Creates the examples of the blocks, in order, and writes new ones. An abort stops the run; written examples are kept, and the
 * same run can be resumed.
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
  /** Counted when examples are created, ahead of writing; each example carries the counts before it. */
  let ahead: CountsAhead = { duplicates: 0, games: 0, skipped: {} };

  /** Yields first occurrences of examples, with the number of games of their source before their block. */
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
    // Permanent failures leave an example out; transient ones end the run.
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
  /** Name of its source. */
  readonly name: string;
  /** Games and records of the source before its block. */
  readonly before: number;
  readonly counts: CountsAhead;
}

interface Answered extends Placed {
  readonly place: 'there' | 'left out' | 'new';
  readonly target: string | undefined;
  /** The reason why the run must stop. */
  readonly fault?: string;
}
