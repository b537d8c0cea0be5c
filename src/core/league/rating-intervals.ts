import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { MIN_CLUSTERS } from '../base/stats/intervals.ts';
import { normalCdf } from '../base/stats/normal.ts';
import { quantile } from '../base/stats/ranks.ts';
import { studentQuantile } from '../base/stats/student.ts';
import type { Standing } from './beaten.ts';
import { type Ratings, ratingsOf } from './ratings.ts';
import { type ScoreTable, scoreTable } from './score-table.ts';

/** Zero of the ratings: a player with a given Elo, or, without one, the mean of the connected players, which is 0. */
export interface Anchor {
  readonly player: number;
  readonly elo: number;
}

/** Why a rating has no interval. */
export type NoInterval =
  /** It was measured from this player. */
  | 'anchor'
  /** It has no rating to put one around. */
  | 'unbounded'
  /** Fewer than ten openings. */
  | 'few-openings'
  /** All openings had the same results, so that nothing varies between them. */
  | 'no-variation';

/** The Elo of a player. */
export interface PlayerRating {
  /** Null where it is not finite: see `standing`. */
  readonly elo: number | null;
  /** For a player without a rating: its standing relative to rated players. */
  readonly standing: Standing | undefined;
  /** Ends of the 95 % interval: infinite where too many draws of openings leave it unbounded on that side; null without an interval. */
  readonly low: number | null;
  readonly high: number | null;
  readonly none: NoInterval | undefined;
}

/** Times that the openings are drawn again. */
export const RESAMPLES = 1000;
const TAIL = 0.025;

/** The sum of tables, each counted so often. */
function summed(tables: readonly ScoreTable[], times: ArrayLike<number>, count: number): ScoreTable {
  const sum = scoreTable(count);
  for (const [i, { points }] of tables.entries()) {
    const weight = times[i] ?? 0;
    if (weight > 0)
      for (let at = 0; at < points.length; at++) sum.points[at] = (sum.points[at] ?? 0) + weight * (points[at] ?? 0);
  }
  return sum;
}

/**
 * The components that ratings are measured from: that of the anchor, else the one with the most players. Several where they
 * have equally many: then none is better to measure from than the others, and only the highest and the lowest of them have a place.
 */
function mainComponents({ component }: Ratings, anchor: Anchor | undefined): readonly number[] {
  if (anchor !== undefined) return [component[anchor.player] ?? 0];
  const sizes = new Map<number, number>();
  for (const one of component) sizes.set(one, (sizes.get(one) ?? 0) + 1);
  const most = Math.max(0, ...sizes.values());
  return [...sizes].flatMap(([one, size]) => (size === most ? [one] : []));
}

/** By player: Elo in the main component, infinite where it is above or below it, NaN where neither is known. */
function placed(ratings: Ratings, main: readonly number[], shift: number): Float64Array {
  return ratings.elo.map((elo, player) => {
    const own = ratings.component[player] ?? 0;
    const others = main.filter((one) => one !== own);
    if (others.length === 0) return elo + shift;
    const standings = others.map((one) => ratings.order(own, one));
    if (standings.every((one) => one === 'above')) return Number.POSITIVE_INFINITY;
    return standings.every((one) => one === 'below') ? Number.NEGATIVE_INFINITY : Number.NaN;
  });
}

/**
 * Elo with 95 % intervals. The independent unit is the opening: all games that began with it, by whomever and with both colors, are drawn
 * again together. Ends are percentiles, widened from the normal to Student's distribution (T. Hesterberg,
 * 2015, "What teachers should know about the bootstrap", section 5.2.3). Draws in which a player wins or loses everything count as infinite. Without an anchor each draw is laid so
 * that the mean of its comparable players is the one that they have in all games.
 *
 * @param openings the points of each opening
 * @param random a seeded generator; it advances
 */
