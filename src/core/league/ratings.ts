import { components, type Order, orderOf } from './beaten.ts';
import type { ScoreTable } from './score-table.ts';

/** The ratings of a table. */
export interface Ratings {
  /**
   * Elo by player, on a separate scale in each component: differences across components have no meaning, and the mean of each is 0.
   */
  readonly elo: Float64Array;
  /** Component by player: within one all differences are finite. */
  readonly component: Int32Array;
  /** How one component stands to another: `above` if it took points and gave none. */
  readonly order: Order;
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
export function ratingsOf(table: ScoreTable): Ratings {
  const { count, points } = table;
  const component = components(count, (a, b) => (points[a * count + b] ?? 0) > 0);
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
  return { elo, component, order: orderOf(table, component) };
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
export const eloOfShare = (share: number): number => 400 * Math.log10(share / (1 - share));
