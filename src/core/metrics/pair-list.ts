import type { WalkArena } from '../base/automaton.ts';

/** Pairs of states in an arena, with the weights of the trajectories that lead to them. */
export class PairList {
  size = 0;
  /** Weight of each pair when its trajectory is sampled from the true state, and from the predicted one. */
  fromTrue: Float64Array;
  fromPredicted: Float64Array;
  readonly #arena: WalkArena;
  readonly #lane: number;

  /** Lists of one arena take turns in its handles: list `lane` of 2 has every second pair of handles. */
  constructor(arena: WalkArena, lane: 0 | 1, capacity = 64) {
    this.#arena = arena;
    this.#lane = lane;
    this.fromTrue = new Float64Array(capacity);
    this.fromPredicted = new Float64Array(capacity);
    arena.reserve(4 * capacity + 4);
  }

  /** Handle of the true state of pair i; the predicted one's is the next. */
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
