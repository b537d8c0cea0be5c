import type { Example, NodeRef, Trace, TraceStep } from '../syntax.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../values.ts';
import { type ExampleModel, fullest, modelOf } from './example-model.ts';

type Step<Kind extends TraceStep['kind']> = Extract<TraceStep, { kind: Kind }>;

/** A node of the search: the steps that speak of it. */
export interface TraceNode {
  /** Moves from the root, in the game's spelling. */
  readonly path: readonly string[];
  /** An action that is played here, in the game's spelling. */
  readonly nameOf: (action: string) => string;
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
  /** An action in the game's spelling as it is written. */
  readonly spell: (action: string) => string;
  /** The moves of a node, in the game's spelling. */
  readonly pathOf: (ref: NodeRef) => string[];
}

export const keyOf = (path: readonly string[]): string => path.join(' ');

/** `<root e2e4>`, with the moves as they are written. */
export const nodeName = ({ ref }: Pick<TraceNode, 'ref'>): string =>
  `<${['root', ...ref.path.map(({ text }) => text.toLowerCase())].join(' ')}>`;

type Naming = (action: string, depth: number) => string;

/** How actions are called at a depth of a trace: the players of the root's game take turns. */
function namingOf({ steps }: Trace, models: ReadonlyMap<Example, ExampleModel>): Naming {
  const root = steps.find((step) => step.kind === 'evaluation' && step.node?.path.length === 0);
  const model = root?.kind === 'evaluation' && root.example !== undefined ? models.get(root.example) : undefined;
  const state = fullest(model?.current ?? [])?.reading.state;
  const { game } = model ?? {};
  if (game === undefined) return (action) => action.toLowerCase();
  const first = state === undefined ? undefined : game.mover(state);
  const second = first === undefined ? undefined : first === 'x' ? 'o' : 'x';
  return (action, depth) => game.normal(action, depth % 2 === 0 ? first : second);
}

/** The nodes of a trace with their steps. */
export function traceModel(trace: Trace, dialect: MavDialect = PUBLISHED_DIALECT): TraceModel {
  const models = new Map<Example, ExampleModel>();
  for (const step of trace.steps)
    if (step.kind === 'evaluation' && step.example !== undefined)
      models.set(step.example, modelOf(step.example, dialect));
  const nameAtDepth = namingOf(trace, models);
  const pathOf = ({ path }: NodeRef): string[] => path.map(({ text }, depth) => nameAtDepth(text, depth));
  const nodes = new Map<string, TraceNode>();
  const repeated: TraceStep[] = [];
  const nodeAt = (ref: NodeRef): TraceNode => {
    const path = pathOf(ref);
    const key = keyOf(path);
    let node = nodes.get(key);
    if (node === undefined) {
      node = {
        path,
        nameOf: (action) => nameAtDepth(action, path.length),
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
      node.model = step.example === undefined ? undefined : models.get(step.example);
    } else if (step.kind === 'expansion') {
      node.expansion = step;
      for (const child of step.children) nodeAt(child);
    } else node.decision = step;
  }
  const root = nodes.get('');
  const { game } = root?.model ?? {};
  return { trace, root, nodes, repeated, spell: (action) => game?.spell(action) ?? action, pathOf };
}
