import { t } from '../../base/text/l10n.ts';
import { edgeValue } from '../backup.ts';
import { type PuctTerms, puctTerms } from '../edge-selection.ts';
import type { SearchSettings } from '../settings.ts';
import type { SearchNode } from '../tree.ts';
import type { NodeMarks } from '../tree-status.ts';
import type { BucketChances } from '../world-model.ts';
import type { NodeTruth } from './game-states.ts';
import { chancesFromRoot, isSeen, seenChildren, seenFromRoot } from './node-values.ts';

/** Decision of a trace at a node. */
export interface NodeNote {
  /** Values that the decision compares. */
  readonly weighed: readonly (readonly [action: string, value: number])[];
  /** Action that the decision selects, null for none; undefined where it is not shown as the choice. */
  readonly selected: string | null | undefined;
  /** Edges that its list lacks. */
  readonly unlisted: readonly number[];
}

/**
 * State that an action leads to: as the rules give it, another one, none (the answer is no state, or the action is
 * illegal), not in the tree yet, or below a place where the rules know no state.
 */
export const ROW_STATES = ['true', 'diverged', 'none', 'open', 'unknown'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** Symbols of states of rows; '' for an unknown one. */
export const STATE_SYMBOLS: Readonly<Record<RowState, string>> = {
  true: '✓',
  diverged: '◇',
  none: '✕',
  open: '○',
  unknown: '',
};

/**
 * Action of a node, as a row of its table. Values are win probabilities, 0 to 1, for the side that moves at the root;
 * `puct` and `written` are for the side that plays the action.
 */
export interface ChildRow {
  readonly edge: number;
  readonly action: string;
  /** Display name. */
  readonly name: string;
  /** Node that it leads to, if the tree has it. */
  readonly child: SearchNode | undefined;
  readonly visits: number;
  readonly virtual: number;
  /** Mean of the backed-up values, or their minimax; undefined without visits. */
  readonly q: number | undefined;
  readonly prior: number;
  /** Value in the model's list; undefined for unlisted actions. */
  readonly listed: number | undefined;
  /** Values in the model's list and in the decision of a trace. */
  readonly written: { readonly listed: number | undefined; readonly weighed: number | undefined };
  /** Value by the reference, if known. */
  readonly reference: number | undefined;
  /**
   * Terms for the side that plays the action, which selects the highest sum; undefined for an edge that is closed or
   * given up.
   */
  readonly puct: PuctTerms | undefined;
  /** Value of the action in the decision of a trace. */
  readonly weighed: number | undefined;
  /** Costs and value as a trace states them; undefined where it states none. */
  readonly cost: number | undefined;
  readonly heuristic: number | undefined;
  readonly sum: number | undefined;
  readonly stated: number | undefined;
  readonly chances: BucketChances | undefined;
  readonly state: RowState;
  /** Remarks that the state does not say: `selected`, `expected line`, `best action`, `closed: why`, `ends 1-0`, `illegal`, … */
  readonly marks: readonly string[];
  /** True for the action to play. */
  readonly isChosen: boolean;
}

/** Inputs of the rows of a node. */
export interface RowSources {
  /** Root of the displayed tree: values are for the side to move there. */
  readonly root: SearchNode;
  readonly settings: SearchSettings;
  readonly nameOf: (node: SearchNode, edge: number) => string;
  /** Returns the display name of an action that the node lacks; without it its text. */
  readonly nameOfAction?: (node: SearchNode, action: string) => string;
  readonly principal: ReadonlySet<SearchNode>;
  /** Values for the side that moves at the node. */
  readonly reference?: ReadonlyMap<string, number> | undefined;
  readonly note?: NodeNote | undefined;
  /** Actions that the rules refuse. */
  readonly illegal?: ReadonlySet<string>;
  /** Compares the state of a child with the rules; without it all states are taken as true. */
  readonly truthOf?: (child: SearchNode) => NodeTruth['kind'];
}

/** Returns the actions of a node in the model's order, then those that only the decision of a trace has. */
export function childRows(node: SearchNode, sources: RowSources): readonly ChildRow[] {
  return [...edgeRows(node, sources), ...weighedRows(node, sources)];
}

/** Returns rows of actions that a decision weighs and the node lacks: they were never listed nor expanded. */
function weighedRows(node: SearchNode, { root, note, nameOfAction }: RowSources): readonly ChildRow[] {
  const missing = new Map(note?.weighed.filter(([action]) => !node.actions.includes(action)));
  return [...missing].map(([action, value]) => ({
    edge: -1,
    action,
    name: nameOfAction?.(node, action) ?? action,
    child: undefined,
    visits: 0,
    virtual: 0,
    q: undefined,
    prior: 0,
    listed: undefined,
    written: { listed: undefined, weighed: value },
    reference: undefined,
    puct: undefined,
    weighed: seenFromRoot(value, node, root),
    ...NO_COSTS,
    chances: undefined,
    state: 'open',
    marks: [...(note?.selected === action ? [t('selected')] : []), t('never expanded')],
    isChosen: note?.selected === action,
  }));
}

const NO_COSTS = { cost: undefined, heuristic: undefined, sum: undefined, stated: undefined } as const;

const costsOf = ({ cost, heuristic, stated }: NodeMarks): Pick<ChildRow, keyof typeof NO_COSTS> => ({
  cost,
  heuristic,
  sum: cost === undefined || heuristic === undefined ? undefined : cost + heuristic,
  stated,
});

function edgeRows(node: SearchNode, sources: RowSources): readonly ChildRow[] {
  const { root, settings, nameOf, principal, reference, note } = sources;
  const terms = puctTerms(node, settings);
  const weighed = new Map(note?.weighed);
  const unlisted = new Set(note?.unlisted);
  const { actions, visits, virtual, prior, listed, chances } = node;
  const seen = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : seenFromRoot(value, node, root);
  return actions.map((action, edge) => {
    const below = node.isLeaf ? undefined : node.children[edge];
    const child = below !== undefined && isSeen(below) ? below : undefined;
    const isChosen =
      note?.selected === undefined ? child !== undefined && principal.has(child) : note.selected === action;
    const written = { listed: unlisted.has(edge) ? undefined : listed[edge], weighed: weighed.get(action) };
    const known = chances?.[edge];
    return {
      edge,
      action,
      name: nameOf(node, edge),
      child,
      visits: visits[edge]!,
      virtual: virtual[edge]!,
      q: visits[edge]! > 0 ? seen(edgeValue(node, edge)) : undefined,
      prior: prior[edge]!,
      listed: seen(written.listed),
      written,
      reference: seen(reference?.get(action)),
      puct: terms[edge],
      weighed: seen(written.weighed),
      ...(child?.marks === undefined ? NO_COSTS : costsOf(child.marks)),
      chances: known && chancesFromRoot(known, node, root),
      state: stateAt(node, edge, child, sources),
      marks: marksOf(node, edge, child, isChosen, unlisted.has(edge), sources),
      isChosen,
    };
  });
}

function stateAt(
  node: SearchNode,
  edge: number,
  child: SearchNode | undefined,
  { illegal, truthOf }: RowSources,
): RowState {
  if (illegal?.has(node.actions[edge]!) === true) return 'none';
  if (node.closed[edge] === 1 && child?.kind !== 'state' && child?.kind !== 'terminal') return 'none';
  if (child === undefined) return 'open';
  switch (truthOf?.(child)) {
    case 'differs':
      return 'diverged';
    case 'illegal':
      return 'none';
    case 'lost':
      return 'unknown';
    default:
      return child.kind === 'hallucination' ? 'none' : 'true';
  }
}

function marksOf(
  node: SearchNode,
  edge: number,
  child: SearchNode | undefined,
  isChosen: boolean,
  isUnlisted: boolean,
  { note, illegal }: RowSources,
): readonly string[] {
  const marks: string[] = [];
  if (isChosen)
    marks.push(
      note?.selected === undefined ? (node.parent === undefined ? t('chosen') : t('expected line')) : t('selected'),
    );
  if (edge === node.best) marks.push(t('best action'));
  if (isUnlisted) marks.push(t('not listed'));
  if (node.closed[edge] === 1 || child?.kind === 'hallucination')
    marks.push(child?.reason === undefined ? t('closed') : t('closed: {0}', child.reason));
  else if (node.givenUp?.has(edge) === true) marks.push(t('given up: no answer'));
  else if (child?.kind === 'terminal')
    marks.push(child.outcome === undefined ? t('ends') : t('ends {0}', child.outcome));
  if (illegal?.has(node.actions[edge]!) === true) marks.push(t('illegal'));
  return marks;
}

/** Sort keys of rows. */
export const ROW_KEYS = [
  'name',
  'visits',
  'q',
  'prior',
  'listed',
  'reference',
  'weighed',
  'cost',
  'heuristic',
  'sum',
  'stated',
] as const;
export type RowKey = (typeof ROW_KEYS)[number];

/** Sorts rows; those without such a value come last, equal ones keep their order. */
export function sortedRows(rows: readonly ChildRow[], key: RowKey, isAscending: boolean): readonly ChildRow[] {
  const way = isAscending ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[key], b[key]];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return x < y ? -way : x > y ? way : 0;
  });
}

/** Row of the tree as a table. */
export interface TreeRow {
  readonly node: SearchNode;
  /** Level from 1, the root. */
  readonly level: number;
  /** Position from 1, among its siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly state: 'leaf' | 'closed' | 'open';
}

/** Returns the rows of the opened part of a tree, from the top, for nodes in the counts. */
export function treeRows(root: SearchNode, opened: ReadonlySet<SearchNode>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: Omit<TreeRow, 'state'>[] = [{ node: root, level: 1, position: 1, siblings: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    const children = seenChildren(node);
    const isOpen = children.length > 0 && opened.has(node);
    rows.push({ ...next, state: children.length === 0 ? 'leaf' : isOpen ? 'open' : 'closed' });
    if (!isOpen) continue;
    for (let i = children.length - 1; i >= 0; i--)
      waiting.push({ node: children[i]!, level: level + 1, position: i + 1, siblings: children.length });
  }
  return rows;
}

/** Returns the nodes above a node, which must be opened to show it. */
export function listAncestors(node: SearchNode): readonly SearchNode[] {
  const nodes: SearchNode[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) nodes.push(at);
  return nodes;
}
