import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { CountdownState } from '../../../worlds/planning/countdown.ts';
import type { SearchSpace, Successor } from '../search-space.ts';
import { isCountdown } from '../search-trace.ts';

/** A change of one successor in a search: its words before and after. */
export interface WordChange {
  wrong: string;
  right: string;
}

type Successors = readonly Successor<unknown>[];
/** Returns a wrong successor in place of another one, and the words that differ; undefined if there is none. */
type Spoil = (
  space: SearchSpace<unknown>,
  parent: unknown,
  successors: Successors,
  at: number,
) => { readonly successor: Successor<unknown>; readonly change: readonly WordChange[] } | undefined;

/**
 * Returns a space whose successor number `at`, counted over the whole search, is wrong.
 *
 * @param changes receives the words that differ once it is made
 */
export function withWrongSuccessor(
  space: SearchSpace<unknown>,
  at: number,
  spoil: Spoil,
  changes: WordChange[],
): SearchSpace<unknown> {
  let count = 0;
  return {
    ...space,
    expand(state) {
      const successors = space.expand(state);
      const place = at - count;
      count += successors.length;
      const spoiled = place >= 0 && place < successors.length ? spoil(space, state, successors, place) : undefined;
      if (spoiled === undefined) return successors;
      changes.push(...spoiled.change);
      return successors.map((successor, i) => (i === place ? spoiled.successor : successor));
    },
  };
}

const pick = <T>(items: readonly T[], random: RandomGenerator): T | undefined =>
  items.length === 0 ? undefined : items[uniformInt(random, 0, items.length - 1)];

/** Returns states near a parent that a successor is not. */
function otherStates(space: SearchSpace<unknown>, parent: unknown, successors: Successors, right: unknown): unknown[] {
  const near = [parent, ...successors.map(({ state }) => state), ...space.expand(right).map(({ state }) => state)];
  const key = space.key(right);
  return near.filter((state) => space.key(state) !== key);
}

/** Spoils the state after an action. In Countdown the result of the operation or a number that is left is wrong. */
export const spoilState =
  (random: RandomGenerator): Spoil =>
  (space, parent, successors, at) => {
    const right = successors[at];
    if (right === undefined) return undefined;
    if (isCountdown(space.world)) return spoilNumbers(space, right as Successor<CountdownState>, random);
    const state = pick(otherStates(space, parent, successors, right.state), random);
    if (state === undefined) return undefined;
    const change = [{ wrong: space.text(state), right: space.text(right.state) }];
    return { successor: { ...right, state }, change };
  };

/** Greatest change of a number. */
const SLIP = 3;

function spoilNumbers(
  space: SearchSpace<unknown>,
  { action, state }: Successor<CountdownState>,
  random: RandomGenerator,
): ReturnType<Spoil> {
  const { numbers, target } = state;
  const last = numbers.length - 1;
  const place = uniformInt(random, 0, 1) === 0 ? last : uniformInt(random, 0, last);
  const right = numbers[place] ?? 0;
  const wrong = Math.max(0, right + (uniformInt(random, 0, 1) === 0 ? -1 : 1) * uniformInt(random, 1, SLIP));
  if (wrong === right) return undefined;
  const spoiled = { target, numbers: numbers.map((number, i) => (i === place ? wrong : number)) };
  const change = [{ wrong: space.text(spoiled), right: space.text(state) }];
  if (place < last) return { successor: { action, state: spoiled }, change };
  const written = `${action.slice(0, action.indexOf('=') + 1)}${wrong}`;
  return { successor: { action: written, state: spoiled }, change: [{ wrong: written, right: action }, ...change] };
}

/** Spoils the action: one that is legal nearby, but not in the parent; the state is that of the right one. */
export const spoilAction =
  (random: RandomGenerator): Spoil =>
  (space, parent, successors, at) => {
    const right = successors[at];
    if (right === undefined) return undefined;
    const { automaton } = space.world;
    const legal = new Set(automaton.legal(parent));
    const near = successors.flatMap(({ state }) => space.expand(state).map(({ action }) => action));
    const action = pick(
      near.filter((name) => !legal.has(name) && space.world.whyNot?.(parent, name) !== undefined),
      random,
    );
    if (action === undefined || action === right.action) return undefined;
    return { successor: { action, state: right.state }, change: [{ wrong: action, right: right.action }] };
  };
