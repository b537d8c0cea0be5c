import path from 'node:path';
import { median } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { runForCpu } from './cpu-child.ts';

const CLI = path.resolve('dist/cli.mjs');

/** What `check` takes with a number of workers, medians in seconds. */
export interface Scaling {
  readonly jobs: number;
  readonly megabytes: number;
  readonly wall: number;
  readonly cpu: number;
}

/** Checks a file with one worker and with two, in turn. */
export function scalingOf(
  file: { readonly path: string; readonly bytes: number },
  rounds: number,
  folder: string,
): Scaling[] {
  const runs = [1, 2].map((jobs) => ({ jobs, walls: [] as number[], cpus: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { jobs, walls, cpus } of runs) {
      const { wallMs, cpuMs } = runForCpu(process.execPath, [CLI, 'check', file.path, '--jobs', String(jobs)], folder);
      walls.push(wallMs / 1000);
      cpus.push(cpuMs / 1000);
    }
  }
  return runs.map(({ jobs, walls, cpus }) => ({
    jobs,
    megabytes: file.bytes / 1e6,
    wall: median(walls),
    cpu: median(cpus),
  }));
}

export const scalingTable = (results: readonly Scaling[]): Table => ({
  title: 'Workers of check',
  columns: ['workers', 'MB', 'wall s', 'CPU s', 'MB/s', 'times one worker'],
  rows: results.map(({ jobs, megabytes, wall, cpu }) => [
    String(jobs),
    figure(megabytes),
    figure(wall),
    figure(cpu),
    figure(megabytes / wall),
    figure((results[0]?.wall ?? Number.NaN) / wall),
  ]),
  notes: [
    'Medians of wall time, from the start of the process to its end: on a busy machine two workers get no two cores.',
  ],
});
