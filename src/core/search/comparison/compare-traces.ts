import type { Range } from '../../base/text/range.ts';
import { type MavTraceNode, nodeName, parentNode, type TraceModel } from '../../mav/check/trace-model.ts';
import { type MavDialect, PUBLISHED_DIALECT, pathKey, type TraceStep } from '../../mav/syntax.ts';
import type { Diagnostic } from '../../notation/diagnostic.ts';
import {
  type ComparisonOptions,
  type DivergenceCode,
  type LocatedDivergence,
  type NodeDivergence,
  type TraceDivergence,
  withCauses,
} from './divergence.ts';
import { evaluationDivergences, expandedActions, type NodeComparison, searchDivergences } from './node-divergence.ts';
import { findStatedFields } from './state-divergence.ts';

export type { TraceDivergence } from './divergence.ts';

/** Options of a trace comparison. */
export interface TraceComparisonOptions extends ComparisonOptions {
  /** Dialect of both; the published one by default. */
  readonly dialect?: MavDialect;
  /** Syntax faults of the trace, and of the reference, which the trace may share. */
  readonly faults?: readonly Diagnostic[];
  readonly referenceFaults?: readonly Diagnostic[];
}

/**
 * Compares a model's trace with its reference. Returns all differences, node by node in the order of the reference,
 * each with its cause. Compared are the first line, the names of nodes, headers and lines, states field by field,
 * previous and best actions, lists, expansions, decisions, the order of steps, expansions and decisions, the played
 * action, and the syntax. Nodes below a missing one are not reported. The order of a list means nothing, and the
 * actions that an ellipsis stands for are not compared.
 */
export function compareTraces(
  trace: TraceModel,
  reference: TraceModel,
  { values, dialect = PUBLISHED_DIALECT, faults = [], referenceFaults = [] }: TraceComparisonOptions,
): readonly TraceDivergence[] {
  const found: LocatedDivergence[] = [];
  const tellAt =
    (key: string, node: string) =>
    (one: NodeDivergence): void =>
      void found.push({ key, one: { node, ...one } });
  compareHeads(trace, reference, found);
  const open = openFields(trace, reference, dialect);
  const steps = { own: stepsByNode(trace), reference: stepsByNode(reference) };
  const missing = new Set<string>();
  for (const [key, expected] of reference.nodes) {
    const above = pathKey(expected.path.slice(0, -1));
    if (expected.path.length > 0 && missing.has(above)) {
      missing.add(key);
      continue;
    }
    const own = trace.nodes.get(key);
    const tell = tellAt(key, nodeName(expected));
    if (own === undefined || (own.evaluation === undefined && expected.evaluation !== undefined)) {
      missing.add(key);
      const range = own?.ref.range;
      tell({ part: 'missing', code: 'node-missing', found: '', expected: 'evaluated', range });
      continue;
    }
    const options: NodeComparison = { values, dialect, open, parent: parentNode(reference, expected) };
    evaluationDivergences(own, expected, options, tell);
    searchDivergences(own, expected, options, tell);
    const order = orderDivergence(key, own, expected, steps);
    if (order !== undefined)
      found.push({ key, one: { node: nodeName(expected), ...order.divergence }, isAnnounced: order.isAnnounced });
  }
  for (const [key, own] of trace.nodes)
    if (own.evaluation !== undefined && reference.nodes.get(key)?.evaluation === undefined)
      tellAt(
        key,
        nodeName(own),
      )({
        part: 'extra',
        code: 'node-extra',
        found: 'evaluated',
        expected: '',
        range: own.ref.range,
      });
  compareSlips(trace, reference, found);
  comparePlayed(trace, reference, found);
  compareSyntax(trace, faults, referenceFaults, found);
  return withCauses(found);
}

/** Returns optional fields of states that one trace never states: neither is wrong about them. */
function openFields(trace: TraceModel, reference: TraceModel, dialect: MavDialect): NodeComparison['open'] {
  const [own, expected] = [findStatedFields(trace, dialect), findStatedFields(reference, dialect)];
  return new Set([...own, ...expected].filter((field) => own.has(field) !== expected.has(field)));
}

/** Compares the first lines, `Minimax breadth=3 depth=1`. */
function compareHeads({ trace }: TraceModel, { trace: reference }: TraceModel, found: LocatedDivergence[]): void {
  for (const code of ['breadth', 'depth'] as const) {
    const [own, expected] = [trace[code], reference[code]];
    if (own?.value === expected?.value) continue;
    const one = {
      node: 'Minimax',
      part: 'shape',
      code,
      found: String(own?.value ?? ''),
      expected: String(expected?.value ?? ''),
      range: own?.range ?? trace.head,
    } as const;
    found.push({ key: undefined, one });
  }
}

