import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { nodeRunSource } from '../../models/report/node-run-source.ts';
import { namedMetrics, type RunSource } from '../../models/report/run-source.ts';
import { segmentsAmong } from '../../models/runs/segments.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';
import { displayPath, readBytes } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import type { ScoringFlags } from '../options.ts';

const ENDING = '.run.jsonl';

/** Expands paths to runs, without duplicates: run files, folders of run files or of the segments of a run, or `-` for standard input. */
export function reportSources(terminal: Terminal, paths: readonly string[]): RunSource[] {
  const sources = paths.flatMap((item) =>
    isFolder(item) ? runsIn(terminal, item) : item === '-' ? standardInput(terminal) : runAt(terminal, item),
  );
  return [...new Map(sources.map((source) => [path.resolve(source.path), source])).values()];
}

const isFolder = (file: string): boolean =>
  file !== '-' && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;

const runAt = (terminal: Terminal, file: string, folder?: string): RunSource =>
  nodeRunSource(file, (name, signal) => readBytes(terminal, name, signal), folder);

function standardInput(terminal: Terminal): RunSource {
  const name = displayPath('-');
  const part = {
    shown: name,
    size: undefined,
    bytes: (signal?: AbortSignal) => readBytes(terminal, '-', signal),
    read: () => Promise.resolve(new Uint8Array()),
  };
  return {
    ...runAt(terminal, '-'),
    name,
    shown: name,
    parts: () => Promise.resolve([part]),
    isAgain: false,
    scores: () => undefined,
  };
}

/** Returns the run whose segments are in a folder, or all runs in the folder, including those in segments. */
function runsIn(terminal: Terminal, folder: string): RunSource[] {
  const plain = folder.replace(/[\\/]+$/, '');
  const names = namesIn(plain);
  if (segmentsAmong(names).length > 0)
    return [runAt(terminal, plain.endsWith('.run') ? `${plain}.jsonl` : plain + ENDING, plain)];
  const whole = names.filter((name) => name.endsWith(ENDING) && !isFolder(path.join(plain, name)));
  const inSegments = names.filter((name) => name.endsWith('.run') && hasSegments(path.join(plain, name)));
  const files = [...new Set([...whole, ...inSegments.map((name) => `${name}.jsonl`)])].sort();
  if (files.length === 0) throw new CliError(`no run files (*${ENDING}) in ${folder}`, EXIT.usage);
  return files.map((name) => runAt(terminal, path.join(plain, name)));
}

const hasSegments = (folder: string): boolean => isFolder(folder) && segmentsAmong(namesIn(folder)).length > 0;

const namesIn = (folder: string): string[] => attempt(`cannot read ${folder}`, () => readdirSync(folder));

/** Options that replace the metrics named by runs. */
const METRICS = ['depth', 'method', 'sequences', 'targetError', 'policy', 'importance', 'terminal'] as const;

/** Returns the flags with the metrics that the runs name, unless the user chose metrics. */
export async function withRunMetrics<F extends ScoringFlags>(
  sources: readonly RunSource[],
  flags: F,
  isGiven: (option: string) => boolean,
): Promise<F> {
  if (METRICS.some(isGiven)) return flags;
  const { metrics, agree } = await namedMetrics(sources);
  if (!agree)
    throw usageError('the runs name different metrics; choose them with -m, --method, --target-error and --policy');
  const { samples, ...others } = metrics ?? {};
  const sequences = samples === undefined ? {} : { sequences: samples };
  return { ...flags, ...others, ...sequences, ...(isGiven('seed') && { seed: flags.seed }) };
}
