import type { Range } from '../../base/text/range.ts';
import type { TraceEvent } from '../../traces/events.ts';
import type { TraceNode, TraceTree } from '../../traces/tree.ts';

/** A place of a trace that is about a node. */
export interface NodePlace {
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
export const mentions = ({ read }: TraceTree, node: TraceNode): readonly Range[] =>
  node.events.flatMap((at) => read.events[at]?.range ?? []);

/** Places that a place of a trace is linked with. */
export interface NodeLinks {
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
export interface SubtreeSpan {
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
