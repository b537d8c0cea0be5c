// Ratings of one table of points by maximum likelihood, without intervals.

/** Ratings of a table. */
export interface Ratings {
  /**
   * Elo by player, on a separate scale in each component: differences across components have no meaning, and the mean of each is 0.
   */
  readonly elo: Float64Array;
  /** Component by player: within one all differences are finite. */
  readonly component: Int32Array;
  /** Standing of one component relative to another: `above` if it took points and gave none. */
  readonly order: ComponentOrder;
}

/** Elo of a difference of 1 in the natural logarithm of strength. */
const ELO = 400 / Math.LN10;
/** Maximum number of steps of Newton's method; it needs about ten. */
const MAX_STEPS = 100;
/** Maximum length of a step, so that the first ones do not overshoot. */
const MAX_STEP = 1.5;

/**
 * Returns the maximum likelihood ratings: the model of Bradley and Terry (1952), in which a takes a share s_a / (s_a +
 * s_b) of the points from b, with draws as half a point. Elo is 400 log10 s.
 *
 * They are finite only among players who have all taken points from each other, directly or through others (Ford,
 * 1957). Players who gave a group no points at all are infinitely far above it; such groups are separate components.
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

/**
 * Returns natural logarithms of the strengths of a component, with mean 0, by Newton's method on the likelihood, which
 * is concave.
 */
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

/**
 * Returns the gradient of the log likelihood, and minus its second derivatives; a constant added to all entries keeps
 * the mean fixed.
 */
function slopes(strengths: Float64Array, games: Float64Array, taken: Float64Array): [Float64Array, Float64Array] {
  const n = strengths.length;
  const gradient = Float64Array.from(taken);
  // The likelihood does not change when all strengths move together: that direction is fixed.
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

/** Returns the Elo difference at which a share of the points is expected; infinite for all and for none. */
export const shareToElo = (share: number): number => 400 * Math.log10(share / (1 - share));

/** Standing of one group of players relative to another: it took points and gave none, the reverse, or neither is known. */
export type Standing = 'above' | 'below' | 'apart';
/** Returns the standing of the first component relative to the second. */
type ComponentOrder = (one: number, other: number) => Standing;

/** Returns a matrix of reachable players by number: `reach[a * n + b]`. */
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
 * Returns groups of players who all took points from each other, directly or through others: the strongly connected
 * components, numbered by their first player.
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

/** Returns the order of components: points between two of them go one way only, directly or through others. */
function compareComponents({ count, points }: ScoreTable, component: Int32Array): ComponentOrder {
  let reach: Uint8Array | undefined;
  return (one, other) => {
    reach ??= reachable(count, (a, b) => (points[a * count + b] ?? 0) > 0 || component[a] === component[b]);
    if (reach[one * count + other] === 1) return 'above';
    return reach[other * count + one] === 1 ? 'below' : 'apart';
  };
}

/** Points and games between players, by number: `points[a * n + b]` is the points of a against b, a draw half. */
export interface ScoreTable {
  readonly count: number;
  readonly points: Float64Array;
}

/** Returns an empty table. */
export const scoreTable = (count: number): ScoreTable => ({ count, points: new Float64Array(count * count) });

/** Adds the points of a game, or of several, to a table. */
export function addPoints({ count, points }: ScoreTable, a: number, b: number, ofA: number, ofB: number): void {
  points[a * count + b] = (points[a * count + b] ?? 0) + ofA;
  points[b * count + a] = (points[b * count + a] ?? 0) + ofB;
}
