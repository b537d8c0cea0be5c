import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../../src/core/base/random.ts';

// Correct traces in two dialects, as their published generators write them, and with mistakes that the rest of the
// trace continues from, as models make them.

/** A node of Countdown while it is searched. */
interface CountdownNode {
  readonly id: string;
  readonly numbers: readonly number[];
  readonly operations: readonly string[];
  readonly estimate: number;
}

/** Options of a trace of Countdown. */
export interface CountdownOptions {
  readonly search: 'dfs' | 'bfs';
  readonly beam?: number;
  /** Number of the operation, from 1, whose result is wrong by one; the search continues from it. */
  readonly slip?: number;
}

const average = (numbers: readonly number[], target: number): number =>
  numbers.reduce((sum, number) => sum + Math.abs(number - target), 0) / numbers.length;

/** Writes a search of Countdown line by line. */
class CountdownTrace {
  readonly lines: string[] = [];
  readonly #target: number;
  readonly #slip: number;
  #count = 0;

  constructor(target: number, slip: number) {
    this.#target = target;
    this.#slip = slip;
  }

  state({ numbers, operations }: CountdownNode): void {
    const list = operations.map((operation) => `'${operation}'`).join(', ');
    this.lines.push(`Current State: ${this.#target}:[${numbers.join(', ')}], Operations: [${list}]`);
  }

