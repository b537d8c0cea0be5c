import { plural, progressParts } from '../../core/base/text/counts.ts';
import { PILOT, type Projected, type Projection } from '../../core/evaluation/runs/projection.ts';
import { finishingCommand, runRest, shardName } from '../../core/evaluation/runs/run-plan.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import type { CommonFault } from '../../core/evaluation/runs/run-tally.ts';
import { moneyText, type Spending } from '../../core/evaluation/runs/spending.ts';
import { CHARACTERS_A_TOKEN } from '../../models/prompts/prompt.ts';
import { nextWait, type RetryEvent, retryNote, waitText } from '../../models/retry.ts';
import {
  type ExecuteOptions,
  executeRun as execute,
  type RunEvents,
  type RunOpened,
  type RunResult,
} from '../../models/runs/execute-run.ts';
import { openRunFile } from '../../models/runs/node-run-file.ts';
import type { RunStop } from '../../models/runs/run-engine.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { estimateRun, type RunEstimate, type RunProgress } from '../../models/runs/run-meter.ts';
import { EXIT, orUsageError, systemFailure } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';
import { refusePending } from './earlier-sessions.ts';
import { sha256 } from './run-games.ts';

/**
 * Executes a run and reports on it on standard error. Finished samples are always in its file.
 *
 * @param resume command that resumes it
 */
export async function executeRun(
  terminal: Terminal,
  job: RunJob,
  options: ExecuteOptions,
  others: readonly Spending[],
  resume: string,
  signal: AbortSignal,
): Promise<RunResult & { readonly status: number }> {
  await refusePending(job);
  const place = {
    open: openRunFile,
    hash: sha256,
    clock: terminal.clock,
    instant: () => new Date().toISOString(),
    random: Math.random,
  };
  const notes = new RunNotes(terminal, job.label, job.prices);
  const events: RunEvents = {
    onOpened: (opened) => noteOpened(terminal, job, opened),
    onProgress: (progress) => notes.progress(progress),
    onRetry: (event, progress) => notes.retry(event, progress),
  };
  const done = orUsageError(
    await execute(job, options, place, events, others, { cancel: signal }).catch((error: unknown) => {
      throw systemFailure(`cannot write ${job.file}`, error) ?? error;
    }),
  );
  notes.end();
  summarize(terminal, job, done);
  if (done.stop !== undefined) noteStop(terminal, job, done.stop, done, resume);
  else if (!options.pilot) noteRest(terminal, job, done, resume);
  return { ...done, status: done.isWhole ? EXIT.ok : EXIT.incomplete };
}

function noteOpened(terminal: Terminal, { file }: RunJob, { isNew, answered, problems, foreign }: RunOpened): void {
  const lost = problems.filter(({ code }) => code !== 'duplicate');
  for (const { line, code, message } of lost.slice(0, 5)) {
    const next = code === 'torn' || code === 'damaged' ? '; its sample is requested again' : '; ignored';
    terminal.note(`${file}:${line}: ${message}${next}`);
  }
  const [first] = foreign;
  if (first !== undefined)
    terminal.note(`${file}: ${plural(foreign.length, 'sample')} of another run ignored, such as ${first}`);
  if (!isNew && answered > 0) terminal.note(`${file}: resuming after ${plural(answered, 'answer')}`);
}

function summarize(
  terminal: Terminal,
  { file, label, prices, model }: RunJob,
  { total, answered, empty, cached, failed, left, spending }: RunResult,
): void {
  const parts = [`${answered.toLocaleString('en-US')} of ${plural(total, 'sample')} of ${label} in ${file}`];
  if (empty > 0) parts.push(`${plural(empty, 'answer')} empty or refused`);
  if (cached > 0) parts.push(`${plural(cached, 'answer')} from the cache`);
  if (failed > 0) parts.push(`${plural(failed, 'request')} failed (--retry-errors repeats them)`);
  if (left > 0) parts.push(`${left.toLocaleString('en-US')} left`);
  const { input, output } = spending.tokens;
  if (input + output > 0) parts.push(tokensText(spending.tokens));
  if (spending.cost !== undefined && prices !== undefined)
    parts.push(`${spending.cost.toFixed(4)} ${prices.currency ?? ''} at prices of ${prices.date}`.replace('  ', ' '));
  if (spending.unknown > 0 && model.endpoint !== undefined)
    parts.push(`${plural(spending.unknown, 'request')} of unknown usage not in it`);
  terminal.note(parts.join(', '));
}

