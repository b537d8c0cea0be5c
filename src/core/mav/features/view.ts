import {
  type ExampleModel,
  fullest,
  modelOf,
  nameAt,
  type PlacedState,
  type Position,
  positionOf,
  successor,
} from '../check/example-model.ts';
import { checkStates, type Positions } from '../check/states.ts';
import { keyOf, type TraceModel, type TraceNode, traceModel } from '../check/trace-model.ts';
import { readMavSection } from '../read-mav.ts';
import type { Example, MavSection } from '../syntax.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../values.ts';

/** An example with the positions that it is judged on. */
export interface JudgedExample {
  readonly example: Example;
  readonly model: ExampleModel;
  /** Before the previous action; undefined when it is not given. */
  readonly before: Position | undefined;
  /** `truth` is known by rule, or where there is nothing to check it by what is printed. */
  readonly truth: Position | undefined;
  /** The printed position where it differs from the true one, or that is not known. */
  readonly printed: Position | undefined;
  /** Of a trace: its node. */
  readonly node: TraceNode | undefined;
}

/** What a section of a MAV text means, for features of an editor. Ranges count from the start of its text. */
export interface MavView {
  readonly text: string;
  readonly section: MavSection;
  readonly trace: TraceModel | undefined;
  /** In the order of the text. */
  readonly examples: readonly JudgedExample[];
  /** Those of the nodes of a trace; of several of one node the first. */
  readonly byNode: ReadonlyMap<TraceNode, JudgedExample>;
}

/** Longer paths are no search that anybody ran; their positions are not looked for. */
const LONGEST_PATH = 100;

/** Reads a section by its own text. */
export function mavView(text: string, dialect: MavDialect = PUBLISHED_DIALECT): MavView {
  const section = readMavSection(text, 0);
  const { item } = section;
  if (item === undefined) return { text, section, trace: undefined, examples: [], byNode: new Map() };
  if (item.kind === 'example')
    return { text, section, trace: undefined, examples: [judged(item, modelOf(item, dialect))], byNode: new Map() };
  const trace = traceModel(item, dialect);
  const byExample = new Map<Example, TraceNode>();
  for (const node of trace.nodes.values()) if (node.example !== undefined) byExample.set(node.example, node);
  const examples = item.steps.flatMap((step) => {
    if (step.kind !== 'evaluation' || step.example === undefined) return [];
    const node = byExample.get(step.example);
    return [judged(step.example, node?.model ?? modelOf(step.example, dialect), node)];
  });
  const byNode = new Map<TraceNode, JudgedExample>();
  for (const one of examples) if (one.node !== undefined) byNode.set(one.node, one);
  return { text, section, trace, examples, byNode };
}

function judged(example: Example, model: ExampleModel, node?: TraceNode): JudgedExample {
  const { truth, printed }: Positions = checkStates(model, []);
  const first = fullest(model.previous);
  const before = model.game === undefined || first === undefined ? undefined : positionOf(model.game, first.reading);
  return { example, model, before, truth, printed, node };
}

/** The position that a node of a trace stands for: its own, or where its path leads from the nearest one above. */
export function nodePosition({ trace, byNode }: MavView, path: readonly string[]): Position | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = trace?.nodes.get(keyOf(path.slice(0, length)));
    const found = node === undefined ? undefined : byNode.get(node);
    let position = found?.truth ?? found?.printed;
    for (let i = length; i < path.length && position !== undefined; i++)
      position = successor(position, nameAt(position, path[i]));
    if (position !== undefined || found !== undefined) return position;
  }
  return undefined;
}

/** A state of an example whose truth is known by rule: it follows from another state by an action. */
export interface CheckedState {
  readonly placed: PlacedState;
  readonly slot: 'current' | 'final';
  /** The true position. */
  readonly truth: Position;
  /** The true positions that lead there, each with the action that was played in it; the first first. */
  readonly line: readonly { readonly position: Position; readonly action: string }[];
}

/** The states that can be judged: the current one where a previous one is given, and the one after the best action. */
export function checkedStates({ model, before, truth }: JudgedExample): CheckedState[] {
  const { previousAction, best } = model;
  if (truth === undefined) return [];
  const isDerived = before !== undefined && previousAction !== undefined;
  const line = isDerived ? [{ position: before, action: previousAction.action }] : [];
  const states: CheckedState[] = isDerived
    ? model.current.map((placed) => ({ placed, slot: 'current', truth, line }))
    : [];
  const after = best === undefined ? undefined : successor(truth, best.action);
  if (best === undefined || after === undefined) return states;
  const longer = [...line, { position: truth, action: best.action }];
  for (const placed of model.final) states.push({ placed, slot: 'final', truth: after, line: longer });
  return states;
}
