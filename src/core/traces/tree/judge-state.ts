import type { GenerateEvent, Span } from '../events.ts';
import type { FaultKind } from '../tree.ts';
import type { MutableNode } from './mutable-node.ts';
import { type KeyedState, type Successors, type TraceRules, withoutResult } from './rules.ts';

/** A fault of the state or the action of a new node. */
export interface StateFault {
  readonly kind: FaultKind;
  readonly range: GenerateEvent['range'];
  readonly detail?: string;
}

/** Returns the successors of all states that the text gives a node, computed once; undefined without a state. */
export function readSuccessors(rules: TraceRules, node: MutableNode): Successors | undefined {
  const [latest, ...others] = node.readings;
  if (latest === undefined || node.successors !== undefined) return node.successors;
  const found = new Map(rules.successors(latest));
  for (const other of others)
    for (const [key, action] of rules.successors(other)) if (!found.has(key)) found.set(key, action);
  node.successors = found;
  return found;
}

/** Returns true if an event can be a child of a node by the rules: its action is legal there and leads to its state. */
export function canBeChild(
  rules: TraceRules,
  parent: MutableNode,
  event: GenerateEvent,
  key: string | undefined,
): boolean {
  const { action } = event;
  if (action === undefined) return key !== undefined && readSuccessors(rules, parent)?.has(key) === true;
  return parent.readings.some((reading) => {
    const next = rules.next(reading, action.text);
    return next !== undefined && (key === undefined || next.key === key);
  });
}

/**
 * Compares a new node with its parent: sets the state that the rules give it, and returns what does not fit.
 *
 * @param reading the state that the text gives it, the reason why it is none, or undefined if the text gives none
 */
export function judgeChild(
  rules: TraceRules,
  node: MutableNode,
  event: GenerateEvent,
  reading: KeyedState | string | undefined,
): StateFault | undefined {
  const { parent } = node;
  const state = event.state;
  const fault =
    parent === undefined
      ? undefined
      : event.action === undefined
        ? judgeState(rules, node, parent, event, reading)
        : judgeAction(rules, node, parent, event.action, event, reading);
  if (typeof reading !== 'string') return fault;
  node.isWrong = true;
  if (fault !== undefined && fault.kind !== 'state') return fault;
  return state && { kind: 'impossible', range: state.range, detail: reading };
}

/** Judges a node by its action. */
function judgeAction(
  rules: TraceRules,
  node: MutableNode,
  parent: MutableNode,
  action: Span,
  event: GenerateEvent,
  stated: KeyedState | string | undefined,
): StateFault | undefined {
  const key = typeof stated === 'object' ? stated.key : undefined;
  const bare = event.result === undefined ? action.text : withoutResult(action.text);
  const { trueReading } = parent;
  let expected: KeyedState | undefined;
  let isExact = false;
  for (const reading of parent.readings) {
    const next = rules.next(reading, action.text);
    const result = next ?? (bare === action.text ? undefined : rules.next(reading, bare));
    if (result === undefined || (expected !== undefined && result.key !== key)) continue;
    expected = result;
    isExact = next !== undefined;
    if (result.key === key) break;
  }
  const { reading: from } = parent;
  const known = typeof stated === 'object' ? stated : undefined;
  if (expected !== undefined) expected = rules.shared(known, expected);
  node.trueReading =
    trueReading !== undefined && trueReading === from && parent.readings.length === 1 && expected !== undefined
      ? expected
      : followTruth(rules, trueReading, bare, expected);
  if (from === undefined) return undefined;
  if (expected === undefined) {
    node.illegal = rules.whyNot(from, bare);
    return { kind: 'illegal', range: action.range, detail: node.illegal };
  }
  node.expectedReading = expected;
  node.isWrong = stated !== undefined && key !== expected.key;
  if (!isExact)
    return { kind: 'arithmetic', range: event.result?.range ?? action.range, detail: rules.whyNot(from, action.text) };
  if (!node.isWrong || event.state === undefined) return undefined;
  return { kind: 'state', range: event.state.range, detail: rules.print(expected) };
}

/** Returns the state after an action by the rules alone. @param known a state that it may be */
function followTruth(
  rules: TraceRules,
  from: KeyedState | undefined,
  action: string,
  known: KeyedState | undefined,
): KeyedState | undefined {
  const next = from && rules.next(from, action);
  return next && rules.shared(known, next);
}

/** Judges a node whose action the text leaves out: its state must be a successor. */
function judgeState(
  rules: TraceRules,
  node: MutableNode,
  parent: MutableNode,
  event: GenerateEvent,
  stated: KeyedState | string | undefined,
): StateFault | undefined {
  if (typeof stated !== 'object' || parent.reading === undefined || event.state === undefined) return undefined;
  const action = readSuccessors(rules, parent)?.get(stated.key);
  if (action === undefined) {
    node.isWrong = true;
    return { kind: 'unreachable', range: event.state.range };
  }
  node.action = { text: action, range: event.state.range };
  node.expectedReading = stated;
  node.trueReading = followTruth(rules, parent.trueReading, action, stated);
  return undefined;
}
