import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK, type Sink } from '../base/automaton.ts';
import { randomWalk, replayActions } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { ActionHistory } from './next-actions.ts';

/** History with the state that it leads to. */
export interface HistoryState<State> {
  readonly history: ActionHistory;
  readonly state: State;
}

/** Two histories, and how they were found. */
export interface Pair<State, Kind extends string> {
  readonly first: HistoryState<State>;
  readonly second: HistoryState<State>;
  readonly kind: Kind;
}

/**
 * Kinds of pairs with one state. `order`: the same actions in another order; `other`: other actions that lead to the
 * same state.
 */
export type SamePairKind = 'order' | 'other';
/** Kinds of pairs with different states. `any`: two walks; `near`: one walk, and the same with another last action. */
export type DifferentPairKind = 'any' | 'near';

/** Maximum number of walks to try until one is usable. */
const TRIES = 40;
/** Maximum distance of two exchanged actions. */
const REACH = 6;

/** Draws a random walk of a random length from 1 to `length`, to a state that has legal actions if possible. */
export function drawHistory<State>(world: World<State>, length: number, random: RandomGenerator): HistoryState<State> {
  const plies = uniformInt(random, 1, Math.max(1, length));
  const { actions, states } = randomWalk(world, plies, random);
  let end = states.length - 1;
  while (end > 0 && isOver(world, states[end])) end--;
  return { history: actions.slice(0, end), state: states[end] ?? world.start };
}

const isOver = <State>({ automaton }: World<State>, state: State | undefined): boolean =>
  state === undefined || automaton.legal(state).length === 0;

/** Draws two different histories that lead to one state (equal keys); undefined where none is found. */
export function drawSame<State>(
  world: World<State>,
  length: number,
  random: RandomGenerator,
): Pair<State, SamePairKind> | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = drawHistory(world, length, random);
    const reordered = reorder(world, first, random);
    if (reordered !== undefined) return { first, second: reordered, kind: 'order' };
    const met = meeting(world, first, length, random);
    if (met !== undefined) return { ...met, kind: 'other' };
  }
  return undefined;
}

/**
 * Returns the same actions in another order that leads to the same state: two of them are exchanged, in a random order
 * of tries. After the later of the two the key must be the same; then all later keys are.
 *
 * @param states states after each beginning of the history, where they are known
 */
export function reorder<State>(
  world: World<State>,
  { history, state }: HistoryState<State>,
  random: RandomGenerator,
  states: readonly State[] = replayActions(world, history).states,
): HistoryState<State> | undefined {
  if (history.length < 2) return undefined;
  const { automaton } = world;
  for (let tries = 0; tries < 2 * history.length; tries++) {
    const i = uniformInt(random, 0, history.length - 2);
    const j = Math.min(history.length - 1, i + uniformInt(random, 1, REACH));
    const [a, b, from, to] = [history[i], history[j], states[i], states[j + 1]];
    if (a === undefined || b === undefined || from === undefined || to === undefined || a === b) continue;
    let other: State | Sink = automaton.step(from, b);
    for (let at = i + 1; at < j; at++) other = automaton.step(other, history[at] ?? '');
    other = automaton.step(other, a);
    if (other !== SINK && automaton.key(other) === automaton.key(to))
      return { history: history.map((action, at) => (at === i ? b : at === j ? a : action)), state };
  }
  return undefined;
}

/** Finds a place on another walk that has the state of one on this walk; returns the two histories up to there. */
function meeting<State>(
  world: World<State>,
  { history }: HistoryState<State>,
  length: number,
  random: RandomGenerator,
): Pick<Pair<State, SamePairKind>, 'first' | 'second'> | undefined {
  const { automaton } = world;
  const own = replayActions(world, history);
  const places = new Map<string, number>();
  for (const [at, state] of own.states.entries())
    if (automaton.legal(state).length > 0) places.set(automaton.key(state), at);
  const other = randomWalk(world, length, random);
  for (let at = other.states.length - 1; at > 0; at--) {
    const state = other.states[at];
    if (state === undefined) continue;
    const met = places.get(automaton.key(state));
    const there = met === undefined ? undefined : own.states[met];
    if (met === undefined || there === undefined) continue;
    const [first, second] = [history.slice(0, met), other.actions.slice(0, at)];
    if (first.join(' ') !== second.join(' '))
      return { first: { history: first, state: there }, second: { history: second, state } };
  }
  return undefined;
}

/** Draws two histories that lead to different states (different keys); undefined where none is found. */
export function drawDifferent<State>(
  world: World<State>,
  length: number,
  kind: DifferentPairKind,
  random: RandomGenerator,
): Pair<State, DifferentPairKind> | undefined {
  const { automaton } = world;
  for (let tries = 0; tries < TRIES; tries++) {
    const first = drawHistory(world, length, random);
    const second = kind === 'any' ? drawHistory(world, length, random) : sibling(world, first, random);
    if (second !== undefined && automaton.key(first.state) !== automaton.key(second.state))
      return { first, second, kind };
  }
  return undefined;
}

/** Returns the same history with another last action. */
function sibling<State>(
  world: World<State>,
  { history }: HistoryState<State>,
  random: RandomGenerator,
): HistoryState<State> | undefined {
  const before = replayActions(world, history.slice(0, -1));
  const state = before.states.at(-1);
  const others = state === undefined ? [] : world.automaton.legal(state).filter((action) => action !== history.at(-1));
  const other = history.length === 0 ? undefined : others[uniformInt(random, 0, Math.max(0, others.length - 1))];
  if (other === undefined) return undefined;
  const next = replayActions(world, [...before.actions, other]).states.at(-1);
  return next === undefined ? undefined : { history: [...before.actions, other], state: next };
}
