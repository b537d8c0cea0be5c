import type { Spending } from '../../core/evaluation/runs/spending.ts';
import {
  type Executed,
  type ExecuteOptions,
  executeRun as execute,
  type RunEvents,
  type RunOpened,
} from '../../models/runs/execute-run.ts';
import { openRunFile } from '../../models/runs/node-run-file.ts';
import type { RunStop } from '../../models/runs/run-engine.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { plural } from '../check/findings.ts';
import { EXIT } from '../command.ts';
import { systemFailure } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';
import { orUsageError } from './run-failure.ts';
import { sha256 } from './run-job.ts';
import { RunNotes, tokensText } from './run-notes.ts';

/** Does a run and tells of it on standard error. What is done is in its file at every moment. */
export async function executeRun(
  terminal: Terminal,
  job: RunJob,
  options: ExecuteOptions,
  others: readonly Spending[],
  signal: AbortSignal,
): Promise<Executed & { readonly status: number }> {
  const place = {
    open: openRunFile,
    hash: sha256,
    clock: terminal.clock,
    instant: () => new Date().toISOString(),
    random: Math.random,
  };
  const notes = new RunNotes(terminal, job.label, job.prices);
  const events: RunEvents = {
    onOpened: (opened) => sayOpened(terminal, job, opened),
    onProgress: (progress) => notes.progress(progress),
    onRetry: (event, progress) => notes.retry(event, progress),
  };
  const done = orUsageError(
    await execute(job, options, place, events, others, { cancel: signal }).catch((error: unknown) => {
      throw systemFailure(`cannot write ${job.file}`, error) ?? error;
    }),
  );
  notes.end();
  summarise(terminal, job, done);
  if (done.stop !== undefined) sayStop(terminal, job, done.stop, done.left + done.failed);
  return { ...done, status: done.isWhole ? EXIT.ok : EXIT.incomplete };
}

function sayOpened(terminal: Terminal, { file }: RunJob, { isNew, answered, problems }: RunOpened): void {
  const lost = problems.filter(({ code }) => code !== 'duplicate');
  for (const { line, code, message } of lost.slice(0, 5))
    terminal.note(`${file}:${line}: ${message}${code === 'torn' ? '; it is asked again' : ''}`);
  if (!isNew && answered > 0) terminal.note(`${file}: goes on behind ${plural(answered, 'answer')}`);
}

function summarise(
  terminal: Terminal,
  { file, label, prices }: RunJob,
  { total, answered, failed, left, spending }: Executed,
): void {
  const parts = [`${answered.toLocaleString('en-US')} of ${plural(total, 'sample')} of ${label} in ${file}`];
  if (failed > 0) parts.push(`${plural(failed, 'request')} failed (--retry-errors asks again)`);
  if (left > 0) parts.push(`${left.toLocaleString('en-US')} left`);
  const { input, output } = spending.tokens;
  if (input + output > 0) parts.push(tokensText(spending.tokens));
  if (spending.cost !== undefined && prices !== undefined)
    parts.push(`${spending.cost.toFixed(4)} ${prices.currency ?? ''} by prices of ${prices.date}`.replace('  ', ' '));
  terminal.note(parts.join(', '));
}

function sayStop(terminal: Terminal, { file, label }: RunJob, stop: RunStop, left: number): void {
  const failure = stop.why === 'disk' ? systemFailure(`cannot write ${file}`, stop.error) : undefined;
  const why = failure?.message ?? stop.message;
  const raised = stop.why === 'budget' ? ' with another limit' : '';
  terminal.note(
    `${label} stopped: ${why.replace(/\.$/, '')}. What is done is kept; statelens resume ${file}${raised} asks the other ${left.toLocaleString('en-US')}`,
  );
}
