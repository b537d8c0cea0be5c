import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import { chess } from '../../src/core/games/chess/chess.ts';
import type { Pair } from './pair.ts';
import { REALISTIC_LOGS, realisticPairs } from './real-pairs.ts';

/** Half-moves that a repeat plays at most: few, so that the errors stay those the model made. */
const MAX_PLIES = 4;

/**
 * `count` different realistic pairs. The real ones come first; then they are gone through again and again, and repeat k
 * plays 1 + (k - 1) mod 4 random half-moves (seed k), the same in both positions. What was drawn before, and what has no
 * error on the board any more, is left out: equal pairs would be answered from tables that remember.
 */
export function manyPairs(count: number): Pair[] {
  const real = REALISTIC_LOGS.flatMap(realisticPairs);
  const drawn: Pair[] = [];
  const seen = new Set<string>();
  for (let repeat = 0; drawn.length < count; repeat++) {
    const random = seeded(repeat);
    const before = drawn.length;
    for (const pair of real) {
      const plies = repeat === 0 ? 0 : 1 + ((repeat - 1) % MAX_PLIES);
      const moved = playCommon(pair, plies, (n) => uniformInt(random, 0, n - 1));
      if (moved === undefined) continue;
      const key = `${chess.key(moved.a)} ${chess.key(moved.b)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      drawn.push({ ...moved, id: repeat === 0 ? pair.id : `${pair.id} repeat ${repeat}` });
      if (drawn.length === count) break;
    }
    if (drawn.length === before) throw new Error(`only ${before} realistic pairs can be drawn`);
  }
  return drawn;
}

/** The pair after some common half-moves; undefined when there are none left, or the boards become equal. */
function playCommon(pair: Pair, plies: number, choose: (count: number) => number): Pair | undefined {
  if (plies === 0) return pair;
  let { a, b } = pair;
  for (let ply = 0; ply < plies; ply++) {
    const inB = new Set(chess.legal(b));
    const common = chess.legal(a).filter((name) => inB.has(name));
    const name = common.length === 0 ? undefined : common[choose(common.length)];
    const nextA = name === undefined ? SINK : chess.step(a, name);
    const nextB = name === undefined ? SINK : chess.step(b, name);
    if (nextA === SINK || nextB === SINK) return undefined;
    [a, b] = [nextA, nextB];
  }
  const [truth, predicted] = [chess.print(a), chess.print(b)];
  return truth.split(' ')[0] === predicted.split(' ')[0] ? undefined : { ...pair, a, b, truth, predicted };
}