function noteStop(
  terminal: Terminal,
  { file, label }: RunJob,
  stop: RunStop,
  { left, failed, commonFault }: Pick<RunResult, 'left' | 'failed' | 'commonFault'>,
  resume: string,
): void {
  const failure = stop.why === 'disk' ? systemFailure(`cannot write ${file}`, stop.error) : undefined;
  const reason = failure?.message ?? stop.message;
  const raised = stop.why === 'budget' ? ' with another limit (--max-requests, --max-cost or --max-tokens-total)' : '';
  const number = (n: number): string => n.toLocaleString('en-US');
  const next: string[] = [];
  if (left > 0) next.push(`${resume}${raised} requests the other ${number(left)}`);
  if (left > 0 && failed > 0) next.push(`with --retry-errors also the ${number(failed)} that failed`);
  if (left === 0 && failed > 0)
    next.push(`${resume} --retry-errors${raised} repeats the ${number(failed)} that failed`);
  const known = commonFault !== undefined && !reason.includes(commonFault.message);
  const most = known ? ` Failed ${commonText(commonFault)}.` : '';
  terminal.note(
    `${label} stopped: ${reason.replace(/[^.?!]$/, '$&.')}${most} Finished samples are kept; ${next.join(', ')}`,
  );
}

/** Notes how to complete a finished run with failures. */
function noteRest(terminal: Terminal, { label }: RunJob, done: RunResult, resume: string): void {
  const rest = runRest(done);
  if (rest === undefined) return;
  const reason = done.commonFault === undefined ? '' : `; ${commonText(done.commonFault)}`;
  terminal.note(`${label} is not complete (${rest.words}${reason}): ${finishingCommand(resume, rest)}`);
}

/** Returns `most often, 3 times: …`: the most frequent reason of failed requests. */
const commonText = ({ message, count }: CommonFault): string =>
  `most often${count === 1 ? '' : `, ${count.toLocaleString('en-US')} times`}: ${message.replace(/\.$/, '')}`;

/** Interval of progress on a terminal, in milliseconds. */
const TERMINAL_MS = 200;
/** Interval of progress lines in a log, in milliseconds. */
const LOG_MS = 30_000;
/** Time after which the same retry reason is reported again, in milliseconds. */
const RETRY_MS = 10_000;
/** Interval of the countdown while a run waits for its server, in milliseconds. */
const COUNT_DOWN_MS = 1000;

/** Shows the progress of a run on standard error: rate, errors, tokens, cost, remaining time, and retries. */
class RunNotes {
  readonly #label: string;
  readonly #prices: Prices | undefined;
  readonly #terminal: Terminal;
  #shown: number;
  readonly #reported = new Map<string, number>();
  #last: RunProgress | undefined;
  #countingDown: (() => void) | undefined;

  constructor(terminal: Terminal, label: string, prices: Prices | undefined) {
    this.#label = label;
    this.#prices = prices;
    this.#terminal = terminal;
    this.#shown = terminal.clock.now();
  }

