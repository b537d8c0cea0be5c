import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../src/core/base/random.ts';
import { inCheck } from '../../src/core/games/chess/attacks.ts';
import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { randomBoard } from '../../src/core/mav/author/game-line.ts';
import type { GameStates } from './games.ts';
import { RandomPlay } from './walks.ts';

/** Where a position is from. */
export const SOURCES = ['people', 'random play', 'random board'] as const;

export interface DrawnPosition {
  readonly state: ChessState;
  /** Index in SOURCES. */
  readonly source: number;
  /** Positions with the same source and cluster are of one game. */
  readonly cluster: number;
}

/** A stream of positions; positions of two of them are never drawn from the same seed. */
export interface Lane {
  /** First seed of its blocks: a million of them lie between two lanes. */
  readonly seed: number;
  /** Games of people. */
  readonly games: readonly GameStates[];
  /** Percent of positions from games of people, and from random boards; the rest is random play. */
  readonly people: number;
  readonly boards: number;
  /** Percent of the positions of people after which random moves were played. */
  readonly left: number;
  /** Percent of the positions that are drawn until the side to move is in check: rare in play, and its replies are the hardest to learn. */
  readonly checks?: number;
  /** True if games that are over are positions, too: that nothing is legal is learned from them. */
  readonly hasEnds?: boolean;
}

/** Positions of a block, which is drawn as a whole: a function of lane and number. */
export const BLOCK = 4096;
const MOST_RANDOM_MOVES = 6;
/** Draws for a check before any position will do. */
const MOST_DRAWS = 200;

/** The positions of a block of a lane. Only with `hasEnds` there are some without a legal move. */
export function* blockOf(
  lane: Lane,
  number: number,
  onPassed?: (state: ChessState, moves: Int32Array) => void,
): Generator<DrawnPosition> {
  const random = seeded(lane.seed + number);
  const play = new RandomPlay(random, onPassed);
  for (let i = 0; i < BLOCK; i++) {
    const at = uniformInt(random, 0, 99);
    const draw = (): DrawnPosition => {
      if (at < lane.people) return ofPeople(lane, random);
      if (at < lane.people + lane.boards)
        return { state: boardOf(lane, random), source: 2, cluster: number * BLOCK + i };
      const { state, game } = play.next();
      return { state, source: 1, cluster: number * BLOCK + game };
    };
    let position = draw();
    if (lane.checks !== undefined && uniformInt(random, 0, 99) < lane.checks)
      for (let draws = 1; draws < MOST_DRAWS && !inCheck(position.state.words, 0); draws++) position = draw();
    yield position;
  }
}

function ofPeople({ games, left, hasEnds }: Lane, random: RandomGenerator): DrawnPosition {
  for (;;) {
    const cluster = uniformInt(random, 0, games.length - 1);
    const states = games[cluster];
    let state = states[uniformInt(random, 0, states.length - 1)];
    let moves = legalMoves(state);
    const more = uniformInt(random, 0, 99) < left ? uniformInt(random, 1, MOST_RANDOM_MOVES) : 0;
    for (let i = 0; i < more && moves.length > 0; i++) {
      state = afterMove(state, moves[uniformInt(random, 0, moves.length - 1)]);
      moves = legalMoves(state);
    }
    if (hasEnds === true || moves.length > 0) return { state, source: 0, cluster };
  }
}

function boardOf({ hasEnds }: Lane, random: RandomGenerator): ChessState {
  for (;;) {
    const state = randomBoard(random);
    if (hasEnds === true || legalMoves(state).length > 0) return state;
  }
}
