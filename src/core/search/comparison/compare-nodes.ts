import { t } from '../../base/text/l10n.ts';
import { nodeName, type TraceModel } from '../../mav/check/trace-model.ts';
import { type MavDialect, pathKey } from '../../mav/syntax.ts';
import { BUCKETS } from '../../mav/values.ts';
import { ReplayedTree, readTree } from '../read-tree.ts';
import { mavTraceTree } from '../trace-tree.ts';
import type { SearchNode } from '../tree.ts';
import { isSeen, valueAtRoot } from '../view/node-values.ts';
import { type TreeStates, treeStates } from '../view/world-states.ts';
import { compareTraces, type TraceDivergence } from './compare-traces.ts';
import { divergenceName, divergenceWords, type TracePart } from './divergence.ts';

/** Largest difference of two values that count as equal, in buckets of 64: five points of win probability. */
const NEAR_BUCKETS = 3;

/** Fault of form, which changes no node of the tree. */
const FORMAL: ReadonlySet<TracePart> = new Set(['shape', 'name', 'header', 'lines', 'order', 'repeated', 'syntax']);

/**
 * How a node agrees with its reference: `value`: its value alone is another; `content`: a state, list, choice or
 * expansion is another; `missing`: the reference alone has it; `extra`: the trace alone has it.
 */
export const NODE_AGREEMENTS = ['same', 'value', 'content', 'missing', 'extra'] as const;
export type NodeAgreement = (typeof NODE_AGREEMENTS)[number];

/** Node of a trace, of its reference, or of both. */
export interface ComparedNode {
  /** Moves from the root, in the game's spelling. */
  readonly path: readonly string[];
  /** Number of the node in the tree of the trace; null for a missing one. */
  readonly node: number | null;
  /** Action that leads to it, in the notation of its game; '' for the root. */
  readonly name: string;
  readonly agreement: NodeAgreement;
  /** Value by the reference for the side to move at the root, 0 to 1; null where it has none. */
  readonly value: number | null;
  /** State by the reference; null where it has none. */
  readonly state: string | null;
  /** Differences, a text for each part. */
  readonly differences: readonly string[];
}

/** Comparison of a trace with its reference, node by node. */
export interface NodeComparisonResult {
  /** Figures in a sentence without its period. */
  readonly summary: string;
  /** True if all nodes and the played action are those of the reference. */
  readonly isSame: boolean;
  /** Nodes of the reference in its order, then extra ones. */
  readonly nodes: readonly ComparedNode[];
}

/** A trace with the text that its ranges refer to. */
export interface ReadableTrace {
  readonly text: string;
  readonly model: TraceModel;
}

/**
 * Compares the search tree of a trace with that of its reference. A node agrees if its state, list, choice and
 * expansion are those of the reference, and its backed-up value is at most 3 buckets off. Faults of form,
 * such as the order of steps, do not count.
 */
export function compareTraceNodes(
  trace: ReadableTrace,
  reference: ReadableTrace,
  dialect: MavDialect,
): NodeComparisonResult {
  const [own, other] = [treeNodes(trace, dialect), treeNodes(reference, dialect)];
  const divergences = compareTraces(trace.model, reference.model, { values: false, dialect });
  const byPath = differencesByPath(divergences, trace.model, reference.model);
  const nodes: ComparedNode[] = [];
  let far = 0;
  for (const [key, right] of other) {
    const left = own.get(key);
    const base = { path: right.path, name: right.name, value: right.value, state: right.state };
    if (left === undefined) {
      nodes.push({ ...base, node: null, agreement: 'missing', differences: [t('not in the trace')] });
      continue;
    }
    const content = byPath.get(key) ?? [];
    const buckets = bucketDifference(left.value, right.value);
    const isFar = Math.abs(buckets) > NEAR_BUCKETS;
    if (isFar) far++;
    const differences = [...content, ...(isFar ? [valueWords(buckets)] : [])];
    const agreement = content.length > 0 ? 'content' : isFar ? 'value' : 'same';
    nodes.push({ ...base, node: left.id, agreement, differences });
  }
  for (const [key, { path, name, id }] of own) {
    if (other.has(key)) continue;
    const differences = [t('not in the reference')];
    nodes.push({ path, name, node: id, agreement: 'extra', value: null, state: null, differences });
  }
  const played = divergences.find(({ code }) => code === 'playing');
  const summary = summaryOf(nodes, far, played);
  return { summary, isSame: played === undefined && nodes.every(({ agreement }) => agreement === 'same'), nodes };
}

