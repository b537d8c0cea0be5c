import { formatShareSum } from '../../core/base/text/counts.ts';
import { cureFirst, faultWords } from '../../core/evaluation/runs/fault-words.ts';
import { runRest } from '../../core/evaluation/runs/run-plan.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText, type Tokens } from '../../core/evaluation/runs/spending.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { type ModelWait, nextWait, waitText } from '../../models/retry.ts';
import { t } from '../platform/l10n.ts';
import { quietPart, shortDuration } from '../platform/models/pace.ts';
import type { RowFigures } from './run-scores.ts';
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
  /** The failed requests that stopped it. */
  readonly failure?: { readonly message: string; readonly count: number } | undefined;
  /** Number of samples; undefined if no plan states it. */
  readonly total: number | undefined;
  readonly answered: number;
  readonly failed: number;
  /** The most frequent reason of the failures. */
  readonly fault?: string | undefined;
  /** Number of models in its file, if the run is not of this window. */
  readonly models?: number;
  /** Scores of its answers, or of those that came first. */
  readonly figures?: RowFigures | undefined;
  /** Samples per second. */
  readonly rate?: number | undefined;
  /** Seconds until the last sample, counted from `since`; that is the time of the last answer, by the clock of `now`. */
  readonly left?: number | undefined;
  readonly since?: number | undefined;
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

/** Icon of a run that has ended with failed requests. */
const FAILED_ICON = 'warning';

/** Weight of a row: a run that stopped by itself, and one that ended with failures or is damaged. */
export type RowAlarm = 'error' | 'warning';

/** Returns the weight of a row; undefined where nothing went wrong, or the user stopped it. */
export function rowAlarm(facts: RunFacts): RowAlarm | undefined {
  const { phase, reason } = facts;
  if (phase === 'damaged' || (phase === 'stopped' && reason !== 'cancelled')) return 'error';
  return hasFailed(facts) ? 'warning' : undefined;
}

/** Returns true for a run that has ended, and not with an answer to each request. */
export const hasFailed = ({ phase, failed, answered, total }: RunFacts): boolean =>
  phase === 'incomplete' && failed > 0 && total !== undefined && answered + failed >= total;

/** Returns the icon of a row. */
export function rowIcon(facts: RunFacts, now: number): string {
  if (holdUp(facts, now) !== undefined || quietPart(quietTime(facts, now)) !== undefined) return WAITING_ICON;
  return hasFailed(facts) ? FAILED_ICON : RUN_ICONS[facts.phase];
}

/** Returns the wait that blocks a run; undefined if requests are pending, or it does not run. */
export const holdUp = ({ phase, waits = [], active = 0 }: RunFacts, now: number): ModelWait | undefined =>
  phase === 'running' && active === 0 ? nextWait(waits, now) : undefined;

/** Returns the milliseconds since the last answer of a running run; 0 for any other. */
const quietTime = ({ phase, since }: RunFacts, now: number): number =>
  phase === 'running' && since !== undefined ? now - since : 0;

/**
 * Formats `318 of 600 · 2 failed: HTTP 500 “overloaded” · p₄ 0.93 so far · 2 min left · 12/s · 1.2k tokens · 0.42 USD`.
 * A narrow row is cut at its end. Therefore the reason of a wait or a stop, the action that finishes a run and the scores
 * of a finished run come first.
 */
export function rowText(facts: RunFacts, now: number): string {
  const { phase } = facts;
  const wait = holdUp(facts, now);
  const counted = countParts(facts);
  if (wait !== undefined) return [waitText(wait, now), ...counted, ...spentParts(facts)].join(' · ');
  const state = stateWords(facts);
  if (phase === 'counting' || phase === 'damaged') return state;
  if (phase === 'running') return [...counted, ...scoreParts(facts), ...paceParts(facts, now)].join(' · ');
  if (hasFailed(facts)) return failedParts(facts).join(' · ');
  const isOver = phase === 'complete' || phase === 'imported';
  const left = OVER.has(phase) ? runRest(facts) : undefined;
  const action = left === undefined ? [] : [`${left.words}: ${ACTIONS[left.action]}`];
  const [done = '', ...more] = counted;
  const words = isOver ? [...scoreParts(facts), state, done] : [state, done, ...action, ...scoreParts(facts)];
  return [...words, ...more, ...spentParts(facts)].join(' · ');
}

