import { diagnostic } from '../../notation/diagnostic.ts';
import { mavGameName } from '../game-names.ts';
import type { Faults } from '../quick-fixes.ts';
import {
  type Example,
  type MavDialect,
  type NodeRef,
  PUBLISHED_DIALECT,
  parentKey,
  pathKey,
  type Trace,
  type TraceStep,
} from '../syntax.ts';
import {
  type ExampleModel,
  fullestState,
  type MavPosition,
  type MavState,
  makeExampleModel,
  positionFromReading,
} from './example-model.ts';
import { placeTraceSteps } from './misplaced-steps.ts';
import { fieldDifferences } from './state-comparison.ts';

type Step<Kind extends TraceStep['kind']> = Extract<TraceStep, { kind: Kind }>;

/** A node of the search with its steps. */
export interface MavTraceNode {
  /** Moves from the root, in the game's spelling. */
  readonly path: readonly string[];
  /** Returns an action that is played here, in the game's spelling. */
  readonly nameOf: (action: string) => string;
  /** First correct name; without one the range of its first step, with the name that its moves give it. */
  ref: NodeRef;
  evaluation: Step<'evaluation'> | undefined;
  example: Example | undefined;
  model: ExampleModel | undefined;
  expansion: Step<'expansion'> | undefined;
  decision: Step<'decision'> | undefined;
  /** Its position, if it can be determined. */
  truth: MavPosition | undefined;
  /** Nodes that its expansion announces. */
  readonly announced: NodeRef[];
  /** Announced or evaluated children, in text order. */
  readonly children: MavTraceNode[];
}

export interface TraceModel {
  readonly trace: Trace;
  readonly root: MavTraceNode | undefined;
  /** By key of the path, in text order. */
  readonly nodes: ReadonlyMap<string, MavTraceNode>;
  /** Steps of a kind that their node already has. */
  readonly repeated: readonly TraceStep[];
  /** Steps that name no node. */
  readonly nameless: readonly TraceStep[];
  /** Returns the written form of an action in the game's spelling. */
  readonly spell: (action: string) => string;
  /** Returns the moves of the named node, or of the one that belongs in its place, in the game's spelling. */
  readonly pathOf: (ref: NodeRef) => readonly string[];
  /** Names of wrong nodes, with the node that belongs in their place. */
  readonly misnamed: readonly { readonly ref: NodeRef; readonly node: MavTraceNode }[];
}

/** Returns `<root e2e4>`, with the moves as written. */
export const nodeName = ({ ref }: Pick<MavTraceNode, 'ref'>): string =>
  `<${['root', ...ref.path.map(({ text }) => text.toLowerCase())].join(' ')}>`;

type Naming = (action: string, depth: number) => string;

/** Returns the naming of actions by depth: players alternate from the one to whom most states point as the first. */
function actionNaming({ steps }: Trace, models: ReadonlyMap<Example, ExampleModel>): Naming {
  const game = [...models.values()].find((model) => model.game !== undefined)?.game;
  if (game === undefined) return (action) => action.toLowerCase();
  const votes = { x: 0, o: 0 };
  for (const step of steps) {
    if (step.kind !== 'evaluation' || step.node === undefined || step.example === undefined) continue;
    const { previous, current } = models.get(step.example) ?? { previous: [], current: [] };
    for (const [states, depth] of [
      [previous, step.node.path.length - 1],
      [current, step.node.path.length],
    ] as const) {
      const state = fullestState(states)?.reading.state;
      const mover = state === undefined ? undefined : game.mover(state);
      if (mover !== undefined) votes[(mover === 'x') === (depth % 2 === 0) ? 'x' : 'o']++;
    }
  }
  const first = votes.x + votes.o === 0 ? undefined : votes.x >= votes.o ? 'x' : 'o';
  const second = first === undefined ? undefined : first === 'x' ? 'o' : 'x';
  return (action, depth) => game.normal(action, depth % 2 === 0 ? first : second);
}

/**
 * Returns the game that more than half of the examples name, which is then the game of all; else that of the first
 * example that names one.
 */
function commonGame(examples: readonly Example[]): string | undefined {
  const named = examples.flatMap(({ header }) => mavGameName(header.game?.text ?? '') ?? []);
  const counts = new Map<string, number>();
  for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].find(([, count]) => count > examples.length / 2)?.[0] ?? named[0];
}

