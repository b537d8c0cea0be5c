import type { WalkArena } from '../base/automaton.ts';
import { type Cancellation, NEVER } from '../base/cancellation.ts';
import type { Terminal } from './affordance-options.ts';

/** Values of p and r per depth; index 0 is depth 1. */
export interface DepthScores {
  readonly p: number[];
  readonly r: number[];
  /** Number of pairs of states whose actions were compared. */
  readonly nodes: number;
}

/** Reason why a walk returned no numbers. */
export type StopReason = 'budget' | 'cancelled';

const MEMO_BITS = 14;
const MEMO_SIZE = 1 << MEMO_BITS;

/**
 * Computes exact p_m and r_m: the expectation under branch-uniform sampling (Harang et al., section 3.2), without
 * sampling.
 *
 * Both states are walked in lockstep. With legal sets L and L~ of a pair, f_d = (1 / |L|) * sum of f_(d-1) over the
 * common actions, f_0 = 1; the last ply is counted, not played. One walk serves both directions and all depths. Pairs
 * with the same future are 1 immediately; others are memoized by (pair, d) in tables that overwrite on collisions.
 * Where actions only remove themselves (Hex, far from the end), nothing is played: numbers of actions decide.
 */
export class ExactWalker {
  readonly #arena: WalkArena;
  readonly #terminal: Terminal;
  readonly #actions: Int32Array[] = [];
  /** Scores of the walk at level d: p_1..p_d from [0], r_1..r_d from [d]. */
  readonly #scores: Float64Array[] = [];
  /** Memo tables by d: a slot is a key of 8 bytes, then the scores; key and scores share a cache line. */
  readonly #memoKeys: Int32Array[] = [];
  readonly #memoScores: Float64Array[] = [];
  /** Memo table of d = 1: a slot is the key's two words, the common actions, and the legal ones of both states. */
  readonly #lastMemo = new Int32Array(4 * MEMO_SIZE);
  #nodes = 0;
  #budget = 0;
  #cancel: Cancellation = NEVER;
  #stopped: StopReason | undefined;

  /** Walks of depth m use the arena's handles 0 to 2 m + 1. */
  constructor(arena: WalkArena, terminal: Terminal) {
    this.#arena = arena;
    this.#terminal = terminal;
  }