/** Returns the state in words: `stopped: 10 × HTTP 500 “overloaded”`; '' for a running one. */
function stateWords({ phase, reason, failure }: RunFacts): string {
  if (reason === undefined) return WORDS[phase];
  if (reason === 'cancelled') return t('cancelled');
  if (failure === undefined) return `${WORDS[phase]}: ${reason}`;
  const words = faultWords(failure.message);
  return `${WORDS[phase]}: ${failure.count > 1 ? `${formatInteger(failure.count)} × ${words}` : words}`;
}

/** Returns the parts of a run that has ended with failures, which is not complete. */
function failedParts(facts: RunFacts): string[] {
  const { answered, failed, total = 0, fault } = facts;
  const counts = t('{0} failed, {1} of {2} answered', ...[failed, answered, total].map(formatInteger));
  return [
    `${counts}: ${ACTIONS.retry}`,
    ...(fault === undefined ? [] : [faultWords(fault)]),
    ...scoreParts(facts),
    ...spentParts(facts),
  ];
}

/**
 * Formats the scores: `p₄ 0.51 ± 0.06`, `7 of 32 exact`; those of a running run as `p₄ 0.93 so far`, and those of one
 * that has ended as `p₄ 0.93 of the first 60` until its last answers are scored.
 */
function scoreParts({ figures, phase, answered, label }: RunFacts): string[] {
  if (figures === undefined) return [];
  const { m, p, margin, exact, answers, models, model } = figures;
  const score = `p${subscript(m)} ${formatScore(p)}`;
  if (phase === 'running') return [t('{0} so far', score)];
  if (figures.answered < answered) return [t('{0} of the first {1}', score, formatInteger(figures.answered))];
  const name = models > 1 && model !== label ? `${model} ` : '';
  const whole = margin === null ? score : `${score} ± ${margin.toFixed(2)}`;
  return [`${name}${whole}`, t('{0} of {1} exact', formatShareSum(exact), formatShareSum(answers))];
}

/** Formats how long a running run takes: `2 min left`, `12/s`, or that nothing comes. */
function paceParts(facts: RunFacts, now: number): string[] {
  const { rate = 0, left, total = 0, answered, failed } = facts;
  const quiet = quietPart(quietTime(facts, now));
  if (quiet !== undefined) return [quiet, ...spentParts(facts)];
  const seconds = left === undefined ? 0 : left - quietTime(facts, now) / 1000;
  return [
    ...(total > answered + failed && seconds > 0 ? [t('{0} left', shortDuration(seconds))] : []),
    ...(rate > 0 ? [t('{0}/s', rate < 10 ? rate.toFixed(1) : formatInteger(rate))] : []),
    ...spentParts(facts),
  ];
}

/** Formats the answered samples of all, and the failed ones with their most frequent reason. */
function countParts({ total, answered, failed, fault, models = 1 }: RunFacts): string[] {
  const count =
    total === undefined
      ? t('{0} samples', formatInteger(answered + failed))
      : t('{0} of {1}', formatInteger(answered), formatInteger(total));
  const failures =
    fault === undefined
      ? t('{0} failed', formatInteger(failed))
      : t('{0} failed: {1}', formatInteger(failed), faultWords(fault));
  return [count, ...(failed > 0 ? [failures] : []), ...(models > 1 ? [t('{0} models', models)] : [])];
}

function spentParts({ tokens, cost, prices }: RunFacts): string[] {
  const used = tokens.input + tokens.output;
  return [
    ...(used > 0 ? [t('{0} tokens', shortCount(used))] : []),
    ...(cost !== undefined && prices !== undefined ? [moneyText(cost, prices)] : []),
  ];
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
  for (const message of new Set([failureMessage(facts), facts.failed > 0 ? facts.fault : undefined]))
    if (message !== undefined) lines.push(plain(message));
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

/** Returns the whole reason for which a run stopped or is damaged, with the cure first; undefined without one. */
export function failureMessage({ reason, failure }: RunFacts): string | undefined {
  if (reason === undefined || reason === 'cancelled') return undefined;
  if (failure === undefined) return `${reason}.`;
  const message = cureFirst(failure.message);
  return failure.count > 1 ? t('{0} consecutive requests failed. {1}', formatInteger(failure.count), message) : message;
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
