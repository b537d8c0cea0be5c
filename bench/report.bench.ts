// A report of 100,000 samples whose scores lie beside the run: node bench/run.mjs report, after npm run build
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import { manySamples, realRuns } from './report/many-samples.ts';

const CLI = 'dist/cli.mjs';
const TARGET = { wallS: 3, mb: 500 };
/** Printed by the program itself as it ends: nobody else sees its threads and its peak. */
const TOLD = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();console.error('USED '+[u.userCPUTime+u.systemCPUTime,u.maxRSS])})`;

interface Used {
  readonly wallS: number;
  readonly cpuS: number;
  readonly mb: number;
}

/** Runs the program that ships. */
function measured(args: readonly string[]): Promise<Used> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', TOLD, CLI, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.on('data', (data: Buffer) => (told += data.toString()));
    child.on('error', reject);
    child.on('close', (status) => {
      const used = /USED (\d+),(\d+)/.exec(told);
      if (status !== 0 || used === null) reject(new Error(`the report ended with status ${status}: ${told}`));
      else
        resolve({
          wallS: (performance.now() - started) / 1000,
          cpuS: Number(used[1]) / 1e6,
          mb: Number(used[2]) / 1024,
        });
    });
  });
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  try {
    progressLine('scoring the real answers');
    const runs = realRuns(CLI, folder);
    await measured(['report', ...runs, '--no-floors', '--out', path.join(folder, 'real.html')]);
    progressLine('making many of them');
    const made = manySamples(runs, folder, options.quick ? 20_000 : 100_000);
    const out = ['--out', path.join(folder, 'many.html'), '--overwrite'];
    const plain = [...out, '--answers', 'none'];
    progressLine('scoring the baselines');
    await measured(['report', made.file, ...plain]);
    const best: Used[] = [];
    const whole: Used[] = [];
    for (let round = 0; round < (options.quick ? 1 : 5); round++) {
      progressLine(`opening, round ${round + 1}`);
      best.push(await measured(['report', made.file, ...plain]));
      whole.push(await measured(['report', made.file, ...out]));
    }
    const megabytes = fs.statSync(path.join(folder, 'many.html')).size / 1e6;
    const of = (get: (used: Used) => number, all: readonly Used[] = best): number[] =>
      all.map(get).sort((a, b) => a - b);
    const row = (name: string, values: readonly number[], target: string): string[] => [
      name,
      ...[0, Math.floor((values.length - 1) / 2), values.length - 1].map((place) => figure(values[place])),
      target,
    ];
    const table: Table = {
      title: `A report of ${made.samples.toLocaleString('en')} samples, scored before`,
      columns: ['', 'min', 'median', 'max', 'target'],
      rows: [
        row(
          'wall time (s)',
          of(({ wallS }) => wallS),
          `${TARGET.wallS} or less`,
        ),
        row(
          'CPU time, user and system (s)',
          of(({ cpuS }) => cpuS),
          '',
        ),
        row(
          'most memory (MB)',
          of(({ mb }) => mb),
          `${TARGET.mb} or less`,
        ),
        row(
          'wall time with the 10,000 worst answers (s)',
          of(({ wallS }) => wallS, whole),
          '',
        ),
        row('size with them (MB)', [megabytes], '25 or less'),
      ],
      notes: [
        `The program as it ships, its start included: a run file of ${figure(made.mb[0])} MB is told from others by its digest, scores of ${figure(made.mb[1])} MB are read, summed up with baselines, and written as HTML. The samples are the real answers of the six standard logs, again and again about other games.`,
      ],
    };
    publish({ name: 'report', machine, tables: [table], data: { made, best, whole }, ok: true }, options);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
