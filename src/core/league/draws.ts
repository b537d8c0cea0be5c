import { HALFMOVES } from '../games/chess/frame.ts';
import type { ChessState } from '../games/chess/state.ts';
import { knownGame } from '../mav/author/position.ts';
import type { MavGameName } from '../mav/games.ts';

/** Draws of chess that do not follow from the position alone, and that of a limit. */
export type DrawReason = 'repetition' | 'fifty-moves' | 'material' | 'ply-limit';

/** Half-moves without a capture or a move of a pawn after which a game is drawn (FIDE Laws of Chess, 9.3). */
const FIFTY_MOVES = 100;
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

/** True if neither side can ever mate: kings with at most one knight, or with bishops that all stand on squares of one color (5.2.2). */
export function lacksMaterial(board: string): boolean {
  let knights = 0;
  const bishops = [0, 0];
  for (let i = 0; i < board.length; i++) {
    const kind = board.charAt(i).toLowerCase();
    if (kind === 'p' || kind === 'r' || kind === 'q') return false;
    if (kind === 'n') knights++;
    const color = ((i >> 3) + i) & 1;
    if (kind === 'b') bishops[color] = (bishops[color] ?? 0) + 1;
  }
  const [dark = 0, light = 0] = bishops;
  return knights === 0 ? dark === 0 || light === 0 : knights === 1 && dark + light === 0;
}