  children(node: CountdownNode): CountdownNode[] {
    const { numbers, operations } = node;
    const found: CountdownNode[] = [];
    for (let i = 0; i < numbers.length; i++)
      for (let j = i + 1; j < numbers.length; j++) {
        const [a, b] = [numbers[i] ?? 0, numbers[j] ?? 0];
        const [high, low] = [Math.max(a, b), Math.min(a, b)];
        const results: [string, number][] = [
          [`${a}+${b}`, a + b],
          [`${a}*${b}`, a * b],
          [`${high}-${low}`, high - low],
        ];
        if (low !== 0 && high % low === 0) results.push([`${high}/${low}`, high / low]);
        const rest = numbers.filter((_, at) => at !== i && at !== j);
        for (const [operation, right] of results) {
          const left = [...rest, right];
          const estimate = average(left, this.#target);
          found.push({ id: '', numbers: left, operations: [...operations, `${operation}=${right}`], estimate });
        }
      }
    return found.filter(({ estimate }) => estimate <= this.#target).sort((a, b) => a.estimate - b.estimate);
  }

  /** Explores a child; true if it is the goal. */
  explore(parent: CountdownNode, child: CountdownNode): { readonly node: CountdownNode; readonly isGoal: boolean } {
    const node = ++this.#count === this.#slip ? slipped(child) : child;
    const operation = node.operations.at(-1) ?? '';
    this.lines.push(`Exploring Operation: ${operation}, Resulting Numbers: [${node.numbers.join(', ')}]`);
    const [only = 0, second] = node.numbers;
    if (second === undefined) {
      const isGoal = only === this.#target;
      this.lines.push(`${only},${this.#target} ${isGoal ? 'equal: Goal Reached' : 'unequal: No Solution'}`);
      return { node, isGoal };
    }
    this.lines.push(`Generated Node #${node.id}: ${this.#target}:[${node.numbers.join(', ')}] Operation: ${operation}`);
    return { node, isGoal: parent === node };
  }

  depthFirst(node: CountdownNode): boolean {
    this.state(node);
    const children = this.children(node);
    for (const [i, child] of children.entries()) {
      const { node: next, isGoal } = this.explore(node, { ...child, id: `${node.id},${i}` });
      if (isGoal) return true;
      if (next.numbers.length > 1) {
        this.lines.push(`Moving to Node #${next.id}`);
        if (this.depthFirst(next)) return true;
      }
      if (i === children.length - 1) continue;
      this.lines.push(`Moving to Node #${node.id}`);
      this.state(node);
    }
    return false;
  }

  breadthFirst(root: CountdownNode, beam: number): void {
    let open = [root];
    while (open.length > 0) {
      open.sort((a, b) => a.estimate - b.estimate);
      const nodes = open.slice(0, beam);
      open = open.slice(beam);
      for (const [i, node] of nodes.entries()) {
        this.state(node);
        let named = 0;
        for (const child of this.children(node).slice(0, beam)) {
          const { node: next, isGoal } = this.explore(node, { ...child, id: `${node.id},${named}` });
          if (isGoal) return;
          if (next.numbers.length > 1) named++;
          open.push(next);
        }
        const following = nodes[i + 1];
        if (following !== undefined) this.lines.push(`Moving to Node #${following.id}`);
      }
      open.sort((a, b) => a.estimate - b.estimate);
      if (open[0] !== undefined) this.lines.push(`Moving to Node #${open[0].id}`);
    }
    this.lines.push('No solution found.');
  }
}

/** A node whose operation has a wrong result, in its state, too. */
function slipped(node: CountdownNode): CountdownNode {
  const last = (node.numbers.at(-1) ?? 0) + 1;
  const operation = (node.operations.at(-1) ?? '').replace(/=.*/, `=${last}`);
  return {
    ...node,
    numbers: [...node.numbers.slice(0, -1), last],
    operations: [...node.operations.slice(0, -1), operation],
  };
}

/** Returns the lines of a trace of Countdown. */
export function countdownTrace(seed: number, { search, beam = 3, slip = 0 }: CountdownOptions): string[] {
  const random = seeded(seed);
  const numbers = Array.from({ length: uniformInt(random, 3, 4) }, () => uniformInt(random, 1, 60));
  const target = uniformInt(random, 10, 60);
  const trace = new CountdownTrace(target, slip);
  const root: CountdownNode = { id: '0', numbers, operations: [], estimate: 0 };
  if (search === 'dfs') trace.depthFirst(root);
  else trace.breadthFirst(root, beam);
  return trace.lines;
}

/** A trace of A* in a maze: the words of its prompt, each step, the plan. */
export interface MazeTrace {
  readonly prompt: string;
  readonly steps: readonly string[];
  readonly plan: readonly string[];
}

/** Returns a trace of A* in a maze that has a way to its goal. */
export function mazeTrace(seed: number, side = 8): MazeTrace {
  for (let attempt = 0; ; attempt++) {
    const trace = tryMaze(seed * 1000 + attempt, side);
    if (trace !== undefined) return trace;
  }
}

interface MazeNode {
  readonly x: number;
  readonly y: number;
  readonly g: number;
  readonly h: number;
  readonly parent: MazeNode | undefined;
}

function tryMaze(seed: number, side: number): MazeTrace | undefined {
  const random = seeded(seed);
  const walls = new Set<string>();
  // The corner is a wall, so that the prompt shows the size.
  walls.add(`${side - 1} ${side - 1}`);
  for (let x = 0; x < side; x++)
    for (let y = 0; y < side; y++) if (uniformInt(random, 0, 99) < 30) walls.add(`${x} ${y}`);
  const cell = () => [uniformInt(random, 0, side - 1), uniformInt(random, 0, side - 1)] as const;
  const [start, goal] = [cell(), cell()];
  if (walls.has(start.join(' ')) || walls.has(goal.join(' ')) || start.join() === goal.join()) return undefined;
  const h = (x: number, y: number): number => Math.abs(x - goal[0]) + Math.abs(y - goal[1]);
  const root: MazeNode = { x: start[0], y: start[1], g: 0, h: h(...start), parent: undefined };
  const words = ({ x, y, g, h: rest }: MazeNode): string => `${x} ${y} c${g} c${rest}`;
  const steps = [`create ${words(root)}`];
  const open = new Map([[`${root.x} ${root.y}`, root]]);
  const closed = new Map<string, MazeNode>();
  while (open.size > 0) {
    const least = Math.min(...Array.from(open.values(), (node) => node.g + node.h));
    const ties = [...open.values()].filter((node) => node.g + node.h === least);
    const node = ties[uniformInt(random, 0, ties.length - 1)];
    if (node === undefined) return undefined;
    const name = `${node.x} ${node.y}`;
    open.delete(name);
    closed.set(name, node);
    steps.push(`close ${words(node)}`);
    if (node.h === 0) {
      const path: MazeNode[] = [];
      for (let at: MazeNode | undefined = node; at !== undefined; at = at.parent) path.unshift(at);
      if (path.length < 4) return undefined;
      const prompt = [
        `start ${start.join(' ')}`,
        `goal ${goal.join(' ')}`,
        ...Array.from(walls, (wall) => `wall ${wall}`),
      ];
      return { prompt: prompt.join(' '), steps, plan: path.map(({ x, y }) => `plan ${x} ${y}`) };
    }
    for (const [dx, dy] of [
      [0, 1],
      [0, -1],
      [-1, 0],
      [1, 0],
    ] as const) {
      const [x, y] = [node.x + dx, node.y + dy];
      const next = `${x} ${y}`;
      if (x < 0 || y < 0 || x >= side || y >= side || walls.has(next)) continue;
      const known = open.get(next) ?? closed.get(next);
      if (known !== undefined && known.g <= node.g + 1) continue;
      const child: MazeNode = { x, y, g: node.g + 1, h: h(x, y), parent: node };
      open.set(next, child);
      steps.push(`create ${words(child)}`);
    }
  }
  return undefined;
}

/** Returns true if a node of a trace in Stream of Search generates two children by equal operations. */
export function hasTwins(lines: readonly string[]): boolean {
  const seen = new Set<string>();
  return lines.some((line) => {
    const found = /^Generated Node #([\d,]*),\d+: .*Operation: (.*)/.exec(line);
    if (found === null) return false;
    const child = `${found[1] ?? ''} ${found[2] ?? ''}`;
    const isTwin = seen.has(child);
    seen.add(child);
    return isTwin;
  });
}
