import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../src/core/base/random.ts';
import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import { TURN } from '../../src/core/games/chess/frame.ts';
import { blockOf, type DrawnPosition, type Lane } from './draw.ts';
import { kindOf, Specials } from './specials.ts';
import { actionCode, type SeenPosition, seen, squareCodes } from './view.ts';
import type { Step } from './walks.ts';

/*
 * What the training reads: frames of positions with their legal actions, and of steps. Numbers are little-endian:
 *   5 x uint32: the word SLF1, positions P, actions A, steps S, values V (A, or 0 where nothing is known of them);
 *   codes of squares uint8[64 P], source uint8[P], cluster uint32[P], number of actions uint16[P], actions uint16[A], values uint8[V];
 *   steps: codes before uint8[64 S], action uint16[S], codes after it, seen from the same side, uint8[64 S], kind of move uint8[S].
 */
const WORD = 0x31464c53;

export interface FramePosition extends Omit<DrawnPosition, 'state'> {
  readonly seen: SeenPosition;
  readonly values?: Uint8Array;
}

export function frameOf(positions: readonly FramePosition[], steps: readonly Step[]): Buffer {
  const actions = Uint16Array.from(positions.flatMap(({ seen }) => seen.actions));
  const values = positions.map(({ values }) => values ?? new Uint8Array());
  const valued = values.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([
    bytesOf(Uint32Array.of(WORD, positions.length, actions.length, steps.length, valued)),
    ...positions.map(({ seen }) => seen.codes),
    Uint8Array.from(positions, ({ source }) => source),
    bytesOf(Uint32Array.from(positions, ({ cluster }) => cluster)),
    bytesOf(Uint16Array.from(positions, ({ seen }) => seen.actions.length)),
    bytesOf(actions),
    ...values,
    ...steps.map(({ state }) => seen(state).codes),
    bytesOf(Uint16Array.from(steps, ({ state, move }) => actionCode(state.words, move))),
    ...steps.map(codesAfter),
    Uint8Array.from(steps, ({ state, move }) => kindOf(state, move)),
  ]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function codesAfter({ state, move }: Step): Uint8Array {
  const next = afterMove(state, move);
  return squareCodes(next, legalMoves(next), state.words[TURN]);
}

export interface FrameSizes {
  /** Positions of a frame; a block has a whole number of frames. */
  readonly positions: number;
  /** Steps of a frame, no more than positions. Half of them are rare moves. */
  readonly steps: number;
}

/** The frames of a lane from a block on: the same for the same lane and sizes. */
export function* framesOf(lane: Lane, { positions: size, steps: count }: FrameSizes, from = 0): Generator<Buffer> {
  for (let block = from; ; block++) {
    const specials = new Specials();
    // the draws of steps have a stream of their own, so that sizes of frames do not change the positions
    const random = seeded((lane.seed ^ 0x08000000) + block);
    let drawn: DrawnPosition[] = [];
    for (const position of blockOf(lane, block, (state, moves) => specials.collect(state, moves))) {
      if (position.source === 0) specials.collect(position.state, legalMoves(position.state));
      drawn.push(position);
      if (drawn.length < size) continue;
      const steps = drawn.slice(0, count).map(({ state }) => stepFrom(state, specials, random));
      yield frameOf(
        drawn.map(({ state, ...rest }) => ({ ...rest, seen: seen(state) })),
        steps,
      );
      drawn = [];
    }
  }
}

function stepFrom(state: DrawnPosition['state'], specials: Specials, random: RandomGenerator): Step {
  const special = uniformInt(random, 0, 1) === 0 ? specials.take(random) : undefined;
  if (special !== undefined) return special;
  const moves = legalMoves(state);
  return { state, move: moves[uniformInt(random, 0, moves.length - 1)] };
}
