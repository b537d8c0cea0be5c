import { plural } from '../../core/base/text/counts.ts';
import type { BatchLedger } from '../../core/evaluation/runs/batch-ledger.ts';
import { otherRun, shardSize } from '../../core/evaluation/runs/run-plan.ts';
import type { RunAttempt, RunBatch } from '../../core/evaluation/runs/run-schema.ts';
import { Spending } from '../../core/evaluation/runs/spending.ts';
import { createSample } from '../../models/predict/predict-state.ts';
import { renderPrompt } from '../../models/prompts/prompt.ts';
import {
  type BatchResult,
  batchLine,
  MAX_BATCH_BYTES,
  MAX_BATCH_REQUESTS,
  readBatchLine,
} from '../../models/runs/batch-file.ts';
import { openRunFile, runLines } from '../../models/runs/node-run-file.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { OpenedRun } from '../../models/runs/run-store.ts';
import { attemptAsync, CliError, EXIT, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { findRunGames } from '../runs/find-games.ts';
import { sha256 } from '../runs/run-games.ts';
import { openJobs, readFileHeader, resumedHeaderJob } from '../runs/run-job.ts';
import { readExperiment } from '../runs/run-options.ts';
import type { BatchExportFlags, BatchImportFlags } from './batch-options.ts';
import { batchRecord, inspectRequests, runBase, submittedParts } from './batch-state.ts';

/** A run file with its content. */
interface OpenedJob {
  readonly opened: OpenedRun;
  /** Ids of samples with an answer. */
  readonly answered: Set<string>;
  readonly spending: Spending;
  /** Ends of attempts made by batches. */
  readonly attempts: RunAttempt[];
  /** Last line about each file of requests. */
  readonly records: Map<string, RunBatch>;
}

/** Opens the run file of a job. */
async function openJob(job: RunJob, breakLock: boolean): Promise<OpenedJob> {
  const answered = new Set<string>();
  const spending = new Spending({}, job.prices);
  const attempts: RunAttempt[] = [];
  const records = new Map<string, RunBatch>();
  const opened = await attemptAsync(`cannot write ${job.file}`, () =>
    openRunFile({
      file: job.file,
      header: job.header,
      breakLock,
      check: (there) => {
        const refusal = otherRun(there, job.header());
        return refusal && `${refusal}; specify another file with --out`;
      },
      onSample: ({ id, error }) => void (error === undefined && answered.add(id)),
      onAttempt: (attempt) => {
        spending.addAttempt(attempt);
        if (attempt.batch !== undefined && attempt.result !== undefined) attempts.push(attempt);
      },
      onBatch: (record) => void records.set(record.file, record),
    }),
  );
  if (!opened.ok) throw new CliError(opened.error, EXIT.usage);
  return { opened: opened.value, answered, spending, attempts, records };
}

/** Writes the requests of an experiment's models; returns the exit status. */
export async function exportBatch(
  terminal: Terminal,
  file: string | undefined,
  flags: BatchExportFlags,
): Promise<number> {
  const placed = await readExperiment(terminal, file, { ...flags, cache: false });
  const jobs = await openJobs(terminal, placed, { ...flags, asksNothing: true });
  const offline = jobs.find(({ model }) => model.endpoint === undefined);
  if (offline !== undefined) throw usageError(`${offline.label} does not use a server; use statelens run`);
  for (const job of jobs) {
    const opened = await openJob(job, flags.breakLock === true);
    try {
      await exportJob(terminal, job, opened);
    } finally {
      await opened.opened.close();
    }
  }
  return EXIT.ok;
}

async function exportJob(
  terminal: Terminal,
  { file, model, label, tasks, settings, shard, header }: RunJob,
  { opened, answered, records }: OpenedJob,
): Promise<void> {
  const { endpoint } = model;
  if (endpoint === undefined) return;
  const api = header().models[0]?.api;
  const base = runBase(file);
  let lines: string[] = [];
  let bytes = 0;
  let part = 0;
  let requests = 0;
  let left = 0;
  // Requests of submitted files are not written again, and the files stay unchanged.
  const { numbers, pending, lost } = await submittedParts(base, records);
  const [gone] = lost;
  if (gone !== undefined)
    throw usageError(
      `${gone} was submitted as a batch that is not fetched, and is no longer there; statelens batch fetch ${gone}, or batch forget`,
    );
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    do part++;
    while (numbers.has(part));
    const name = `${base}.batch-${part}.jsonl`;
    checkOutput(name, { kind: 'requests', inputs: [] });
    writeText(name, lines.join(''));
    const record = batchRecord(name, 'written', await inspectRequests(name));
    await attemptAsync(`cannot write ${file}`, () => opened.append(record));
    terminal.note(`${plural(lines.length, 'request')} of ${label} written to ${name}`);
    lines = [];
    bytes = 0;
  };
  for (const task of tasks.ofNumbers(tasks.numbersOf(shard))) {
    const id = tasks.idOf(task, label);
    if (answered.has(id)) continue;
    if (pending.has(id)) {
      left++;
      continue;
    }
    const { position, template } = task;
    const messages = renderPrompt(template, position.task);
    const request = { task: position.task, messages, settings, ...(template.isRaw === true ? { isRaw: true } : {}) };
    const line = batchLine(id, model.servedAs ?? model.label, endpoint, request, api);
    const length = Buffer.byteLength(line);
    if (lines.length >= MAX_BATCH_REQUESTS || bytes + length > MAX_BATCH_BYTES) await flush();
    lines.push(line);
    bytes += length;
    requests++;
  }
  await flush();
  if (left > 0) terminal.note(`${plural(left, 'request')} of ${label} already submitted and not yet fetched`);
  else if (requests === 0) terminal.note(`${file} already has all answers`);
}

