import type { ChooseEvent } from './events.ts';
import type { TraceNode, TraceTree } from './tree.ts';

/**
 * Returns the nodes on the line that a trace chooses, without the root: those of its last plan or choice, otherwise
 * those on the way to its first goal. Empty if it chooses nothing that is in the tree.
 *
 * @param isGoal returns true for a node that reaches the goal, or is claimed to
 */
export function chosenNodes(
  { read, nodes }: Pick<TraceTree, 'read' | 'nodes'>,
  isGoal: (node: TraceNode) => boolean,
): ReadonlySet<TraceNode> {
  const [root] = nodes;
  let choice: ChooseEvent | undefined;
  for (const event of read.events) if (event.kind === 'choose') choice = event;
  if (root === undefined) return new Set();
  if (choice?.actions !== undefined)
    return new Set(
      nodesOnActions(
        root,
        choice.actions.map(({ text }) => text),
      ),
    );
  if (choice?.states !== undefined)
    return new Set(
      nodesOnStates(
        nodes,
        choice.states.map(({ text }) => text),
      ),
    );
  const goal = nodes.find(isGoal);
  const line = new Set<TraceNode>();
  for (let at = goal; at?.parent !== undefined && !line.has(at); at = at.parent) line.add(at);
  return line;
}

function* nodesOnActions(root: TraceNode, actions: readonly string[]): Generator<TraceNode> {
  let at: TraceNode | undefined = root;
  for (const action of actions) {
    at = at.children.find((child) => child.action?.text === action);
    if (at === undefined) return;
    yield at;
  }
}

/** Yields the node of each state; of several the one below the node before: a search may generate a state again. */
function* nodesOnStates(nodes: readonly TraceNode[], states: readonly string[]): Generator<TraceNode> {
  const ofState = new Map<string, TraceNode[]>();
  for (const node of nodes) {
    const state = node.stated?.text ?? node.truth;
    if (state === undefined) continue;
    const known = ofState.get(state);
    if (known === undefined) ofState.set(state, [node]);
    else known.push(node);
  }
  let before: TraceNode | undefined;
  for (const state of states) {
    const own = ofState.get(state) ?? [];
    const next: TraceNode | undefined = own.find(({ parent }) => parent === before) ?? own.at(-1);
    if (next === undefined) continue;
    before = next;
    if (next.index > 0) yield next;
  }
}
