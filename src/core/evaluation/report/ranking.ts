import { averageRanks } from '../../base/stats/ranks.ts';
import type { Rank, Ranking } from './report.ts';

/** Means over the samples of a prompt: p_m, shares of exact answers and of those with the right position. */
interface PromptMeans {
  readonly p: number;
  readonly exact: number;
  readonly position: number;
  readonly game: string;
  readonly cluster: number;
}

/** A model's means over the samples of each position that it answered. */
export interface PositionMeans {
  readonly name: string;
  readonly floor: boolean;
  /** Prompts that it was asked, with those without an answer. */
  readonly asked: ReadonlySet<number>;
  /** By prompt. */
  readonly answered: ReadonlyMap<number, PromptMeans>;
}

/** The two rankings. Baselines are ranked among the models, but they do not narrow what is common. */
export function rankingOf(all: readonly PositionMeans[]): Ranking {
  const models = all.filter(({ floor }) => !floor);
  const narrowing = models.length > 0 ? models : all;
  const positions = new Set(narrowing.flatMap(({ asked }) => [...asked]));
  const common = [...positions].filter((position) => narrowing.every(({ answered }) => answered.has(position)));
  const covering = all.filter(({ answered }) => common.every((position) => answered.has(position)));
  return {
    positions: positions.size,
    common: common.length,
    onCommon: common.length === 0 ? [] : ranked(covering, common),
    missingAsZero: ranked(all, [...positions]),
  };
}

function ranked(all: readonly PositionMeans[], positions: readonly number[]): Rank[] {
  const rows = all.map(({ name, floor, answered }) => {
    let [p, exact, position] = [0, 0, 0];
    for (const prompt of positions) {
      const means = answered.get(prompt);
      if (means === undefined) continue;
      p += means.p;
      exact += means.exact;
      position += means.position;
    }
    const n = Math.max(1, positions.length);
    return { name, floor, positions: positions.length, p: p / n, exact: exact / n, position: position / n };
  });
  const ranks = averageRanks(rows.map(({ p }) => -p));
  return rows
    .map((row, i) => ({ ...row, rank: ranks[i] ?? rows.length }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}
