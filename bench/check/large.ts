import fs from 'node:fs';
import path from 'node:path';
import { figure, type Table } from '../harness/table.ts';
import { runChild } from './child.ts';
import { CLI } from './contestants.ts';
import { type TextFile, writeLarge } from './texts.ts';

/** How the command line got through a large file. */
export interface LargeResult {
  readonly megabytes: number;
  readonly jobs: number;
  readonly seconds: number;
  readonly peakMb: number | undefined;
  /** What the memory may be: 200 MB and 60 MB a worker. */
  readonly boundMb: number;
  readonly status: number | null;
}

const LARGE = 276e6;
const LARGE_QUICK = 60e6;

/** Checks a file that is larger than what an editor opens, with one worker and with all cores. */
export async function readLarge(
  folder: string,
  texts: readonly TextFile[],
  cores: number,
  quick: boolean,
  progress: (line: string) => void,
): Promise<LargeResult[]> {
  const file = path.join(folder, 'large.pgn');
  const size = writeLarge(file, texts.map(({ text }) => text).join(''), quick ? LARGE_QUICK : LARGE);
  const results: LargeResult[] = [];
  for (const jobs of new Set([1, cores])) {
    progress(`${figure(size / 1e6)} MB with ${jobs} jobs`);
    const { status, wallMs, peakMb } = await runChild(process.execPath, [CLI, 'check', file, '--jobs', String(jobs)]);
    results.push({
      megabytes: size / 1e6,
      jobs,
      seconds: wallMs / 1000,
      peakMb,
      boundMb: 200 + 60 * jobs,
      status,
    });
  }
  fs.rmSync(file);
  return results;
}

export const largeTable = (results: readonly LargeResult[]): Table => ({
  title: 'A file that no editor opens',
  columns: ['MB', 'workers', 's', 'MB/s', 'most MB', 'may have'],
  rows: results.map(({ megabytes, jobs, seconds, peakMb, boundMb }) => [
    figure(megabytes),
    String(jobs),
    figure(seconds),
    figure(megabytes / seconds),
    peakMb === undefined ? '-' : figure(peakMb),
    figure(boundMb),
  ]),
  notes: ['The two files above in turn, through `statelens check`; the most that was resident, by the kernel.'],
});
