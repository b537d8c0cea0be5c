import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { shuffled } from '../../../base/random.ts';
import { readBlocksLevel } from '../../../worlds/pddl/blocks-level.ts';
import type { TaskSettings, TaskSource, TraceTask } from './trace-task.ts';

const SIZE = [3, 5] as const;

/** Returns random stacks of blocks; each lists its blocks from the table up. */
function drawStacks(random: RandomGenerator, blocks: number): string[][] {
  const stacks: string[][] = [];
  const names = Array.from({ length: blocks }, (_, i) => String.fromCharCode(0x61 + i));
  for (const name of shuffled(names, random)) {
    const place = uniformInt(random, 0, stacks.length);
    const stack = stacks[place];
    if (stack === undefined) stacks.push([name]);
    else stack.push(name);
  }
  return stacks;
}

/** Returns the atoms that say what stands on what. */
const supports = (stacks: readonly (readonly string[])[]): string[] =>
  stacks.flatMap((stack) =>
    stack.map((name, i) => (i === 0 ? `(ontable ${name})` : `(on ${name} ${stack[i - 1] ?? ''})`)),
  );

/** Returns tasks with 3 to 5 blocks: random stacks at the start, others at the goal. */
export function blocksTasks({ size = SIZE }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask | undefined {
      const blocks = uniformInt(random, size[0], size[1]);
      const stacks = drawStacks(random, blocks);
      const clear = stacks.map((stack) => `(clear ${stack.at(-1) ?? ''})`);
      const [start, goal] = [supports(stacks), supports(drawStacks(random, blocks))].map((atoms) => atoms.sort());
      if (start === undefined || goal === undefined || start.join() === goal.join()) return undefined;
      const text = `${[...start, ...clear.sort(), '(handempty)'].join(' ')} -> ${goal.join(' ')}`;
      const world = readBlocksLevel('blocks', text);
      return world.ok
        ? { world: world.value, spec: { kind: 'level', name: 'blocks', text }, key: `blocks ${text}` }
        : undefined;
    },
  };
}
