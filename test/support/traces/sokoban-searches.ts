import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded, shuffled } from '../../../src/core/base/random.ts';
import { levelWorld } from '../../../src/core/worlds/worlds.ts';

// Searches of Sokoban by A*, in the words of Searchformer: boxes that stand on docks are not named.

interface SokobanNode {
  readonly state: unknown;
  readonly key: string;
  readonly g: number;
  readonly h: number;
  readonly parent: SokobanNode | undefined;
}

/** Returns the lines of a search in a random level with two boxes: the prompt, a step a line, the plan. */
export function sokobanTrace(seed: number, maxSteps = 3000): string[] {
  for (let attempt = 0; ; attempt++) {
    const lines = trySokoban(seed * 1000 + attempt, maxSteps);
    if (lines !== undefined) return lines;
  }
}

function trySokoban(seed: number, maxSteps: number): string[] | undefined {
  const random = seeded(seed);
  const inner = Array.from({ length: 16 }, (_, i) => `${1 + (i % 4)} ${1 + (i >> 2)}`);
  const border = Array.from({ length: 36 }, (_, i) => [i % 6, Math.floor(i / 6)] as const)
    .filter(([x, y]) => x === 0 || y === 0 || x === 5 || y === 5)
    .map((cell) => cell.join(' '));
  const [worker = '', dockA = '', dockB = '', ...rest] = shuffled(inner, random);
  const walls = [...border, rest[uniformInt(random, 0, rest.length - 1)] ?? ''];
  const boxes = shuffled(['2 2', '2 3', '3 2', '3 3'], random)
    .filter((cell) => ![worker, dockA, dockB, ...walls].includes(cell))
    .slice(0, 2);
  if (boxes.length < 2) return undefined;
  const words = (word: string, cells: readonly string[]): string =>
    [...cells]
      .sort()
      .map((cell) => `${word} ${cell}`)
      .join(' ');
  const prompt = [`worker ${worker}`, words('box', boxes), words('dock', [dockA, dockB]), words('wall', walls)].join(
    ' ',
  );
  const world = levelWorld('sokoban', prompt);
  if (!world.ok) return undefined;
  const { automaton, start, goal, heuristics } = world.value;
  const estimate = (state: unknown): number => heuristics?.[0]?.estimate(state) ?? 0;
  const docks = new Set([dockA, dockB]);
  const described = (state: unknown): string => {
    const [first = '', ...others] = automaton.print(state).split(' box ');
    return [first, ...others.filter((cell) => !docks.has(cell)).map((cell) => `box ${cell}`)].join(' ');
  };
  const stepWords = (node: SokobanNode): string => `${described(node.state)} c${node.g} c${node.h}`;
  const root: SokobanNode = { state: start, key: automaton.key(start), g: 0, h: estimate(start), parent: undefined };
  const lines = [prompt, `create ${stepWords(root)}`];
  const open = new Map([[root.key, root]]);
  const closed = new Map<string, SokobanNode>();
  while (open.size > 0 && lines.length < maxSteps) {
    const least = Math.min(...Array.from(open.values(), ({ g, h }) => g + h));
    const ties = [...open.values()].filter(({ g, h }) => g + h === least);
    const node = ties[uniformInt(random, 0, ties.length - 1)];
    if (node === undefined || !Number.isFinite(least)) return undefined;
    open.delete(node.key);
    closed.set(node.key, node);
    lines.push(`close ${stepWords(node)}`);
    if (goal?.reached(node.state) === true) {
      const plan: string[] = [];
      for (let at: SokobanNode | undefined = node; at !== undefined; at = at.parent)
        plan.unshift(`plan ${described(at.state).split(' ').slice(1, 3).join(' ')}`);
      return plan.length < 5 ? undefined : [...lines, ...plan];
    }
    for (const action of shuffled(automaton.legal(node.state), random)) {
      const state = automaton.step(node.state, action);
      if (state === SINK) continue;
      const child: SokobanNode = { state, key: automaton.key(state), g: node.g + 1, h: estimate(state), parent: node };
      const known = open.get(child.key) ?? closed.get(child.key);
      if (!Number.isFinite(child.h) || (known !== undefined && known.g <= child.g)) continue;
      open.set(child.key, child);
      lines.push(`create ${stepWords(child)}`);
    }
  }
  return undefined;
}
