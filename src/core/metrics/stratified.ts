import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { WalkArena } from '../base/automaton.ts';
import type { Cancellation } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import type { AffordanceOptions, Terminal } from './affordance-options.ts';
import type { DepthScores, StopReason } from './exact.ts';

/** Number of independent runs in one estimate; their spread is its standard error. */
export const REPLICATES = 8;

/** Stratified estimate: means over the replicates, with standard errors per depth. */
interface StratifiedScores extends DepthScores {
  readonly standardError: { readonly p: number[]; readonly r: number[] };
}

/**
 * Computes a stratified estimate of p_m and r_m: the lockstep walk of the exact method by plies, with at most N / 8
 * pairs a replicate. Above that, children are chosen by threshold resampling (Fearnhead and Clifford 2003): those whose
 * share is above a threshold are kept unchanged, the others are selected by one systematic scan of (parent, child) in
 * order and take the threshold's weight, which is unbiased whatever the shares are. A child's share is its weight times
 * the part of its parent's actions that is common, which predicts how much of it will survive and halves the error;
 * both directions add up to one share, so one run serves p and r. Pairs reached twice are merged, pairs with the same
 * future are settled immediately, and the last ply is counted, not played (Rao-Blackwell).
 */
export function stratified(
  arena: WalkArena,
  m: number,
  samples: number,
  seed: number,
  terminal: Terminal,
  cancel: Cancellation,
): StratifiedScores | StopReason {
  const capacity = Math.max(1, Math.floor(samples / REPLICATES));
  const run = new StratifiedRun(arena, m, capacity, terminal, cancel);
  const random = seeded(seed);
  const runs: DepthScores[] = [];
  let nodes = 0;
  for (let i = 0; i < REPLICATES; i++) {
    const scores = run.replicate(random.clone());
    if (scores === undefined) return 'cancelled';
    nodes += scores.nodes;
    runs.push(scores);
    // Nothing was left out: the run is exact, and so would be the others.
    if (!run.sampled) break;
    random.jump();
  }
  const mean = (pick: (s: DepthScores) => number[], k: number): number =>
    runs.reduce((sum, s) => sum + pick(s)[k]!, 0) / runs.length;
  const error = (pick: (s: DepthScores) => number[], k: number): number => {
    if (runs.length === 1) return 0;
    const centre = mean(pick, k);
    const squares = runs.reduce((sum, s) => sum + (pick(s)[k]! - centre) ** 2, 0);
    return Math.sqrt(squares / (runs.length - 1) / runs.length);
  };
  const depths = Array.from({ length: m }, (_, k) => k);
  const p = (s: DepthScores): number[] => s.p;
  const r = (s: DepthScores): number[] => s.r;
  return {
    // An estimate may exceed 1.
    p: depths.map((k) => Math.min(1, mean(p, k))),
    r: depths.map((k) => Math.min(1, mean(r, k))),
    standardError: { p: depths.map((k) => error(p, k)), r: depths.map((k) => error(r, k)) },
    nodes,
  };
}

class StratifiedRun {
  /** True if the last replicate left anything out. */
  sampled = false;
  readonly #arena: WalkArena;
  readonly #m: number;
  readonly #capacity: number;
  readonly #terminal: Terminal;
  readonly #cancel: Cancellation;
  readonly #lists: [PairList, PairList];
  #actions: Int32Array;
  /** Per parent: first index into `#actions`, number of common actions, its children's weights, the part of its actions that is common, and its children's share. */
  readonly #first: Int32Array;
  readonly #count: Int32Array;
  readonly #childTrue: Float64Array;
  readonly #childPredicted: Float64Array;
  readonly #keptTrue: Float64Array;
  readonly #keptPredicted: Float64Array;
  readonly #share: Float64Array;
  readonly #index: Int32Array;
  /** Weight that is known to count as 1 at every deeper depth. */
  #settledTrue = 0;
  #settledPredicted = 0;

  constructor(arena: WalkArena, m: number, capacity: number, terminal: Terminal, cancel: Cancellation) {
    this.#arena = arena;
    this.#m = m;
    this.#capacity = capacity;
    this.#terminal = terminal;
    this.#cancel = cancel;
    this.#lists = [new PairList(arena, 0, capacity + 2), new PairList(arena, 1, capacity + 2)];
    this.#actions = new Int32Array(64 * arena.maxLegal);
    this.#first = new Int32Array(capacity + 2);
    this.#count = new Int32Array(capacity + 2);
    this.#childTrue = new Float64Array(capacity + 2);
    this.#childPredicted = new Float64Array(capacity + 2);
    this.#keptTrue = new Float64Array(capacity + 2);
    this.#keptPredicted = new Float64Array(capacity + 2);
    this.#share = new Float64Array(capacity + 2);
    this.#index = new Int32Array(2 << (32 - Math.clz32(capacity + 2)));
  }

