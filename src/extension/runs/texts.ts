import { restOf } from '../../core/evaluation/runs/run-rest.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText, type Tokens } from '../../core/evaluation/runs/spending.ts';
import { type ModelWait, nextWait, waitWords } from '../../models/wait-words.ts';
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
  /** Requests that wait for another attempt; `until` by the clock of `now`. */
  readonly waits?: readonly ModelWait[];
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

/** The icon of a run that waits for its server. */
export const WAITING_ICON = 'watch';

export const rowLabel = ({ name, label }: Pick<RunFacts, 'name' | 'label'>): string =>
  name === '' ? label : `${name}: ${label}`;

/** What the actions that finish a run are called. */
const ACTIONS = { resume: 'Resume Run', retry: 'Retry Failed Requests' } as const;

/** The wait that holds a run up; undefined where requests are on their way, or it does not run. */
export const holdUp = ({ phase, waits = [], active = 0 }: RunFacts, now: number): ModelWait | undefined =>
  phase === 'running' && active === 0 ? nextWait(waits, now) : undefined;

/**
 * `320 of 600 · 12/s · 2 failed · 1.2k tokens · 0.42 USD · 18 s left`. Before it stands why it does not go on:
 * `rate limited (429), attempt 3, next try in 8 s`, or its state with what finishes it.
 */
export function rowText(facts: RunFacts, now: number): string {
  const { phase, reason } = facts;
  const wait = holdUp(facts, now);
  if (wait !== undefined) return [waitWords(wait, now), ...countParts({ ...facts, rate: undefined })].join(' · ');
  const word = WORDS[phase];
  const state = reason === undefined || reason === 'cancelled' ? (reason ?? word) : `${word}: ${reason}`;
  if (phase === 'counting' || phase === 'damaged') return state;
  const left = OVER.has(phase) ? restOf(facts) : undefined;
  const action = left === undefined ? [] : [`${left.words}: ${ACTIONS[left.action]}`];
  const [done = '', ...more] = countParts(facts);
  // A narrow row is cut at its end: what is to be done stands before tokens and money.
  return [...(state === '' ? [] : [state]), done, ...action, ...more].join(' · ');
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

/** States of runs that nothing more comes of unless somebody acts. */
const OVER: ReadonlySet<RunFacts['phase']> = new Set(['paused', 'stopped', 'incomplete'] as const);

/** Names of models and files may hold anything; a tooltip is Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\s+/g, ' ');

/** Model, host, plan, spending and the last wait, in Markdown. */
export function rowTooltip(facts: RunFacts, now: number): string {
  const { label, host, tokens, cost, prices, plies, samples = 1, templates = [], games, file, limit, active } = facts;
  const lines = [`**${plain(label)}** ${plain(host === undefined ? 'in this process' : `at ${host}`)}`];
  lines.push(plain(rowText(facts, now)));
  if (plies !== undefined) {
    const each = samples === 1 ? '' : `, ${whole(samples)} samples each`;
    lines.push(plain(`Plan: ${plies} of ${games ?? 'its games'}${each}, ${templates.join(', ')}`));
  }
  if (tokens.input + tokens.output > 0) lines.push(`Tokens: ${whole(tokens.input)} in, ${whole(tokens.output)} out`);
  if (cost !== undefined && prices !== undefined)
    lines.push(plain(`Cost: ${moneyText(cost, prices)} by prices of ${prices.date}`));
  if (limit !== undefined && active !== undefined)
    lines.push(`Requests on their way: ${active}, at most ${limit} at a time`);
  const wait = nextWait(facts.waits ?? [], now);
  if (wait !== undefined) {
    lines.push(plain(`Waiting: ${waitWords(wait, now)}, of ${wait.attempts} attempts at most. ${wait.reason}`));
  }
  lines.push(plain(file));
  return lines.join('  \n');
}

/** For the status bar, while something runs: the one run with what holds it up, or how many there are. */
export function runsStatus(running: readonly RunFacts[], now: number): string {
  const [first] = running;
  if (first === undefined) return '';
  const waiting = running.filter((facts) => holdUp(facts, now) !== undefined).length;
  if (running.length > 1) {
    const held = waiting === 0 ? '' : ` · ${waiting} waiting`;
    return `$(${waiting === running.length ? WAITING_ICON : RUN_ICONS.running}) ${running.length} runs${held}`;
  }
  const wait = holdUp(first, now);
  return wait === undefined
    ? `$(${RUN_ICONS.running}) ${first.label} ${progressOf(first, '/')}`
    : `$(${WAITING_ICON}) ${first.label}: ${waitWords(wait, now)} · ${progressOf(first, ' of ')}`;
}

const progressOf = ({ total, answered, failed }: RunFacts, of: string): string =>
  total === undefined ? whole(answered + failed) : `${whole(answered + failed)}${of}${whole(total)}`;
