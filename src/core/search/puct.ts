import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

/** What PUCT takes of the settings. */
export type PuctSettings = Pick<SearchSettings, 'exploration' | 'unvisited' | 'virtualLoss'>;

/** Nearer than this two scores are a tie: saturated values differ by rounding alone. */
const TIE = 1e-12;

/** The two terms of PUCT for an edge, for the selection and for tables. */
export function puctTerms(
  node: SearchNode,
  edge: number,
  { exploration, unvisited, virtualLoss }: PuctSettings,
  root = rootOfCounts(node),
): { readonly q: number; readonly u: number } {
  const count = node.visits[edge] + node.virtual[edge];
  const lost = virtualLoss ? count : node.visits[edge];
  let q: number;
  if (lost > 0) q = node.total[edge] / lost;
  else if (unvisited === 'listed') q = node.listed[edge];
  else q = unvisited === 'zero' ? 0 : node.value;
  return { q, u: (exploration * node.prior[edge] * root) / (1 + count) };
}

/** sqrt(1 + sum of N) over the edges of a node, with the virtual counts. */
export function rootOfCounts({ visits, virtual }: SearchNode): number {
  let sum = 1;
  for (let i = 0; i < visits.length; i++) sum += visits[i] + virtual[i];
  return Math.sqrt(sum);
}

/**
 * The edge with the highest Q + c P sqrt(1 + sum of N) / (1 + N) among those that are not closed; -1 when all are. Ties go to
 * `%best_action`, then to the higher prior, then to the one that is listed first.
 */
export function selectEdge(node: SearchNode, settings: PuctSettings): number {
  if (node.open === 0) return -1;
  const { closed, prior, best, visits, virtual, total, listed, value } = node;
  const { exploration, unvisited, virtualLoss } = settings;
  const factor = exploration * rootOfCounts(node);
  let chosen = -1;
  let highest = Number.NEGATIVE_INFINITY;
  // as puctTerms, without an object an edge
  for (let i = 0; i < visits.length; i++) {
    if (closed[i] === 1) continue;
    const count = visits[i] + virtual[i];
    const lost = virtualLoss ? count : visits[i];
    const fresh = unvisited === 'listed' ? listed[i] : unvisited === 'zero' ? 0 : value;
    const score = (lost > 0 ? total[i] / lost : fresh) + (factor * prior[i]) / (1 + count);
    if (
      score > highest + TIE ||
      (score > highest - TIE && chosen !== best && (i === best || prior[i] > prior[chosen]))
    ) {
      chosen = i;
      highest = Math.max(highest, score);
    }
  }
  return chosen;
}
