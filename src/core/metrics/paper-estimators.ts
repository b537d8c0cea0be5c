import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { WalkArena } from '../base/automaton.ts';
import type { Cancellation } from '../base/cancellation.ts';
import type { Rescale, Terminal } from './affordance-options.ts';
import { PairList } from './stratified.ts';

/*
 * The paper's two algorithms (Harang et al., Appendix A), as printed, for comparison. Both sample from one state and
 * test in the other, so p and r take two calls. Scores are per depth; index 0 is depth 1.
 */

/** Options of the two estimators. Handles 0 and 1 hold the state that is sampled and the one that tests, or reversed. */
export interface PaperOptions {
  readonly m: number;
  /** N: maximum length of a list. */
  readonly samples: number;
  readonly terminal: Terminal;
  readonly rescale: Rescale;
}

/** Scores of one direction, and the number of states whose actions were listed. */
export interface OneWay {
  readonly scores: number[];
  readonly nodes: number;
}

/**
 * Chooses `count` of `0 .. total - 1` without replacement, each set equally likely (Fisher-Yates, stopped early). All
 * of them, with nothing drawn, when there are not more.
 */
function choose(total: number, count: number, random: RandomGenerator): Int32Array {
  const all = Int32Array.from({ length: total }, (_, i) => i);
  if (total <= count) return all;
  for (let i = 0; i < count; i++) {
    const j = uniformInt(random, i, total - 1);
    const swap = all[i]!;
    all[i] = all[j]!;
    all[j] = swap;
  }
  return all.subarray(0, count).sort();
}

/** Loads the pair into a list: sampled state in the first handle of its pair, testing state in the second. */
function startList(arena: WalkArena, sampled: 0 | 1): [PairList, PairList] {
  const list = new PairList(arena, 0);
  const first = list.handle(list.push(1, 0));
  arena.copy(sampled, first);
  arena.copy(1 - sampled, first + 1);
  return [list, new PairList(arena, 1)];
}

/**
 * Runs Algorithm 1, intermediate probability estimation: a list of accepted trajectories with weights, cut to N by
 * uniform sampling without replacement. The paper leaves the rescaling of weights open: `sum` keeps their sum, `count`
 * multiplies by M / N.
 */
export function intermediate(
  arena: WalkArena,
  sampled: 0 | 1,
  options: PaperOptions,
  random: RandomGenerator,
  cancel: Cancellation,
): OneWay | 'cancelled' {
  let [list, next] = startList(arena, sampled);
  const actions = new Int32Array(arena.maxLegal);
  const scores: number[] = [];
  let ended = 0;
  let nodes = 0;
  for (let depth = 1; depth <= options.m; depth++) {
    const parents: number[] = [];
    const moves: number[] = [];
    const weights: number[] = [];
    for (let i = 0; i < list.size; i++) {
      if ((++nodes & 255) === 0 && cancel.cancelled) return 'cancelled';
      const a = list.handle(i);
      const common = arena.common(a, a + 1, actions, 0);
      const legal = arena.legalA;
      if (legal === 0 && options.terminal === 'accept') ended += list.fromTrue[i]!;
      for (let c = 0; c < common; c++) {
        parents.push(i);
        moves.push(actions[c]!);
        weights.push(list.fromTrue[i]! / legal);
      }
    }
    const total = weights.reduce((sum, w) => sum + w, 0);
    scores.push(ended + total);
    if (depth === options.m) break;
    const kept = choose(weights.length, options.samples, random);
    let keptSum = 0;
    for (const i of kept) keptSum += weights[i]!;
    const factor = options.rescale === 'sum' ? (keptSum > 0 ? total / keptSum : 0) : weights.length / kept.length;
    next.clear();
    for (const i of kept) {
      const made = next.handle(next.push(weights[i]! * factor, 0));
      arena.play(list.handle(parents[i]!), made, moves[i]!);
      arena.play(list.handle(parents[i]!) + 1, made + 1, moves[i]!);
    }
    [list, next] = [next, list];
  }
  return { scores, nodes };
}

/**
 * Runs Algorithm 2, naive estimation: a list of sequences of the sampled state, cut to N by uniform sampling, of which
 * the other state accepts a share. As printed it pools all children before it samples, so it estimates the set-based
 * quantity of Appendix A (and that only for large N), not p_m.
 */
export function naive(
  arena: WalkArena,
  sampled: 0 | 1,
  options: PaperOptions,
  random: RandomGenerator,
  cancel: Cancellation,
): OneWay | 'cancelled' {
  // Weights: fromTrue is 1 while the other state accepts the sequence, else 0; fromPredicted is 1 once the sequence has
  // ended.
  let [list, next] = startList(arena, sampled);
  const actions = new Int32Array(arena.maxLegal);
  const accepted = new Int32Array(arena.maxLegal);
  const scores: number[] = [];
  let nodes = 0;
  for (let depth = 1; depth <= options.m; depth++) {
    const parents: number[] = [];
    const moves: number[] = [];
    const alive: number[] = [];
    for (let i = 0; i < list.size; i++) {
      if ((++nodes & 255) === 0 && cancel.cancelled) return 'cancelled';
      const a = list.handle(i);
      const legal = list.fromPredicted[i] === 1 ? 0 : arena.legal(a, actions, 0);
      if (legal === 0) {
        if (options.terminal === 'drop') continue;
        parents.push(i);
        moves.push(-1);
        alive.push(list.fromTrue[i]!);
        continue;
      }
      const common = list.fromTrue[i] === 1 ? arena.common(a, a + 1, accepted, 0) : 0;
      const inBoth = new Set(accepted.subarray(0, common));
      for (let c = 0; c < legal; c++) {
        parents.push(i);
        moves.push(actions[c]!);
        alive.push(inBoth.has(actions[c]!) ? 1 : 0);
      }
    }
    const kept = choose(moves.length, options.samples, random);
    let hits = 0;
    next.clear();
    for (const i of kept) {
      hits += alive[i]!;
      const made = next.handle(next.push(alive[i]!, moves[i]! < 0 ? 1 : 0));
      const from = list.handle(parents[i]!);
      if (moves[i]! < 0) {
        arena.copy(from, made);
      } else {
        arena.play(from, made, moves[i]!);
        if (alive[i] === 1) arena.play(from + 1, made + 1, moves[i]!);
      }
    }
    scores.push(kept.length === 0 ? 0 : hits / kept.length);
    [list, next] = [next, list];
  }
  return { scores, nodes };
}
