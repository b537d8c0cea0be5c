import { type MavGame, type MavGameName, mavGame } from '../games.ts';

/** A position, and what was played before it where that is known. */
export interface PromptPosition {
  readonly game: MavGameName;
  /** A state of the game's automaton. */
  readonly state: unknown;
  readonly before?: { readonly state: unknown; readonly action: string };
}

/** A game that is known by its name. */
export function knownGame(name: MavGameName): MavGame<unknown> {
  const game = mavGame(name);
  if (game === undefined) throw new Error(`no game is called ${name}`);
  return game;
}
