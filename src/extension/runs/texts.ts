import { runRest } from '../../core/evaluation/runs/run-plan.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { shortReason } from '../../core/evaluation/runs/run-tally.ts';
import { moneyText, type Tokens } from '../../core/evaluation/runs/spending.ts';
import { type ModelWait, nextWait, waitText } from '../../models/retry.ts';
import { t } from '../platform/l10n.ts';
import type { RunPhase } from './session.ts';

/** Content of a row of the run view. */
export interface RunFacts {
  /** Name of the experiment, '' if it adds nothing. */
  readonly name: string;
  /** Label of the model. */
  readonly label: string;
  /** Host of the server; undefined for a model of this process. */
  readonly host: string | undefined;
  /** Phase of a run of this window; or `imported` from another tool, `damaged`, and `counting` while a file is read. */
  readonly phase: RunPhase | 'imported' | 'damaged' | 'counting';
  readonly reason?: string | undefined;
  /** Number of samples; undefined if no plan states it. */
  readonly total: number | undefined;
  readonly answered: number;
  readonly failed: number;
  /** The most frequent reason of the failures. */
  readonly fault?: string | undefined;
  /** Number of models in its file, if the run is not of this window. */
  readonly models?: number;
  /** Samples per second. */
  readonly rate?: number | undefined;
  readonly tokens: Tokens;
  readonly cost: number | undefined;
  readonly prices: Prices | undefined;
  /** Numbers of pending requests, and of allowed ones. */
  readonly active?: number;
  readonly limit?: number;
  /** Requests that wait for another attempt; `until` by the clock of `now`. */
  readonly waits?: readonly ModelWait[];
  /** Plan, for display. */
  readonly plies?: string;
  readonly samples?: number;
  readonly templates?: readonly string[];
  readonly games?: string | undefined;
  readonly file: string;
}

/** Formats a number without its fraction: `1,200`. */
export const formatInteger = (n: number): string => Math.round(n).toLocaleString('en-US');

/** Formats a number as `950`, `1.2k`, `118k`, `3.4M`. */
export function shortCount(n: number): string {
  const [unit, size] = n >= 999_500 ? ['M', 1e6] : n >= 1000 ? ['k', 1e3] : ['', 1];
  const scaled = n / size;
  return `${unit !== '' && scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)}${unit}`;
}

/** Formats a duration as `18 s`, `3 min`, `2 h`. */
export function shortTime(seconds: number): string {
  if (seconds < 90) return t('{0} s', Math.max(1, Math.round(seconds)));
  return seconds < 5400 ? t('{0} min', Math.round(seconds / 60)) : t('{0} h', Math.round(seconds / 3600));
}

/** Names of states. */
const WORDS: Readonly<Record<RunFacts['phase'], string>> = {
  queued: t('waits for its turn'),
  running: '',
  pausing: t('pausing'),
  paused: t('paused'),
  cancelling: t('stopping'),
  stopped: t('stopped'),
  incomplete: t('incomplete'),
  complete: t('complete'),
  imported: t('imported'),
  damaged: t('damaged'),
  counting: t('counting…'),
};

/** Icons of VS Code, each with a distinct shape. */
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

/** Icon of a run that waits for its server. */
export const WAITING_ICON = 'watch';

export const rowLabel = ({ name, label }: Pick<RunFacts, 'name' | 'label'>): string =>
  name === '' ? label : `${name}: ${label}`;

/** Names of the actions that finish a run. */
const ACTIONS = { resume: t('Resume Run'), retry: t('Retry Failed Requests') } as const;

/** Returns the wait that blocks a run; undefined if requests are pending, or it does not run. */
export const holdUp = ({ phase, waits = [], active = 0 }: RunFacts, now: number): ModelWait | undefined =>
  phase === 'running' && active === 0 ? nextWait(waits, now) : undefined;

/**
 * Formats `320 of 600 · 12/s · 2 failed · 1.2k tokens · 0.42 USD · 18 s left`. The reason of a wait comes first: `rate
 * limited (429), attempt 3, next try in 8 s`; or the state with the action that finishes it.
 */
export function rowText(facts: RunFacts, now: number): string {
  const { phase, reason } = facts;
  const wait = holdUp(facts, now);
  if (wait !== undefined) return [waitText(wait, now), ...countParts({ ...facts, rate: undefined })].join(' · ');
  const word = WORDS[phase];
  const state = reason === undefined ? word : reason === 'cancelled' ? t('cancelled') : `${word}: ${reason}`;
  if (phase === 'counting' || phase === 'damaged') return state;
  const left = OVER.has(phase) ? runRest(facts) : undefined;
  const action = left === undefined ? [] : [`${left.words}: ${ACTIONS[left.action]}`];
  const [done = '', ...more] = countParts(facts);
  // A narrow row is cut at its end: the action comes before tokens and cost.
  return [...(state === '' ? [] : [state]), done, ...action, ...more].join(' · ');
}

