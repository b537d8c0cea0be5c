import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { MIN_CLUSTERS } from '../base/stats/confidence-interval.ts';
import { quantile } from '../base/stats/descriptive.ts';
import { normalCdf, studentQuantile } from '../base/stats/distributions.ts';
import { computeRatings, type Ratings, type ScoreTable, type Standing, scoreTable } from './bradley-terry.ts';

/** Player of known strength on another scale, such as a rating list. */
interface ScaleAnchor {
  readonly player: number;
  /** Its Elo there. */
  readonly elo: number;
}

/** Line from the Elo of a league to that of another scale. */
export interface ExternalScale {
  /** External Elo per Elo of the league, above 0. */
  readonly slope: number;
  /** External Elo where that of the league is 0. */
  readonly intercept: number;
  /** Largest distance of an anchor from the line, in external Elo; 0 with two anchors. */
  readonly residual: number;
}

/** Minimum number of anchors: one alone sets the zero of the league. */
const MIN_ANCHORS = 2;

/**
 * Fits a line through anchors by least squares, external Elo over that of the league (Schultz et al., section 5:
 * "calibrating the internal Elo with externally-reported ratings using a linear fit").
 *
 * @param elo Elo in the league by player
 * @returns undefined if an anchor has no finite rating, or if a stronger player would not be rated higher
 */
export function fitScale(anchors: readonly ScaleAnchor[], elo: ArrayLike<number>): ExternalScale | undefined {
  const points = anchors.map(({ player, elo: y }) => ({ x: elo[player] ?? Number.NaN, y }));
  if (points.length < MIN_ANCHORS || !points.every(({ x }) => Number.isFinite(x))) return undefined;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  if (!(Number.isFinite(slope) && slope > 0)) return undefined;
  const intercept = meanY - slope * meanX;
  const residual = Math.max(...points.map(({ x, y }) => Math.abs(y - intercept - slope * x)));
  return { slope, intercept, residual };
}

/** Returns the Elo on the other scale. */
export const toExternal = ({ slope, intercept }: ExternalScale, elo: number): number => intercept + slope * elo;

/** Reason why a rating has no interval. */
type NoInterval =
  /** The ratings are measured from this player. */
  | 'anchor'
  /** The player has no finite rating. */
  | 'unbounded'
  /** Fewer than ten openings. */
  | 'few-openings'
  /** All openings had the same results, so that nothing varies between them. */
  | 'no-variation';

/** Elo with its interval. */
export interface RatedElo {
  /** Null where it is not finite. */
  readonly elo: number | null;
  /**
   * Ends of the 95 % interval: infinite where too many draws of openings leave it unbounded on that side; null without
   * an interval.
   */
  readonly low: number | null;
  readonly high: number | null;
  readonly none: NoInterval | undefined;
}

/** Elo of a player; null where it is not finite: see `standing`. */
export interface PlayerRating extends RatedElo {
  /** Standing of a player without a rating relative to rated players. */
  readonly standing: Standing | undefined;
  /** Elo on the scale of several anchors; undefined without such a scale. */
  readonly external: RatedElo | undefined;
}

/** Number of bootstrap samples of the openings. */
export const RESAMPLES = 1000;
const TAIL = 0.025;

/** Returns the sum of tables, each multiplied by its count. */
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
 * Returns the components that ratings are measured from: that of the anchor, else the one with the most players.
 * Several where they have equally many: none is then a better reference than the others, and only the highest and the
 * lowest of them have a place.
 */
function mainComponents({ component }: Ratings, zero: ScaleAnchor | undefined): readonly number[] {
  if (zero !== undefined) return [component[zero.player] ?? 0];
  const sizes = new Map<number, number>();
  for (const one of component) sizes.set(one, (sizes.get(one) ?? 0) + 1);
  const most = Math.max(0, ...sizes.values());
  return [...sizes].flatMap(([one, size]) => (size === most ? [one] : []));
}

/**
 * Returns ratings by player: Elo in the main component, infinite where the player is above or below it, NaN where
 * neither is known.
 */
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
 * Returns Elo with 95 % intervals. The independent unit is the opening: all games that began with it, by all players
 * and with both colors, are resampled together. Ends are percentiles, widened from the normal to Student's distribution
 * (T. Hesterberg, 2015, "What teachers should know about the bootstrap", section 5.2.3). Bootstrap samples in which a
 * player wins or loses everything count as infinite. Without an anchor each sample is shifted so that the mean of its
 * comparable players is their mean over all games. Several anchors set no zero but another scale, whose line is fitted
 * again in each sample.
 *
 * @param openings the points of each opening
 * @param anchors players with a given Elo: one sets the zero, several another scale
 * @param random a seeded generator; it advances
 */
