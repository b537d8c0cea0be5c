import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { MIN_CLUSTERS } from '../base/stats/confidence-interval.ts';
import { quantile } from '../base/stats/descriptive.ts';
import { normalCdf, studentQuantile } from '../base/stats/distributions.ts';

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
  const whole = computeRatings(
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
    const ratings = computeRatings(summed(openings, times, count));
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

/** The ratings of a table. */
interface Ratings {
  /**
   * Elo by player, on a separate scale in each component: differences across components have no meaning, and the mean of each is 0.
   */
  readonly elo: Float64Array;
  /** Component by player: within one all differences are finite. */
  readonly component: Int32Array;
  /** How one component stands to another: `above` if it took points and gave none. */
  readonly order: ComponentOrder;
}

/** Elo of a difference of 1 in the natural logarithm of strength. */
const ELO = 400 / Math.LN10;
/** Steps of Newton's method; it needs about ten. */
const MAX_STEPS = 100;
/** No step is longer, so that the first ones do not go too far. */
const MAX_STEP = 1.5;

/**
 * The ratings under which the results are likeliest: the model of Bradley and Terry (1952), in which a takes a share
 * s_a / (s_a + s_b) of the points from b, with draws as half a point. Elo is 400 log10 s.
 *
 * They are finite only among players of whom each has taken points from each other, if by way of others (Ford, 1957). Players who
 * gave a group no points at all are infinitely far above it; such groups are components of their own.
 */
export function computeRatings(table: ScoreTable): Ratings {
  const { count, points } = table;
  const component = findComponents(count, (a, b) => (points[a * count + b] ?? 0) > 0);
  const elo = new Float64Array(count);
  const members = new Map<number, number[]>();
  for (let player = 0; player < count; player++) {
    const own = component[player] ?? 0;
    members.set(own, [...(members.get(own) ?? []), player]);
  }
  for (const group of members.values()) {
    const strengths = fitted(group, table);
    for (const [i, player] of group.entries()) elo[player] = ELO * (strengths[i] ?? 0);
  }
  return { elo, component, order: compareComponents(table, component) };
}

/** Natural logarithms of the strengths of a component, with mean 0, by Newton's method on the likelihood, which is concave. */
function fitted(group: readonly number[], { count, points }: ScoreTable): Float64Array {
  const n = group.length;
  const games = new Float64Array(n * n);
  const taken = new Float64Array(n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const [a, b] = [group[i] ?? 0, group[j] ?? 0];
      const own = points[a * count + b] ?? 0;
      games[i * n + j] = own + (points[b * count + a] ?? 0);
      taken[i] = (taken[i] ?? 0) + own;
    }
  const strengths = new Float64Array(n);
  if (n < 2) return strengths;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [gradient, curvature] = slopes(strengths, games, taken);
    const move = solved(curvature, gradient);
    const longest = move.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const share = longest > MAX_STEP ? MAX_STEP / longest : 1;
    for (let i = 0; i < n; i++) strengths[i] = (strengths[i] ?? 0) + share * (move[i] ?? 0);
    if (longest < 1e-10) break;
  }
  const mean = strengths.reduce((sum, one) => sum + one, 0) / n;
  return strengths.map((one) => one - mean);
}

/** The gradient of the log likelihood, and minus its second derivatives; a constant on all keeps the mean where it is. */
function slopes(strengths: Float64Array, games: Float64Array, taken: Float64Array): [Float64Array, Float64Array] {
  const n = strengths.length;
  const gradient = Float64Array.from(taken);
  // the likelihood does not change when all move together: that direction is held
  const curvature = new Float64Array(n * n).fill(1 / n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const played = games[i * n + j] ?? 0;
      if (i === j || played === 0) continue;
      const share = 1 / (1 + Math.exp((strengths[j] ?? 0) - (strengths[i] ?? 0)));
      const weight = played * share * (1 - share);
      gradient[i] = (gradient[i] ?? 0) - played * share;
      curvature[i * n + i] = (curvature[i * n + i] ?? 0) + weight;
      curvature[i * n + j] = (curvature[i * n + j] ?? 0) - weight;
    }
  return [gradient, curvature];
}

/** Solves a positive definite system by elimination; both arguments are overwritten. */
function solved(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const at = (row: number, column: number): number => matrix[row * n + column] ?? 0;
  for (let pivot = 0; pivot < n; pivot++)
    for (let row = pivot + 1; row < n; row++) {
      const factor = at(row, pivot) / at(pivot, pivot);
      if (factor === 0) continue;
      for (let column = pivot; column < n; column++)
        matrix[row * n + column] = at(row, column) - factor * at(pivot, column);
      right[row] = (right[row] ?? 0) - factor * (right[pivot] ?? 0);
    }
  for (let row = n - 1; row >= 0; row--) {
    let sum = right[row] ?? 0;
    for (let column = row + 1; column < n; column++) sum -= at(row, column) * (right[column] ?? 0);
    right[row] = sum / at(row, row);
  }
  return right;
}

/** The Elo difference at which a share of the points is expected; infinite for all and for none. */
export const shareToElo = (share: number): number => 400 * Math.log10(share / (1 - share));

/** How one group of players stands to another: it took points and gave none, the other way round, or neither is known. */
type Standing = 'above' | 'below' | 'apart';
/** By component: how the first stands to the second. */
type ComponentOrder = (one: number, other: number) => Standing;

/** Which players can be reached from which, by number; `reach[a * n + b]`. */
function reachable(count: number, leads: (from: number, to: number) => boolean): Uint8Array {
  const reach = new Uint8Array(count * count);
  for (let from = 0; from < count; from++) {
    const open = [from];
    reach[from * count + from] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (let to = 0; to < count; to++)
        if (reach[from * count + to] === 0 && leads(at, to)) {
          reach[from * count + to] = 1;
          open.push(to);
        }
  }
  return reach;
}

/**
 * Groups of players who all took points from each other, directly or by way of others: the strongly connected components, numbered by
 * their first player.
 *
 * @param tookFrom true if the first player took points from the second
 */
function findComponents(count: number, tookFrom: (a: number, b: number) => boolean): Int32Array {
  const reach = reachable(count, tookFrom);
  return Int32Array.from({ length: count }, (_, player) => {
    let first = 0;
    while (reach[player * count + first] === 0 || reach[first * count + player] === 0) first++;
    return first;
  });
}

/** How components stand to each other: points go one way only, if by way of others. */
function compareComponents({ count, points }: ScoreTable, component: Int32Array): ComponentOrder {
  let reach: Uint8Array | undefined;
  return (one, other) => {
    reach ??= reachable(count, (a, b) => (points[a * count + b] ?? 0) > 0 || component[a] === component[b]);
    if (reach[one * count + other] === 1) return 'above';
    return reach[other * count + one] === 1 ? 'below' : 'apart';
  };
}

/** Points and games between players, by number: `points[a * n + b]` is what a took from b, a draw half. */
export interface ScoreTable {
  readonly count: number;
  readonly points: Float64Array;
}

/** An empty table. */
export const scoreTable = (count: number): ScoreTable => ({ count, points: new Float64Array(count * count) });

/** Adds the points of a game, or of several, to a table. */
export function addPoints({ count, points }: ScoreTable, a: number, b: number, ofA: number, ofB: number): void {
  points[a * count + b] = (points[a * count + b] ?? 0) + ofA;
  points[b * count + a] = (points[b * count + a] ?? 0) + ofB;
}
