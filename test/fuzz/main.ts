// Random text against the readers and the server's documents: npm run fuzz -- [--cases N | --seconds N] [--seed S] [--jobs J] [--case I]
// Prints the seed first and each failure with the command that replays it, up to MAX_FAILURES a thread; ends with 1 where there was one.
import os from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { caseOf, failureOf } from './fuzz.ts';

/** A thread stops after so many: what comes then is most likely more of the same. */
const MAX_FAILURES = 20;
/** Without a terminal, progress is a line for so many cases. */
const CASES_A_LINE = 50_000;
/** A thread that finishes no case for so long hangs, in milliseconds: a busy machine may give it a hundredth of its time. */
const SILENCE_MS = 60_000;
const DEFAULT_CASES = 100_000;

/** The cases of a thread: every `step`th from `from` on, below `to`, as long as there is time. */
interface Share {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** When to stop, in milliseconds as `Date.now` counts. */
  readonly end: number;
}

/** What a thread reports: the case that it begins, one that failed, or how many it tried when it ends. */
type Message = { readonly at: number } | { readonly failed: string } | { readonly tried: number };

async function work({ seed, from, to, step, end }: Share, report: (message: Message) => void): Promise<void> {
  let failures = 0;
  let tried = 0;
  for (let index = from; index < to && failures < MAX_FAILURES && Date.now() < end; index += step) {
    report({ at: index });
    const failure = await failureOf(seed, index);
    tried++;
    if (failure === undefined) continue;
    const { property, language, text, error } = failure;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const kept = JSON.stringify({ seed, index, property, language, text });
    failures++;
    report({
      failed: `${replay(seed, index)}\n${property}, ${language}\n${stack}\nonce it is mended, keep it in test/fuzz/kept-cases.jsonl:\n${kept}`,
    });
  }
  report({ tried });
}

const replay = (seed: number, index: number): string => `npm run fuzz -- --seed ${seed} --case ${index}`;

const number = (value: string | undefined, fallback: number): number => {
  const parsed = value === undefined ? fallback : Number(value);
  if ((Number.isInteger(parsed) || parsed === Number.POSITIVE_INFINITY) && parsed >= 0) return parsed;
  console.error(`not a whole number: ${value}`);
  process.exit(2);
};

function printFailure(text: string): void {
  process.exitCode = 1;
  console.error(`\n${text}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      case: { type: 'string' },
    },
  });
  const seed = number(values.seed, Date.now() % 1_000_000);
  if (values.case !== undefined) {
    const index = number(values.case, 0);
    console.log(JSON.stringify(caseOf(seed, index)));
    await work({ seed, from: index, to: index + 1, step: 1, end: Number.POSITIVE_INFINITY }, (message) => {
      if ('failed' in message) printFailure(message.failed);
    });
    return;
  }
  const seconds = number(values.seconds, Number.POSITIVE_INFINITY);
  const to = number(values.cases, seconds === Number.POSITIVE_INFINITY ? DEFAULT_CASES : Number.POSITIVE_INFINITY);
  const step = Math.max(1, number(values.jobs, os.availableParallelism()));
  const began = Date.now();
  const limits = [
    ...(to === Number.POSITIVE_INFINITY ? [] : [`${to.toLocaleString('en-US')} cases`]),
    ...(seconds === Number.POSITIVE_INFINITY ? [] : [`${seconds} s`]),
  ];
  console.log(`seed ${seed}: ${limits.join(', at most ')}, in ${step} ${step === 1 ? 'thread' : 'threads'}`);
  let begun = 0;
  const shares = Array.from({ length: step }, (_, from) => ({ seed, from, to, step, end: began + 1000 * seconds }));
  const tried = await Promise.all(shares.map((share) => runThread(share, () => printProgress(++begun, to))));
  const total = tried.reduce((a, b) => a + b, 0);
  console.log(`${total.toLocaleString('en-US')} cases in ${Math.round((Date.now() - began) / 1000)} s`);
}

function printProgress(begun: number, to: number): void {
  const text = to === Number.POSITIVE_INFINITY ? `${begun}` : `${begun} of ${to}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text} `);
  else if (begun % CASES_A_LINE === 0) console.log(text);
}

/** Runs a share in a thread of its own; resolves to the number of cases that it tried. */
function runThread(share: Share, onCase: () => void): Promise<number> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share });
  let at = share.from;
  let tried = 0;
  const hangs = (): void => {
    printFailure(`${replay(share.seed, at)}\nhangs`);
    void worker.terminate();
  };
  let watch = setTimeout(hangs, SILENCE_MS);
  worker.on('message', (message: Message) => {
    if ('failed' in message) return printFailure(message.failed);
    if ('tried' in message) {
      tried = message.tried;
      return;
    }
    clearTimeout(watch);
    watch = setTimeout(hangs, SILENCE_MS);
    at = message.at;
    onCase();
  });
  return new Promise((resolve) => {
    worker.on('error', (error) => {
      printFailure(`${replay(share.seed, at)}\n${error.stack ?? error.message}`);
    });
    worker.on('exit', () => {
      clearTimeout(watch);
      resolve(tried);
    });
  });
}

if (isMainThread) await main();
else await work(workerData as Share, (message) => parentPort?.postMessage(message));
