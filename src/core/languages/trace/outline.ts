import { type Range, shiftRange } from '../../base/text/range.ts';
import type { Fold } from '../../notation/pgn/outline/folding-and-selection.ts';
import type { TraceView } from '../../traces/trace-view.ts';
import type { TraceNode, TraceTree } from '../../traces/tree.ts';
import type { OutlineEntry } from '../kit.ts';
import {
  introduction,
  shortText,
  subtreeSpans,
  traceNodeName,
  traceNodeRemarks,
  traceNodeState,
} from './trace-nodes.ts';

/** Depth below which the nodes of an outline are listed flat: editors draw no deeper trees. */
const DEEPEST = 48;

interface GrowingEntry extends OutlineEntry {
  readonly children: GrowingEntry[];
}

/** Returns the range of a text without the white space around it. @param offset of the text */
export function traceRange(text: string, offset: number): Range {
  const start = text.search(/\S|$/);
  return { start: offset + start, end: offset + Math.max(start, text.trimEnd().length) };
}

/** Returns a trace as an entry of an outline: its task, its verdict, and its nodes. @param offset of the trace */
export function traceEntry(text: string, view: TraceView, offset: number, detailed: boolean): OutlineEntry {
  const range = traceRange(text, offset);
  return {
    name: taskName(view.tree),
    detail: view.headline,
    kind: 'record',
    range,
    nameRange: firstLineOf(text, range, offset),
    children: detailed ? treeOutline(view.tree, offset) : [],
  };
}

/** Returns the entry of a trace that is not read for it. */
export function longEntry(text: string, offset: number): OutlineEntry {
  const range = traceRange(text, offset);
  return {
    name: 'Trace',
    detail: '',
    kind: 'record',
    range,
    nameRange: firstLineOf(text, range, offset),
    children: [],
  };
}

const firstLineOf = (text: string, { start, end }: Range, offset: number): Range => {
  const lineEnd = text.slice(start - offset).search(/[\r\n]|$/) + start;
  return { start, end: Math.min(end, lineEnd) };
};

/** Returns the task of a trace in words: `2 3 to 4 1`; a start that names its goal stands alone: `17:[46, 39, 54, 3]`. */
function taskName({ task }: TraceTree): string {
  const [goal, start] = [task?.goal?.text, task?.start?.text];
  if (start === undefined) return goal === undefined ? 'Trace' : shortText(goal);
  return shortText(goal === undefined || start.includes(goal) ? start : `${start} to ${goal}`);
}

/** Returns the nodes of a trace as entries of an outline, the root first, with their children. */
function treeOutline(tree: TraceTree, offset: number): readonly OutlineEntry[] {
  const spans = subtreeSpans(tree);
  const tops: GrowingEntry[] = [];
  /** Nearest listed node at or above each, in which a child is listed. */
  const holders: (GrowingEntry | undefined)[] = [];
  const depths: number[] = [];
  for (const node of tree.nodes) {
    const own = introduction(tree, node);
    const above = node.parent?.index;
    const holder = above === undefined ? undefined : holders[above];
    const depth = above === undefined ? 0 : (depths[above] ?? 0) + 1;
    depths[node.index] = depth;
    const entry = own && outlineEntry(node, offset, own, spans[node.index]?.range);
    holders[node.index] = entry !== undefined && depth < DEEPEST ? entry : holder;
    if (entry !== undefined) (holder?.children ?? tops).push(entry);
  }
  return tops;
}

/** @param range of its subtree */
function outlineEntry(node: TraceNode, offset: number, own: Range, range: Range = own): GrowingEntry {
  const words = traceNodeRemarks(node);
  const state = traceNodeState(node);
  return {
    name: traceNodeName(node),
    detail: [...(state === undefined ? [] : [state]), ...words].join(' · '),
    kind: 'node',
    range: shiftRange(range, offset),
    nameRange: shiftRange(own, offset),
    children: [],
  };
}

/** Yields the folds below the root of a trace: each subtree that stands together, with the events about its nodes. */
export function* treeFolds(tree: TraceTree): Generator<Fold> {
  for (const span of subtreeSpans(tree).slice(1))
    if (span?.isWhole === true) yield { kind: 'region', range: span.range };
}
