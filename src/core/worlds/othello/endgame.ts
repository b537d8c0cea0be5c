import type { OthelloArena } from './othello-arena.ts';

/** More discs than a board has. */
const BEYOND = 65;

/** The last moves of Othello, searched to the end (negamax with alpha and beta). The positions are handles of an arena from `base` on. */
export class OthelloEndgame {
  readonly #arena: OthelloArena;
  readonly #base: number;
  readonly #legal: Int32Array[] = [];

  constructor(arena: OthelloArena, base: number) {
    this.#arena = arena;
    this.#base = base;
  }

  /** How many discs more the player to move has at the end, if both play to have the most: negative where it has fewer. */
  margin(handle: number): number {
    return this.#margin(handle, 0, -BEYOND, BEYOND);
  }

  /** As deep as there are empty cells and passes between them: it is asked for few. */
  #margin(handle: number, depth: number, alpha: number, beta: number): number {
    const arena = this.#arena;
    const next = this.#base + depth;
    arena.reserve(next + 1);
    const legal = (this.#legal[depth] ??= new Int32Array(arena.maxLegal));
    const count = arena.legal(handle, legal, 0);
    if (count === 0) return arena.lead(handle);
    let best = -BEYOND;
    for (let i = 0; i < count && best < beta; i++) {
      arena.play(handle, next, legal[i]);
      best = Math.max(best, -this.#margin(next, depth + 1, -beta, -Math.max(alpha, best)));
    }
    return best;
  }
}
