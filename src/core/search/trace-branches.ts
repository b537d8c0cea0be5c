import type { TraceModel, TraceNode } from '../mav/check/trace-model.ts';

/** A place in the tree of a trace: what is said there, if anything is. */
export interface Branch {
  readonly parent: Branch | undefined;
  /** The last move of its path, in the game's spelling; empty at the root. */
  readonly action: string;
  /** By action, in the order of the text. */
  readonly children: Map<string, Branch>;
  /** Undefined for a branch without a node. */
  node: TraceNode | undefined;
  /** True if it is evaluated, or one below it is: then it becomes a node. */
  isWanted: boolean;
}

export interface Branches {
  readonly root: Branch;
  /** Those that are evaluated, in the order of the text. */
  readonly evaluated: readonly Branch[];
  /** By the node of the trace; without those that lie too deep. */
  readonly ofNode: ReadonlyMap<TraceNode, Branch>;
  /** Evaluated nodes that lie too deep to be shown. */
  readonly tooDeep: number;
}

/** Moves from the root: far more than a trace has that anyone reads. Damaged text may name any path, and each place of it costs. */
export const MAX_TRACE_DEPTH = 64;

const branch = (parent: Branch | undefined, action: string): Branch => ({
  parent,
  action,
  children: new Map(),
  node: undefined,
  isWanted: parent === undefined,
});

/** The nodes that a trace mentions, as a tree. It always has a root. */
export function branchesOf({ nodes }: TraceModel): Branches {
  const root = branch(undefined, '');
  const ofNode = new Map<TraceNode, Branch>();
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
