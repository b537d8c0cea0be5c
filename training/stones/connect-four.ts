import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import { COLUMN_COUNT, type ConnectFourState, ROW_COUNT } from '../../src/core/games/connect-four/bit-board.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../src/core/games/connect-four/connect-four.ts';
import { ConnectFourSolver, solveActions } from '../../src/core/games/connect-four/solver.ts';
import type { Player } from '../../src/core/games/stones.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { toBucket } from '../../src/core/mav/values.ts';
import { actionOf, type FramePosition, type FrameSizes, type FrameStep, frameOf, UNKNOWN } from '../frames.ts';

/** Games of a block. */
const GAMES = 512;
/** One action in so many wins or stops a win where it can: by chance alone games are short and blind. */
const CAREFUL = 2;
/** One position in so many has values, where its solver pauses no more often than this: early positions take it seconds. */
const VALUED = 4;
const MOST_PAUSES = 8;

/** The codes of the cells, the top row first: 0 empty, 1 own, 2 the other's. */
export const cellCodes = ({ cells }: ConnectFourState, side: Player): Uint8Array =>
  Uint8Array.from(cells, (cell) => (cell === '.' ? 0 : cell === side ? 1 : 2));

/**
 * An action is the top cell of its column, not the one where the disc comes to rest: that is for the network to know.
 *
 * @param action `x3`
 */
export const columnAction = (action: string): number => actionOf(Number(action[1]), Number(action[1]));

/** The frames of Connect Four from a block on: positions of games of random actions, with values where they are found quickly. */
export function* connectFourFrames(seed: number, sizes: FrameSizes, from = 0): Generator<Buffer> {
  const solver = new ConnectFourSolver();
  for (let block = from; ; block++) {
    const random = seeded(seed + block);
    let [positions, steps]: [FramePosition[], FrameStep[]] = [[], []];
    for (let game = 0; game < GAMES; game++) {
      const { state, next, action } = drawnFrom(random);
      const actions = connectFour.legal(state);
      positions.push({
        codes: cellCodes(state, state.side),
        actions: actions.map(columnAction),
        values: game % VALUED === 0 ? valuesOf(solver, state, actions) : unknown(actions),
        source: 1,
        cluster: block * GAMES + game,
      });
      steps.push({
        before: cellCodes(state, state.side),
        action: columnAction(action),
        after: cellCodes(next, state.side),
        kind: 0,
      });
      if (positions.length < sizes.positions) continue;
      yield frameOf(ROW_COUNT * COLUMN_COUNT, positions, steps.slice(0, sizes.steps));
      [positions, steps] = [[], []];
    }
  }
}

/** A position of a random game that is not over, and what one of its actions leads to. */
function drawnFrom(random: RandomGenerator): {
  readonly state: ConnectFourState;
  readonly action: string;
  readonly next: ConnectFourState;
} {
  for (;;) {
    let state = EMPTY_CONNECT_FOUR;
    const plies = uniformInt(random, 0, ROW_COUNT * COLUMN_COUNT - 1);
    for (let ply = 0; ply < plies && connectFour.legal(state).length > 0; ply++) {
      const isCareful = uniformInt(random, 1, CAREFUL) === 1;
      state = after(state, chosenAction(state, isCareful, random));
    }
    if (connectFour.legal(state).length === 0) continue;
    const action = chosenAction(state, false, random);
    return { state, action, next: after(state, action) };
  }
}

function after(state: ConnectFourState, action: string): ConnectFourState {
  const next = connectFour.step(state, action);
  if (next === SINK) throw new Error(`${action} is listed as legal but is illegal`);
  return next;
}

function chosenAction(state: ConnectFourState, isCareful: boolean, random: RandomGenerator): string {
  const actions = connectFour.legal(state);
  if (isCareful) {
    const wins = actions.find((action) => after(state, action).winner !== undefined);
    const stops = actions.find((action) => {
      const other: ConnectFourState = { ...state, side: state.side === 'x' ? 'o' : 'x' };
      return after(other, other.side + action.slice(1)).winner !== undefined;
    });
    const found = wins ?? stops;
    if (found !== undefined) return found;
  }
  return actions[uniformInt(random, 0, actions.length - 1)] ?? '';
}

/** The buckets of actions by exact values: a win is 1, a draw 1/2, a loss 0. */
function valuesOf(solver: ConnectFourSolver, state: ConnectFourState, actions: readonly string[]): Uint8Array {
  const solving = solveActions(solver, state, undefined, true);
  for (let pauses = 0; pauses <= MOST_PAUSES; pauses++) {
    const step = solving.next();
    if (step.done !== true) continue;
    const scores = new Map(step.value.map(({ action, score }) => [action, score]));
    return Uint8Array.from(actions, (action) => {
      const score = scores.get(action) ?? 0;
      const win = score > 0 ? 1 : score < 0 ? 0 : 0.5;
      return toBucket(win, PUBLISHED_DIALECT) - PUBLISHED_DIALECT.base;
    });
  }
  return unknown(actions);
}

const unknown = (actions: readonly string[]): Uint8Array => new Uint8Array(actions.length).fill(UNKNOWN);
