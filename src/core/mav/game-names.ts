import { CHESS_VARIANTS } from '../games/chess/chess-variants.ts';
import type { MavDialect } from './syntax.ts';

/** Values of `game=`. */
export const MAV_GAMES = [...CHESS_VARIANTS, 'connect_four', 'hex', 'othello'] as const;
export type MavGameName = (typeof MAV_GAMES)[number];

/** Returns the id of a game by its name, in any case and in other common spellings; undefined if unknown. */
export function mavGameName(name: string): MavGameName | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain === 'fisherrandom' || plain === 'fischerrandom') return 'chess960';
  return MAV_GAMES.find((id) => id.replace('_', '') === plain);
}

/** Spelling of a game's actions. */
export interface ActionSpelling {
  /** Returns an action in the automaton's spelling; `mover` is the side that plays it, if known. */
  readonly normal: (action: string, mover?: string) => string;
  /** Returns the side to move, in games whose actions may leave it out. */
  readonly mover: (state: unknown) => string | undefined;
  /** Returns the written form of an action of the automaton; other texts unchanged. */
  readonly spell: (action: string) => string;
}

/** Spelling of actions that are written as the automaton names them. */
export const PLAIN_ACTIONS: ActionSpelling = {
  normal: (action) => action.toLowerCase(),
  mover: () => undefined,
  spell: (action) => action,
};

/** Returns the spelling of Connect Four actions, which is not published, in the form of a dialect. */
export const discActions = (discs: MavDialect['discs']): ActionSpelling => ({
  normal(action, mover = '') {
    const name = action.toLowerCase();
    // A digit that is not a column keeps its number: the automaton has no such action either.
    return /^\d$/.test(name) ? `${mover}${Number(name) - (discs === 'digit1' ? 1 : 0)}` : name;
  },
  mover: (state) => (state as { readonly side: string }).side,
  spell(action) {
    if (discs === 'player' || !/^[xo]\d$/.test(action)) return action;
    const column = Number(action.slice(-1));
    return String(discs === 'digit1' ? column + 1 : column);
  },
});

/** Returns the spelling of a game's actions in a dialect. */
export const actionSpelling = (game: MavGameName, { discs }: Pick<MavDialect, 'discs'>): ActionSpelling =>
  game === 'connect_four' ? discActions(discs) : PLAIN_ACTIONS;
