import { legalMoves } from '../../../core/games/chess/chess.ts';
import { FRAME, play, TURN } from '../../../core/games/chess/frame.ts';
import { sanOf } from '../../../core/games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, parseChess, printChess } from '../../../core/games/chess/state.ts';
import { typedMove } from '../../../core/games/chess/typed-move.ts';
import type { ForeignPosition } from './log-format.ts';

/** Plies of a game that are looked back at for the last time that a move was legal. */
const MAX_BACK = 600;

/** What became of a move that a model wanted to make. */
export interface JudgedMove {
  readonly verdict: 'legal' | 'illegal';
  /** SAN of a legal move. */
  readonly san?: string;
  /** Why it is illegal. */
  readonly reason?: string;
  /** When it was legal last: `it was legal until 8...Ne4`. */
  readonly blame?: string;
}

/** A game of a log as it is played, move by move, and what is wrong with moves that were tried in it. */
export class PlayedGame {
  readonly #startFen: string;
  readonly #states: ChessState[];
  readonly #moves: string[] = [];

  /** @param startFen a position; the start position where it is none */
  constructor(startFen: string = INITIAL_FEN) {
    const start = parseChess(startFen, false);
    const initial = start.ok ? start : parseChess(INITIAL_FEN, false);
    this.#startFen = start.ok ? startFen : INITIAL_FEN;
    this.#states = initial.ok ? [initial.value] : [];
  }

  get ply(): number {
    return this.#moves.length;
  }

  /** The position now, with the moves to it. */
  get position(): ForeignPosition {
    return { startFen: this.#startFen, moves: [...this.#moves], trueFen: printChess(this.#now) };
  }

  get #now(): ChessState {
    return this.#states[this.#states.length - 1] as ChessState;
  }

  /** Judges a move in SAN or UCI at the position now. */
  judge(word: string): JudgedMove {
    const move = typedMove(this.#now, word);
    if (move.ok) return { verdict: 'legal', san: sanOf(this.#now.words, 0, move.value) };
    return { verdict: 'illegal', reason: move.error, blame: this.#blame(word) };
  }

  /** Plays a move; false where it is illegal, and the game stays as it is. */
  play(word: string): boolean {
    const move = typedMove(this.#now, word);
    if (!move.ok) return false;
    this.#moves.push(sanOf(this.#now.words, 0, move.value));
    const words = new Int32Array(2 * FRAME);
    words.set(this.#now.words);
    play(words, 0, FRAME, move.value);
    this.#states.push({ words: words.slice(FRAME) });
    return true;
  }

  /** When the side to move could make a move last, and which move ended that. */
  #blame(word: string): string {
    const now = this.ply;
    for (let ply = now - 2; ply >= Math.max(0, now - MAX_BACK); ply -= 2) {
      const state = this.#states[ply];
      if (state === undefined || !typedMove(state, word).ok) continue;
      // its own move took the chance away, or the reply to it did
      const between = this.#states[ply + 1];
      const culprit = between !== undefined && isLegalForOther(between, word) ? ply + 1 : ply;
      return `it was legal until ${this.#named(culprit)}`;
    }
    return 'it was legal at no earlier move of the game';
  }

  /** A move with its number, `8...Ne4`. */
  #named(ply: number): string {
    const start = this.#startFen.split(' ');
    const first = (start[1] === 'b' ? 1 : 0) + 2 * ((Number(start[5]) || 1) - 1);
    const at = first + ply;
    return `${(at >> 1) + 1}${at % 2 === 0 ? '.' : '...'}${this.#moves[ply] ?? ''}`;
  }
}

/** True if the side that is not to move could make a move if it were. */
function isLegalForOther(state: ChessState, word: string): boolean {
  const [board = '', , rights = '-'] = printChess(state).split(' ');
  const flipped = parseChess(`${board} ${state.words[TURN] === 0 ? 'b' : 'w'} ${rights} - 0 1`, false);
  return flipped.ok && legalMoves(flipped.value).length > 0 && typedMove(flipped.value, word).ok;
}
