import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../base/random.ts';
import { wilsonInterval } from '../base/stats/confidence-interval.ts';
import type { PositionValues, ValuedAction } from '../games/position-values.ts';
import { othello, othello6 } from './othello.ts';
import type { OthelloArena, OthelloState } from './othello-board.ts';

export interface OthelloPlayoutOptions {
  /** Number of random games, 1 or more, shared by the actions. Default 4,000. */
  readonly playouts?: number;
  /** Seed of the random games. Default 0. */
  readonly seed?: number;
}

export const DEFAULT_OTHELLO_PLAYOUTS = 4000;

/** Maximum number of empty cells of positions that are solved. */
export const SOLVED_EMPTIES = 9;

/** Number of games between two pauses. */
const SLICE = 32;

/** Handles of the arena: the position, the one after an action, the one that is played out and its successor. */
const [ROOT, CHILD, HERE, NEXT] = [0, 1, 2, 3] as const;

/**
 * Returns the values of all legal actions, the best first. With nine empty cells or fewer they are exact: both play for
 * more discs at the end, and actions of one result are ordered by the margin. Otherwise they are shares of random
 * games, each with its 95 % interval (Wilson; a drawn game counts half, which makes it wider than necessary): the value
 * of an action if both continue at random. Empty if the game is over. It pauses every few milliseconds.
 */
export function* othelloValues(
  state: OthelloState,
  { playouts = DEFAULT_OTHELLO_PLAYOUTS, seed = 0 }: OthelloPlayoutOptions = {},
  progress: (done: number, total: number) => void = () => {},
): Generator<undefined, PositionValues, undefined> {
  const { automaton } = state.size === othello6.start.size ? othello6 : othello;
  const outcome = automaton.outcome(state);
  if (outcome !== undefined) return { actions: [], outcome, kind: 'exact' };
  const arena = automaton.arena?.() as OthelloArena;
  arena.reserve(NEXT + 1);
  arena.load(ROOT, state);
  const legal = new Int32Array(arena.maxLegal);
  const count = arena.legal(ROOT, legal, 0);
  const empties = state.cells.replace(/[^.]/g, '').length;
  if (empties <= SOLVED_EMPTIES)
    return { actions: yield* solved(arena, legal, count, progress), outcome, kind: 'exact' };
  const each = Math.max(1, Math.round(playouts / count));
  const random = seeded(seed);
  const actions: ValuedAction[] = [];
  for (let i = 0; i < count; i++) {
    let won = 0;
    for (let n = 0; n < each; n++) {
      arena.play(ROOT, CHILD, legal[i]);
      won += playedOut(arena, random);
      if ((n + 1) % SLICE !== 0) continue;
      progress(i * each + n, count * each);
      yield;
    }
    // half a win and half a loss more: an estimate is never 0 or 1
    const interval = wilsonInterval(won, each) ?? { low: 0, high: 1 };
    actions.push({ action: arena.actionName(legal[i]), win: (won + 0.5) / (each + 1), interval });
  }
  return { actions: sortedByWin(actions), outcome, kind: 'estimate' };
}

/** Sorts by value; the order of equal values stays that of the board. */
const sortedByWin = (actions: readonly ValuedAction[]): ValuedAction[] => [...actions].sort((a, b) => b.win - a.win);

function* solved(
  arena: OthelloArena,
  legal: Int32Array,
  count: number,
  progress: (done: number, total: number) => void,
): Generator<undefined, ValuedAction[], undefined> {
  const endgame = new OthelloEndgame(arena, CHILD + 1);
  const found: { readonly action: string; readonly margin: number }[] = [];
  for (let i = 0; i < count; i++) {
    arena.play(ROOT, CHILD, legal[i]);
    found.push({ action: arena.actionName(legal[i]), margin: -endgame.margin(CHILD) });
    progress(i + 1, count);
    yield;
  }
  found.sort((a, b) => b.margin - a.margin);
  return found.map(({ action, margin }) => ({ action, win: (Math.sign(margin) + 1) / 2 }));
}

/**
 * Plays the position in `CHILD` to its end at random; returns the value for the player who moved into it: 1, 1/2 or 0.
 */
function playedOut(arena: OthelloArena, random: RandomGenerator): number {
  const legal = new Int32Array(arena.maxLegal);
  let [here, next] = [HERE as number, NEXT as number];
  arena.copy(CHILD, here);
  let isOther = true;
  for (;;) {
    const count = arena.legal(here, legal, 0);
    if (count === 0) break;
    arena.play(here, next, legal[Math.floor(((random.next() >>> 0) / 2 ** 32) * count)]);
    [here, next] = [next, here];
    isOther = !isOther;
  }
  const lead = arena.lead(here) * (isOther ? -1 : 1);
  return (Math.sign(lead) + 1) / 2;
}

/** A margin above any possible one. */
const BEYOND = 65;

/**
 * Search of the last moves of Othello to the end (negamax with alpha and beta). The positions are handles of an arena
 * from `base` on.
 */
class OthelloEndgame {
  readonly #arena: OthelloArena;
  readonly #base: number;
  readonly #legal: Int32Array[] = [];

  constructor(arena: OthelloArena, base: number) {
    this.#arena = arena;
    this.#base = base;
  }

  /**
   * Returns the final difference of discs from the side of the player to move, if both maximize theirs: negative if it
   * has fewer.
   */
  margin(handle: number): number {
    return this.#margin(handle, 0, -BEYOND, BEYOND);
  }

  /** Searches as deep as there are empty cells and passes between them, so it is used for few. */
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
