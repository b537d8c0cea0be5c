import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { err } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import { UNREAD_TEXT } from '../../core/metrics/sentence/answer-text.ts';
import { boundedLines } from '../../models/node-bounded-lines.ts';
import { type Act, attemptAsync, EXIT, usageError } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { addScoringOptions, compareOptions, jobsOption, type ScoringFlags } from '../options.ts';
import { readServed, type ScoreRequest, type ServeFault } from './serve-request.ts';

const AFTER_HELP = `
Each line of standard input is a JSON object, each line of standard output the answer to it, in order (docs/integrate.md).
With "answer", the state is taken from the whole text of a model.

Example:
  $ echo '{"id": 1, "moves": "1. e4 e5", "answer": "It is rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}' | statelens serve --stdio`;

interface ServeFlags extends ScoringFlags {
  readonly stdio?: boolean;
  readonly full?: boolean;
  readonly jobs?: number;
}

/** Version of the JSON of answers; new fields do not change it. */
const SCHEMA = 1;
/** Length limit of a line in characters. */
const MAX_LINE = 8_000_000;
/** Number of requests read ahead, per worker. */
const AHEAD = 64;

export function define(command: Command, act: Act): void {
  command.description(
    'Score pairs of states, answers of models and walks, a JSON object a line: a reward function for training.',
  );
  command.argument('[file]', 'requests as JSON Lines, in place of --stdio');
  addScoringOptions(command)
    .addOption(jobsOption())
    .option('--stdio', 'use standard input and output')
    .option('--full', 'answer with everything that compare --json has')
    .addHelpText('after', AFTER_HELP)
    .action(act(serve));
}

async function serve(terminal: Terminal, file: string | undefined, flags: ServeFlags): Promise<number> {
  if ((file === undefined) !== (flags.stdio === true)) throw usageError('requests come from --stdio or from a file');
  const input = file === undefined ? terminal.stdin : await opened(file);
  const isFull = flags.full === true;
  const options = { ...compareOptions(flags), conditional: isFull, setBased: isFull, moves: isFull };
  return terminal.interruptible((signal) =>
    withPool(terminal, { jobs: flags.jobs, small: false }, async (pool) => {
      pool.start();
      await answerAll(terminal, input, pool, options, isFull, signal);
      return EXIT.ok;
    }),
  );
}

async function opened(file: string): Promise<Readable> {
  const stream = createReadStream(file);
  await attemptAsync(`cannot read ${file}`, () => once(stream, 'open'));
  return stream;
}

/** Reads requests as fast as they are answered, and writes the answers in order. */
async function answerAll(
  terminal: Terminal,
  input: Readable,
  pool: Pool<Jobs>,
  options: CompareOptions,
  isFull: boolean,
  signal: AbortSignal,
): Promise<void> {
  signal.addEventListener('abort', () => input.destroy(), { once: true });
  /** Unwritten answers, the oldest first. */
  const open: Promise<string>[] = [];
  let writing: Promise<void> = Promise.resolve();
  let written = 0;
  const writeNext = async (answer: Promise<string>): Promise<void> => {
    await terminal.print(`${await answer}\n`);
    void open.shift();
    written++;
  };
  const most = AHEAD * Math.max(1, pool.workers);
  for await (const line of requests(input, signal)) {
    const read = line === undefined ? err(TOO_LONG) : readServed(line, options);
    const answer = read.ok ? scored(pool, read.value, isFull, signal) : Promise.resolve(faultLine(read.error));
    open.push(answer);
    writing = writing.then(() => writeNext(answer));
    if (open.length >= most) await open[0];
    // Written output waits for its reader.
    if (open.length >= 2 * most) await writing;
  }
  await writing;
  terminal.note(plural(written, 'answer'));
}

const TOO_LONG: ServeFault = {
  id: null,
  code: 'bad-request',
  message: `the line has more than ${MAX_LINE.toLocaleString('en-US')} characters`,
};

/** Yields the lines of the input that are not empty; it also ends when the user interrupts. */
async function* requests(input: Readable, signal: AbortSignal): AsyncGenerator<string | undefined> {
  try {
    for await (const line of boundedLines(input, MAX_LINE)) if (line?.trim() !== '') yield line;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function scored(
  pool: Pool<Jobs>,
  { id, job, states, reading }: ScoreRequest,
  isFull: boolean,
  signal: AbortSignal,
): Promise<string> {
  const result =
    job.name === 'compare'
      ? await pool.run('compare', job.input, { signal })
      : await pool.run('compare-world', job.input, { signal });
  if (!result.ok) return failed(id, 'failed', result.error.message);
  if ('stopped' in result.value && result.value.stopped === 'unread')
    return JSON.stringify({
      id: id ?? null,
      schema: SCHEMA,
      ...UNREAD_SCORES,
      ...reading,
      ...(states !== undefined && { states }),
    });
  if ('stopped' in result.value) return failed(id, 'budget', 'the node budget is exhausted');
  if ('faults' in result.value) return failed(id, 'bad-request', result.value.faults[0]?.message ?? 'no such world');
  // Otherwise broken data would be a reward of 0.
  const { truthReason } = result.value;
  if (truthReason !== null) return failed(id, 'bad-request', `the true state is not valid: ${truthReason}`);
  const scores = isFull ? result.value : reward(result.value);
  return JSON.stringify({
    id: id ?? null,
    schema: SCHEMA,
    ...scores,
    ...reading,
    ...(states !== undefined && { states }),
  });
}

/**
 * Fields of an answer that cannot be read: the state that it names is not known, so a 0 would punish the model for the reader.
 */
const UNREAD_SCORES = {
  p: null,
  r: null,
  f: null,
  verdict: 'unread',
  valid: false,
  exactMatch: false,
  positionMatch: false,
  sentence: `unread: ${UNREAD_TEXT}`,
};

/** Returns the parts of a reward function. */
const reward = ({
  m,
  p,
  r,
  f,
  method,
  verdict,
  valid,
  exactMatch,
  positionMatch,
  boardAccuracy,
  editDistance,
  rawEditDistance,
  sentence,
  unstated,
}: Comparison) => ({
  m,
  p,
  r,
  f,
  method,
  verdict,
  valid,
  exactMatch,
  positionMatch,
  boardAccuracy,
  editDistance,
  ...(rawEditDistance !== undefined && { rawEditDistance }),
  sentence,
  ...(unstated !== undefined && { unstated }),
});

const failed = (id: ScoreRequest['id'], code: string, message: string): string =>
  JSON.stringify({ id: id ?? null, schema: SCHEMA, error: { code, message } });

const faultLine = ({ id, code, message }: ServeFault): string => failed(id, code, message);