function countParts(facts: RunFacts): string[] {
  const { phase, total, answered, failed, fault, models = 1, rate, tokens, cost, prices } = facts;
  const done = answered + failed;
  const parts = [
    total === undefined
      ? t('{0} samples', formatInteger(done))
      : t('{0} of {1}', formatInteger(done), formatInteger(total)),
  ];
  const moves = phase === 'running' && rate !== undefined && rate > 0 ? rate : undefined;
  if (moves !== undefined) parts.push(t('{0}/s', moves < 10 ? moves.toFixed(1) : formatInteger(moves)));
  if (failed > 0)
    parts.push(
      fault === undefined
        ? t('{0} failed', formatInteger(failed))
        : t('{0} failed: {1}', formatInteger(failed), shortReason(fault)),
    );
  if (models > 1) parts.push(t('{0} models', models));
  const used = tokens.input + tokens.output;
  if (used > 0) parts.push(t('{0} tokens', shortCount(used)));
  if (cost !== undefined && prices !== undefined) parts.push(moneyText(cost, prices));
  if (moves !== undefined && total !== undefined && total > done)
    parts.push(t('{0} left', shortTime((total - done) / moves)));
  return parts;
}

/** Phases of runs that do not continue without the user. */
const OVER: ReadonlySet<RunFacts['phase']> = new Set(['paused', 'stopped', 'incomplete'] as const);

/** Escapes names of models and files, which may contain anything; a tooltip is Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\s+/g, ' ');

/** Formats model, host, plan, spending and the last wait, in Markdown. */
export function rowTooltip(facts: RunFacts, now: number): string {
  const { label, host, tokens, cost, prices, plies, samples = 1, templates = [], games, file, limit, active } = facts;
  const model = `**${plain(label)}**`;
  const lines = [host === undefined ? t('{0} in this process', model) : t('{0} at {1}', model, plain(host))];
  lines.push(plain(rowText(facts, now)));
  if (plies !== undefined) {
    const source = games ?? t('its games');
    const plan =
      samples === 1
        ? t('Plan: {0} of {1}, {2}', plies, source, templates.join(', '))
        : t('Plan: {0} of {1}, {2} samples each, {3}', plies, source, formatInteger(samples), templates.join(', '));
    lines.push(plain(plan));
  }
  if (tokens.input + tokens.output > 0)
    lines.push(t('Tokens: {0} in, {1} out', formatInteger(tokens.input), formatInteger(tokens.output)));
  if (cost !== undefined && prices !== undefined)
    lines.push(plain(t('Cost: {0} by prices of {1}', moneyText(cost, prices), prices.date)));
  if (limit !== undefined && active !== undefined)
    lines.push(t('Requests on their way: {0}, at most {1} at a time', active, limit));
  const wait = nextWait(facts.waits ?? [], now);
  if (wait !== undefined) {
    const waiting = t('Waiting: {0}, of {1} attempts at most.', waitText(wait, now), wait.attempts);
    lines.push(plain(`${waiting} ${wait.reason}`));
  }
  lines.push(plain(file));
  return lines.join('  \n');
}

/** Formats the running runs for the status bar: a single run with its wait, or their number. */
export function runsStatus(running: readonly RunFacts[], now: number): string {
  const [first] = running;
  if (first === undefined) return '';
  const waiting = running.filter((facts) => holdUp(facts, now) !== undefined).length;
  if (running.length > 1) {
    const icon = waiting === running.length ? WAITING_ICON : RUN_ICONS.running;
    const held = waiting === 0 ? [] : [t('{0} waiting', waiting)];
    return `$(${icon}) ${[t('{0} runs', running.length), ...held].join(' · ')}`;
  }
  const wait = holdUp(first, now);
  return wait === undefined
    ? `$(${RUN_ICONS.running}) ${first.label} ${progressOf(first)}`
    : `$(${WAITING_ICON}) ${first.label}: ${waitText(wait, now)} · ${progressWords(first)}`;
}

const progressOf = ({ total, answered, failed }: RunFacts): string =>
  total === undefined
    ? formatInteger(answered + failed)
    : `${formatInteger(answered + failed)}/${formatInteger(total)}`;

const progressWords = ({ total, answered, failed }: RunFacts): string =>
  total === undefined
    ? formatInteger(answered + failed)
    : t('{0} of {1}', formatInteger(answered + failed), formatInteger(total));
