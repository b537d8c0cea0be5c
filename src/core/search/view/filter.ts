import type { SearchNode } from '../tree.ts';
import type { GameStates } from './game-states.ts';

/** Which nodes are looked for. */
export interface NodeFilter {
  /**
   * `hallucinations` alone, or all where the model and the rules part (`diverged`: those, illegal actions, wrong states), or of these
   * the first of each branch (`first`): those below follow from it.
   */
  readonly kind: 'all' | 'hallucinations' | 'diverged' | 'first';
  /** Edges below the root; undefined: any. */
  readonly deepest: number | undefined;
  /** N of the edge that leads to it. */
  readonly minVisits: number;
}

export const NO_FILTER: NodeFilter = { kind: 'all', deepest: undefined, minVisits: 0 };

/** True if a filter refuses nothing. */
export const isNoFilter = ({ kind, deepest, minVisits }: NodeFilter): boolean =>
  kind === 'all' && deepest === undefined && minVisits <= 0;

/** True if a filter takes a node; the root has all visits there are. */
export function passes(
  node: SearchNode,
  filter: NodeFilter,
  states: Pick<GameStates, 'divergesAt' | 'divergedAbove'>,
): boolean {
  const { kind, deepest, minVisits } = filter;
  if (deepest !== undefined && node.depth > deepest) return false;
  if (node.parent !== undefined && node.parent.visits[node.edge]! < minVisits) return false;
  if (kind === 'all') return true;
  if (kind === 'hallucinations') return node.kind === 'hallucination';
  return states.divergesAt(node) && (kind === 'diverged' || states.divergedAbove(node) === undefined);
}
