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
export function passesFilter(
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

/** Shorter texts are moves alone: every state has a `b` in it. */
const MIN_STATE_LENGTH = 5;

/** Removes the signs of a move that do not identify it. */
const plain = (text: string): string => text.replace(/[+#!?x=]/g, '');

/** Letters in any case, but for b, which is a file or a bishop. */
const folded = (text: string): string => (/^b/i.test(text) ? text : text.toLowerCase());

/**
 * A test of nodes for a text that is looked for: the move that leads to them, in SAN (`Nf3`, with or without its signs) or as it is
 * listed (`g1f3`, `x3`), or a part of their state or text.
 *
 * @returns undefined for a text that looks for nothing
 */
export function makeNodeTest(
  query: string,
  states: Pick<GameStates, 'game' | 'nameTo'>,
): ((node: SearchNode) => boolean) | undefined {
  const wanted = query.trim();
  if (wanted === '') return undefined;
  const action = wanted.toLowerCase();
  const san = folded(plain(wanted));
  // Names are dear in chess: only moves to the square that is looked for are named.
  const target = /[a-h][1-8](?![a-h1-8])/i.exec(wanted)?.[0].toLowerCase();
  const isCastling = /^[o0](?:-[o0]){1,2}[+#]?$/i.test(wanted);
  const castling = folded(wanted.replaceAll('0', 'O').replace(/[+#]/, ''));
  const isSan = (node: SearchNode, played: string): boolean => {
    if (!states.game.hasFen) return false;
    if (isCastling) return /^[a-h]([18])[a-h]\1$/.test(played) && folded(plain(states.nameTo(node))) === castling;
    return target !== undefined && played.slice(2, 4) === target && folded(plain(states.nameTo(node))) === san;
  };
  return (node) => {
    const { parent, edge, state, truth, text } = node;
    const played = parent?.actions[edge] ?? '';
    if (played === action || isSan(node, played)) return true;
    if (wanted.length < MIN_STATE_LENGTH) return false;
    return state.includes(wanted) || truth?.includes(wanted) === true || text?.includes(wanted) === true;
  };
}
