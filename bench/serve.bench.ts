// Rates of `statelens serve` on realistic pairs: node bench/run.mjs serve [--help]; needs `npm run build`
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { CLI } from './check/contestants.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { median } from './harness/spread.ts';
import { figure } from './harness/table.ts';
import { manyPairs } from './pairs/many-pairs.ts';

/** Pairs a second that are wanted on two cores. */
const WANTED = { 1: 1000, 4: 150 } as const;
const RUNS = 5;

/** Seconds from the first request to the last answer, the start of the process included. */
function served(lines: string, m: number, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [CLI, 'serve', '--stdio', '-m', String(m)]);
    let answers = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) answers++;
    });
    child.on('error', reject).on('close', () => {
      if (answers === count) resolve((performance.now() - start) / 1000);
      else reject(new Error(`${answers} answers to ${count} requests`));
    });
    child.stdin.end(lines);
  });
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  if (!fs.existsSync(CLI)) throw new Error(`${CLI} is missing: npm run build`);
  const machine = startMachine();
  const pairs = manyPairs(options.quick ? 500 : 5000);
  const lines = pairs.map(({ truth, predicted }, id) => `${JSON.stringify({ id, true: truth, predicted })}\n`).join('');
  const rates: { m: 1 | 4; rate: number }[] = [];
  for (const m of [1, 4] as const) {
    const seconds: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      progressLine(`m ${m}, run ${run + 1} of ${RUNS}`);
      seconds.push(await served(lines, m, pairs.length));
    }
    rates.push({ m, rate: pairs.length / median(seconds) });
  }
  publish(
    {
      name: 'serve',
      machine,
      tables: [
        {
          title: 'Pairs a second by `statelens serve`',
          columns: ['depth', 'pairs', 'pairs/s', 'wanted'],
          rows: rates.map(({ m, rate }) => [`p_${m}, r_${m}`, String(pairs.length), figure(rate), String(WANTED[m])]),
          notes: [
            'Median of five whole processes, their start included; a worker for each core. The pairs are answers of models, and what follows from them by common moves.',
          ],
        },
      ],
      data: { rates },
      ok: true,
    },
    options,
  );
}
