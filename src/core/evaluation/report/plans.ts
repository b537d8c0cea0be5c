import { plural } from '../../base/text/counts.ts';
import { shardSize } from '../runs/run-plan.ts';
import type { Shard } from '../runs/run-schema.ts';
import type { ReportRun, WeightedSample } from './report-sample.ts';

/** Returns the number of planned samples of a run, in its own shard alone; undefined where it is not known. */
export const plannedSamples = ({ planned }: Pick<ReportRun, 'planned'>): number | undefined =>
  planned && shardSize(planned.tasks, planned.shard);

/** Returns the number of samples that a run lacks. */
export const missingSamples = (run: Pick<ReportRun, 'planned' | 'samples'>): number =>
  Math.max(0, (plannedSamples(run) ?? 0) - run.samples.length);

/**
 * Returns the share of the planned prompts of all runs that at least one run asked, 0..1. The positions that a run
 * lacks are unknown: they are assumed to be as many as samples are missing.
 */
export function plannedShare(runs: readonly ReportRun[]): number {
  if (runs.every((run) => missingSamples(run) === 0)) return 1;
  const plans = new Map<string, { readonly asked: Set<string>; readonly shards: Map<number, number> }>();
  let [asked, planned] = [0, 0];
  for (const { planned: plan, samples } of runs) {
    if (plan === undefined) {
      asked += samples.length;
      planned += samples.length;
      continue;
    }
    const { key, tasks, shard } = plan;
    const known = plans.get(key) ?? { asked: new Set(), shards: new Map() };
    plans.set(key, known);
    known.shards.set(shard?.index ?? 0, shardSize(tasks, shard));
    for (const { template, game, ply, index } of samples) known.asked.add(`${game}/${ply}/${index}/${template ?? ''}`);
  }
  for (const { asked: there, shards } of plans.values()) {
    const wanted = shards.get(0) ?? [...shards.values()].reduce((sum, size) => sum + size, 0);
    asked += Math.min(there.size, wanted);
    planned += wanted;
  }
  return planned === 0 ? 1 : asked / planned;
}

/** Returns a sentence for each run of a report that lacks samples or shards. */
export function planGaps(runs: readonly ReportRun[]): string[] {
  return runs.flatMap(({ file, samples, planned }) => {
    const missing = missingSamples({ samples, planned });
    const own =
      missing === 0
        ? []
        : [
            `${file} lacks ${missing.toLocaleString('en')} of ${plural(samples.length + missing, 'sample')}${samples.length === 0 ? '' : ', which need not be like the others'}.`,
          ];
    const shard = planned?.shard;
    if (shard === undefined || isWhole(runs, planned?.key, shard)) return own;
    return [`${file} is shard ${shard.index} of ${shard.of}, and the report has not all of its run.`, ...own];
  });
}

/** Returns true if all shards of a plan are present. */
function isWhole(runs: readonly ReportRun[], key: string | undefined, { of }: Shard): boolean {
  const shards = runs.flatMap(({ planned }) => (planned?.key === key ? [planned?.shard] : []));
  return shards.includes(undefined) || new Set(shards.map((shard) => shard?.index)).size === of;
}

/**
 * Returns a test of the samples of a walk: true if their run planned more of it. In the order of a plan the positions
 * of a game are adjacent: a walk is finished where they have no gap, and others of the plan are on both sides.
 */
export function unfinishedAmong(placed: readonly WeightedSample[]): (walk: readonly WeightedSample[]) => boolean {
  const cut = new Map<ReportRun, boolean>();
  for (const { run } of placed) if (!cut.has(run)) cut.set(run, missingSamples(run) > 0);
  const keys = new Set([...cut].flatMap(([{ planned }, isCut]) => (isCut ? (planned?.key ?? []) : [])));
  if (keys.size === 0) return () => false;
  const games = new Map<string, number>();
  for (const { run, sample } of placed)
    games.set(`${run.planned?.key ?? ''}/${positionIn(run, sample.task)}`, sample.game);
  return (walk) => {
    const [first] = walk;
    const { planned } = first?.run ?? {};
    if (first === undefined || planned === undefined || !keys.has(planned.key)) return false;
    const own = walk.map(({ run, sample }) => positionIn(run, sample.task));
    const [from, to] = [Math.min(...own), Math.max(...own)];
    // Not a number where a sample does not state its task.
    if (!(new Set(own).size === to - from + 1)) return true;
    const isOther = (position: number): boolean =>
      (games.get(`${planned.key}/${position}`) ?? first.sample.game) !== first.sample.game;
    return !((from === 0 || isOther(from - 1)) && ((to + 1) * planned.each >= planned.tasks || isOther(to + 1)));
  };
}

const positionIn = ({ planned }: ReportRun, task = Number.NaN): number => Math.floor(task / (planned?.each ?? 1));