  progress(progress: RunProgress): void {
    this.#last = progress;
    const now = this.#terminal.clock.now();
    const isTerminal = this.#terminal.showsProgress;
    if (now - this.#shown < (isTerminal ? TERMINAL_MS : LOG_MS)) return;
    this.#shown = now;
    if (isTerminal) this.#terminal.showProgress(this.#text(progress));
    else this.#terminal.note(this.#text(progress));
  }

  /** Reports a retry, each reason at most once per `RETRY_MS`. */
  retry(event: RetryEvent, progress: RunProgress): void {
    this.#last = progress;
    const { clock, showsProgress } = this.#terminal;
    const now = clock.now();
    if (now - (this.#reported.get(event.fault.message) ?? Number.NEGATIVE_INFINITY) >= RETRY_MS) {
      this.#reported.set(event.fault.message, now);
      this.#terminal.note(retryNote(event, `, ${progress.limit} concurrent; ${doneText(progress)}`));
    }
    if (showsProgress) this.#countDown();
  }

  end(): void {
    this.#countingDown?.();
    this.#terminal.clearProgress();
  }

  /** Shows the progress now, and each second while there is nothing but a wait. */
  #countDown(): void {
    this.#countingDown?.();
    this.#countingDown = undefined;
    const { clock } = this.#terminal;
    if (this.#last === undefined) return;
    this.#shown = clock.now();
    this.#terminal.showProgress(this.#text(this.#last));
    if (nextWait(this.#last.waits, clock.now()) === undefined) return;
    this.#countingDown = clock.after(COUNT_DOWN_MS, () => this.#countDown());
  }

  #text(progress: RunProgress): string {
    const { asked, wanted, faults, elapsed, cost, tokens, waits, active } = progress;
    const now = this.#terminal.clock.now();
    const wait = active === 0 ? nextWait(waits, now) : undefined;
    const parts =
      wait === undefined ? progressParts(asked, wanted, elapsed) : [waitText(wait, now), doneText(progress)];
    if (faults > 0) parts.push(`${faults} failed`);
    if (tokens.input + tokens.output > 0) parts.push(tokensText(tokens));
    if (cost !== undefined && this.#prices !== undefined) parts.push(moneyText(cost, this.#prices));
    return `${this.#label}: ${parts.join(' · ')}`;
  }
}

/** Returns `227 of 243` for the whole run. */
const doneText = ({ answered, failed, total }: RunProgress): string =>
  `${(answered + failed).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;

/** Returns `12,000 tokens in, 3,000 out`. */
const tokensText = ({ input, output }: { readonly input: number; readonly output: number }): string =>
  `${Math.round(input).toLocaleString('en-US')} tokens in, ${Math.round(output).toLocaleString('en-US')} out`;

const number = (n: number): string => Math.round(n).toLocaleString('en-US');

/** Returns the dry-run summary of a run. */
export function dryRunText(job: RunJob, maxCost: number | undefined, isCached: boolean): string {
  const { label, tasks, shard, prices, file, model } = job;
  const { samples, requests, input, maxOutput, cost, worthPilot } = estimateRun(job, isCached);
  const repeated = samples === requests ? '' : ` for ${plural(samples, 'sample')}; equal prompts are asked once`;
  const where = model.endpoint === undefined ? 'in this process' : `at ${model.endpoint.host}`;
  const lines = [
    `${label} ${where}: ${plural(requests, 'request')}${repeated}${shard === undefined ? '' : ` (shard ${shardName(shard)} of ${number(tasks.count)})`}`,
    `  ${plural(tasks.positions, 'position')} of ${plural(tasks.games, 'game')}, into ${file}`,
  ];
  if (tasks.cut > 0) lines.push(`  ${plural(tasks.cut, 'game')} cut at a move that cannot be played`);
  if (input !== undefined) {
    const output = maxOutput === undefined ? 'output unknown' : `at most ${number(maxOutput)} out`;
    lines.push(`  about ${number(input)} tokens in (${CHARACTERS_A_TOKEN} characters per token), ${output}`);
    lines.push(`  ${costLine(cost, prices)}`);
    if (maxCost !== undefined && prices !== undefined) lines.push(`  stops at ${moneyText(maxCost, prices)}`);
    if (worthPilot) lines.push(`  --pilot requests ${PILOT} of them first and projects tokens and cost`);
  }
  return `${lines.join('\n')}\n`;
}

function costLine(cost: RunEstimate['cost'], prices: Prices | undefined): string {
  if (cost === undefined || prices === undefined) return 'cost unknown: no prices given';
  const least = moneyText(cost.least, prices);
  const by = `at prices of ${prices.date}`;
  if (cost.most === undefined) return `cost at least ${least} for the input, ${by}`;
  return `cost ${least} to ${moneyText(cost.most, prices)} ${by}`;
}

/** Returns the projection of the whole run from a pilot. */
export function projectionText(label: string, projection: Projection | undefined, prices: Prices | undefined): string {
  if (projection === undefined) return `${label}: no projection: the answers have no token counts\n`;
  const { samples, input, output, cost } = projection;
  const tokens = (item: Projected): string => `${number(item.expected)} (${number(item.low)} to ${number(item.high)})`;
  const lines = [
    `${label}: projected from ${plural(samples, 'answer')}, with 95 % intervals`,
    `  tokens in ${tokens(input)}, out ${tokens(output)}`,
  ];
  if (cost !== undefined && prices !== undefined) {
    const [expected, low, high] = [cost.expected, cost.low, cost.high].map((amount) => moneyText(amount, prices));
    lines.push(`  cost ${expected} (${low} to ${high}) at prices of ${prices.date}`);
  }
  return `${lines.join('\n')}\n`;
}