/** Returns a node without its steps. */
const emptyNode = (path: readonly string[], ref: NodeRef, nameOf: MavTraceNode['nameOf']): MavTraceNode => ({
  path,
  nameOf,
  ref,
  evaluation: undefined,
  example: undefined,
  model: undefined,
  expansion: undefined,
  decision: undefined,
  truth: undefined,
  announced: [],
  children: [],
});

/** Names nodes without a correct name by their moves. */
function nameByMoves(
  nodes: Iterable<MavTraceNode>,
  misplaced: ReadonlySet<NodeRef>,
  spell: (action: string) => string,
): void {
  for (const node of nodes) {
    const { range } = node.ref;
    if (misplaced.has(node.ref)) node.ref = { range, path: node.path.map((move) => ({ range, text: spell(move) })) };
  }
}

/** Returns the nodes of a trace with their steps. */
export function traceModel(trace: Trace, dialect: MavDialect = PUBLISHED_DIALECT): TraceModel {
  const examples = trace.steps.flatMap((step) =>
    step.kind === 'evaluation' && step.example !== undefined ? [step.example] : [],
  );
  const common = commonGame(examples);
  const models = new Map(examples.map((example) => [example, makeExampleModel(example, dialect, common)]));
  const nameAtDepth = actionNaming(trace, models);
  const written = ({ path }: NodeRef): string[] => path.map(({ text }, depth) => nameAtDepth(text, depth));
  const places = placeTraceSteps(trace.steps, { pathOf: written, nameAt: nameAtDepth });
  const ofRef = new Map(places.ofChild);
  for (const [{ node }, path] of places.ofStep) if (node !== undefined) ofRef.set(node, path);
  const pathOf = (ref: NodeRef): readonly string[] => ofRef.get(ref) ?? written(ref);
  const misnamed: { readonly ref: NodeRef; readonly node: MavTraceNode }[] = [];
  const nodes = new Map<string, MavTraceNode>();
  const repeated: TraceStep[] = [];
  const unnamed = new Set<NodeRef>();
  const nodeAt = (path: readonly string[], ref: NodeRef | undefined, step: TraceStep): MavTraceNode => {
    const key = pathKey(path);
    let node = nodes.get(key);
    if (node === undefined) {
      const place: NodeRef = ref ?? { range: step.range, path: [] };
      if (ref === undefined) unnamed.add(place);
      node = emptyNode(path, place, (action) => nameAtDepth(action, path.length));
      nodes.set(key, node);
      parentNode({ nodes }, node)?.children.push(node);
    }
    if (ref !== undefined && ofRef.has(ref)) misnamed.push({ ref, node });
    else if (ref !== undefined && (unnamed.has(node.ref) || ofRef.has(node.ref))) node.ref = ref;
    return node;
  };
  const nameless: TraceStep[] = [];
  const evaluated = new Set(
    trace.steps.map((step) => pathKey(places.ofStep.get(step) ?? (step.node ? written(step.node) : []))),
  );
  /** Returns true if an expansion names no node, so that its first child stands in that place. */
  const isFirstChild = (step: TraceStep, path: readonly string[]): boolean => {
    const { kind, node } = step;
    return (
      kind === 'expansion' &&
      node !== undefined &&
      ofRef.has(node) &&
      node.path.length === path.length + 1 &&
      pathKey(written(node).slice(0, -1)) === pathKey(path) &&
      evaluated.has(pathKey(written(node))) &&
      !step.children.some((child) => pathKey(pathOf(child)) === pathKey(written(node)))
    );
  };
  for (const step of trace.steps) {
    const path = places.ofStep.get(step) ?? (step.node && written(step.node));
    if (path === undefined) {
      nameless.push(step);
      continue;
    }
    const isNameless = step.node === undefined || isFirstChild(step, path);
    if (isNameless) nameless.push(step);
    if (step.node !== undefined && isNameless) ofRef.delete(step.node);
    const node = nodeAt(path, isNameless ? undefined : step.node, step);
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
      node.announced.push(...(step.node !== undefined && isNameless ? [step.node] : []), ...step.children);
      for (const child of node.announced) nodeAt(pathOf(child), child, step);
    } else node.decision = step;
  }
  const root = nodes.get('');
  const { game } = root?.model ?? {};
  const spell = (action: string): string => game?.spell(action) ?? action;
  nameByMoves(nodes.values(), new Set([...unnamed, ...misnamed.map(({ ref }) => ref)]), spell);
  return { trace, root, nodes, repeated, misnamed, nameless, spell, pathOf };
}

