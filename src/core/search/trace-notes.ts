import { plural } from '../base/text/counts.ts';
import type { Range } from '../base/text/range.ts';
import { type MavTraceNode, nodeName, type TraceModel } from '../mav/check/trace-model.ts';
import { type MavDialect, pathKey, type TraceStep } from '../mav/syntax.ts';
import { bucketMiddle, isBucket } from '../mav/values.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import type { Severity } from '../notation/diagnostic-codes.ts';
import type { SearchNode } from './tree.ts';

/** Place of a node in the text of its trace. */
export interface TracePlace {
  /** Number of the node. */
  readonly node: number;
  /** Name by which an edit of the text keeps it: `<root e2e4>`, `0,0,1`. */
  readonly name: string;
  /** Ranges about the node, at least one; the first is shown when it is selected. In MAV its evaluation, expansion and decision, then repetitions of these. */
  readonly ranges: readonly Range[];
  /** Findings of the checks, worst first. */
  readonly findings: readonly string[];
}

/** Statements of a trace about a node beside its evaluation. */
export interface TraceTreeNote extends TracePlace {
  /** Values of the children in the decision, 0 to 1 for the side to move. Invalid values are left out. */
  readonly weighed: readonly (readonly [action: string, value: number])[];
  /** Action that the decision selects; null where there is none. */
  readonly selected: string | null;
  /** Edges of the node that its list lacks. */
  readonly unlisted: readonly number[];
}

/** Returns a note for each node of the tree, by number. */
export function traceNotes(
  model: TraceModel,
  { root, ofNode, tooDeep }: Branches,
  made: ReadonlyMap<Branch, SearchNode>,
  dialect: MavDialect,
  findings: readonly Diagnostic[],
): TraceTreeNote[] {
  const { trace, nodes, repeated, pathOf } = model;
  const ownerOf = ({ node }: TraceStep): Branch => {
    const own = node === undefined ? undefined : nodes.get(pathKey(pathOf(node)));
    const place = own && ofNode.get(own);
    return place !== undefined && made.has(place) ? place : root;
  };
  const more = new Map<Branch, Range[]>();
  for (const step of repeated) push(more, ownerOf(step), step.range);
  const steps = trace.steps.map((step) => ({ range: step.range, owner: ownerOf(step) }));
  const messages = new Map<Branch, string[]>();
  if (tooDeep > 0)
    push(
      messages,
      root,
      `${plural(tooDeep, 'evaluated node lies', 'evaluated nodes lie')} more than ${MAX_TRACE_DEPTH} moves deep, and ${tooDeep === 1 ? 'is' : 'are'} left out`,
    );
  // Prose above the trace belongs to the step after it.
  for (const { range, message } of [...findings].sort(worstFirst))
    if (range.start >= trace.range.start) push(messages, ownerAt(steps, range.start) ?? root, message);
  const notes: TraceTreeNote[] = [];
  for (const [place, { id, actions }] of made) {
    const { node } = place;
    const own = [node?.evaluation, node?.expansion, node?.decision].flatMap((step) => step?.range ?? []);
    const ranges = [...own, ...(more.get(place) ?? [])];
    notes.push({
      node: id,
      name: node === undefined ? nameOf(place) : nodeName(node),
      ranges: ranges.length > 0 ? ranges : [spokenOf(place, trace.head)],
      weighed: node === undefined ? [] : weighedAt(node, dialect),
      selected: selectedAt(node),
      unlisted: unlistedAt(node, actions),
      findings: messages.get(place) ?? [],
    });
  }
  return notes;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** Orders diagnostics by severity, then by place. */
export const worstFirst = (a: Diagnostic, b: Diagnostic): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.range.start - b.range.start;

/** Returns the place whose step holds an offset; steps are in the order of the text. */
function ownerAt(
  steps: readonly { readonly range: Range; readonly owner: Branch }[],
  offset: number,
): Branch | undefined {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]!.range.start <= offset) low = middle + 1;
    else high = middle;
  }
  const step = steps[low - 1];
  return step !== undefined && offset < step.range.end ? step.owner : undefined;
}

