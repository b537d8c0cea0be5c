import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText, type Tokens } from '../../core/evaluation/runs/spending.ts';
import type { RunWait } from '../../models/runs/run-meter.ts';
import type { RunPhase } from './state.ts';

/** What a row of the run view shows. */
export interface RunFacts {
  /** Name of the experiment, '' where it says nothing. */
  readonly name: string;
  /** Of the model. */
  readonly label: string;
  /** The server's; undefined for a model of this process. */
  readonly host: string | undefined;
  /** Of this window; or `imported` from another tool, `damaged`, and `counting` while a file is read. */
  readonly phase: RunPhase | 'imported' | 'damaged' | 'counting';
  readonly reason?: string | undefined;
  /** Undefined where no plan says it. */
  readonly total: number | undefined;
  readonly answered: number;
  readonly failed: number;
  /** Samples a second. */
  readonly rate?: number | undefined;
  readonly tokens: Tokens;
  readonly cost: number | undefined;
  readonly prices: Prices | undefined;
  /** Requests that are on their way, and that may be. */
  readonly active?: number;
  readonly limit?: number;
  /** The last wait; `until` by the clock of `now`. */
  readonly wait?: RunWait | undefined;
  /** Of the plan, for people. */
  readonly plies?: string;
  readonly samples?: number;
  readonly templates?: readonly string[];
  readonly games?: string | undefined;
  readonly file: string;
}

/** A number without its fraction: `1,200`. */
export const whole = (n: number): string => Math.round(n).toLocaleString('en-US');

/** `950`, `1.2k`, `118k`, `3.4M`. */
export function shortCount(n: number): string {
  const [unit, size] = n >= 999_500 ? ['M', 1e6] : n >= 1000 ? ['k', 1e3] : ['', 1];
  const scaled = n / size;
  return `${unit !== '' && scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)}${unit}`;
}

/** `18 s`, `3 min`, `2 h`. */
export function shortTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** What a state is called. */
const WORDS: Readonly<Record<RunFacts['phase'], string>> = {
  queued: 'waits for its turn',
  running: '',
  pausing: 'pausing',
  paused: 'paused',
  cancelling: 'stopping',
  stopped: 'stopped',
  incomplete: 'incomplete',
  complete: 'complete',
  imported: 'imported',
  damaged: 'damaged',
  counting: 'counting…',
};

/** The icons of VS Code, each of a shape of its own. */
export const RUN_ICONS: Readonly<Record<RunFacts['phase'], string>> = {
  queued: 'clock',
  running: 'sync~spin',
  pausing: 'debug-pause',
  paused: 'debug-pause',
  cancelling: 'debug-stop',
  stopped: 'stop-circle',
  incomplete: 'circle-large-outline',
  complete: 'pass',
  imported: 'cloud-download',
  damaged: 'error',
  counting: 'loading~spin',
};

export const rowLabel = ({ name, label }: Pick<RunFacts, 'name' | 'label'>): string =>
  name === '' ? label : `${name}: ${label}`;

/** `320 of 600 · 12/s · 2 failed · 1.2k tokens · 0.42 USD · 18 s left`, with the state before it where it does not run. */
export function rowText(facts: RunFacts): string {
  const { phase, reason } = facts;
  const word = WORDS[phase];
  const state = reason === undefined || reason === 'cancelled' ? (reason ?? word) : `${word}: ${reason}`;
  if (phase === 'counting' || phase === 'damaged') return state;
  return [...(state === '' ? [] : [state]), ...countParts(facts)].join(' · ');
}

function countParts(facts: RunFacts): string[] {
  const { phase, total, answered, failed, rate, tokens, cost, prices } = facts;
  const done = answered + failed;
  const parts = [total === undefined ? `${whole(done)} samples` : `${whole(done)} of ${whole(total)}`];
  const moves = phase === 'running' && rate !== undefined && rate > 0 ? rate : undefined;
  if (moves !== undefined) parts.push(`${moves < 10 ? moves.toFixed(1) : whole(moves)}/s`);
  if (failed > 0) parts.push(`${whole(failed)} failed`);
  const used = tokens.input + tokens.output;
  if (used > 0) parts.push(`${shortCount(used)} tokens`);
  if (cost !== undefined && prices !== undefined) parts.push(moneyText(cost, prices));
  if (moves !== undefined && total !== undefined && total > done)
    parts.push(`${shortTime((total - done) / moves)} left`);
  return parts;
}

/** A wait as it stands now; undefined when it is over. */
export function waitText({ wait, limit }: Pick<RunFacts, 'wait' | 'limit'>, now: number): string | undefined {
  if (wait === undefined || wait.until <= now) return undefined;
  const at = limit === undefined ? '' : `, ${limit} at a time`;
  const reason = wait.reason.replace(/\.$/, '');
  return `${reason}: attempt ${wait.attempt} of ${wait.attempts} in ${shortTime((wait.until - now) / 1000)}${at}`;
}

/** Names of models and files may hold anything; a tooltip is Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\s+/g, ' ');

/** Model, host, plan, spending and the last wait, in Markdown. */
export function rowTooltip(facts: RunFacts, now: number): string {
  const { label, host, tokens, cost, prices, plies, samples = 1, templates = [], games, file, limit, active } = facts;
  const lines = [`**${plain(label)}** ${plain(host === undefined ? 'in this process' : `at ${host}`)}`];
  lines.push(plain(rowText(facts)));
  if (plies !== undefined) {
    const each = samples === 1 ? '' : `, ${whole(samples)} samples each`;
    lines.push(plain(`Plan: ${plies} of ${games ?? 'its games'}${each}, ${templates.join(', ')}`));
  }
  if (tokens.input + tokens.output > 0) lines.push(`Tokens: ${whole(tokens.input)} in, ${whole(tokens.output)} out`);
  if (cost !== undefined && prices !== undefined)
    lines.push(plain(`Cost: ${moneyText(cost, prices)} by prices of ${prices.date}`));
  if (limit !== undefined && active !== undefined)
    lines.push(`Requests on their way: ${active}, at most ${limit} at a time`);
  const wait = waitText(facts, now);
  if (wait !== undefined) lines.push(plain(`Waits: ${wait}`));
  lines.push(plain(file));
  return lines.join('  \n');
}

/** For the status bar, while something runs: the one run, or how many there are. */
export function runsStatus(running: readonly RunFacts[]): string {
  const [first] = running;
  if (first === undefined) return '';
  if (running.length === 1) return `$(sync~spin) ${first.label} ${progressOf(first)}`;
  return `$(sync~spin) ${running.length} runs`;
}

const progressOf = ({ total, answered, failed }: RunFacts): string =>
  total === undefined ? whole(answered + failed) : `${whole(answered + failed)}/${whole(total)}`;
