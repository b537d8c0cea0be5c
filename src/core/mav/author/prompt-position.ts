import { fingerprint } from '../../base/text/hash.ts';
import { FULLMOVES } from '../../games/chess/frame.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { StoneFrame } from '../../games/stones.ts';
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
  if (game === undefined) throw new Error(`unknown game ${name}`);
  return game;
}

/** Tells positions apart, whatever their counters; sixteen hexadecimal digits. */
export const positionId = (game: MavGameName, state: unknown): string =>
  fingerprint(`${game} ${knownGame(game).automaton.key(state)}`);

/** The number of the move that is next: in chess the one that the position says, else by the stones, from 1 on. */
export function moveNumber(game: MavGameName, state: unknown): number {
  if (game === 'chess' || game === 'chess960') return (state as ChessState).words[FULLMOVES] ?? 1;
  return Math.floor(stonesPlayed(game, state) / 2) + 1;
}

/** Who passed is not to be seen. */
const stonesPlayed = (game: MavGameName, state: unknown): number =>
  (state as StoneFrame).cells.replaceAll('.', '').length - (knownGame(game).firstStones ?? 0);

/** Half-moves played before a position, as far as it says: by the number of the next move, and by whose turn it is. */
export function pliesBefore(game: MavGameName, state: unknown): number {
  if (game !== 'chess' && game !== 'chess960') return stonesPlayed(game, state);
  return 2 * (moveNumber(game, state) - 1) + (knownGame(game).fieldsOf(state).side === 'b' ? 1 : 0);
}