  /** Runs one replicate; undefined after a cancellation. Handles 0 (true) and 1 (predicted) hold the pair and keep it. */
  replicate(random: RandomGenerator): DepthScores | undefined {
    const arena = this.#arena;
    let [list, next] = this.#lists;
    list.clear();
    this.sampled = false;
    this.#settledTrue = 0;
    this.#settledPredicted = 0;
    const p: number[] = [];
    const r: number[] = [];
    let nodes = 0;
    if (this.#terminal === 'accept' && arena.same(0, 1)) {
      this.#settledTrue = 1;
      this.#settledPredicted = 1;
    } else {
      const first = list.handle(list.push(1, 1));
      arena.copy(0, first);
      arena.copy(1, first + 1);
    }
    for (let ply = 1; ply <= this.#m; ply++) {
      if (this.#cancel.cancelled) return undefined;
      nodes += list.size;
      const last = ply === this.#m;
      const total = this.#expand(list, !last);
      p.push(this.#settledPredicted + total.predicted);
      r.push(this.#settledTrue + total.true);
      if (last) break;
      next.clear();
      this.#index.fill(0);
      this.#select(list, next, total, random);
      [list, next] = [next, list];
    }
    return { p, r, nodes };
  }

  /** Compares every pair; returns the weight of its common actions in each direction, and their number. */
  #expand(list: PairList, keep: boolean): { true: number; predicted: number; children: number } {
    const arena = this.#arena;
    const sum = { true: 0, predicted: 0, children: 0 };
    let at = 0;
    for (let i = 0; i < list.size; i++) {
      const a = list.handle(i);
      if (keep && at + arena.maxLegal > this.#actions.length) {
        const more = new Int32Array(2 * this.#actions.length);
        more.set(this.#actions);
        this.#actions = more;
      }
      const common = keep ? arena.common(a, a + 1, this.#actions, at) : arena.common(a, a + 1);
      const wTrue = list.fromTrue[i]!;
      const wPredicted = list.fromPredicted[i]!;
      const eachTrue = arena.legalA === 0 ? 0 : wTrue / arena.legalA;
      const eachPredicted = arena.legalB === 0 ? 0 : wPredicted / arena.legalB;
      if (this.#terminal === 'accept') {
        if (arena.legalA === 0) this.#settledTrue += wTrue;
        if (arena.legalB === 0) this.#settledPredicted += wPredicted;
      }
      sum.true += common * eachTrue;
      sum.predicted += common * eachPredicted;
      sum.children += common;
      this.#first[i] = at;
      this.#count[i] = common;
      this.#keptTrue[i] = arena.legalA === 0 ? 0 : common / arena.legalA;
      this.#keptPredicted[i] = arena.legalB === 0 ? 0 : common / arena.legalB;
      this.#childTrue[i] = eachTrue;
      this.#childPredicted[i] = eachPredicted;
      at += common;
    }
    return sum;
  }

  #select(
    list: PairList,
    next: PairList,
    total: { true: number; predicted: number; children: number },
    random: RandomGenerator,
  ): void {
    if (total.children <= this.#capacity) {
      for (let i = 0; i < list.size; i++) {
        for (let c = 0; c < this.#count[i]!; c++) this.#take(list, next, i, c, 1);
      }
      return;
    }
    this.sampled = true;
    for (let i = 0; i < list.size; i++) {
      this.#share[i] =
        (total.true > 0 ? (this.#childTrue[i]! / total.true) * this.#keptTrue[i]! : 0) +
        (total.predicted > 0 ? (this.#childPredicted[i]! / total.predicted) * this.#keptPredicted[i]! : 0);
    }
    const threshold = this.#threshold(list.size);
    let position = uniformFloat64(random);
    for (let i = 0; i < list.size; i++) {
      const chance = this.#share[i]! / threshold;
      const n = this.#count[i]!;
      if (chance >= 1) {
        for (let c = 0; c < n; c++) this.#take(list, next, i, c, 1);
      } else {
        // Children of one parent are equal, so the scan jumps from selection to selection.
        const end = n * chance;
        while (position < end) {
          this.#take(list, next, i, Math.min(n - 1, Math.floor(position / chance)), 1 / chance);
          position += 1;
        }
        position -= end;
      }
    }
  }

  /**
   * Returns the share c above which a child is kept for certain: sum of min(share / c, 1) is the capacity. Found from
   * above: each round removes those above c, which lowers it.
   */
  #threshold(parents: number): number {
    let threshold = Infinity;
    for (;;) {
      let certain = 0;
      let rest = 0;
      for (let i = 0; i < parents; i++) {
        if (this.#share[i]! >= threshold) certain += this.#count[i]!;
        else rest += this.#count[i]! * this.#share[i]!;
      }
      const lower = rest / (this.#capacity - certain);
      if (certain >= this.#capacity || rest === 0 || lower >= threshold) return threshold;
      threshold = lower;
    }
  }

  #take(list: PairList, next: PairList, parent: number, child: number, factor: number): void {
    const arena = this.#arena;
    const action = this.#actions[this.#first[parent]! + child]!;
    const from = list.handle(parent);
    const wTrue = this.#childTrue[parent]! * factor;
    const wPredicted = this.#childPredicted[parent]! * factor;
    const made = next.push(wTrue, wPredicted);
    const to = next.handle(made);
    arena.play(from, to, action);
    arena.play(from + 1, to + 1, action);
    if (this.#terminal === 'accept' && arena.same(to, to + 1)) {
      this.#settledTrue += wTrue;
      this.#settledPredicted += wPredicted;
      next.size--;
      return;
    }
    const twin = this.#find(next, made);
    if (twin === made) return;
    next.fromTrue[twin]! += wTrue;
    next.fromPredicted[twin]! += wPredicted;
    next.size--;
  }

  /** Returns the first pair of the list with the same two states as pair `made`; `made` itself, recorded, when there is none. */
  #find(list: PairList, made: number): number {
    const arena = this.#arena;
    const index = this.#index;
    const a = list.handle(made);
    const mask = index.length - 1;
    let slot = (arena.hashLow(a) ^ Math.imul(arena.hashLow(a + 1), 0x9e3779b1)) & mask;
    for (; index[slot] !== 0; slot = (slot + 1) & mask) {
      const b = list.handle(index[slot]! - 1);
      if (arena.same(a, b) && arena.same(a + 1, b + 1)) return index[slot]! - 1;
    }
    index[slot] = made + 1;
    return made;
  }
}

/** Default limit of N where it is chosen for a wanted standard error. */
export const TARGET_SAMPLES = 100_000;
/** Minimum N of guided rollouts: fewer estimate their error poorly. */
export const LEAST_ROLLOUTS = 128;

const FIRST_SAMPLES = 512;

/**
 * Returns a stratified estimate of which the standard errors of p_m and r_m are at most `targetError`, and its N: 512,
 * doubled until they are, or until the limit `samples`. The error of an estimate is itself an estimate, from 8
 * replicates: it counts only where the N before it was near the target, too (an error falls by half or less when N
 * doubles), or where it is half the target.
 */
export function stratifiedToTarget(
  arena: WalkArena,
  { m, samples: limit, seed, terminal }: AffordanceOptions,
  targetError: number,
  cancel: Cancellation,
): { readonly scores: StratifiedScores; readonly samples: number } | StopReason {
  let isNear = false;
  for (let samples = Math.min(FIRST_SAMPLES, limit); ; samples = Math.min(2 * samples, limit)) {
    const scores = stratified(arena, m, samples, seed, terminal, cancel);
    if (typeof scores === 'string') return scores;
    const error = Math.max(scores.standardError.p[m - 1]!, scores.standardError.r[m - 1]!);
    const isReached = error <= targetError && (isNear || error <= targetError / 2);
    if (isReached || samples === limit) return { scores, samples };
    isNear = error <= 2 * targetError;
  }
}

/** Pairs of states in an arena, with the weights of the trajectories that lead to them. */
export class PairList {
  size = 0;
  /** Weight of each pair when its trajectory is sampled from the true state; `fromPredicted`: from the predicted one. */
  fromTrue: Float64Array;
  fromPredicted: Float64Array;
  readonly #arena: WalkArena;
  readonly #lane: number;

  /** @param lane list 0 or 1 of the two that share an arena: each has every second pair of handles */
  constructor(arena: WalkArena, lane: 0 | 1, capacity = 64) {
    this.#arena = arena;
    this.#lane = lane;
    this.fromTrue = new Float64Array(capacity);
    this.fromPredicted = new Float64Array(capacity);
    arena.reserve(4 * capacity + 4);
  }

  /** Returns the handle of the true state of pair i; the predicted one's is the next. */
  handle(i: number): number {
    return 2 + 4 * i + 2 * this.#lane;
  }

  clear(): void {
    this.size = 0;
  }

  /** Makes room for a pair and returns its index; the caller fills its handles. */
  push(fromTrue: number, fromPredicted: number): number {
    const i = this.size++;
    if (i === this.fromTrue.length) {
      this.fromTrue = grown(this.fromTrue);
      this.fromPredicted = grown(this.fromPredicted);
      this.#arena.reserve(4 * this.fromTrue.length + 4);
    }
    this.fromTrue[i] = fromTrue;
    this.fromPredicted[i] = fromPredicted;
    return i;
  }
}

function grown(values: Float64Array): Float64Array {
  const twice = new Float64Array(2 * values.length);
  twice.set(values);
  return twice;
}
