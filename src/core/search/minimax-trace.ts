import type { Outcome } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { BUCKETS, flipBucket, toBucket } from '../mav/values.ts';
import type { ActionDraft, ExampleDraft, NodeDraft, TraceDraft } from '../mav/write/example-draft.ts';
import { outcomeValue } from './rule-models.ts';

/** Maximum number of nodes: larger traces exceed the context of every model. */
export const MAX_TRACE_NODES = 20_000;

/** Text of a node: its example, and what the example lists. */
export interface NodeEvaluation {
  readonly example: ExampleDraft;
  /** All actions of the list; or the result, where the game is over. */
  readonly list: readonly ActionDraft[] | Outcome;
  /** The best action of the list. */
  readonly best: string | undefined;
}

/** A linearized minimax search over positions of any kind: those of the rules, or those that a network writes. */
export interface MinimaxSearch<P, Fault> {
  /** Number of actions that a node is expanded to, 1 or more; the paper has 2 to 5. */
  readonly breadth: number;
  /** Number of edges below the root, 1 or more; the paper has 1 to 3. */
  readonly depth: number;
  readonly dialect: MavDialect;
  /** Returns the side to move: `x`, `o`, `w` or `b`. */
  sideOf(position: P): string | undefined;
  evaluate(position: P, path: readonly string[]): Promise<Result<NodeEvaluation, Fault>>;
  /** Returns the position after an action of the list. */
  after(position: P, action: string): P | Promise<P>;
}

/** Returns what is wrong with the shape of a search, as a sentence without its period; undefined if it is right. */
export function shapeFault(breadth: number, depth: number, most = MAX_TRACE_NODES): string | undefined {
  if (!Number.isInteger(breadth) || !Number.isInteger(depth) || breadth < 1 || depth < 1)
    return 'breadth and depth must be whole numbers of at least 1';
  if (treeSize(breadth, depth, most) <= most) return undefined;
  return `a tree of breadth ${breadth} and depth ${depth} has more than ${most} nodes`;
}

/** Returns the number of nodes of a full tree, or a number above the limit. */
export function treeSize(breadth: number, depth: number, most = MAX_TRACE_NODES): number {
  let size = 1;
  let level = 1;
  for (let i = 0; i < depth && size <= most; i++) {
    level *= breadth;
    size += level;
  }
  return size;
}

/**
 * Returns the search of a position (Schultz et al., section 4): each node has all its actions with their values; the best `breadth` are
 * expanded, the value of each is that of the action selected at its node, seen from the other side; the highest is selected, and at the
 * root played.
 */
export async function minimaxTrace<P, Fault>(
  search: MinimaxSearch<P, Fault>,
  start: P,
): Promise<Result<TraceDraft, Fault>> {
  const { breadth, depth, dialect } = search;
  const made = await node(start, []);
  if (!made.ok) return made;
  const { selected } = made.value;
  return ok({ breadth, depth, root: made.value, playing: typeof selected === 'string' ? undefined : selected.action });

  async function node(position: P, path: readonly string[]): Promise<Result<NodeDraft, Fault>> {
    const answered = await search.evaluate(position, path);
    if (!answered.ok) return answered;
    const { example, list, best } = answered.value;
    if (typeof list === 'string') return ok({ path, example, children: [], weighed: [], selected: list });
    const own = list.find(({ action }) => action === best) as ActionDraft;
    if (path.length === depth) return ok({ path, example, children: [], weighed: [], selected: own });
    const children = await Promise.all(
      expanded(list, own, breadth).map(async ({ action }) =>
        node(await search.after(position, action), [...path, action]),
      ),
    );
    const drafts: NodeDraft[] = [];
    for (const child of children) {
      if (!child.ok) return err(child.error);
      drafts.push(child.value);
    }
    const mover = search.sideOf(position);
    const weighed = drafts.map((child) => ({
      action: child.path.at(-1) ?? '',
      bucket: seenFromAbove(child.selected, mover, dialect),
    }));
    const selected = weighed.reduce((a, b) => (b.bucket > a.bucket ? b : a));
    return ok({ path, example, children: drafts, weighed, selected });
  }
}

/** Returns the best actions, the own choice first, then by value; equal ones stay in the order of the list. */
const expanded = (list: readonly ActionDraft[], own: ActionDraft, breadth: number): readonly ActionDraft[] =>
  [own, ...list.filter((one) => one !== own).sort((a, b) => b.bucket - a.bucket)].slice(0, breadth);

/** Returns the value of a node's selected action for the player of its parent. */
function seenFromAbove(selected: ActionDraft | Outcome, above: string | undefined, dialect: MavDialect): number {
  if (typeof selected !== 'string') return flipBucket(selected.bucket, dialect);
  const value = outcomeValue(selected, above);
  if (value === 0.5) return toBucket(value, dialect);
  return value === 1 ? dialect.base + BUCKETS - 1 : dialect.base;
}
