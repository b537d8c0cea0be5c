import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../base/automaton.ts';
import type { World } from './world.ts';

/** A walk: its start, its actions, and the state after each action; `states[0]` is the start. */
export interface WorldWalk<State> {
  readonly actions: readonly string[];
  readonly states: readonly State[];
}

/**
 * Returns a random walk from the start of a world, with all legal actions equally likely. It ends after `plies`
 * actions, or earlier in a state without any.
 */
export function randomWalk<State>(
  { automaton, start }: Pick<World<State>, 'automaton' | 'start'>,
  plies: number,
  random: RandomGenerator,
): WorldWalk<State> {
  const actions: string[] = [];
  const states: State[] = [start];
  let state = start;
  while (actions.length < plies) {
    const legal = automaton.legal(state);
    const action = legal.length === 0 ? undefined : legal[uniformInt(random, 0, legal.length - 1)];
    if (action === undefined) break;
    const next = automaton.step(state, action);
    if (next === SINK) break;
    actions.push(action);
    states.push(next);
    state = next;
  }
  return { actions, states };
}

/** The first action of a line that is not legal. */
export interface IllegalAction {
  /** Its index in the line. */
  readonly at: number;
  readonly action: string;
}

/** Replays a line as far as it is legal, from a state (by default the start of the world). */
export function replayActions<State>(
  { automaton, start }: Pick<World<State>, 'automaton' | 'start'>,
  line: readonly string[],
  from: State = start,
): WorldWalk<State> & { readonly illegal?: IllegalAction } {
  const states: State[] = [from];
  let state = from;
  for (const [at, action] of line.entries()) {
    const next = automaton.step(state, action);
    if (next === SINK) return { actions: line.slice(0, at), states, illegal: { at, action } };
    states.push(next);
    state = next;
  }
  return { actions: line, states };
}
