import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';

/** A task of a search: a world with its start and goal. */
export interface TraceTask {
  readonly world: World<unknown>;
  /** Description of the world in the trace; undefined for a program, which no trace names. */
  readonly spec: WorldSpec | undefined;
  /** Text that is equal for equal tasks. */
  readonly key: string;
}

/** Settings of random tasks. Each kind of world uses its own. */
export interface TaskSettings {
  /** Least and greatest number of numbers (3 to 4), blocks (3 to 5), or cells a side (maze 6 to 10, Sokoban 7). */
  readonly size?: readonly [number, number];
  /** Greatest target of Countdown. Default: 100. */
  readonly maxTarget?: number;
  /** Least and greatest share of walls in a maze. Default: 0.3 and 0.5. */
  readonly walls?: readonly [number, number];
  /** Number of boxes of Sokoban. Default: 2. */
  readonly boxes?: number;
  /** Greatest number of random actions from the start of any other world to the start of a task. Default: 20. */
  readonly walk?: number;
}

/** Draws tasks of a kind of world. */
export interface TaskSource {
  /** True if there is one task alone: the world as it is given. */
  readonly isSingle: boolean;
  /** Returns a random task; undefined if the draw has no solution or is no task. */
  draw(random: RandomGenerator): TraceTask | undefined;
}
