import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Outcome, SINK } from '../../base/automaton.ts';
import type { World } from '../../worlds/world.ts';
import type { SearchLimits, TraceSearchEnd } from './depth-first.ts';
import type { SearchLog } from './search-log.ts';
import { expandNode, type SearchSpace, type TraceSearchNode } from './search-space.ts';

/** Returns the side to move in a state; undefined in a world without sides. */
export const sideToMove = <State>(world: World<State>, state: State): string | undefined =>
  world.parts(state).get('side');

/** Value of an outcome for the first player, -1 to 1. */
const OUTCOMES: Readonly<Record<Outcome, number>> = { '1-0': 1, '0-1': -1, '1/2-1/2': 0 };

/** Values of states of a game for its first player, -1 to 1. */
interface GameValues<State> {
  /** Returns the value of a finished game; undefined before its end. */
  result(state: State): number | undefined;
  /** Returns the mean result of random playouts from a state. */
  estimate(state: State): number;
}

/** Actions after which a playout is a draw. */
const MAX_PLAYOUT = 100;

/**
 * Returns the values of a game's states.
 *
 * @param playouts number of random playouts of an estimate
 */
export function gameValues<State>(
  { automaton }: World<State>,
  playouts: number,
  random: RandomGenerator,
): GameValues<State> {
  const result = (state: State): number | undefined => {
    const outcome = automaton.outcome(state);
    return outcome === undefined ? undefined : OUTCOMES[outcome];
  };
  const playout = (from: State): number => {
    let state = from;
    for (let plies = 0; plies < MAX_PLAYOUT; plies++) {
      const legal = automaton.legal(state);
      const action = legal.length === 0 ? undefined : legal[uniformInt(random, 0, legal.length - 1)];
      if (action === undefined) return result(state) ?? 0;
      const next = automaton.step(state, action);
      if (next === SINK) return 0;
      state = next;
    }
    return 0;
  };
  return {
    result,
    estimate(state) {
      let sum = 0;
      for (let i = 0; i < playouts; i++) sum += playout(state);
      return sum / playouts;
    },
  };
}

/** Ways in which minimax looks at a game. */
interface MinimaxOptions<State> {
  readonly limits: SearchLimits;
  /** Number of plies that are looked ahead, 1 or more. */
  readonly depth: number;
  /** Maximum number of actions of a node that are tried: those with the best estimates; undefined for all. */
  readonly breadth: number | undefined;
  readonly values: GameValues<State>;
}

/** Loss of value of a win for each ply that it takes: the shortest one is the best. */
const PLY = 0.01;

/** A node with the values of its children, as far as they are known. */
interface Frame<State> {
  readonly node: TraceSearchNode<State>;
  readonly children: readonly TraceSearchNode<State>[];
  next: number;
  value: number | undefined;
  best: TraceSearchNode<State> | undefined;
}

/**
 * Searches a game of two players depth first to a fixed depth. Leaves have the result of the game, less 0.01 a ply, or
 * the mean of random playouts, for the player to move at the root, -1 to 1 in hundredths; nodes above have the highest
 * or the least value of their children. The best action of the root is chosen, the first one of equal ones.
 */
export function minimax<State>(
  space: SearchSpace<State>,
  root: TraceSearchNode<State>,
  log: SearchLog<State>,
  { limits, depth, breadth, values }: MinimaxOptions<State>,
): TraceSearchEnd<State> {
  const first = sideToMove(space.world, space.world.start);
  const sign = sideToMove(space.world, root.state) === first ? 1 : -1;
  let nodes = 1;
  const leafValue = (node: TraceSearchNode<State>): number => {
    const result = values.result(node.state);
    const value = sign * (result ?? values.estimate(node.state));
    const late = result === undefined ? value : value - Math.sign(value) * PLY * node.depth;
    // no -0: it is written as 0
    return Math.round(100 * late) / 100 + 0;
  };
  const frameOf = (node: TraceSearchNode<State>): Frame<State> => {
    const children = chosenChildren(space, node, breadth, values);
    return { node, children, next: 0, value: undefined, best: undefined };
  };
  log.begin(root);
  log.visit(root);
  const frames = [frameOf(root)];
  const take = (frame: Frame<State> | undefined, child: TraceSearchNode<State>, value: number): void => {
    if (frame === undefined) return;
    const isHigher =
      frame.value === undefined || (frame.node.depth % 2 === 0 ? value > frame.value : value < frame.value);
    if (!isHigher) return;
    frame.value = value;
    frame.best = child;
  };
  for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
    const { node } = top;
    const child = top.children[top.next];
    if (child === undefined) {
      frames.pop();
      const { value = 0, best } = top;
      const above = frames.at(-1);
      if (best?.action !== undefined) {
        log.value(node, value);
        log.best(node, best.action, value);
        if (above === undefined) log.choose(best.action);
      }
      take(above, node, value);
      continue;
    }
    if (top.next++ > 0) log.backtrack(node);
    if (nodes++ >= limits.nodes) return { kind: 'limit', nodes };
    log.generate(child);
    if (child.depth < depth && !space.isTerminal(child.state)) {
      log.visit(child);
      frames.push(frameOf(child));
    } else {
      const value = leafValue(child);
      log.value(child, value);
      take(top, child, value);
    }
  }
  return { kind: 'goal', nodes };
}

/** Returns the children of a node that are tried, in the order of the rules. */
function chosenChildren<State>(
  space: SearchSpace<State>,
  node: TraceSearchNode<State>,
  breadth: number | undefined,
  values: GameValues<State>,
): readonly TraceSearchNode<State>[] {
  const all = expandNode(space, node);
  if (breadth === undefined || all.length <= breadth) return all;
  const isFirst = sideToMove(space.world, node.state) === sideToMove(space.world, space.world.start);
  const ranked = all.map((child, at) => ({
    child,
    at,
    value: (isFirst ? -1 : 1) * (values.result(child.state) ?? values.estimate(child.state)),
  }));
  const best = ranked.sort((a, b) => a.value - b.value).slice(0, breadth);
  return best.sort((a, b) => a.at - b.at).map(({ child }) => child);
}
