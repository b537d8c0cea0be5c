import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import { type ChessState, INITIAL_FEN, randomChess960Start } from '../../src/core/games/chess/state.ts';
import { startOf } from './games.ts';
import { isCastling, isEnPassant } from './view.ts';

/** Random games that last longer shuffle kings. */
const MOST_PLIES = 300;
/** Games that are played side by side: neighbors in the stream are of different ones. */
const WALKS = 64;
/** Plies between two positions that are taken from a game, at most. */
const STRIDE = 15;
/** One game in so many is of Chess960. */
const CHESS960 = 8;
/** One game in so many plays castling, en passant and promotions where it can: by chance alone they are rare. */
const EAGER = 4;

/** A legal move with the position before it. */
export interface Step {
  readonly state: ChessState;
  readonly move: number;
}

interface Walk {
  state: ChessState;
  plies: number;
  /** Number of the game. */
  game: number;
  isEager: boolean;
}

/** A position of a random game. */
export interface WalkPosition {
  readonly state: ChessState;
  readonly game: number;
}

/**
 * Random play: games of uniform legal moves, advanced side by side. Each position that is passed is shown to `onPassed` with its legal
 * moves, since moves that are rare in play are collected from all of them.
 */
export class RandomPlay {
  readonly #random: RandomGenerator;
  readonly #onPassed: (state: ChessState, moves: Int32Array) => void;
  readonly #walks: Walk[];
  #games = 0;

  constructor(random: RandomGenerator, onPassed: (state: ChessState, moves: Int32Array) => void = () => {}) {
    this.#random = random;
    this.#onPassed = onPassed;
    this.#walks = Array.from({ length: WALKS }, () => this.#begun());
    for (const walk of this.#walks) this.#advance(walk, uniformInt(random, 0, MOST_PLIES - 1));
  }

  next(): WalkPosition {
    const walk = this.#walks[uniformInt(this.#random, 0, WALKS - 1)];
    this.#advance(walk, uniformInt(this.#random, 1, STRIDE));
    return { state: walk.state, game: walk.game };
  }

  #begun(): Walk {
    const is960 = uniformInt(this.#random, 1, CHESS960) === 1;
    return {
      state: is960 ? startOf(randomChess960Start(this.#random), true) : startOf(INITIAL_FEN, false),
      plies: 0,
      game: this.#games++,
      isEager: uniformInt(this.#random, 1, EAGER) === 1,
    };
  }

  /** Plays on; at the end of a game a new one begins. The position it comes to has a legal move. */
  #advance(walk: Walk, plies: number): void {
    for (let ply = 0; ply < plies; ) {
      const moves = legalMoves(walk.state);
      if (moves.length === 0 || walk.plies >= MOST_PLIES) {
        Object.assign(walk, this.#begun());
        continue;
      }
      this.#onPassed(walk.state, moves);
      const next = afterMove(walk.state, chosen(walk, moves, this.#random));
      walk.state = next;
      walk.plies++;
      ply++;
    }
    if (legalMoves(walk.state).length === 0) Object.assign(walk, this.#begun());
  }
}

function chosen({ state, isEager }: Walk, moves: Int32Array, random: RandomGenerator): number {
  if (isEager && uniformInt(random, 0, 1) === 0) {
    const special = moves.filter((m) => m >>> 12 !== 0 || isCastling(state.words, m) || isEnPassant(state.words, m));
    if (special.length > 0) return special[uniformInt(random, 0, special.length - 1)];
  }
  return moves[uniformInt(random, 0, moves.length - 1)];
}
