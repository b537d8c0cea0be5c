import path from 'node:path';
import { median } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { type CpuChild, runForCpu } from './cpu-child.ts';
import type { Job } from './jobs.ts';

const CLI = path.resolve('dist/cli.mjs');

/** How a job was done by both, in the same rounds. */
export interface JobResult {
  readonly name: string;
  readonly megabytes: number;
  readonly rounds: number;
  /** Medians, in seconds. */
  readonly ours: { readonly cpu: number; readonly wall: number };
  readonly theirs: { readonly cpu: number; readonly wall: number };
  /** CPU time of ours by theirs: the median of the rounds. */
  readonly ratio: number;
  /** True if both wrote the same games. */
  readonly agrees: boolean;
}

/**
 * Lets both do a job, in turn, every round begun by the other.
 *
 * @param program pgn-extract
 * @param folder where they write
 */
export function contest(
  job: Job,
  program: string,
  file: { readonly path: string; readonly bytes: number },
  rounds: number,
  folder: string,
): JobResult {
  const ours: CpuChild[] = [];
  const theirs: CpuChild[] = [];
  const runOurs = (): unknown => ours.push(runForCpu(process.execPath, [CLI, ...job.ours(file.path, folder)], folder));
  const runTheirs = (): unknown => theirs.push(runForCpu(program, job.theirs(file.path, folder), folder));
  for (let round = 0; round < rounds; round++)
    for (const run of round % 2 === 0 ? [runOurs, runTheirs] : [runTheirs, runOurs]) run();
  const seconds = (of: readonly CpuChild[]) => ({
    cpu: median(of.map(({ cpuMs }) => cpuMs)) / 1000,
    wall: median(of.map(({ wallMs }) => wallMs)) / 1000,
  });
  const { read } = job;
  const [mine, others] = read === undefined ? [[], []] : [read.ours(folder), read.theirs(folder)];
  return {
    name: job.name,
    megabytes: file.bytes / 1e6,
    rounds,
    ours: seconds(ours),
    theirs: seconds(theirs),
    ratio: median(ours.map(({ cpuMs }, i) => cpuMs / theirs[i].cpuMs)),
    agrees:
      ours.every(({ status }) => status === 0) &&
      (read === undefined || mine.length > 0) &&
      mine.join('\n') === others.join('\n'),
  };
}

export const gamesTable = (results: readonly JobResult[]): Table => ({
  title: 'Games of a file, against pgn-extract',
  columns: ['job', 'MB', 'rounds', 'CPU s', 'pgn-extract', 'ratio', 'wall s', 'pgn-extract', 'MB/s of CPU', 'agrees'],
  rows: results.map(({ name, megabytes, rounds, ours, theirs, ratio, agrees }) => [
    name,
    figure(megabytes),
    String(rounds),
    figure(ours.cpu),
    figure(theirs.cpu),
    figure(ratio),
    figure(ours.wall),
    figure(theirs.wall),
    figure(megabytes / ours.cpu),
    agrees ? 'yes' : 'NO',
  ]),
  notes: [
    'CPU time of all threads, user and system, from the start of a process to its end, medians; the ratio is ours by theirs, the median over rounds in which both ran. Both write the games they choose; `UCI` writes a row of JSON with UCI, SAN and tags in ours, a PGN with moves in UCI in theirs. Agrees: both wrote the same games in the same order, or found no error.',
  ],
});
