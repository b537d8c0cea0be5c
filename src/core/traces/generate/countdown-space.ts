import type { CountdownState } from '../../worlds/planning/countdown-rules.ts';
import type { Heuristic, World } from '../../worlds/world.ts';
import { type SearchSpace, type Successor, worldSpace } from './search-space.ts';

/** Adds the operations on two numbers in the order and the spelling of the generator: operands of sums stay in place. */
function addOperations(
  rest: readonly number[],
  a: number,
  b: number,
  target: number,
  found: Successor<CountdownState>[],
) {
  const add = (action: string, result: number): void => {
    found.push({ action, state: { target, numbers: [...rest, result] } });
  };
  add(`${a}+${b}=${a + b}`, a + b);
  add(`${a}*${b}=${a * b}`, a * b);
  const [high, low] = a <= b ? [b, a] : [a, b];
  add(`${high}-${low}=${high - low}`, high - low);
  if (low !== 0 && high % low === 0) add(`${high}/${low}=${high / low}`, high / low);
}

/** Returns the states after each operation on two of the numbers, pair by pair of their places, as the generator does. */
function operations({ numbers, target }: CountdownState): Successor<CountdownState>[] {
  const found: Successor<CountdownState>[] = [];
  for (let i = 0; i < numbers.length; i++)
    for (let j = i + 1; j < numbers.length; j++) {
      const rest: number[] = [];
      for (let k = 0; k < numbers.length; k++) if (k !== i && k !== j) rest.push(numbers[k] ?? 0);
      addOperations(rest, numbers[i] ?? 0, numbers[j] ?? 0, target, found);
    }
  return found;
}

/**
 * Returns the space of a task of Countdown as the generator of Stream of Search (Gandhi et al. 2024) searches it: pairs
 * of equal numbers are all tried, `8+13=21` keeps the order of the numbers.
 *
 * @param isListed true to write states as `17:[39, 3, 8]`, as the generator does
 */
export function countdownSpace(
  world: World<CountdownState>,
  heuristic: Heuristic<CountdownState> | undefined,
  isListed: boolean,
): SearchSpace<CountdownState> {
  return {
    ...worldSpace(world, heuristic),
    expand: operations,
    isTerminal: ({ numbers }) => numbers.length === 1,
    isGoal: ({ numbers, target }) => numbers.length === 1 && numbers[0] === target,
    cost: () => 1,
    ...(isListed && { text: ({ numbers, target }: CountdownState) => `${target}:[${numbers.join(', ')}]` }),
  };
}

/** Returns true if the numbers can give the target. */
export function isSolvableCountdown(numbers: readonly number[], target: number): boolean {
  if (numbers.length === 1) return numbers[0] === target;
  for (const { state } of operations({ numbers, target })) if (isSolvableCountdown(state.numbers, target)) return true;
  return false;
}