/** A node of the tree of a trace. */
interface TreeNode extends Pick<ComparedNode, 'path' | 'name'> {
  readonly id: number;
  readonly value: number | null;
  readonly state: string | null;
}

/** Returns the evaluated nodes of a trace by key of the path, in the order of the text. */
function treeNodes({ text, model }: ReadableTrace, dialect: MavDialect): ReadonlyMap<string, TreeNode> {
  const found = new Map<string, TreeNode>();
  const read = readTree(mavTraceTree(model, { text, dialect, findings: [] }).lines);
  if (!read.ok) return found;
  const { header, simulations } = read.value;
  const tree = new ReplayedTree(read.value);
  tree.goTo(simulations.length);
  const states: TreeStates = treeStates(header);
  for (const node of tree.nodes.values()) {
    if (!isSeen(node)) continue;
    const path = pathTo(node);
    const value = valueAtRoot(node, tree.root, header.settings) ?? null;
    const state = node.kind === 'hallucination' ? null : (states.shown(node.state) ?? null);
    found.set(pathKey(path), {
      path,
      name: node.parent === undefined ? '' : states.nameTo(node),
      id: node.id,
      value,
      state,
    });
  }
  return found;
}

function pathTo(node: SearchNode): string[] {
  const path: string[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) path.push(at.parent.actions[at.edge] ?? '');
  return path.reverse();
}

/** Returns the differences in content of each node by key of its path, described. */
function differencesByPath(
  divergences: readonly TraceDivergence[],
  trace: TraceModel,
  reference: TraceModel,
): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string>();
  for (const { nodes } of [trace, reference]) for (const [key, node] of nodes) keys.set(nodeName(node), key);
  const found = new Map<string, string[]>();
  for (const one of divergences) {
    const key = keys.get(one.node);
    // Missing and extra nodes are found in the trees, with all below them.
    if (key === undefined || FORMAL.has(one.part) || one.code === 'node-missing' || one.code === 'node-extra') continue;
    const words = `${divergenceName(one)}: ${divergenceWords(one)}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [words]);
    else known.push(words);
  }
  return found;
}

/** Returns by how many buckets a value is above that of the reference; 0 where one is unknown. */
const bucketDifference = (own: number | null, reference: number | null): number =>
  own === null || reference === null ? 0 : Math.round((own - reference) * BUCKETS);

const valueWords = (buckets: number): string =>
  buckets > 0
    ? t('value: {0} buckets above the reference', buckets)
    : t('value: {0} buckets below the reference', -buckets);

function summaryOf(nodes: readonly ComparedNode[], far: number, played: TraceDivergence | undefined): string {
  const count = (which: NodeAgreement): number => nodes.filter(({ agreement }) => agreement === which).length;
  const [same, missing, extra] = [count('same'), count('missing'), count('extra')];
  const all = nodes.length - extra;
  const parts = [
    all === 1 ? t('{0} of 1 node as in the reference', same) : t('{0} of {1} nodes as in the reference', same, all),
  ];
  if (far === 1) parts.push(t('1 value differs by more than {0} buckets', NEAR_BUCKETS));
  if (far > 1) parts.push(t('{0} values differ by more than {1} buckets', far, NEAR_BUCKETS));
  if (missing > 0) parts.push(t('{0} missing', missing));
  if (extra > 0) parts.push(t('{0} extra', extra));
  if (played !== undefined) parts.push(t('plays {0} instead of {1}', played.found || '–', played.expected || '–'));
  return parts.join('; ');
}
