import * as v from 'valibot';
import { seeded, shuffled } from '../../base/random.ts';
import { fingerprint } from '../../base/text/hash.ts';
import { readPlyPlan } from '../../notation/pgn/ply-selection.ts';
import { type RunHeader, type Shard, shardSchema } from './run-schema.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Plan of a run; `key` is equal for the same plan, whichever model and shard. */
export const plannedSchema = v.object({
  key: v.string(),
  /** Number of tasks in all shards, and of samples for each position. */
  tasks: count,
  each: v.pipe(count, v.minValue(1)),
  shard: v.exactOptional(shardSchema),
});
export type Planned = v.InferOutput<typeof plannedSchema>;

/** Reads the plan from the header of a run; undefined where it states none. */
export function readPlanned(header: RunHeader | undefined): Planned | undefined {
  if (header?.plan === undefined) return undefined;
  const { shard, tasks, samples, templates, ...rest } = header.plan;
  const key = fingerprint(JSON.stringify([header.seed, tasks, samples, templates, rest]));
  return { key, tasks, each: samples * templates.length, ...(shard !== undefined && { shard }) };
}

/** Maximum number of shards: more than any cluster's job array has, so a typing mistake. */
export const MAX_SHARDS = 100_000;

/** Reads `i/n`, part i (from 1) of n; undefined for anything else. */
export function readShard(text: string): Shard | undefined {
  const parts = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const [index, of] = [Number(parts?.[1] ?? 0), Number(parts?.[2] ?? 0)];
  return index >= 1 && index <= of && of <= MAX_SHARDS ? { index, of } : undefined;
}

/** Returns true if a task belongs to a shard. Consecutive tasks go to different shards, so that all get games of all lengths. */
export const inShard = (task: number, shard: Shard | undefined): boolean =>
  shard === undefined || task % shard.of === shard.index - 1;

/** Returns the number of tasks in a shard, of `tasks` in all. */
export const shardSize = (tasks: number, shard: Shard | undefined): number =>
  shard === undefined ? tasks : Math.max(0, Math.ceil((tasks - (shard.index - 1)) / shard.of));

/** Formats a shard: `2/8`. */
export const shardName = ({ index, of }: Shard): string => `${index}/${of}`;

/** Returns everything that determines the answers of a run, under readable names; the shard does not. */
function identityOf({ models, settings, seed, plan }: RunHeader): Readonly<Record<string, unknown>> {
  const [model] = models;
  const { shard: _, gamesHash, ...rest } = plan ?? {};
  return {
    label: model?.label,
    model: model && `${model.provider ?? ''}:${model.model ?? ''}`,
    'base URL': model?.endpoint,
    api: model?.api,
    settings: Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)),
    seed,
    [textName(plan)]: gamesHash,
    ...rest,
  };
}

/** Returns the source of the positions of a run. */
function textName(plan: RunHeader['plan']): string {
  if (plan?.walks !== undefined) return 'the text of the world';
  return plan?.world === undefined ? 'the text of the PGN' : 'the text of the walks';
}

/** Returns the names of the parts in which two headers differ, for display; none for those of one run and its shards. */
export function runDifferences(a: RunHeader, b: RunHeader): string[] {
  const [one, other] = [identityOf(a), identityOf(b)];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  // Files of older versions do not state it.
  const isUnsaid = (name: string): boolean => name === 'api' && (one[name] === undefined || other[name] === undefined);
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]) && !isUnsaid(name));
}

/** Returns the reason why a run file cannot be resumed under another header, as the end of a sentence; undefined if it can. */
export function otherRun(there: RunHeader, wanted: RunHeader): string | undefined {
  const names = runDifferences(there, wanted);
  if (JSON.stringify(there.plan?.shard) !== JSON.stringify(wanted.plan?.shard)) names.push('shard');
  if (names.length === 0) return undefined;
  return `belongs to a different run (${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'})`;
}

/** Progress of a run. */
export interface RunCounts {
  /** Number of planned samples; undefined where no plan states it. */
  readonly total: number | undefined;
  readonly answered: number;
  readonly failed: number;
}

/** Remaining work of a stopped run, and the one action that finishes it. */
export interface RunRest {
  /** `16 left`, `2 failed`, `16 left, 2 failed`. */
  readonly words: string;
  /** `resume` requests samples that were never requested, `retry` failed ones as well. */
  readonly action: 'resume' | 'retry';
}

const number = (n: number): string => n.toLocaleString('en-US');

/** Returns the remaining work; undefined where there is none, or it is unknown. */
export function runRest({ total, answered, failed }: RunCounts): RunRest | undefined {
  if (total === undefined) return undefined;
  const left = Math.max(0, total - answered - failed);
  if (left + failed === 0) return undefined;
  const parts = [...(left > 0 ? [`${number(left)} left`] : []), ...(failed > 0 ? [`${number(failed)} failed`] : [])];
  return { words: parts.join(', '), action: failed > 0 ? 'retry' : 'resume' };
}

/**
 * Returns the command line that finishes a run.
 *
 * @param resume the command that resumes it
 */
export const finishingCommand = (resume: string, { action }: RunRest): string =>
  action === 'retry' ? `${resume} --retry-errors` : resume;

/** Syntax that `readRunPlies` accepts, for messages. */
export const RUN_PLIES = 'ends, every:K (K from 1), ply:N,M,… or random:N,M,…xCOUNT';

/** Selects the plies to query: for each game, ascending, each once. */
export type RunPlies = (lengths: readonly number[], seed: number) => number[][];

/**
 * Reads a plan of plies: those of `readPlyPlan`, and `random:N,M,...xCOUNT`, which queries, for each of the lengths,
 * that ply of COUNT games that are long enough, drawn without replacement (of all such games when there are fewer).
 * Undefined for anything else.
 */
export function readRunPlies(text: string): RunPlies | undefined {
  const each = readPlyPlan(text);
  if (each !== undefined) return (lengths) => lengths.map((length) => each(length));
  const random = /^random:(\d{1,6}(?:,\d{1,6})*)x(\d{1,7})$/.exec(text);
  if (random === null) return undefined;
  const plies = [...new Set((random[1] ?? '').split(',').map(Number))].sort((a, b) => a - b);
  const count = Number(random[2]);
  return count === 0 ? undefined : (lengths, seed) => drawn(lengths, plies, count, seed);
}

function drawn(lengths: readonly number[], plies: readonly number[], count: number, seed: number): number[][] {
  const asked = lengths.map((): number[] => []);
  for (const ply of plies) {
    const enough = lengths.flatMap((length, game) => (length >= ply ? [game] : []));
    // A generator for each length: adding or removing a length does not change the games of the others.
    const random = seeded(Math.imul(seed + 1, 0x9e3779b1) ^ ply);
    for (const game of shuffled(enough, random).slice(0, count)) asked[game]?.push(ply);
  }
  return asked;
}
