import { otherRun } from '../../core/evaluation/runs/run-identity.ts';
import type { RunAttempt } from '../../core/evaluation/runs/run-schema.ts';
import { shardSize } from '../../core/evaluation/runs/shards.ts';
import { Spending } from '../../core/evaluation/runs/spending.ts';
import { sampleOf } from '../../models/asking/predict-state.ts';
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
import { plural, type Terminal } from '../io/terminal.ts';
import { sha256 } from '../runs/run-games.ts';
import { gamesOf, headerOfFile, jobOfHeader, jobsOf } from '../runs/run-job.ts';
import { experimentOf } from '../runs/run-options.ts';
import type { ExportFlags, ImportFlags } from './batch-options.ts';
import { runBase, submittedParts } from './batch-state.ts';

/** Opens the run file of a job, and collects the samples with an answer. */
async function openJob(
  job: RunJob,
  breakLock: boolean,
): Promise<{ opened: OpenedRun; answered: Set<string>; spending: Spending }> {
  const answered = new Set<string>();
  const spending = new Spending({}, job.prices);
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
      onAttempt: (attempt) => spending.addAttempt(attempt),
    }),
  );
  if (!opened.ok) throw new CliError(opened.error, EXIT.usage);
  return { opened: opened.value, answered, spending };
}

/** Writes the requests of an experiment's models; returns the exit status. */
export async function exportBatch(terminal: Terminal, file: string | undefined, flags: ExportFlags): Promise<number> {
  const placed = await experimentOf(terminal, file, { ...flags, cache: false });
  const jobs = await jobsOf(terminal, placed, { ...flags, asksNothing: true });
  const offline = jobs.find(({ model }) => model.endpoint === undefined);
  if (offline !== undefined) throw usageError(`${offline.label} does not use a server; use statelens run`);
  for (const job of jobs) {
    const { opened, answered } = await openJob(job, flags.breakLock === true);
    try {
      await exportJob(terminal, job, answered);
    } finally {
      await opened.close();
    }
  }
  return EXIT.ok;
}

async function exportJob(
  terminal: Terminal,
  { file, model, label, tasks, settings, shard, header }: RunJob,
  answered: ReadonlySet<string>,
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
  // requests of submitted files are not written again, and the files stay unchanged
  const { numbers, pending } = await submittedParts(base);
  const flush = (): void => {
    if (lines.length === 0) return;
    do part++;
    while (numbers.has(part));
    const name = `${base}.batch-${part}.jsonl`;
    checkOutput(name, { kind: 'requests', inputs: [] });
    writeText(name, lines.join(''));
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
    if (lines.length >= MAX_BATCH_REQUESTS || bytes + length > MAX_BATCH_BYTES) flush();
    lines.push(line);
    bytes += length;
    requests++;
  }
  flush();
  if (left > 0) terminal.note(`${plural(left, 'request')} of ${label} already submitted and not yet fetched`);
  else if (requests === 0) terminal.note(`${file} already has all answers`);
}

/** The lines about a request that a batch made. */
function attemptOf(
  id: string,
  number: number,
  answer: NonNullable<BatchResult['answer']>,
): readonly [RunAttempt, RunAttempt] {
  const attempt = { kind: 'attempt', id, number, started: new Date().toISOString() } as const;
  const usage = answer.ok ? answer.value.usage : answer.error.usage;
  const ended = answer.ok ? { result: 'answered' } : { result: answer.error.code, message: answer.error.message };
  return [
    { ...attempt, reason: 'batch' },
    { ...attempt, ...ended, ...(usage === undefined ? {} : { usage }) },
  ];
}

/** Lines appended at a time. */
const MAX_PENDING = 500;

/** Appends the results of a batch to its run file; returns the exit status. */
export async function importBatch(
  terminal: Terminal,
  file: string,
  results: readonly string[],
  flags: ImportFlags,
): Promise<number> {
  const header = await headerOfFile(file);
  const { games, ...rest } = flags;
  const job = await jobOfHeader(terminal, file, header, {
    ...rest,
    games: gamesOf(file, header, games),
    asksNothing: true,
  });
  const { endpoint } = job.model;
  if (endpoint === undefined) throw usageError(`${file} is a run of a model without a server`);
  const { opened, answered, spending } = await openJob(job, flags.breakLock === true);
  const { tasks, label, shard } = job;
  const wanted = new Map<string, number>();
  for (const number of tasks.numbersOf(shard)) wanted.set(tasks.idOf(tasks.at(number), label), number);
  const counts = { imported: 0, failed: 0, there: 0, unmade: 0, strange: 0 };
  let pending: Promise<void>[] = [];
  try {
    for (const name of results) {
      for await (const { number, text } of linesOf(name)) {
        if (text === '') continue;
        const read = readBatchLine(text, endpoint);
        const task = read.ok ? wanted.get(read.value.id) : undefined;
        if (!read.ok || task === undefined) {
          if (counts.strange++ < 5)
            terminal.note(`${name}:${number}: ${read.ok ? 'it belongs to another run' : read.error}; skipped`);
          continue;
        }
        const { id, answer } = read.value;
        if (answer === undefined) counts.unmade++;
        else if (answered.has(id)) counts.there++;
        else {
          if (answer.ok) answered.add(id);
          counts[answer.ok ? 'imported' : 'failed']++;
          const { position, template } = tasks.at(task);
          const sample = sampleOf(position, { label, template, nameTemplate: tasks.nameTemplate }, answer);
          const promptHash = sha256(JSON.stringify(renderPrompt(template, position.task)));
          const attempt = attemptOf(id, spending.nextAttempt(id), answer);
          pending.push(opened.append(...attempt, { ...sample, task, promptHash }));
        }
        if (pending.length < MAX_PENDING) continue;
        await settle(pending, file);
        pending = [];
      }
    }
    await settle(pending, file);
  } finally {
    await opened.close();
  }
  const left = shardSize(tasks.count, shard) - answered.size;
  const parts = [`${plural(counts.imported, 'answer')} of ${label} imported into ${file}`];
  if (counts.failed > 0) parts.push(`${plural(counts.failed, 'request')} failed`);
  if (counts.there > 0) parts.push(`${counts.there} already present`);
  if (counts.unmade > 0) parts.push(`${counts.unmade} expired or canceled`);
  if (counts.strange > 0) parts.push(`${plural(counts.strange, 'line')} skipped`);
  if (left > 0) parts.push(`${left.toLocaleString('en-US')} without an answer`);
  terminal.note(parts.join(', '));
  return left > 0 || counts.strange > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Waits for all promises, even if one rejects, so that no rejection is unhandled. */
async function settle(pending: readonly Promise<void>[], file: string): Promise<void> {
  const results = await Promise.allSettled(pending);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) await attemptAsync(`cannot write ${file}`, () => Promise.reject(failed.reason as Error));
}

/** The lines of a file. System errors become failures of the command. */
async function* linesOf(file: string): ReturnType<typeof runLines> {
  const lines = runLines(file);
  for (;;) {
    const next = await attemptAsync(`cannot read ${file}`, () => lines.next());
    if (next.done === true) return;
    yield next.value;
  }
}
