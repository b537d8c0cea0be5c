import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { ASTAR_TOKENS } from '../../../src/core/traces/dialects/astar-tokens.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';
import { aStar } from '../../../src/core/traces/generate/a-star.ts';
import { PythonHeap, streamBreadthFirst } from '../../../src/core/traces/generate/breadth-first.ts';
import { depthFirst } from '../../../src/core/traces/generate/depth-first.ts';
import {
  countdownSpace,
  rootNode,
  type TraceSearchNode,
  worldSpace,
} from '../../../src/core/traces/generate/search-space.ts';
import { StreamLog } from '../../../src/core/traces/generate/stream-log.ts';
import { TokenLog } from '../../../src/core/traces/generate/token-log.ts';
import { countdownWorld } from '../../../src/core/worlds/planning/countdown.ts';
import { readMazeLevel } from '../../../src/core/worlds/planning/maze.ts';

interface StreamTrace {
  readonly nums: readonly number[];
  readonly target: number;
  readonly search: 'dfs' | 'bfs';
  readonly heuristic: string;
  readonly beam: number | null;
  readonly trace: string;
}

interface MazeTrace {
  readonly width: number;
  readonly height: number;
  readonly prompt: string;
  readonly reasoning: string;
  readonly plan: string;
}

const published: readonly StreamTrace[] = JSON.parse(
  fs.readFileSync('test/fixtures/traces/stream-of-search.json', 'utf8'),
);
const mazes: readonly MazeTrace[] = JSON.parse(fs.readFileSync('test/fixtures/traces/astar-tokens.json', 'utf8'));

const LIMITS = { nodes: 1_000_000, depth: undefined };
const asIs = <T>(items: T[]): T[] => items;

/** Returns the order in which a published trace explores the children of a node: the only random choice of its BFS. */
function exploredOrder(trace: string): <T>(items: T[]) => T[] {
  const operations = Array.from(trace.matchAll(/^Exploring Operation: (\S+?),/gm), ([, operation]) => operation);
  let at = 0;
  return <T>(items: T[]): T[] => {
    const rest = [...items] as (T & TraceSearchNode<unknown>)[];
    const ordered: T[] = [];
    while (rest.length > 0) {
      const next = rest.findIndex(({ action }) => action === operations[at]);
      if (next < 0) break;
      at++;
      ordered.push(...rest.splice(next, 1));
    }
    return [...ordered, ...rest];
  };
}

describe('searches of published generators', () => {
  for (const { nums, target, search, heuristic, beam, trace } of published)
    it(`Stream of Search, ${search} with ${heuristic}, ${target} from ${nums.join(' ')}: every character`, () => {
      const world = countdownWorld('countdown', { target, numbers: nums });
      const chosen = world.heuristics?.find(({ name }) => `${name}_heuristic` === heuristic);
      assert.ok(chosen);
      const space = countdownSpace(world, chosen, true);
      const log = new StreamLog({ spec: undefined, algorithm: search, breadth: undefined, depth: undefined });
      const root = rootNode(space, world.start);
      if (search === 'dfs')
        depthFirst(space, root, log, { limits: LIMITS, threshold: target, repeats: true, order: asIs });
      else
        streamBreadthFirst(space, root, log, {
          limits: LIMITS,
          breadth: beam ?? undefined,
          order: exploredOrder(trace),
        });
      assert.equal(STREAM_OF_SEARCH.write?.(log.events), trace);
    });

  for (const [i, { width, height, prompt, reasoning, plan }] of mazes.entries())
    it(`A* in maze ${i + 1}: every word, if children are created in its order`, () => {
      const text = `size ${width} ${height} ${prompt}`;
      const world = readMazeLevel('maze', text);
      assert.ok(world.ok);
      const space = worldSpace(world.value, world.value.heuristics?.[0]);
      const spec = { kind: 'level', name: 'maze', text } as const;
      const log = new TokenLog(space, { spec, algorithm: 'astar', breadth: undefined, depth: undefined });
      const creates = Array.from(reasoning.matchAll(/create (\d+ \d+) /g), ([, cell]) => cell);
      let created = 1;
      const order = <T>(items: T[]): T[] => {
        const placed = (items as (T & TraceSearchNode<number>)[]).map((item) => {
          const at = creates.indexOf(space.text(item.state), created);
          return { item, at: at < 0 ? Number.POSITIVE_INFINITY : at };
        });
        return placed.sort((a, b) => a.at - b.at).map(({ item }) => item);
      };
      const closes = Array.from(reasoning.matchAll(/close (\d+ \d+) /g), ([, cell]) => cell);
      const numbers: string[] = [];
      const generate = log.generate.bind(log);
      log.generate = (node) => {
        numbers.push(space.text(node.state));
        created = Math.max(created, numbers.length);
        generate(node);
      };
      // Ties are broken at random in half of the traces: the rank of a node is when the trace closes it.
      const rank = (number: number): number => {
        const at = closes.indexOf(numbers[number]);
        return at < 0 ? Number.POSITIVE_INFINITY : at;
      };
      aStar(space, rootNode(space, world.value.start), log, { limits: LIMITS, order, rank });
      assert.equal(ASTAR_TOKENS.write?.(log.events), `${prompt}\n${reasoning}\n${plan}\n`);
    });

  it('a heap gives equal items in the order of heapq', () => {
    // heapq of Python 3.11 with (value, name) tuples whose names do not compare
    const heap = new PythonHeap<string>((item) => Number(item[0]));
    for (const item of ['5a', '1a', '1b', '3a', '1c', '5b', '3b', '1d']) heap.push(item);
    const popped: (string | undefined)[] = [];
    while (heap.size > 0) popped.push(heap.pop());
    assert.deepEqual(popped, ['1a', '1b', '1c', '1d', '3b', '3a', '5a', '5b']);
  });
});
