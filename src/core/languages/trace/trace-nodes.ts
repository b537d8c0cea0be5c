import type { Range } from '../../base/text/range.ts';
import type { NumberSpan, TraceEvent } from '../../traces/events.ts';
import type { TraceNode, TraceTree } from '../../traces/tree.ts';
import type { World } from '../../worlds/world.ts';

/** Maximum length of a state or reason in a line, in characters. */
const MAX_SHOWN = 80;

/** Returns a text as far as it fits into a line. */
export const shortText = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;

/** Returns the display name of a node: its action, or, for the root and nodes without one, what the trace calls it. */
export function traceNodeName({ action, id, parent, stated, index }: TraceNode): string {
  if (action !== undefined) return shortText(action.text);
  if (parent === undefined && index === 0) return 'root';
  return id === undefined ? shortText(stated?.text ?? `node ${index}`) : `node ${shortText(id)}`;
}

/** Returns the state of a node as its trace states it, or else by the rules; undefined if neither is known. */
export const traceNodeState = ({ stated, truth }: TraceNode): string | undefined => {
  const state = stated?.text ?? truth;
  return state === undefined ? undefined : shortText(state);
};

/** Returns what is notable about a node, in words of an outline: `wrong state`, `goal`. */
export function traceNodeRemarks(node: TraceNode): readonly string[] {
  const { isWrong, illegal, isUnlinked, isBelowWrong, status } = node;
  return [
    ...(illegal === undefined ? [] : ['illegal action']),
    ...(isWrong ? ['wrong state'] : []),
    ...(isUnlinked ? ['no certain parent'] : []),
    ...(isBelowWrong ? ['below a wrong state'] : []),
    ...(status === 'goal' || status === 'pruned' ? [status] : []),
  ];
}

/** A fact about a node, for a hover or a table. */
interface NodeFact {
  readonly name: string;
  readonly text: string;
}

/** Returns true if two texts are the same state of a world; without a world, if they are equal. */
export function isSameWorldState(world: World<unknown> | undefined, a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [world?.automaton.parse(a), world?.automaton.parse(b)];
  if (world === undefined || first?.ok !== true || second?.ok !== true) return false;
  return world.automaton.key(first.value) === world.automaton.key(second.value);
}

/** Returns the facts of a node, in the order of importance: the states that differ first. */
export function traceNodeFacts(node: TraceNode, world: World<unknown> | undefined): readonly NodeFact[] {
  const { stated, truth, expected, illegal, isWrong, cost, heuristic, value, depth, children } = node;
  const state = (name: string, text: string | undefined): NodeFact[] => (text === undefined ? [] : [{ name, text }]);
  const number = (name: string, span: NumberSpan | undefined): NodeFact[] =>
    span === undefined ? [] : [{ name, text: String(span.value) }];
  const differs = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && !isSameWorldState(world, a, b);
  return [
    ...state(stated === undefined ? 'state by the rules' : 'stated', stated?.text ?? truth),
    ...(isWrong && (truth === undefined || differs(expected, truth)) ? state('after the action', expected) : []),
    ...(differs(stated?.text, truth) ? state('by the rules', truth) : []),
    ...(illegal === undefined ? [] : [{ name: 'illegal', text: illegal }]),
    ...number('cost g', cost),
    ...number('heuristic h', heuristic),
    ...number('value', value),
    { name: 'depth', text: String(depth) },
    { name: 'children', text: String(children.length) },
  ];
}

/** A place of a trace that is about a node. */
interface NodePlace {
  readonly node: TraceNode;
  readonly event: TraceEvent;
}

/** Number of events that are tried, from the last that starts before an offset: events hardly overlap. */
const TRIED = 8;

/** Returns the innermost event about a node at an offset of a trace; undefined if none is there. */
export function nodePlaceAt({ read, nodeOf }: TraceTree, offset: number): NodePlace | undefined {
  const { events } = read;
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.range.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= Math.max(0, low - TRIED); at--) {
    const [event, node] = [events[at], nodeOf[at]];
    if (event !== undefined && node !== undefined && offset <= event.range.end) return { node, event };
  }
  return undefined;
}

/** Returns the place at which a trace introduces a node: its first event; undefined for a root that is never written. */
export function introduction({ read }: TraceTree, node: TraceNode): Range | undefined {
  const [first] = node.events;
  return first === undefined ? undefined : read.events[first]?.range;
}

/** Ranges of all events about a node, in the order of the text. */
const mentions = ({ read }: TraceTree, node: TraceNode): readonly Range[] =>
  node.events.flatMap((at) => read.events[at]?.range ?? []);

/** Places that a place of a trace is linked with. */
interface NodeLinks {
  readonly own: Range;
  /** From the introduction of a node its parent, from any other place its introduction. */
  readonly definitions: readonly Range[];
  /** Introductions of its children. */
  readonly references: readonly Range[];
  /** All places about the node. */
  readonly highlights: readonly Range[];
}

/** Returns the links of the node at an offset of a trace; undefined if none is there. */
export function nodeLinks(tree: TraceTree, offset: number): NodeLinks | undefined {
  const place = nodePlaceAt(tree, offset);
  if (place === undefined) return undefined;
  const { node, event } = place;
  const at = introduction(tree, node);
  const target = at === event.range ? node.parent && introduction(tree, node.parent) : at;
  return {
    own: at ?? event.range,
    definitions: target === undefined ? [] : [target],
    references: node.children.flatMap((child) => introduction(tree, child) ?? []),
    highlights: mentions(tree, node),
  };
}

/** Extent of a subtree in its trace. */
interface SubtreeSpan {
  readonly range: Range;
  /** True if nothing within is about another node, as in a depth-first search. */
  readonly isWhole: boolean;
}

/** Returns the extent of each node's subtree, by index; undefined for nodes that the trace never writes. */
export function subtreeSpans({ read, nodes, nodeOf }: TraceTree): readonly (SubtreeSpan | undefined)[] {
  /** Number of events about nodes before each. */
  const before = [0];
  for (const [at] of read.events.entries()) before.push((before[at] ?? 0) + (nodeOf[at] === undefined ? 0 : 1));
  const first: number[] = [];
  const last: number[] = [];
  const count: number[] = [];
  for (const { index, events } of nodes) {
    first[index] = events[0] ?? Number.POSITIVE_INFINITY;
    last[index] = events.at(-1) ?? -1;
    count[index] = events.length;
  }
  // children come after their parents
  for (let index = nodes.length - 1; index > 0; index--) {
    const above = nodes[index]?.parent?.index;
    if (above === undefined || above >= index) continue;
    first[above] = Math.min(first[above] ?? 0, first[index] ?? 0);
    last[above] = Math.max(last[above] ?? 0, last[index] ?? 0);
    count[above] = (count[above] ?? 0) + (count[index] ?? 0);
  }
  return nodes.map(({ index }) => {
    const [from, to] = [first[index] ?? 0, last[index] ?? -1];
    const [start, end] = [read.events[from]?.range.start, read.events[to]?.range.end];
    if (start === undefined || end === undefined) return undefined;
    return { range: { start, end }, isWhole: (before[to + 1] ?? 0) - (before[from] ?? 0) === count[index] };
  });
}