  /**
   * Returns scores of the pair in handles 0 (true) and 1 (predicted) for depths 1..m, or the reason why the walk
   * stopped: more than `budget` pairs would have to be visited, or a cancellation.
   */
  walk(m: number, budget: number, cancel: Cancellation): DepthScores | StopReason {
    this.#arena.reserve(2 * m + 2);
    for (let d = this.#scores.length; d <= m; d++) {
      this.#scores.push(new Float64Array(2 * d));
      this.#actions.push(new Int32Array(this.#arena.maxLegal));
      const scores = new Float64Array(d < 2 ? 0 : (2 * d + 1) * MEMO_SIZE);
      this.#memoScores.push(scores);
      this.#memoKeys.push(new Int32Array(scores.buffer));
    }
    this.#nodes = 0;
    this.#budget = budget;
    this.#cancel = cancel;
    this.#stopped = undefined;
    this.#visit(0, m);
    if (this.#stopped !== undefined) return this.#stopped;
    const scores = this.#scores[m]!;
    return { p: Array.from(scores.subarray(0, m)), r: Array.from(scores.subarray(m)), nodes: this.#nodes };
  }

  /** Fills `#scores[d]` for the pair in handles `a` and `a + 1`. */
  #visit(a: number, d: number): void {
    const arena = this.#arena;
    const scores = this.#scores[d]!;
    const b = a + 1;
    if (this.#terminal === 'accept' && arena.same(a, b)) {
      scores.fill(1);
      return;
    }
    // The order of a pair matters, so its halves are mixed differently.
    const low = (arena.hashLow(a) + Math.imul(arena.hashLow(b), 0x9e3779b1)) | 0;
    const high = arena.hashHigh(a) ^ Math.imul(arena.hashHigh(b), 0x85ebca6b);
    const slot = (low ^ (low >>> MEMO_BITS)) & (MEMO_SIZE - 1);
    if (d === 1) {
      this.#visitLast(a, slot, low, high, scores);
      return;
    }
    const keys = this.#memoKeys[d]!;
    const memo = this.#memoScores[d]!;
    const at = slot * (2 * d + 1);
    if (keys[2 * at] === low && keys[2 * at + 1] === high) {
      for (let i = 0; i < 2 * d; i++) scores[i] = memo[at + 1 + i]!;
      return;
    }
    this.#spend();
    if (this.#stopped === undefined) this.#compare(a, d, scores);
    if (this.#stopped !== undefined) return;
    keys[2 * at] = low;
    keys[2 * at + 1] = high;
    for (let i = 0; i < 2 * d; i++) memo[at + 1 + i] = scores[i]!;
  }

  /** Handles depth 1: only the counts are needed, and they take a smaller slot; nearly all visits end here. */
  #visitLast(a: number, slot: number, low: number, high: number, scores: Float64Array): void {
    const arena = this.#arena;
    const memo = this.#lastMemo;
    const at = slot << 2;
    let common: number;
    let legal: number;
    if (memo[at] === low && memo[at + 1] === high) {
      common = memo[at + 2]!;
      legal = memo[at + 3]!;
    } else {
      this.#spend();
      common = arena.common(a, a + 1);
      legal = (arena.legalA << 16) | arena.legalB;
      memo[at] = low;
      memo[at + 1] = high;
      memo[at + 2] = common;
      memo[at + 3] = legal;
    }
    const ended = this.#terminal === 'accept' ? 1 : 0;
    const legalA = legal >>> 16;
    const legalB = legal & 0xffff;
    scores[0] = legalB === 0 ? ended : common / legalB;
    scores[1] = legalA === 0 ? ended : common / legalA;
  }

  #spend(): void {
    if (++this.#nodes > this.#budget) this.#stopped = 'budget';
    else if ((this.#nodes & 1023) === 0 && this.#cancel.cancelled) this.#stopped = 'cancelled';
  }

  #compare(a: number, d: number, scores: Float64Array): void {
    const arena = this.#arena;
    const actions = this.#actions[d]!;
    const common = arena.common(a, a + 1, actions, 0);
    const legalA = arena.legalA;
    const legalB = arena.legalB;
    if (arena.onlyShrinks?.(a, a + 1, d) === true) {
      fillByCounts(scores, d, common, legalA, legalB);
      return;
    }
    const ended = this.#terminal === 'accept' ? 1 : 0;
    scores.fill(0);
    const next = this.#scores[d - 1]!;
    for (let i = 0; i < common; i++) {
      arena.play(a, a + 2, actions[i]!);
      arena.play(a + 1, a + 3, actions[i]!);
      this.#visit(a + 2, d - 1);
      if (this.#stopped !== undefined) return;
      for (let k = 1; k < d; k++) {
        scores[k]! += next[k - 1]!;
        scores[d + k]! += next[d - 1 + k - 1]!;
      }
    }
    // Sampling from the predicted state tests precision, from the true one recall.
    scores[0] = common;
    scores[d] = common;
    for (let k = 0; k < d; k++) {
      scores[k] = legalB === 0 ? ended : scores[k]! / legalB;
      scores[d + k] = legalA === 0 ? ended : scores[d + k]! / legalA;
    }
  }
}

/** Fills in the scores of depths 1..d where each action removes only itself: the product of (common - i) / (legal - i). */
function fillByCounts(scores: Float64Array, d: number, common: number, legalA: number, legalB: number): void {
  let [p, r] = [1, 1];
  for (let k = 0; k < d; k++) {
    p *= Math.max(0, common - k) / (legalB - k);
    r *= Math.max(0, common - k) / (legalA - k);
    scores[k] = p;
    scores[d + k] = r;
  }
}
