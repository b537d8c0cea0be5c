import type { ConnectFourState } from '../games/connect-four/connect-four.ts';
import type { MavDialect } from './values.ts';

/** How a game's actions are written. */
export interface ActionSpelling {
  /** An action in the automaton's spelling; `mover` is who plays it, where that is known. */
  readonly normal: (action: string, mover?: string) => string;
  /** Who moves in a state, in games whose actions may leave that out. */
  readonly mover: (state: unknown) => string | undefined;
  /** An action of the automaton as it is written; what is none as it is. */
  readonly spell: (action: string) => string;
}

/** Actions that are written as the automaton names them. */
export const PLAIN_ACTIONS: ActionSpelling = {
  normal: (action) => action.toLowerCase(),
  mover: () => undefined,
  spell: (action) => action,
};

/** Actions of Connect Four, which nobody published, in each of the ways that a dialect may have them. */
export const discActions = (discs: MavDialect['discs']): ActionSpelling => ({
  normal(action, mover = '') {
    const name = action.toLowerCase();
    // What is no column keeps its number: the automaton has no such action either.
    return /^\d$/.test(name) ? `${mover}${Number(name) - (discs === 'digit1' ? 1 : 0)}` : name;
  },
  mover: (state) => (state as ConnectFourState).side,
  spell(action) {
    if (discs === 'player' || !/^[xo]\d$/.test(action)) return action;
    const column = Number(action.slice(-1));
    return String(discs === 'digit1' ? column + 1 : column);
  },
});
