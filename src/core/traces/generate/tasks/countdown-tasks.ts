import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { countdownWorld } from '../../../worlds/planning/countdown.ts';
import { isSolvableCountdown } from '../countdown-space.ts';
import type { TaskSettings, TaskSource, TraceTask } from './trace-task.ts';

/** Least target of the generator of Stream of Search. */
const MIN_TARGET = 10;
const MAX_TARGET = 100;
const SIZE = [3, 4] as const;

/**
 * Returns tasks of Countdown as the generator of Stream of Search draws them: a target from 10 on, then numbers from 1
 * to less than the greatest target, again until they have a solution.
 */
export function countdownTasks({ size = SIZE, maxTarget = MAX_TARGET }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask {
      const count = uniformInt(random, size[0], size[1]);
      const target = uniformInt(random, MIN_TARGET, maxTarget);
      let numbers = drawNumbers(random, count, maxTarget);
      while (!isSolvableCountdown(numbers, target)) numbers = drawNumbers(random, count, maxTarget);
      const world = countdownWorld('countdown', { target, numbers });
      const sorted = [...numbers].sort((a, b) => a - b).join(' ');
      const text = world.automaton.print(world.start);
      return { world, spec: { kind: 'level', name: 'countdown', text }, key: `countdown ${target}: ${sorted}` };
    },
  };
}

const drawNumbers = (random: RandomGenerator, count: number, maxTarget: number): number[] =>
  Array.from({ length: count }, () => uniformInt(random, 1, maxTarget - 1));
