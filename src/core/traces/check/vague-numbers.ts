import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { CloseEvent, GenerateEvent } from '../events.ts';
import type { TraceTree } from '../tree.ts';

/** Nodes that a text describes in the same words, by their numbers. */
interface Described {
  readonly costs: Set<number>;
  readonly pairs: Set<string>;
  /** True if one of them has a finding. */
  isDoubtful: boolean;
}

const pairOf = ({ cost, heuristic }: Pick<CloseEvent, 'cost' | 'heuristic'>): string =>
  `${cost?.value ?? ''} ${heuristic?.value ?? ''}`;

/**
 * Checks g and h in a search by A* whose words fit several states, whichever are meant: a child costs one more than
 * the node that was closed before it, and a node is closed with the numbers of one that was generated in its words.
 */
export function checkVagueNumbers({ read, task, world }: TraceTree): Diagnostic[] {
  if (task?.algorithm !== 'astar' || world?.goal?.cost !== undefined) return [];
  const found: Diagnostic[] = [];
  const described = new Map<string, Described>();
  let closed: CloseEvent | undefined;
  for (const event of read.events) {
    if (event.kind === 'generate' && event.state !== undefined) {
      const known = described.get(event.state.text) ?? { costs: new Set(), pairs: new Set(), isDoubtful: false };
      described.set(event.state.text, known);
      known.pairs.add(pairOf(event));
      if (event.cost !== undefined) known.costs.add(event.cost.value);
      const finding = closed && costFinding(event, closed);
      if (finding !== undefined) {
        found.push(finding);
        known.isDoubtful = true;
      }
    } else if (event.kind === 'close' && event.node.state !== undefined) {
      const known = described.get(event.node.state.text);
      const isRight = known === undefined || known.isDoubtful || known.pairs.has(pairOf(event));
      // The children of a node whose g is wrong tell nothing.
      closed = isRight || known.costs.has(event.cost?.value ?? Number.NaN) ? event : undefined;
      if (isRight) continue;
      const wrong = closed === undefined ? event.cost : event.heuristic;
      const message = `No node in these words was generated with g = ${event.cost?.value ?? '?'} and h = ${event.heuristic?.value ?? '?'}`;
      found.push(diagnostic('TRACE_REPEATED', wrong?.range ?? event.range, message));
      known.isDoubtful = true;
    }
  }
  return found;
}

function costFinding({ cost }: GenerateEvent, closed: CloseEvent): Diagnostic | undefined {
  const above = closed.cost;
  if (cost === undefined || above === undefined || cost.value === above.value + 1) return undefined;
  const message = `g is ${above.value + 1}, one more than that of the node closed before, not ${cost.value}`;
  return diagnostic('TRACE_COST', cost.range, message);
}
