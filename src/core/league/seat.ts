import type { AbortSignalLike } from '../base/cancellation.ts';
import type { MavGameName } from '../mav/games.ts';

/** A position at which a player is to move. */
export interface Turn {
  readonly game: MavGameName;
  /** A state of the game's automaton that goes on. */
  readonly state: unknown;
  /** The same as the automaton prints it. */
  readonly text: string;
  /** All actions since the start of the game, those of the opening included. */
  readonly actions: readonly string[];
}

/** Answer of a player. */
export type Choice =
  | {
      /** Legal or not: who runs the game decides that. */
      readonly kind: 'action';
      readonly action: string;
      /** Requests to a model, an engine or the rules' random games that it took. */
      readonly calls: number;
    }
  /** An answer that names no action. */
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string; readonly calls: number }
  /** No answer: the network or an engine failed, or the wait was ended. The game is not counted. */
  | { readonly kind: 'fault'; readonly message: string };

/** A player in one game, on one side. It may keep what it found out from move to move. */
export interface Seat {
  /** Never rejects. */
  move(turn: Turn, signal: AbortSignalLike): Promise<Choice>;
}

/** A player of a league. */
export interface LeaguePlayer {
  /** `playerLabel` of its method. */
  readonly label: string;
  /** @param seed of all that it draws in this game */
  sit(seed: number): Seat;
}
