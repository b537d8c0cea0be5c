import type { NumberSpan } from '../../traces/events.ts';
import type { TraceNode } from '../../traces/tree.ts';
import type { World } from '../../worlds/world.ts';

/** Maximum length of a state or reason in a line, in characters. */
const MAX_SHOWN = 80;

/** Returns a text as far as it fits into a line. */
export const shortText = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;

/** Returns the display name of a node: its action, or, for the root and nodes without one, what the trace calls it. */
export function traceNodeName({ action, id, parent, stated, index }: TraceNode): string {
  if (action !== undefined) return shortText(action.text);
  if (parent === undefined && index === 0) return 'root';
  return id === undefined ? shortText(stated?.text ?? `node ${index}`) : `node ${shortText(id)}`;
}

/** Returns the state of a node as its trace states it, or else by the rules; undefined if neither is known. */
export const traceNodeState = ({ stated, truth }: TraceNode): string | undefined => {
  const state = stated?.text ?? truth;
  return state === undefined ? undefined : shortText(state);
};

/** Returns what is notable about a node, in words of an outline: `wrong state`, `goal`. */
export function traceNodeRemarks(node: TraceNode): readonly string[] {
  const { isWrong, illegal, isUnlinked, isBelowWrong, status } = node;
  return [
    ...(illegal === undefined ? [] : ['illegal action']),
    ...(isWrong ? ['wrong state'] : []),
    ...(isUnlinked ? ['no certain parent'] : []),
    ...(isBelowWrong ? ['below a wrong state'] : []),
    ...(status === 'goal' || status === 'pruned' ? [status] : []),
  ];
}

/** A fact about a node, for a hover or a table. */
export interface NodeFact {
  readonly name: string;
  readonly text: string;
}

/** Returns true if two texts are the same state of a world; without a world, if they are equal. */
export function isSameWorldState(world: World<unknown> | undefined, a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [world?.automaton.parse(a), world?.automaton.parse(b)];
  if (world === undefined || first?.ok !== true || second?.ok !== true) return false;
  return world.automaton.key(first.value) === world.automaton.key(second.value);
}

/** Returns the facts of a node, in the order of importance: the states that differ first. */
export function traceNodeFacts(node: TraceNode, world: World<unknown> | undefined): readonly NodeFact[] {
  const { stated, truth, expected, illegal, isWrong, cost, heuristic, value, depth, children } = node;
  const state = (name: string, text: string | undefined): NodeFact[] => (text === undefined ? [] : [{ name, text }]);
  const number = (name: string, span: NumberSpan | undefined): NodeFact[] =>
    span === undefined ? [] : [{ name, text: String(span.value) }];
  const differs = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && !isSameWorldState(world, a, b);
  return [
    ...state(stated === undefined ? 'state by the rules' : 'stated', stated?.text ?? truth),
    ...(isWrong && (truth === undefined || differs(expected, truth)) ? state('after the action', expected) : []),
    ...(differs(stated?.text, truth) ? state('by the rules', truth) : []),
    ...(illegal === undefined ? [] : [{ name: 'illegal', text: illegal }]),
    ...number('cost g', cost),
    ...number('heuristic h', heuristic),
    ...number('value', value),
    { name: 'depth', text: String(depth) },
    { name: 'children', text: String(children.length) },
  ];
}