/** Reports repeated steps, and names of nodes that do not belong in their place; not those that the reference has, too. */
function compareSlips(trace: TraceModel, reference: TraceModel, found: LocatedDivergence[]): void {
  const namesIn = ({ misnamed, nameless, pathOf }: TraceModel) => [
    ...misnamed.map(({ ref, node }) => ({
      key: pathKey(node.path),
      node: nodeName(node),
      found: nodeName({ ref }),
      range: ref.range,
    })),
    ...nameless.map(({ node, kind, range }) => ({
      key: node === undefined ? undefined : pathKey(pathOf(node)),
      node: node === undefined ? '<root>' : nodeName({ ref: node }),
      found: `${kind} without a node`,
      range,
    })),
  ];
  const twiceIn = ({ repeated, pathOf }: TraceModel) =>
    repeated.map(({ node, kind, range }) => ({
      key: node === undefined ? undefined : pathKey(pathOf(node)),
      node: node === undefined ? '<root>' : nodeName({ ref: node }),
      found: kind,
      range,
    }));
  const add = (
    part: 'name' | 'repeated',
    code: DivergenceCode,
    own: ReturnType<typeof namesIn>,
    others: ReturnType<typeof namesIn>,
  ): void => {
    const known = others.map((other) => `${other.key} ${other.found}`);
    for (const { key, node, found: text, range } of own) {
      const at = known.indexOf(`${key} ${text}`);
      if (at >= 0) known.splice(at, 1);
      else found.push({ key, one: { node, part, code, found: text, expected: part === 'name' ? node : '', range } });
    }
  };
  add('name', 'node-name', namesIn(trace), namesIn(reference));
  add('repeated', 'step-repeated', twiceIn(trace), twiceIn(reference));
}

const playedIn = ({ trace, root }: TraceModel): string => {
  const text = trace.playing?.text ?? '';
  return root === undefined ? text : root.nameOf(text);
};

function comparePlayed(trace: TraceModel, reference: TraceModel, found: LocatedDivergence[]): void {
  const [played, expected] = [playedIn(trace), playedIn(reference)];
  if (played === expected) return;
  const range = trace.trace.playing?.range;
  found.push({
    key: undefined,
    one: { node: 'Playing', part: 'playing', code: 'playing', found: played, expected, range },
  });
}

/** Reports syntax errors of the trace that the reference does not have. */
function compareSyntax(
  model: TraceModel,
  faults: readonly Diagnostic[],
  others: readonly Diagnostic[],
  found: LocatedDivergence[],
): void {
  const { range } = model.trace;
  const known = others.map(({ code, message }) => `${code} ${message}`);
  for (const { code, message, range: place } of faults) {
    if (place.start < range.start || place.start > range.end) continue;
    const at = known.indexOf(`${code} ${message}`);
    if (at >= 0) known.splice(at, 1);
    else
      found.push({
        key: undefined,
        one: { node: nodeAt(model, place), part: 'syntax', code: 'syntax', found: message, expected: '', range: place },
      });
  }
}

/** Returns the node of the step that a range starts in. */
function nodeAt({ trace: { steps }, pathOf, nodes }: TraceModel, { start }: Range): string {
  const step = steps.find(({ range }) => range.start <= start && start <= range.end);
  if (step === undefined) return 'Minimax';
  const node = step.node && nodes.get(pathKey(pathOf(step.node)));
  return node === undefined ? '<root>' : nodeName(node);
}

/** Step of a node or of a child of it, from the node's view. */
interface StepSeen {
  /** Empty for a step of the node itself. */
  readonly action: string;
  readonly step: TraceStep;
}

export type StepsByNode = ReadonlyMap<string, readonly StepSeen[]>;

/** Returns the steps of each node and of its children, by key of the node, in the order of the text. */
function stepsByNode({ trace, nodes }: TraceModel): StepsByNode {
  const owners = new Map<TraceStep, MavTraceNode>();
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
    add(pathKey(node.path), { action: '', step });
    const action = node.path.at(-1);
    if (action !== undefined) add(pathKey(node.path.slice(0, -1)), { action, step });
  }
  return found;
}

const nameOf = ({ action, step }: StepSeen): string => `${step.kind}${action === '' ? '' : ` of ${action}`}`;

/**
 * Returns the first step at a node that is out of order relative to the reference, among its own and those of its
 * children; undefined where all common steps are in the same order.
 *
 * @returns the difference, with a flag for one that follows from the order in which the children are announced
 */
function orderDivergence(
  key: string,
  own: MavTraceNode,
  reference: MavTraceNode,
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
  const announced = expandedActions(own);
  const isAnnounced =
    announced.join(' ') !== expandedActions(reference).join(' ') &&
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

/** Returns the steps of a node with those of its children in another order of the children. */
function inOrderOf(children: readonly string[], steps: readonly StepSeen[]): readonly StepSeen[] {
  const rank = new Map(children.map((action, i) => [action, i]));
  const ofChildren = steps.filter(({ action }) => action !== '');
  ofChildren.sort((a, b) => (rank.get(a.action) ?? 0) - (rank.get(b.action) ?? 0));
  let next = 0;
  return steps.map((one) => (one.action === '' ? one : (ofChildren[next++] ?? one)));
}
