import type { SearchNode } from '../tree.ts';
import { TREE_STATUSES, type TreeStatus } from '../tree-status.ts';
import type { GameStates } from './game-states.ts';

/** Filter of nodes. */
export interface NodeFilter {
  /**
   * `hallucinations` alone, or all divergences of the model from the rules (`diverged`: those, illegal actions, wrong
   * states), or the first of these in each branch (`first`): those below follow from it. Of a trace, a status alone.
   */
  readonly kind: 'all' | 'hallucinations' | 'diverged' | 'first' | TreeStatus;
  /** Maximum number of edges below the root; undefined: any. */
  readonly deepest: number | undefined;
  /** Minimum N of the edge that leads to it. */
  readonly minVisits: number;
}

export const NO_FILTER: NodeFilter = { kind: 'all', deepest: undefined, minVisits: 0 };

const isStatus = (kind: NodeFilter['kind']): kind is TreeStatus => (TREE_STATUSES as readonly string[]).includes(kind);

/** Returns true if a filter accepts every node. */
export const isNoFilter = ({ kind, deepest, minVisits }: NodeFilter): boolean =>
  kind === 'all' && deepest === undefined && minVisits <= 0;

/** Returns true if a filter accepts a node; the root has all visits. */
export function passesFilter(
  node: SearchNode,
  filter: NodeFilter,
  states: Pick<GameStates, 'divergesAt' | 'divergedAbove'>,
): boolean {
  const { kind, deepest, minVisits } = filter;
  if (deepest !== undefined && node.depth > deepest) return false;
  if (node.parent !== undefined && node.parent.visits[node.edge]! < minVisits) return false;
  if (kind === 'all') return true;
  if (isStatus(kind)) return node.status === kind;
  if (kind === 'hallucinations') return node.kind === 'hallucination';
  return states.divergesAt(node) && (kind === 'diverged' || states.divergedAbove(node) === undefined);
}

/** Minimum length of a text that is searched in states: every state has a `b` in it, so shorter texts are moves alone. */
const MIN_STATE_LENGTH = 5;

/** Removes the signs of a move that do not identify it. */
const plain = (text: string): string => text.replace(/[+#!?x=]/g, '');

/** Ignores case except for b, which is a file or a bishop. */
const folded = (text: string): string => (/^b/i.test(text) ? text : text.toLowerCase());

/**
 * Returns a test of nodes for a search text: the move that leads to them, in SAN (`Nf3`, with or without its signs) or
 * in the listed form (`g1f3`, `x3`), or a part of their state or text.
 *
 * @returns the test; undefined for an empty search
 */
export function makeNodeTest(
  query: string,
  states: Pick<GameStates, 'hasSan' | 'nameTo'>,
): ((node: SearchNode) => boolean) | undefined {
  const wanted = query.trim();
  if (wanted === '') return undefined;
  const action = wanted.toLowerCase();
  const san = folded(plain(wanted));
  // Names are expensive in chess: only moves to the wanted square are named.
  const target = wanted
    .match(/[a-h][1-8](?![a-h1-8])/gi)
    ?.at(-1)
    ?.toLowerCase();
  const isCastling = /^[o0](?:-[o0]){1,2}[+#]?$/i.test(wanted);
  const castling = folded(wanted.replaceAll('0', 'O').replace(/[+#]/, ''));
  const isSan = (node: SearchNode, played: string): boolean => {
    if (!states.hasSan) return false;
    if (isCastling) return /^[a-h]([18])[a-h]\1$/.test(played) && folded(plain(states.nameTo(node))) === castling;
    return target !== undefined && played.slice(2, 4) === target && folded(plain(states.nameTo(node))) === san;
  };
  return (node) => {
    const { parent, edge, state, truth, text } = node;
    const played = parent?.actions[edge] ?? '';
    if (
      played === action ||
      played.toLowerCase() === action ||
      node.marks?.name?.toLowerCase() === action ||
      isSan(node, played)
    )
      return true;
    if (wanted.length < MIN_STATE_LENGTH) return false;
    return state.includes(wanted) || truth?.includes(wanted) === true || text?.includes(wanted) === true;
  };
}