/** Returns the lines about a request made by a batch. */
function batchAttempt(
  id: string,
  number: number,
  answer: NonNullable<BatchResult['answer']>,
  batch: string,
): readonly [RunAttempt, RunAttempt] {
  const attempt = { kind: 'attempt', id, number, started: new Date().toISOString(), batch } as const;
  const usage = answer.ok ? answer.value.usage : answer.error.usage;
  const ended = answer.ok ? { result: 'answered' } : { result: answer.error.code, message: answer.error.message };
  return [
    { ...attempt, reason: 'batch' },
    { ...attempt, ...ended, ...(usage === undefined ? {} : { usage }) },
  ];
}

/** Limit of the lines appended at a time. */
const MAX_PENDING = 500;

/** Batch of the results. */
export interface FetchedBatch {
  /** Name of the batch at the server. */
  readonly batch: string;
  /** Ledger of the requests, which also gets the results already in the run file. */
  readonly ledger: BatchLedger;
}

/** Appends the results of a batch to its run file; returns the exit status. */
export async function importBatch(
  terminal: Terminal,
  file: string,
  results: readonly string[],
  flags: BatchImportFlags,
  fetched?: FetchedBatch,
): Promise<number> {
  const header = await readFileHeader(file);
  const { games, ...rest } = flags;
  const job = await resumedHeaderJob(terminal, file, header, {
    ...rest,
    games: await findRunGames(terminal, file, header, games),
    asksNothing: true,
  });
  const { endpoint } = job.model;
  if (endpoint === undefined) throw usageError(`${file} is a run of a model without a server`);
  const opened = await openJob(job, flags.breakLock === true);
  const importing = new Importing(job, opened, fetched);
  try {
    for (const name of results) {
      for await (const { number, text } of linesOf(name)) {
        if (text === '') continue;
        const read = readBatchLine(text, endpoint);
        const reason = read.ok ? importing.take(read.value) : read.error;
        if (reason !== undefined && importing.counts.strange++ < MAX_NAMED)
          terminal.note(`${name}:${number}: ${reason}; skipped`);
        if (importing.pending.length >= MAX_PENDING) await settle(importing.pending.splice(0), file);
      }
    }
    await settle(importing.pending.splice(0), file);
  } finally {
    await opened.opened.close();
  }
  const { counts } = importing;
  const left = shardSize(job.tasks.count, job.shard) - opened.answered.size;
  const parts = [`${plural(counts.imported, 'answer')} of ${job.label} imported into ${file}`];
  if (counts.failed > 0) parts.push(`${plural(counts.failed, 'request')} failed`);
  if (counts.passing > 0) parts.push(`${plural(counts.passing, 'request')} to be repeated`);
  if (counts.there > 0) parts.push(`${counts.there} already present`);
  if (counts.unmade > 0) parts.push(`${counts.unmade} expired or canceled`);
  if (counts.strange > 0) parts.push(`${plural(counts.strange, 'line')} skipped`);
  if (left > 0) parts.push(`${left.toLocaleString('en-US')} without an answer`);
  terminal.note(parts.join(', '));
  return left > 0 || counts.strange > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Limit of the lines named individually. */
const MAX_NAMED = 5;

/** Results being imported into a run file. Each counts once, however often it appears. */
class Importing {
  readonly counts = { imported: 0, failed: 0, passing: 0, there: 0, unmade: 0, strange: 0 };
  /** Pending writes of lines. */
  readonly pending: Promise<void>[] = [];
  readonly #job: RunJob;
  readonly #opened: OpenedJob;
  readonly #fetched: FetchedBatch | undefined;
  readonly #wanted = new Map<string, number>();
  /** Keys of failures already in the run file. */
  readonly #booked = new Set<string>();

  constructor(job: RunJob, opened: OpenedJob, fetched: FetchedBatch | undefined) {
    this.#job = job;
    this.#opened = opened;
    this.#fetched = fetched;
    const { tasks, label, shard } = job;
    for (const number of tasks.numbersOf(shard)) this.#wanted.set(tasks.idOf(tasks.at(number), label), number);
    for (const id of opened.answered) fetched?.ledger.book(id, 'answered');
    for (const { id, batch, result, message } of opened.attempts) {
      if (fetched !== undefined && batch !== fetched.batch) continue;
      if (result !== 'answered') this.#booked.add(this.#failureKey(id, message));
      fetched?.ledger.book(id, result === 'answered' ? 'answered' : 'failed', result === 'answered');
    }
  }

  /**
   * Returns a key of a failure: a batch fails once per request; for results without a name the message distinguishes failures.
   */
  #failureKey(id: string, message = ''): string {
    return this.#fetched === undefined ? `${id} ${message}` : id;
  }

  /** Takes a result; returns the reason if it belongs to no request. */
  take({ id, answer }: BatchResult): string | undefined {
    const { answered } = this.#opened;
    const task = this.#wanted.get(id);
    if (task === undefined) return 'it belongs to another run';
    if (this.#fetched?.ledger.has(id) === false) return 'it was not asked for in this batch';
    const ledger = this.#fetched?.ledger;
    if (answer === undefined) {
      this.counts.unmade++;
      ledger?.book(id, 'neverRun');
      return undefined;
    }
    ledger?.book(id, answer.ok ? 'answered' : 'failed', answer.ok || answer.error.isPassing === undefined);
    const failure = answer.ok ? undefined : this.#failureKey(id, answer.error.message);
    if (answered.has(id)) this.counts.there++;
    else if (failure !== undefined && this.#booked.has(failure)) this.counts.failed++;
    else this.#write(id, task, answer, failure);
    return undefined;
  }

  /** Writes a result that is not in the run file yet. */
  #write(id: string, task: number, answer: NonNullable<BatchResult['answer']>, failure: string | undefined): void {
    const { answered, opened, spending } = this.#opened;
    const lines = batchAttempt(id, spending.nextAttempt(id), answer, this.#fetched?.batch ?? '');
    if (failure !== undefined) this.#booked.add(failure);
    if (answer.ok) answered.add(id);
    if (!answer.ok && answer.error.isPassing === true) {
      this.counts.passing++;
      this.pending.push(opened.append(...lines));
      return;
    }
    this.counts[answer.ok ? 'imported' : 'failed']++;
    const { tasks, label } = this.#job;
    const { position, template } = tasks.at(task);
    const sample = createSample(position, { label, template, nameTemplate: tasks.nameTemplate }, answer);
    const promptHash = sha256(JSON.stringify(renderPrompt(template, position.task)));
    this.pending.push(opened.append(...lines, { ...sample, task, promptHash }));
  }
}

/** Waits for all promises, even if one rejects, so that no rejection is unhandled. */
async function settle(pending: readonly Promise<void>[], file: string): Promise<void> {
  const results = await Promise.allSettled(pending);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) await attemptAsync(`cannot write ${file}`, () => Promise.reject(failed.reason as Error));
}

/** Yields the lines of a file. System errors become failures of the command. */
async function* linesOf(file: string): ReturnType<typeof runLines> {
  const lines = runLines(file);
  for (;;) {
    const next = await attemptAsync(`cannot read ${file}`, () => lines.next());
    if (next.done === true) return;
    yield next.value;
  }
}
