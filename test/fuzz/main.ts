// Random text against the readers and the server's documents: npm run fuzz -- [--cases N] [--seed S] [--jobs J] [--case I]
// Says every failure with how to have it again, up to MAX_FAILURES a thread; ends with 1 where there was one.
import os from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { caseOf, failureOf } from './fuzz.ts';

/** Cases between two signs of life: few, since a busy machine may give a thread a hundredth of its time. */
const STEP = 10;
/** A thread stops after so many: what comes then is most likely more of the same. */
const MAX_FAILURES = 20;
/** Where nobody watches, a line for so many cases. */
const TOLD_EVERY = 50_000;
/** A thread without a sign of life for so long hangs, in milliseconds. */
const SILENCE_MS = 60_000;

interface Share {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** What a thread says: the next case to be tried, or what failed (it goes on behind it). */
type Message = { readonly at: number } | { readonly failed: string };

function work({ seed, from, to }: Share, say: (message: Message) => void): void {
  let failures = 0;
  for (let index = from; index < to && failures < MAX_FAILURES; index++) {
    if ((index - from) % STEP === 0) say({ at: index });
    const failure = failureOf(seed, index);
    if (failure === undefined) continue;
    const { property, language, text, error } = failure;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    failures++;
    say({ failed: `case ${index}: ${property}, ${language}\n${JSON.stringify(text)}\n${stack}` });
  }
  if (failures < MAX_FAILURES) say({ at: to });
}

const number = (value: string | undefined, fallback: number): number => {
  const parsed = value === undefined ? fallback : Number(value);
  if (Number.isInteger(parsed) && parsed >= 0) return parsed;
  console.error(`not a whole number: ${value}`);
  process.exit(2);
};

function main(): void {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string' },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      case: { type: 'string' },
    },
  });
  const seed = number(values.seed, Date.now() % 1_000_000);
  if (values.case !== undefined) {
    const index = number(values.case, 0);
    console.log(JSON.stringify(caseOf(seed, index)));
    work({ seed, from: index, to: index + 1 }, report);
    return;
  }
  const cases = number(values.cases, 100_000);
  const jobs = Math.max(1, number(values.jobs, os.availableParallelism()));
  const done = new Array<number>(jobs).fill(0);
  const began = Date.now();
  let told = 0;
  console.log(`${cases.toLocaleString('en-US')} cases with seed ${seed} in ${jobs} threads`);
  for (let job = 0; job < jobs; job++) {
    const share: Share = { seed, from: Math.floor((cases * job) / jobs), to: Math.floor((cases * (job + 1)) / jobs) };
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share });
    let at = share.from;
    let watch = setTimeout(hangs, SILENCE_MS);
    worker.on('exit', () => clearTimeout(watch));
    function hangs(): void {
      report({ failed: `a case from ${at} to ${at + STEP} hangs` });
      void worker.terminate();
    }
    worker.on('message', (message: Message) => {
      if ('failed' in message) return report(message);
      clearTimeout(watch);
      at = message.at;
      done[job] = at - share.from;
      const total = done.reduce((a, b) => a + b, 0);
      if (at === share.to)
        return console.log(`thread ${job + 1}: ${done[job]} cases, ${(Date.now() - began) / 1000} s`);
      if (process.stderr.isTTY) process.stderr.write(`\r${total} of ${cases} `);
      else if (total >= told + TOLD_EVERY) {
        told = total - (total % TOLD_EVERY);
        console.log(`${told} of ${cases}, ${Math.round((Date.now() - began) / 1000)} s`);
      }
      watch = setTimeout(hangs, SILENCE_MS);
    });
    worker.on('error', (error) => {
      clearTimeout(watch);
      report({ failed: `from ${at} on: ${error.stack ?? error.message}` });
    });
  }

  function report(message: Message): void {
    if (!('failed' in message)) return;
    process.exitCode = 1;
    console.error(`\nnpm run fuzz -- --seed ${seed} --case N\n${message.failed}`);
  }
}

if (isMainThread) main();
else work(workerData as Share, (message) => parentPort?.postMessage(message));
