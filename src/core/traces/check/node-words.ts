import type { Range } from '../../base/text/range.ts';
import type { Related } from '../../notation/diagnostic.ts';
import type { TraceNode, TraceTree } from '../tree.ts';

/** Maximum number of actions of a path that a message names. */
const MAX_ACTIONS = 4;

/** Returns a node in words: `node 0,0,1`, `node 2 5` by its state, `the root`, or `the node after 54-46=8`. */
export function nodeWords(node: TraceNode): string {
  if (node.parent === undefined && node.index === 0) return node.id === undefined ? 'the root' : `the root ${node.id}`;
  if (node.id !== undefined) return `node ${node.id}`;
  if (isNamedByState(node)) return `node ${node.stated?.text ?? ''}`;
  const actions: string[] = [];
  for (let at: TraceNode | undefined = node; at?.action !== undefined && actions.length <= MAX_ACTIONS; at = at.parent)
    actions.unshift(at.action.text);
  if (actions.length > MAX_ACTIONS) actions[0] = '…';
  return `the node after ${actions.join(', ')}`;
}

/** Returns true if the text writes the state of a node alone: its action is known from the rules. */
const isNamedByState = ({ action, stated }: TraceNode): boolean =>
  stated !== undefined && (action === undefined || action.range.start === stated.range.start);

/** Returns the words where a node is generated; undefined for a node that the text does not generate. */
export function generationRange(tree: TraceTree, node: TraceNode): Range | undefined {
  const first = node.events[0];
  const event = first === undefined ? undefined : tree.read.events[first];
  if (event === undefined) return node.stated?.range;
  return event.kind === 'generate' ? (event.id?.range ?? event.state?.range ?? event.range) : event.range;
}

/** Returns the places of nodes with a message each. */
export function relatedNodes(
  tree: TraceTree,
  nodes: readonly TraceNode[],
  message: (node: TraceNode) => string,
): readonly Related[] {
  return nodes.flatMap((node) => {
    const range = generationRange(tree, node);
    return range === undefined ? [] : { range, message: message(node) };
  });
}
