import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../base/automaton.ts';
import { seeded } from '../base/random.ts';
import { partSeed } from '../base/text/fingerprint.ts';
import { shallowActions } from '../games/connect-four/shallow.ts';
import type { ConnectFourState } from '../games/connect-four/state.ts';
import { knownGame } from '../mav/author/position.ts';
import type { ValueSource } from '../mav/value-source.ts';
import type { Choice, Seat, Turn } from './seat.ts';

/** One of several actions, by the seed and the ply alone. */
function drawn(actions: readonly string[], seed: number, { actions: played }: Turn): Choice {
  const random = seeded(partSeed(seed, `ply ${played.length}`));
  const action = actions[uniformInt(random, 0, Math.max(0, actions.length - 1))];
  return action === undefined
    ? { kind: 'fault', message: 'there is no action to choose from' }
    : { kind: 'action', action, calls: 0 };
}

/** Plays any legal action, each as likely as the others. */
export const randomSeat = (seed: number): Seat => ({
  move: (turn) => Promise.resolve(drawn(knownGame(turn.game).automaton.legal(turn.state), seed, turn)),
});

/**
 * Plays Connect Four by looking so many plies ahead: quick wins, late losses, and by chance where it sees neither. The exact solver with
 * a horizon.
 */
export const shallowSeat = (depth: number, seed: number): Seat => ({
  move: (turn) => Promise.resolve(drawn(shallowActions(turn.state as ConnectFourState, depth), seed, turn)),
});

/** Plays the action that a source of values puts first. */
export const valueSeat = (source: ValueSource): Seat => ({
  async move({ game, text }, signal) {
    const values = await source.values({ game, state: text }, signal);
    if (!values.ok) return { kind: 'fault', message: values.error.message };
    const [best] = values.value.actions;
    return best === undefined
      ? { kind: 'fault', message: `${source.label} gave no values` }
      : { kind: 'action', action: best.action, calls: 1 };
  },
});

/** The state after an action; undefined where it is illegal. */
export function stateAfter({ game, state }: Pick<Turn, 'game' | 'state'>, action: string): unknown {
  const next = knownGame(game).automaton.step(state, action);
  return next === SINK ? undefined : next;
}
