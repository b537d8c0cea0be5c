import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../src/core/base/random.ts';
import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import { TURN } from '../../src/core/games/chess/frame.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { type FrameSizes, type FrameStep, frameOf } from '../frames.ts';
import { blockOf, type DrawnPosition, type Lane } from './draw.ts';
import type { Labeled } from './labels.ts';
import { kindOf, Specials } from './specials.ts';
import { actionCode, seen, squareCodes } from './view.ts';
import type { Step } from './walks.ts';

const SQUARES = 64;

/** Labeled positions as one frame. */
export const labeledFrame = (labeled: readonly Labeled[]): Buffer =>
  frameOf(
    SQUARES,
    labeled.map(({ seen: { codes, actions }, values, source, cluster }) => ({
      codes,
      actions,
      values,
      source,
      cluster,
    })),
    [],
  );

/**
 * The frames of a lane of chess from a block on, of which each has a whole number: the same for the same lane and sizes. Half of the
 * steps are rare moves.
 */
export function* chessFrames(lane: Lane, { positions: size, steps: count }: FrameSizes, from = 0): Generator<Buffer> {
  for (let block = from; ; block++) {
    const specials = new Specials();
    // the draws of steps have a stream of their own, so that sizes of frames do not change the positions
    const random = seeded((lane.seed ^ 0x08000000) + block);
    let drawn: DrawnPosition[] = [];
    for (const position of blockOf(lane, block, (state, moves) => specials.collect(state, moves))) {
      if (position.source === 0) specials.collect(position.state, legalMoves(position.state));
      drawn.push(position);
      if (drawn.length < size) continue;
      const steps = drawn.slice(0, count).flatMap(({ state }) => chosenStep(state, specials, random) ?? []);
      const positions = drawn.map(({ state, source, cluster }) => ({ ...seen(state), source, cluster }));
      yield frameOf(SQUARES, positions, steps.map(stepOf));
      drawn = [];
    }
  }
}

/** A rare move, or one from this position; undefined where it has none. */
function chosenStep(state: ChessState, specials: Specials, random: RandomGenerator): Step | undefined {
  const special = uniformInt(random, 0, 1) === 0 ? specials.take(random) : undefined;
  if (special !== undefined) return special;
  const moves = legalMoves(state);
  return moves.length === 0 ? undefined : { state, move: moves[uniformInt(random, 0, moves.length - 1)] };
}

function stepOf({ state, move }: Step): FrameStep {
  const next = afterMove(state, move);
  return {
    before: seen(state).codes,
    action: actionCode(state.words, move),
    after: squareCodes(next, legalMoves(next), state.words[TURN]),
    kind: kindOf(state, move),
  };
}
