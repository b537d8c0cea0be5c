import { HALFMOVES } from '../games/chess/frame.ts';
import type { ChessState } from '../games/chess/state.ts';
import { knownGame } from '../mav/author/position.ts';
import { FIFTY_MOVES, lacksMaterial } from '../mav/drawn.ts';
import type { MavGameName } from '../mav/games.ts';

/** Draws of chess that do not follow from the position alone, and that of a limit. */
export type DrawReason = 'repetition' | 'fifty-moves' | 'material' | 'ply-limit';

/** Times that a position may stand before the game is drawn (9.2). */
const REPETITIONS = 3;

/** Tells when a game is drawn by rules that its automaton does not have. Keep one a game, and show it every position. */
export class DrawRules {
  readonly #game: MavGameName;
  readonly #seen = new Map<string, number>();

  constructor(game: MavGameName) {
    this.#game = game;
  }

  /** Why the game is drawn at this position; undefined where it goes on. Stones are never taken away, so only chess has such draws. */
  drawnAt(state: unknown): DrawReason | undefined {
    if (this.#game !== 'chess' && this.#game !== 'chess960') return undefined;
    const game = knownGame(this.#game);
    const key = game.automaton.key(state);
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    if (times >= REPETITIONS) return 'repetition';
    if (((state as ChessState).words[HALFMOVES] ?? 0) >= FIFTY_MOVES) return 'fifty-moves';
    return lacksMaterial(game.fieldsOf(state).board ?? '') ? 'material' : undefined;
  }
}
