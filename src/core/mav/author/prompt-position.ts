import { fingerprint } from '../../base/text/hash.ts';
import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { FULLMOVES } from '../../games/chess/frame.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { StoneFrame } from '../../games/stones.ts';
import type { MavGameName } from '../game-names.ts';
import { type MavGame, mavGame } from '../games.ts';

/** A position with the action that led to it, if known. */
export interface PromptPosition {
  readonly game: MavGameName;
  /** State of the game's automaton. */
  readonly state: unknown;
  readonly before?: { readonly state: unknown; readonly action: string };
}

/** Returns a game by its name. */
export function knownGame(name: MavGameName): MavGame<unknown> {
  const game = mavGame(name);
  if (game === undefined) throw new Error(`unknown game ${name}`);
  return game;
}

/** Returns an id of a position that ignores its counters; 16 hexadecimal digits. */
export const positionId = (game: MavGameName, state: unknown): string =>
  fingerprint(`${game} ${knownGame(game).automaton.key(state)}`);

/** Returns the 1-based number of the next move: in chess the position's own, else from the number of stones. */
export function moveNumber(game: MavGameName, state: unknown): number {
  if (isChessVariant(game)) return (state as ChessState).words[FULLMOVES] ?? 1;
  return Math.floor(stonesPlayed(game, state) / 2) + 1;
}

/** Returns stones on the board minus those at the start. Passes leave no trace. */
const stonesPlayed = (game: MavGameName, state: unknown): number =>
  (state as StoneFrame).cells.replaceAll('.', '').length - (knownGame(game).firstStones ?? 0);

/** Returns the plies played before a position, by the number of the next move and the side to move. */
export function pliesBefore(game: MavGameName, state: unknown): number {
  if (!isChessVariant(game)) return stonesPlayed(game, state);
  return 2 * (moveNumber(game, state) - 1) + (knownGame(game).fieldsOf(state).side === 'b' ? 1 : 0);
}