export function playerRatings(
  count: number,
  openings: readonly ScoreTable[],
  anchor: Anchor | undefined,
  random: RandomGenerator,
  resamples: number = RESAMPLES,
): PlayerRating[] {
  const whole = ratingsOf(
    summed(
      openings,
      openings.map(() => 1),
      count,
    ),
  );
  const main = mainComponents(whole, anchor);
  const shift = anchor === undefined ? 0 : anchor.elo - (whole.elo[anchor.player] ?? 0);
  const elo = placed(whole, main, shift);
  const draws = openings.length < MIN_CLUSTERS ? undefined : drawn(count, openings, { anchor, elo, random, resamples });
  const tail = draws === undefined ? TAIL : widenedTail(openings.length);
  return Array.from(elo, (value, player): PlayerRating => {
    const none = (why: NoInterval) => ({ low: null, high: null, none: why });
    if (!Number.isFinite(value)) {
      const standing = Number.isNaN(value) ? 'apart' : value > 0 ? 'above' : 'below';
      return { elo: null, standing, ...none('unbounded') };
    }
    const rating = { elo: value, standing: undefined };
    if (anchor?.player === player) return { ...rating, ...none('anchor') };
    const own = draws?.[player];
    if (own === undefined) return { ...rating, ...none('few-openings') };
    const [low, high] = [endAt(own.low, tail), endAt(own.high, 1 - tail)];
    return low < high ? { ...rating, low, high, none: undefined } : { ...rating, ...none('no-variation') };
  });
}

/** A quantile of sorted numbers that may be infinite: where it lies between a finite and an infinite one, the infinite one. */
function endAt(sorted: Float64Array, share: number): number {
  const found = quantile(sorted, share) ?? Number.NaN;
  if (!Number.isNaN(found)) return found;
  return share < 0.5 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The tail of each side: that of Student's distribution, and for the narrow spread of a bootstrap over few openings. */
function widenedTail(openings: number): number {
  const width = studentQuantile(1 - TAIL, openings - 1) * Math.sqrt(openings / (openings - 1));
  return normalCdf(-width);
}

interface Drawing {
  readonly anchor: Anchor | undefined;
  /** Ratings from all games. */
  readonly elo: Float64Array;
  readonly random: RandomGenerator;
  readonly resamples: number;
}

/** Sorted ratings of draws, by player: a rating that nothing is known of counts as infinite at both ends. */
function drawn(
  count: number,
  openings: readonly ScoreTable[],
  { anchor, elo, random, resamples }: Drawing,
): { readonly low: Float64Array; readonly high: Float64Array }[] {
  const ends = Array.from({ length: count }, () => ({
    low: new Float64Array(resamples),
    high: new Float64Array(resamples),
  }));
  const times = new Float64Array(openings.length);
  for (let resample = 0; resample < resamples; resample++) {
    times.fill(0);
    for (let i = 0; i < openings.length; i++) {
      const at = Math.floor(((random.next() >>> 0) / 0x1_0000_0000) * openings.length);
      times[at] = (times[at] ?? 0) + 1;
    }
    const ratings = ratingsOf(summed(openings, times, count));
    const main = mainComponents(ratings, anchor);
    const own = placed(ratings, main, shiftOf(ratings, main, anchor, elo));
    for (const [player, { low, high }] of ends.entries()) {
      const value = own[player] ?? Number.NaN;
      low[resample] = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
      high[resample] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
    }
  }
  for (const { low, high } of ends) {
    low.sort();
    high.sort();
  }
  return ends;
}

/** Returns the shift of a bootstrap sample's ratings: the anchor keeps its Elo, or the players of the main component keep their mean over all games. */
function shiftOf(ratings: Ratings, main: readonly number[], anchor: Anchor | undefined, elo: Float64Array): number {
  if (anchor !== undefined) return anchor.elo - (ratings.elo[anchor.player] ?? 0);
  let [sum, members] = [0, 0];
  for (const [player, own] of ratings.elo.entries()) {
    const before = elo[player] ?? Number.NaN;
    if (!main.includes(ratings.component[player] ?? -1) || !Number.isFinite(before)) continue;
    sum += before - own;
    members++;
  }
  return members === 0 ? 0 : sum / members;
}