/** Returns the parent of a node. */
export function parentNode({ nodes }: Pick<TraceModel, 'nodes'>, { path }: MavTraceNode): MavTraceNode | undefined {
  const key = parentKey(path);
  return key === undefined ? undefined : nodes.get(key);
}

/**
 * Returns the position from which all children of a node start, if there are several and they agree, and the node
 * itself differs: then its own state is the mistake.
 */
export function childrenStart(
  node: MavTraceNode,
): { readonly position: MavPosition; readonly own: MavState } | undefined {
  const own = fullestState(node.model?.current ?? []);
  const starts = node.children.flatMap(({ model }) => fullestState(model?.previous ?? []) ?? []);
  const [first, ...others] = starts;
  const game = node.model?.game;
  if (own === undefined || game === undefined || first === undefined || others.length === 0) return undefined;
  const isSame = (a: MavState, b: MavState): boolean =>
    fieldDifferences(game, a.reading.fields, b.reading.fields).length === 0;
  if (isSame(own, first) || others.some((other) => !isSame(other, first))) return undefined;
  const position = positionFromReading(game, first.reading);
  return position && { position, own };
}

/**
 * Returns true if a trace is an unanswered prompt: its first line, possibly the root with its inputs, and nothing after
 * them. Then its missing parts are not errors.
 */
export function isTracePrompt({ trace: { steps, playing }, root }: TraceModel): boolean {
  const [first, ...others] = steps;
  if (playing !== undefined || others.length > 0) return false;
  if (first === undefined) return true;
  if (first.kind !== 'evaluation' || first !== root?.evaluation || first.node === undefined) return false;
  const { list, best, final } = root.model ?? {};
  return list === undefined && best === undefined && (final ?? []).length === 0;
}

/** Parameters with which the paper's models were trained (section 4). */
const TRAINED = { breadth: [2, 5], depth: [1, 3] } as const;

/** Returns true if a parameter is outside the trained range. */
export const isUntrained = (name: keyof typeof TRAINED, value: number): boolean =>
  value < TRAINED[name][0] || value > TRAINED[name][1];

/** Returns the sentence that the paper excluded a size from its training data (section 4); undefined for all others. */
export const untrainedSizeText = (breadth: number, depth: number): string | undefined =>
  breadth === 5 && depth === 3 ? 'depth 3 with breadth 5 was excluded from training' : undefined;

/** Returns true if a trace gives breadth and depth of its search. */
export const hasBreadthAndDepth = ({ breadth, depth }: Trace): boolean =>
  breadth?.value !== undefined && depth?.value !== undefined;

/** Check 19: the parameters. Other findings of a parameter take precedence over its trained range. */
export function checkParameters(trace: Trace, faults: Faults): void {
  const { head, steps, breadth, depth } = trace;
  if (head.end === head.start) {
    const at = { start: head.start, end: steps[0]?.node?.range.end ?? head.end };
    faults.push(
      diagnostic('TRACE_PARAMETER', at, 'a line such as Minimax breadth=3 depth=1 is missing above the root'),
    );
    return;
  }
  const all = [
    ['breadth', breadth],
    ['depth', depth],
  ] as const;
  if (!hasBreadthAndDepth(trace)) {
    // One message: it names the first unreadable parameter.
    const [name, wrong] = all.find(([, parameter]) => parameter !== undefined && parameter.value === undefined) ?? [];
    const missing = all.flatMap(([key, parameter]) => (parameter === undefined ? [`${key}=`] : []));
    const message =
      wrong === undefined
        ? `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`
        : `${name} must be a whole number, not ${JSON.stringify(wrong.text)}`;
    faults.push(diagnostic('TRACE_PARAMETER', wrong?.range ?? head, message));
  }
  for (const [name, parameter] of all) {
    const [least, most] = TRAINED[name];
    if (parameter?.value === undefined || !isUntrained(name, parameter.value)) continue;
    if (faults.some(({ range }) => range === parameter.range)) continue;
    const message = `${name} ${parameter.value} is outside the trained range ${least} to ${most}`;
    faults.push(diagnostic('TRACE_PARAMETER', parameter.range, message));
  }
  const left = untrainedSizeText(breadth?.value ?? 0, depth?.value ?? 0);
  if (left !== undefined) faults.push(diagnostic('TRACE_SIZE', head, left));
}
