import { buildTraceTree, openTraceWorld } from '../../src/core/traces/build-tree.ts';
import type { TraceDialect } from '../../src/core/traces/dialect.ts';
import { ASTAR_TOKENS } from '../../src/core/traces/dialects/astar-tokens.ts';
import { STREAM_OF_SEARCH } from '../../src/core/traces/dialects/stream-of-search.ts';
import type { TaskEvent } from '../../src/core/traces/events.ts';
import type { TraceNode, TraceTree } from '../../src/core/traces/tree.ts';
import { type TraceFacts, type TraceLines, traceTreeLines } from '../../src/core/traces/tree-lines.ts';

/** A depth-first search by the generator of Stream of Search that finds 59, with one state that is wrong: 39/3 is 13. */
export const COUNTDOWN = `Current State: 59:[39, 3, 46], Operations: []
Exploring Operation: 39/3=12, Resulting Numbers: [46, 12]
Generated Node #0,0: 59:[46, 12] Operation: 39/3=12
Moving to Node #0,0
Current State: 59:[46, 12], Operations: ['39/3=12']
Exploring Operation: 46+12=58, Resulting Numbers: [58]
58,59 unequal: No Solution
Moving to Node #0,0
Current State: 59:[46, 12], Operations: ['39/3=12']
Exploring Operation: 46-12=34, Resulting Numbers: [34]
34,59 unequal: No Solution
Moving to Node #0
Current State: 59:[39, 3, 46], Operations: []
Exploring Operation: 46-39=7, Resulting Numbers: [3, 7]
Generated Node #0,1: 59:[3, 7] Operation: 46-39=7
Moving to Node #0,1
Current State: 59:[3, 7], Operations: ['46-39=7']
Exploring Operation: 3*7=21, Resulting Numbers: [21]
21,59 unequal: No Solution
Moving to Node #0
Current State: 59:[39, 3, 46], Operations: []
Exploring Operation: 39/3=13, Resulting Numbers: [46, 13]
Generated Node #0,2: 59:[46, 13] Operation: 39/3=13
Moving to Node #0,2
Current State: 59:[46, 13], Operations: ['39/3=13']
Exploring Operation: 46+13=59, Resulting Numbers: [59]
59,59 equal: Goal Reached
`;

/** A search of a maze of 4 by 4 cells in the tokens of Searchformer, whose fourth node stands in a wall. */
export const MAZE =
  'start 0 0 goal 2 2 wall 0 3 wall 1 0 wall 1 1 wall 2 0 wall 2 3 wall 3 1 wall 3 2\n' +
  'create 0 0 c0 c4 close 0 0 c0 c4 create 0 1 c1 c3 close 0 1 c1 c3 create 0 2 c2 c2 create 1 1 c2 c2 ' +
  'close 0 2 c2 c2 create 1 2 c3 c1 close 1 2 c3 c1 create 1 3 c4 c2 create 2 2 c4 c0 close 2 2 c4 c0\n' +
  'plan 0 0 plan 0 1 plan 0 2 plan 1 2 plan 2 2\n';

/** Reads a trace, and judges its states by the rules of the world that it names. */
export function treeOfTrace(
  text: string,
  dialect: TraceDialect = text.startsWith('start') ? ASTAR_TOKENS : STREAM_OF_SEARCH,
): TraceTree {
  const read = dialect.read(text);
  const task = read.events.find((event): event is TaskEvent => event.kind === 'task');
  const world = openTraceWorld(task);
  return buildTraceTree(read, world.ok ? { world: world.value } : {});
}

/** Returns the tree of a trace as the lines of its file, and the notes of its nodes. */
export const linesOfTrace = (text: string, facts: Partial<TraceFacts> = {}): TraceLines =>
  traceTreeLines(treeOfTrace(text), { findings: [], verdict: '', ...facts });

/** Returns the lines of the tree of a trace with a number of nodes below its root, in a chain or side by side. */
export function longTrace(size: number, shape: 'deep' | 'wide'): string {
  const nodes: TraceNode[] = [];
  for (let index = 0; index <= size; index++) {
    const parent = index === 0 ? undefined : nodes[shape === 'deep' ? index - 1 : 0];
    const word = { text: `a${index}`, range: { start: index, end: index + 1 } };
    nodes.push({
      ...EMPTY_NODE,
      index,
      parent,
      depth: parent === undefined ? 0 : parent.depth + 1,
      action: index === 0 ? undefined : word,
      stated: word,
      events: index === 0 ? [] : [index - 1],
    });
  }
  const events = nodes
    .slice(1)
    .map(({ index }) => ({ kind: 'generate', range: { start: index, end: index + 1 } }) as const);
  const read = { dialect: 'tags', events, unread: [], isCut: false };
  const tree: TraceTree = { read, task: undefined, nodes, nodeOf: nodes.slice(1), world: undefined, faults: [] };
  return traceTreeLines(tree, { findings: [], verdict: '' }).lines;
}

const EMPTY_NODE: Omit<TraceNode, 'index' | 'parent' | 'depth' | 'action' | 'stated' | 'events'> = {
  children: [],
  id: undefined,
  truth: undefined,
  expected: undefined,
  illegal: undefined,
  isWrong: false,
  isBelowWrong: false,
  isUnlinked: false,
  status: 'open',
  cost: undefined,
  heuristic: undefined,
  value: undefined,
};
