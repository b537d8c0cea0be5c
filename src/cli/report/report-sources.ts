import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { nodeRunSource } from '../../models/report/node-run-source.ts';
import type { RunSource } from '../../models/report/run-source.ts';
import { segmentsAmong } from '../../models/runs/segments.ts';
import { EXIT } from '../command.ts';
import { attempt, CliError } from '../failure.ts';
import { readBytes, shownName } from '../io/byte-source.ts';
import type { Terminal } from '../io/terminal.ts';

const ENDING = '.run.jsonl';

/** The runs that paths name: run files, folders of run files or of the segments of a run, or `-` for standard input; each once. */
export function reportSources(terminal: Terminal, paths: readonly string[]): RunSource[] {
  const sources = paths.flatMap((one) =>
    isFolder(one) ? runsIn(terminal, one) : one === '-' ? standardInput(terminal) : runAt(terminal, one),
  );
  return [...new Map(sources.map((source) => [path.resolve(source.path), source])).values()];
}

const isFolder = (file: string): boolean =>
  file !== '-' && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;

const runAt = (terminal: Terminal, file: string, folder?: string): RunSource =>
  nodeRunSource(file, (name, signal) => readBytes(terminal, name, signal), folder);

function standardInput(terminal: Terminal): RunSource {
  const name = shownName('-');
  const part = { shown: name, size: undefined, bytes: (signal?: AbortSignal) => readBytes(terminal, '-', signal) };
  return {
    ...runAt(terminal, '-'),
    name,
    shown: name,
    parts: () => Promise.resolve([part]),
    isAgain: false,
    scores: () => undefined,
  };
}

/** The run whose segments a folder holds, else all runs that lie in it, those that are in segments included. */
function runsIn(terminal: Terminal, folder: string): RunSource[] {
  const plain = folder.replace(/[\\/]+$/, '');
  const names = namesIn(plain);
  if (segmentsAmong(names).length > 0)
    return [runAt(terminal, plain.endsWith('.run') ? `${plain}.jsonl` : plain + ENDING, plain)];
  const whole = names.filter((name) => name.endsWith(ENDING) && !isFolder(path.join(plain, name)));
  const inSegments = names.filter((name) => name.endsWith('.run') && hasSegments(path.join(plain, name)));
  const files = [...new Set([...whole, ...inSegments.map((name) => `${name}.jsonl`)])].sort();
  if (files.length === 0) throw new CliError(`${folder} holds no run files (*${ENDING})`, EXIT.usage);
  return files.map((name) => runAt(terminal, path.join(plain, name)));
}

const hasSegments = (folder: string): boolean => isFolder(folder) && segmentsAmong(namesIn(folder)).length > 0;

const namesIn = (folder: string): string[] => attempt(`cannot read ${folder}`, () => readdirSync(folder));
