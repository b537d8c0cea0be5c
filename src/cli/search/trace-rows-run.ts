import type { TraceRowsJob } from '../../compute/jobs/jobs.ts';
import { plural } from '../../core/base/text/counts.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import type { GamePart } from '../../core/datasets/game-split.ts';
import type { TraceRecipe, TraceRow } from '../../core/traces/generate/trace-rows.ts';
import { CliError, EXIT, packageVersion, usageError } from '../command.ts';
import type { Progress, Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { TraceRowFiles, traceFormat } from './trace-row-files.ts';
import {
  checkTraceManifest,
  hashedOutputs,
  type TraceCounts,
  traceManifestName,
  writeTraceManifest,
} from './trace-row-manifest.ts';
import type { RowSink, WriteFlags } from './trace-write-flags.ts';

/** A dataset of traces to write. */
export interface TraceRowsTask {
  readonly recipe: TraceRecipe;
  /** World as it was given. */
  readonly worldName: string;
  readonly heuristic: string | null;
  readonly flags: WriteFlags;
}

/** Draws of a job. */
const BLOCK = 64;
/** Below this number of traces no threads are started. */
const SMALL = 50;
/** Draws without a new task after which a world is taken to have no other. */
const PATIENCE = 5000;

/** Returns the name of the part of a task: tasks are divided by their content, so that all runs divide them alike. */
export function taskPart(parts: readonly GamePart[], task: string, seed: number): string {
  let place = (partSeed(seed, `part ${task}`) >>> 0) / 2 ** 32;
  for (const { name, share } of parts) {
    place -= share;
    if (place < 0) return name;
  }
  return parts.at(-1)?.name ?? '';
}

/** Writes a dataset, or prints traces; returns the exit status. */
export async function writeTraceRows(terminal: Terminal, task: TraceRowsTask): Promise<number> {
  const { flags } = task;
  const { out, split, count } = flags;
  if (out === undefined || out === '-') return printTraces(terminal, task);
  const format = traceFormat(out);
  const parts = split ?? [];
  const resume = flags.continue === true;
  if (resume && format !== 'jsonl') throw usageError('--continue requires --out FILE.jsonl, whose rows are numbered');
  const manifest = traceManifestName(out);
  const described = manifestRecipe(task);
  if (resume && checkTraceManifest(manifest, described)) {
    terminal.note(`${out} is already complete`);
    return EXIT.ok;
  }
  const files = await TraceRowFiles.open(terminal, {
    out,
    parts: parts.map(({ name }) => name),
    format,
    resume,
    flags,
  });
  writeTraceManifest(manifest, described, null, []);
  const progress = terminal.progress('writing traces', count);
  for (let i = 0; i < files.kept; i++) progress.step();
  let made: RunResult;
  try {
    made = await runRows(terminal, task, files, progress);
    files.end();
  } catch (error) {
    files.abandon();
    throw error;
  } finally {
    progress.end();
  }
  if (made.isAborted) {
    files.abandon();
    terminal.note(`${out} is incomplete: interrupted${format === 'jsonl' ? '; use --continue' : ''}`);
    return EXIT.incomplete;
  }
  files.commit();
  writeTraceManifest(manifest, described, made.counts, await hashedOutputs(terminal, files.paths));
  terminal.note(`${out}: ${countsText(made.counts)}`);
  return isShort(terminal, task, made.counts) ? EXIT.incomplete : EXIT.ok;
}

/** Prints the traces alone, with blank lines between them. */
async function printTraces(terminal: Terminal, task: TraceRowsTask): Promise<number> {
  let isFirst = true;
  const sink: RowSink = {
    firstDraw: 0,
    known: [],
    kept: 0,
    add: async ({ prompt, target }) => {
      const text = `${prompt}${target}`.trimEnd();
      await terminal.print(`${isFirst ? '' : '\n'}${text}\n`);
      isFirst = false;
      return true;
    },
  };
  const { counts, isAborted } = await runRows(terminal, task, sink, undefined);
  if (isAborted) return EXIT.incomplete;
  return isShort(terminal, task, counts) ? EXIT.incomplete : EXIT.ok;
}

interface RunResult {
  readonly counts: TraceCounts;
  readonly isAborted: boolean;
}

function runRows(
  terminal: Terminal,
  { recipe, flags }: TraceRowsTask,
  sink: RowSink,
  progress: Progress | undefined,
): Promise<RunResult> {
  const { count, jobs, split = [] } = flags;
  return terminal.interruptible((signal) =>
    withPool(terminal, { jobs, small: count < SMALL }, async (pool) => {
      const counts = newCounts(split, sink.known.length);
      const seen = new Set(sink.known);
      let idle = 0;
      for await (const result of pool.map('trace-rows', drawsFrom(recipe, sink.firstDraw), {
        window: 3 * pool.concurrency,
        signal,
        once: true,
      })) {
        if (signal.aborted) break;
        if (!result.ok) throw new CliError(`cannot write traces: ${result.error.message}`, EXIT.bug);
        if ('failure' in result.value) throw new CliError(result.value.failure, EXIT.incomplete);
        const { rows, undrawn, tooLarge, unspoiled } = result.value;
        counts.undrawn += undrawn;
        counts.tooLarge += tooLarge;
        counts.unspoiled += unspoiled;
        idle += BLOCK;
        for (const row of rows) {
          if (counts.traces >= count) break;
          if (seen.has(row.id)) {
            counts.duplicates++;
            continue;
          }
          seen.add(row.id);
          idle = 0;
          const part = split.length === 0 ? '' : taskPart(split, row.task, recipe.seed);
          addCounts(counts, row, part);
          if (await sink.add(row, part)) progress?.step();
        }
        if (counts.traces >= count || idle >= PATIENCE) break;
      }
      return { counts, isAborted: signal.aborted };
    }),
  );
}

/** Yields the draws from a number on, without end. */
function* drawsFrom(recipe: TraceRecipe, first: number): Generator<TraceRowsJob, void, undefined> {
  for (let from = first; ; from += BLOCK) yield { recipe, from, to: from + BLOCK };
}

type MutableCounts = { -readonly [Key in keyof TraceCounts]: TraceCounts[Key] };

const newCounts = (split: readonly GamePart[], traces: number): MutableCounts & { parts: Record<string, number> } => ({
  traces,
  parts: Object.fromEntries(split.map(({ name }) => [name, 0])),
  solved: 0,
  nodes: 0,
  faults: {},
  duplicates: 0,
  undrawn: 0,
  tooLarge: 0,
  unspoiled: 0,
});

function addCounts(counts: MutableCounts, { solved, nodes, fault }: TraceRow, part: string): void {
  counts.traces++;
  counts.nodes += nodes;
  if (solved) counts.solved++;
  if (part !== '') counts.parts = { ...counts.parts, [part]: (counts.parts[part] ?? 0) + 1 };
  if (fault !== null) counts.faults = { ...counts.faults, [fault.kind]: (counts.faults[fault.kind] ?? 0) + 1 };
}

/** Returns everything that decides the bytes of the files. */
function manifestRecipe({ recipe, worldName, heuristic, flags }: TraceRowsTask): Readonly<Record<string, unknown>> {
  const { search, tasks, seed, faults, faultKinds } = recipe;
  return {
    version: packageVersion(),
    world: worldName,
    spec: recipe.world,
    search,
    heuristic,
    tasks,
    seed,
    count: flags.count,
    faults,
    ...(faultKinds && { faultKinds }),
    split: flags.split ?? [],
  };
}

function countsText({ traces, parts, solved, duplicates, tooLarge, faults }: TraceCounts): string {
  const divided = Object.entries(parts).map(([name, number]) => `${name} ${number.toLocaleString('en-US')}`);
  const words = [
    `${plural(traces, 'trace')}${divided.length > 0 ? ` (${divided.join(', ')})` : ''}`,
    `${solved.toLocaleString('en-US')} solved`,
  ];
  const spoiled = Object.values(faults).reduce((sum, number) => sum + number, 0);
  if (spoiled > 0) words.push(`${spoiled.toLocaleString('en-US')} with a fault`);
  if (duplicates > 0) words.push(`${plural(duplicates, 'double')} left out`);
  if (tooLarge > 0) words.push(`${tooLarge.toLocaleString('en-US')} larger than --max-nodes left out`);
  return words.join(', ');
}

/** Says that a world has fewer tasks than were asked for. */
function isShort(
  terminal: Terminal,
  { worldName, flags }: TraceRowsTask,
  { traces, tooLarge, unspoiled }: TraceCounts,
): boolean {
  if (traces >= flags.count) return false;
  const hints = [
    ...(tooLarge > 0
      ? [`${tooLarge.toLocaleString('en-US')} searches were larger than --max-nodes ${flags.maxNodes}`]
      : []),
    ...(unspoiled > 0 ? [`${unspoiled.toLocaleString('en-US')} had no place for a fault`] : []),
  ];
  terminal.note(
    `${plural(traces, 'trace')} instead of ${flags.count.toLocaleString('en-US')}: ${PATIENCE.toLocaleString('en-US')} draws gave no other task of ${worldName}${hints.length > 0 ? `; ${hints.join('; ')}` : ''}`,
  );
  return true;
}
