import { keyOf, type TraceModel, type TraceNode } from '../../mav/check/trace-model.ts';
import type { TraceStep } from '../../mav/syntax.ts';
import type { NodeDivergence } from './divergence.ts';
import { childrenOf } from './node-parts.ts';

/** A step of a node or of one right below it, as the node sees it. */
interface StepSeen {
  /** Empty for a step of the node itself. */
  readonly action: string;
  readonly step: TraceStep;
}

export type StepsByNode = ReadonlyMap<string, readonly StepSeen[]>;

/** The steps of each node and of its children, by key of the node, in the order of the text. */
export function stepsByNode({ trace, nodes }: TraceModel): StepsByNode {
  const owners = new Map<TraceStep, TraceNode>();
  for (const node of nodes.values())
    for (const step of [node.evaluation, node.expansion, node.decision]) if (step !== undefined) owners.set(step, node);
  const found = new Map<string, StepSeen[]>();
  const add = (key: string, seen: StepSeen): void => {
    const own = found.get(key);
    if (own === undefined) found.set(key, [seen]);
    else own.push(seen);
  };
  for (const step of trace.steps) {
    const node = owners.get(step);
    if (node === undefined) continue;
    add(keyOf(node.path), { action: '', step });
    const action = node.path.at(-1);
    if (action !== undefined) add(keyOf(node.path.slice(0, -1)), { action, step });
  }
  return found;
}

const nameOf = ({ action, step }: StepSeen): string => `${step.kind}${action === '' ? '' : ` of ${action}`}`;

/**
 * The first step at a node that stands elsewhere than in the reference, among its own and those of its children; undefined where all that
 * both have stand in the same order.
 *
 * @returns with whether it follows from the order in which the children are announced
 */
export function orderDivergence(
  key: string,
  own: TraceNode,
  reference: TraceNode,
  steps: { readonly own: StepsByNode; readonly reference: StepsByNode },
): { readonly divergence: NodeDivergence; readonly isAnnounced: boolean } | undefined {
  const [all, others] = [steps.own.get(key) ?? [], steps.reference.get(key) ?? []];
  const shared = (from: readonly StepSeen[], among: readonly StepSeen[]): readonly StepSeen[] => {
    const names = new Set(among.map(nameOf));
    return from.filter((one) => names.has(nameOf(one)));
  };
  const [found, expected] = [shared(all, others), shared(others, all)];
  const at = found.findIndex((one, i) => expected[i] === undefined || nameOf(one) !== nameOf(expected[i]));
  const [one, other] = [found[at], expected[at]];
  if (one === undefined) return undefined;
  const announced = childrenOf(own);
  const isAnnounced =
    announced.join(' ') !== childrenOf(reference).join(' ') &&
    inOrderOf(announced, expected).map(nameOf).join() === found.map(nameOf).join();
  return {
    divergence: {
      part: 'order',
      code: 'step-order',
      found: nameOf(one),
      expected: other === undefined ? '' : nameOf(other),
      range: one.step.range,
    },
    isAnnounced,
  };
}

/** The steps of a node with those of its children in another order of the children. */
function inOrderOf(children: readonly string[], steps: readonly StepSeen[]): readonly StepSeen[] {
  const rank = new Map(children.map((action, i) => [action, i]));
  const ofChildren = steps.filter(({ action }) => action !== '');
  ofChildren.sort((a, b) => (rank.get(a.action) ?? 0) - (rank.get(b.action) ?? 0));
  let next = 0;
  return steps.map((one) => (one.action === '' ? one : (ofChildren[next++] ?? one)));
}