export function playerRatings(
  count: number,
  openings: readonly ScoreTable[],
  anchors: readonly ScaleAnchor[],
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
  const zero = anchors.length === 1 ? anchors[0] : undefined;
  const main = mainComponents(whole, zero);
  const shift = zero === undefined ? 0 : zero.elo - (whole.elo[zero.player] ?? 0);
  const elo = placed(whole, main, shift);
  const scale = fitScale(anchors, elo);
  const isDrawn = openings.length >= MIN_CLUSTERS;
  const draws = isDrawn
    ? drawn(count, openings, { zero, elo, random, resamples, anchors: scale === undefined ? [] : anchors })
    : undefined;
  const tail = isDrawn ? widenedTail(openings.length) : TAIL;
  const rated = (value: number, own: Ends | undefined): RatedElo => {
    const none = (reason: NoInterval) => ({ elo: value, low: null, high: null, none: reason });
    if (own === undefined) return none('few-openings');
    const [low, high] = [endAt(own.low, tail), endAt(own.high, 1 - tail)];
    return low < high ? { elo: value, low, high, none: undefined } : none('no-variation');
  };
  return Array.from(elo, (value, player): PlayerRating => {
    if (!Number.isFinite(value)) {
      const standing = Number.isNaN(value) ? 'apart' : value > 0 ? 'above' : 'below';
      const unbounded = { elo: null, low: null, high: null, none: 'unbounded' } as const;
      return { ...unbounded, standing, external: scale && unbounded };
    }
    const { own, external } = draws?.[player] ?? {};
    const set = (at: number): RatedElo => ({ elo: at, low: null, high: null, none: 'anchor' });
    // A line through two anchors holds both where they are.
    const isOnLine = anchors.length === 2 && anchors.some((anchor) => anchor.player === player);
    const there = scale && toExternal(scale, value);
    return {
      ...(zero?.player === player ? set(value) : rated(value, own)),
      standing: undefined,
      external: there === undefined ? undefined : isOnLine ? set(there) : rated(there, external),
    };
  });
}

/** Returns a quantile of sorted numbers that may be infinite: between a finite and an infinite number, the infinite one. */
function endAt(sorted: Float64Array, share: number): number {
  const found = quantile(sorted, share) ?? Number.NaN;
  if (!Number.isNaN(found)) return found;
  return share < 0.5 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/**
 * Returns the tail probability of each side: that of Student's distribution, corrected for the narrow spread of a
 * bootstrap over few openings.
 */
function widenedTail(openings: number): number {
  const width = studentQuantile(1 - TAIL, openings - 1) * Math.sqrt(openings / (openings - 1));
  return normalCdf(-width);
}

interface Drawing {
  readonly zero: ScaleAnchor | undefined;
  /** Ratings from all games. */
  readonly elo: Float64Array;
  /** Anchors of another scale; none without one. */
  readonly anchors: readonly ScaleAnchor[];
  readonly random: RandomGenerator;
  readonly resamples: number;
}

/** Sorted ratings of bootstrap samples: an unknown one counts as infinite at both ends. */
interface Ends {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Returns the sorted ratings of bootstrap samples by player, in the league and on the scale of the anchors. */
function drawn(
  count: number,
  openings: readonly ScoreTable[],
  { zero, elo, anchors, random, resamples }: Drawing,
): { readonly own: Ends; readonly external: Ends }[] {
  const empty = (): Ends => ({ low: new Float64Array(resamples), high: new Float64Array(resamples) });
  const ends = Array.from({ length: count }, () => ({ own: empty(), external: empty() }));
  const times = new Float64Array(openings.length);
  for (let resample = 0; resample < resamples; resample++) {
    times.fill(0);
    for (let i = 0; i < openings.length; i++) {
      const at = Math.floor(((random.next() >>> 0) / 0x1_0000_0000) * openings.length);
      times[at] = (times[at] ?? 0) + 1;
    }
    const ratings = computeRatings(summed(openings, times, count));
    const main = mainComponents(ratings, zero);
    const own = placed(ratings, main, shiftOf(ratings, main, zero, elo));
    const scale = fitScale(anchors, own);
    for (const [player, { own: here, external }] of ends.entries()) {
      const value = own[player] ?? Number.NaN;
      keep(here, resample, value);
      keep(external, resample, scale === undefined ? Number.NaN : toExternal(scale, value));
    }
  }
  for (const { own, external } of ends)
    for (const list of [own.low, own.high, external.low, external.high]) list.sort();
  return ends;
}

function keep({ low, high }: Ends, resample: number, value: number): void {
  low[resample] = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  high[resample] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
}

/** Returns the shift of a bootstrap sample's ratings: the zero keeps its Elo, or the players of the main component keep their mean over all games. */
function shiftOf(ratings: Ratings, main: readonly number[], zero: ScaleAnchor | undefined, elo: Float64Array): number {
  if (zero !== undefined) return zero.elo - (ratings.elo[zero.player] ?? 0);
  let [sum, members] = [0, 0];
  for (const [player, own] of ratings.elo.entries()) {
    const before = elo[player] ?? Number.NaN;
    if (!main.includes(ratings.component[player] ?? -1) || !Number.isFinite(before)) continue;
    sum += before - own;
    members++;
  }
  return members === 0 ? 0 : sum / members;
}
