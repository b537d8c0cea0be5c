import type { WalkArena } from '../base/automaton.ts';
import type { Cancellation } from '../base/cancellation.ts';
import type { Terminal } from './affordance-options.ts';
import type { StopReason } from './exact.ts';

/** Set-based precision and recall at one depth. */
export interface SetScores {
  readonly p: number;
  readonly r: number;
}

const MEMO_SIZE = 1 << 14;

/**
 * Computes set-based precision and recall (Harang et al., Appendix A): the share of all sequences of the sampled state
 * that the other accepts, every sequence counting once. This is another quantity than p_m and r_m, whose branch-uniform
 * sampling gives sequences through narrow positions more weight. The sets of Appendix A hold sequences of m actions:
 * they are those of `drop`; with `accept`, a sequence that ends early is one of the set. Handles 0 (true) and 1
 * (predicted) hold the pair. 0 / 0 is 0.
 */
export function setBased(
  arena: WalkArena,
  m: number,
  terminal: Terminal,
  budget: number,
  cancel: Cancellation,
): SetScores | StopReason {
  const counter = new SequenceCounter(arena, m, terminal, budget, cancel);
  const [ofA, ofB] = [counter.count(0, m), counter.count(1, m)];
  const common = counter.common(m);
  if (counter.stopped !== undefined) return counter.stopped;
  return {
    p: ofB === 0 ? 0 : common.fromB / ofB,
    r: ofA === 0 ? 0 : common.fromA / ofA,
  };
}

class SequenceCounter {
  stopped: StopReason | undefined;
  readonly #arena: WalkArena;
  readonly #ended: number;
  readonly #cancel: Cancellation;
  readonly #actions: Int32Array[];
  readonly #keys: Int32Array[];
  readonly #counts: Float64Array[];
  readonly #base: number;
  #left: number;

  constructor(arena: WalkArena, m: number, terminal: Terminal, budget: number, cancel: Cancellation) {
    this.#arena = arena;
    this.#ended = terminal === 'accept' ? 1 : 0;
    this.#cancel = cancel;
    this.#left = budget;
    this.#base = 2 * m + 2;
    arena.reserve(this.#base + m + 1);
    const levels = Array.from({ length: m + 1 }, (_, d) => d);
    this.#actions = levels.map(() => new Int32Array(arena.maxLegal));
    this.#keys = levels.map(() => new Int32Array(2 * MEMO_SIZE));
    this.#counts = levels.map(() => new Float64Array(MEMO_SIZE));
  }

  #spend(): boolean {
    if (--this.#left < 0) this.stopped = 'budget';
    else if ((this.#left & 1023) === 0 && this.#cancel.cancelled) this.stopped = 'cancelled';
    return this.stopped === undefined;
  }

  /** Returns the number of sequences of d actions from the state in `handle`. */
  count(handle: number, d: number): number {
    if (!this.#spend()) return 0;
    const arena = this.#arena;
    if (d === 1) return arena.count(handle) || this.#ended;
    if (arena.onlyShrinks?.(handle, handle, d) === true) return sequences(arena.count(handle), d);
    const low = arena.hashLow(handle);
    const high = arena.hashHigh(handle);
    const slot = low & (MEMO_SIZE - 1);
    const keys = this.#keys[d]!;
    if (keys[2 * slot] === low && keys[2 * slot + 1] === high) return this.#counts[d]![slot]!;
    const actions = this.#actions[d]!;
    const n = arena.legal(handle, actions, 0);
    const child = this.#base + d - 1;
    let sum = n === 0 ? this.#ended : 0;
    for (let i = 0; i < n && this.stopped === undefined; i++) {
      arena.play(handle, child, actions[i]!);
      sum += this.count(child, d - 1);
    }
    if (this.stopped === undefined) {
      keys[2 * slot] = low;
      keys[2 * slot + 1] = high;
      this.#counts[d]![slot] = sum;
    }
    return sum;
  }

  /** Returns the numbers of sequences of each state (handles `2 ply` and `2 ply + 1`) that the other accepts. */
  common(m: number): { fromA: number; fromB: number } {
    const walk = (a: number, d: number): { fromA: number; fromB: number } => {
      if (!this.#spend()) return { fromA: 0, fromB: 0 };
      const arena = this.#arena;
      const actions = this.#actions[d]!;
      const n = arena.common(a, a + 1, actions, 0);
      const sum = {
        fromA: arena.legalA === 0 ? this.#ended : 0,
        fromB: arena.legalB === 0 ? this.#ended : 0,
      };
      if (d === 1) return { fromA: sum.fromA + n, fromB: sum.fromB + n };
      if (arena.onlyShrinks?.(a, a + 1, d) === true) return { fromA: sequences(n, d), fromB: sequences(n, d) };
      for (let i = 0; i < n && this.stopped === undefined; i++) {
        arena.play(a, a + 2, actions[i]!);
        arena.play(a + 1, a + 3, actions[i]!);
        const below = walk(a + 2, d - 1);
        sum.fromA += below.fromA;
        sum.fromB += below.fromB;
      }
      return sum;
    };
    return walk(0, m);
  }
}

/** Returns the number of sequences of d different actions of n. */
function sequences(n: number, d: number): number {
  let product = 1;
  for (let i = 0; i < d; i++) product *= Math.max(0, n - i);
  return product;
}
