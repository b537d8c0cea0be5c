import type { Example, NodeRef, Trace, TraceStep } from '../syntax.ts';
import { type ExampleModel, modelOf } from './example-model.ts';

type Step<Kind extends TraceStep['kind']> = Extract<TraceStep, { kind: Kind }>;

/** A node of the search: the steps that speak of it. */
export interface TraceNode {
  /** Moves from the root, in the game's spelling. */
  readonly path: readonly string[];
  readonly ref: NodeRef;
  evaluation: Step<'evaluation'> | undefined;
  example: Example | undefined;
  model: ExampleModel | undefined;
  expansion: Step<'expansion'> | undefined;
  decision: Step<'decision'> | undefined;
  /** Those that were announced or evaluated, in the order of the text. */
  readonly children: TraceNode[];
}

export interface TraceModel {
  readonly trace: Trace;
  readonly root: TraceNode | undefined;
  /** By key of the path, in the order of the text. */
  readonly nodes: ReadonlyMap<string, TraceNode>;
  /** Steps of a kind that a node has already. */
  readonly repeated: readonly TraceStep[];
}

export const keyOf = (path: readonly string[]): string => path.join(' ');

/** `<root e2e4>` */
export const nodeName = ({ path }: TraceNode): string => `<${['root', ...path].join(' ')}>`;

/** The nodes of a trace with their steps. */
export function traceModel(trace: Trace): TraceModel {
  const nodes = new Map<string, TraceNode>();
  const repeated: TraceStep[] = [];
  const nodeAt = (ref: NodeRef): TraceNode => {
    const path = ref.path.map(({ text }) => text.toLowerCase());
    const key = keyOf(path);
    let node = nodes.get(key);
    if (node === undefined) {
      node = {
        path,
        ref,
        evaluation: undefined,
        example: undefined,
        model: undefined,
        expansion: undefined,
        decision: undefined,
        children: [],
      };
      nodes.set(key, node);
      if (path.length > 0) nodes.get(keyOf(path.slice(0, -1)))?.children.push(node);
    }
    return node;
  };
  for (const step of trace.steps) {
    if (step.node === undefined) continue;
    const node = nodeAt(step.node);
    if (node[step.kind] !== undefined) {
      repeated.push(step);
      continue;
    }
    if (step.kind === 'evaluation') {
      node.evaluation = step;
      node.example = step.example;
      node.model = step.example === undefined ? undefined : modelOf(step.example);
    } else if (step.kind === 'expansion') {
      node.expansion = step;
      for (const child of step.children) nodeAt(child);
    } else node.decision = step;
  }
  return { trace, root: nodes.get(''), nodes, repeated };
}