/** Returns the name of an unevaluated place. */
function nameOf(place: Branch): string {
  const path: string[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) path.push(at.action);
  return `<${['root', ...path.reverse()].join(' ')}>`;
}

/** Returns the range that names a node without steps: its announcement, or the path to its first descendant. */
function spokenOf(place: Branch, head: Range): Range {
  let at: Branch | undefined = place;
  while (at !== undefined && at.node === undefined) at = [...at.children.values()].find(({ isWanted }) => isWanted);
  return at?.node?.ref.range ?? head;
}

function weighedAt({ decision, nameOf }: MavTraceNode, dialect: MavDialect): (readonly [string, number])[] {
  return (decision?.actions ?? []).flatMap(({ move, bucket }) =>
    bucket !== undefined && isBucket(bucket, dialect)
      ? [[nameOf(move.text), bucketMiddle(bucket, dialect)] as const]
      : [],
  );
}

function selectedAt(node: MavTraceNode | undefined): string | null {
  const selection = node?.decision?.selection;
  return node === undefined || selection?.kind !== 'action' ? null : node.nameOf(selection.action.move.text);
}

function unlistedAt(node: MavTraceNode | undefined, actions: readonly string[]): number[] {
  const body = node?.model?.list?.body;
  const listed = new Set(body?.kind === 'list' ? body.actions.map(({ move }) => node?.nameOf(move.text)) : []);
  return [...actions.keys()].filter((edge) => !listed.has(actions[edge]));
}

/** Place in the tree of a trace, with its statements, if any. */
export interface Branch {
  readonly parent: Branch | undefined;
  /** Last move of its path, in the game's spelling; empty at the root. */
  readonly action: string;
  /** Children by action, in the order of the text. */
  readonly children: Map<string, Branch>;
  /** Undefined for a branch without a node. */
  node: MavTraceNode | undefined;
  /** True if it is evaluated, or a place below it is: it then becomes a node. */
  isWanted: boolean;
}

interface Branches {
  readonly root: Branch;
  /** Evaluated places, in the order of the text. */
  readonly evaluated: readonly Branch[];
  /** Places by node of the trace; without those that are too deep. */
  readonly ofNode: ReadonlyMap<MavTraceNode, Branch>;
  /** Number of evaluated nodes that are too deep to be shown. */
  readonly tooDeep: number;
}

/**
 * Maximum number of moves from the root: far more than any readable trace has. Damaged text may name any path, and each
 * place of it costs.
 */
const MAX_TRACE_DEPTH = 64;

const branch = (parent: Branch | undefined, action: string): Branch => ({
  parent,
  action,
  children: new Map(),
  node: undefined,
  isWanted: parent === undefined,
});

/** Returns the nodes that a trace mentions, as a tree. It always has a root. */
export function makeBranches({ nodes }: TraceModel): Branches {
  const root = branch(undefined, '');
  const ofNode = new Map<MavTraceNode, Branch>();
  const evaluated: { readonly start: number; readonly place: Branch }[] = [];
  let tooDeep = 0;
  for (const node of nodes.values()) {
    const { path, evaluation } = node;
    if (path.length > MAX_TRACE_DEPTH) {
      if (evaluation !== undefined) tooDeep++;
      continue;
    }
    const place = placeAt(root, path);
    place.node = node;
    ofNode.set(node, place);
    if (evaluation === undefined) continue;
    evaluated.push({ start: evaluation.range.start, place });
    for (let at: Branch | undefined = place; at !== undefined && !at.isWanted; at = at.parent) at.isWanted = true;
  }
  evaluated.sort((a, b) => a.start - b.start);
  return { root, evaluated: evaluated.map(({ place }) => place), ofNode, tooDeep };
}

function placeAt(root: Branch, path: readonly string[]): Branch {
  let at = root;
  for (const action of path) {
    let next = at.children.get(action);
    if (next === undefined) {
      next = branch(at, action);
      at.children.set(action, next);
    }
    at = next;
  }
  return at;
}
