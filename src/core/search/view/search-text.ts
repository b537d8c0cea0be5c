import { plural } from '../../base/text/counts.ts';
import { t } from '../../base/text/l10n.ts';
import { formatScore } from '../../metrics/score-format.ts';
import type { StoredSearch } from '../read-tree.ts';
import type { SearchNode } from '../tree.ts';
import type { TreeFileSimulation } from '../tree-file.ts';
import type { TreeStep } from '../tree-status.ts';
import { type TrueSearch, type TrueSearchSettings, withoutDiverged } from '../without-diverged.ts';
import type { GameStates } from './game-states.ts';
import { seenFromRoot, sideWord } from './node-values.ts';
import { formatStatus } from './status-look.ts';
import type { TreeStates } from './world-states.ts';

/** Formats milliseconds. */
export const timeWords = (ms: number): string =>
  ms >= 10_000
    ? `${Math.round(ms / 1000)} s`
    : ms >= 1000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;

/** Describes why a search ended; undefined: it was cut off, or still runs. */
export function endWords({ end, fault }: Pick<StoredSearch, 'end' | 'fault'>): string {
  switch (end) {
    case undefined:
      return t('cut off before its end');
    case 'done':
      return fault === undefined ? t('done') : t('done (last fault: {0})', fault);
    case 'stopped':
      return t('stopped');
    case 'closed':
      return t('no edge left to explore');
    case 'faults':
      return t('stopped: {0}', fault ?? t('the model did not answer'));
    default:
      return end;
  }
}

/** Returns the nodes on the path of a simulation, from the root's child on, as far as the tree has them. */
export function nodesOnPath(root: SearchNode, path: readonly number[]): readonly SearchNode[] {
  const nodes: SearchNode[] = [];
  let node: SearchNode | undefined = root;
  for (const edge of path) {
    node = node.isLeaf ? undefined : node.children[edge];
    if (node === undefined) break;
    nodes.push(node);
  }
  return nodes;
}

/** Formats the path of a simulation as moves, also where the last one has no node. */
export function pathWords(root: SearchNode, path: readonly number[], states: TreeStates): string {
  if (path.length === 0) return t('the root');
  const nodes = nodesOnPath(root, path);
  const last = nodes.at(-1);
  const words = last === undefined ? [] : states.lineTo(last).map(({ text }) => text);
  const [at, edge] = [last ?? root, path[nodes.length]];
  if (edge !== undefined && edge < at.actions.length) words.push(states.nameOf(at, edge));
  return words.join(' ');
}

/** Describes a simulation, its value for the side to move at the root: `1.e4 e5: expanded, 0.52 for White, 12 ms`. */
export function simulationWords(
  { path, kind, leaf: leafId, value, ms, givenUp }: TreeFileSimulation,
  root: SearchNode,
  nodeOf: (id: number) => SearchNode | undefined,
  states: TreeStates,
): string {
  const leaf = leafId === undefined ? undefined : nodeOf(leafId);
  const parts = [kindWords(kind, leaf)];
  if (value !== undefined && leaf !== undefined)
    parts.push(t('{0} for {1}', formatScore(seenFromRoot(value, leaf, root)), sideWord(states.moverAt(root))));
  if (givenUp === true) parts.push(t('the move is given up'));
  if (ms > 0) parts.push(timeWords(ms));
  return `${pathWords(root, path, states)}: ${parts.join(', ')}`;
}

/** Describes a step of a trace: `3+4: generated`, `8/2: says that the goal is reached`. */
export function stepWords({ kind, claim }: TreeStep, node: SearchNode, states: Pick<TreeStates, 'nameTo'>): string {
  const name = node.parent === undefined ? t('the start') : states.nameTo(node);
  switch (kind) {
    case 'generate':
      return node.status === 'wrong' ? t('{0}: generated, {1}', name, formatStatus(node)) : t('{0}: generated', name);
    case 'visit':
      return t('{0}: visited', name);
    case 'close':
      return t('{0}: closed', name);
    case 'abandon':
      return t('{0}: given up', name);
    case 'claim':
      return `${name}: ${claimWords(claim)}`;
  }
}

function claimWords(claim: TreeStep['claim']): string {
  switch (claim) {
    case 'goal':
      return t('says that the goal is reached');
    case 'no-goal':
      return t('says that it is not the goal');
    case 'unsolvable':
      return t('says that nothing below is a solution');
    case 'value':
      return t('states its value');
    case 'best':
      return t('names its best action');
    case 'exhausted':
      return t('says that nothing is left to search');
    case undefined:
      return t('claims something');
  }
}

function kindWords(kind: TreeFileSimulation['kind'], leaf: SearchNode | undefined): string {
  switch (kind) {
    case 'expanded':
      if (leaf?.kind !== 'terminal') return t('expanded');
      return leaf.outcome === undefined ? t('the game ends') : t('the game ends {0}', leaf.outcome);
    case 'known':
      if (leaf?.kind !== 'terminal') return t('known already');
      return leaf.outcome === undefined ? t('the game has ended') : t('the game has ended {0}', leaf.outcome);
    case 'hallucination':
      return t('hallucination: {0}', leaf?.reason ?? t('no state'));
    case 'timeout':
      return t('no answer in time');
    case 'fault':
      return t('the model failed');
  }
}

/**
 * Returns a search without diverged nodes; undefined where the root is no state, so that no node can be compared with
 * the rules.
 */
export function trueSearch(
  root: SearchNode,
  settings: TrueSearchSettings,
  states: Pick<GameStates, 'truthOf' | 'divergenceAt'>,
): TrueSearch | undefined {
  if (root.kind === 'hallucination' || states.truthOf(root).kind === 'lost') return undefined;
  return withoutDiverged(root, settings, (node) => states.divergenceAt(node));
}

/**
 * Returns the sentence about a tree: `31 % of visits lie in or below diverged nodes; without them the choice changes
 * from exf6 to cxd5`.
 *
 * @param root root of the whole tree
 * @param decided in a trace, the edge that its decision selects at the root, -1 for none; without it the choice of the
 * search
 */
export function trueSearchText(
  search: TrueSearch | undefined,
  root: SearchNode,
  states: Pick<GameStates, 'nameOf'>,
  decided?: number,
): string {
  if (search === undefined) return 'the states cannot be checked: the root is not a position';
  const { visits, lost, hallucinations, choice } = search;
  if (visits === 0) return 'nothing has been searched';
  const answers = hallucinations === 0 ? '' : `; ${plural(hallucinations, 'hallucination')}`;
  const unit = decided === undefined ? 'visit' : 'evaluation';
  if (lost === 0) return `no ${unit} lies in or below a diverged node${answers}`;
  const share = `${shareText(lost / visits)} of ${unit}s lie in or below diverged nodes`;
  if (choice.kept < 0) return `${share}; without them nothing was searched`;
  const whole = decided ?? choice.whole;
  const after = states.nameOf(root, choice.kept);
  if (whole < 0) return `${share}; without them the choice is ${after}`;
  const before = states.nameOf(root, whole);
  const change = choice.kept === whole ? `remains ${before}` : `changes from ${before} to ${after}`;
  return `${share}; without them the choice ${change}`;
}

/** JSON of a search without diverged nodes (docs/search.md). */
export interface TrueSearchJson {
  readonly sentence: string;
  /** Null where the root is no position, so that nothing can be compared. */
  readonly visits: number | null;
  readonly lost: number | null;
  readonly nodesLeftOut: number | null;
  readonly hallucinations: number | null;
  /** Value for the side to move at the root, in the whole tree and without diverged nodes. */
  readonly value: { readonly whole: number; readonly kept: number } | null;
  /** Action to play in both; null where there is none. */
  readonly best: { readonly whole: string | null; readonly kept: string | null } | null;
}

/** Returns the numbers and the sentence for JSON; `decided` as in `trueSearchText`. */
export function trueSearchJson(
  root: SearchNode,
  settings: TrueSearchSettings,
  states: Pick<GameStates, 'truthOf' | 'divergenceAt' | 'nameOf'>,
  decided?: number,
): TrueSearchJson {
  const search = trueSearch(root, settings, states);
  const sentence = trueSearchText(search, root, states, decided);
  if (search === undefined)
    return { sentence, visits: null, lost: null, nodesLeftOut: null, hallucinations: null, value: null, best: null };
  const { visits, lost, nodesLeftOut, hallucinations, value, choice } = search;
  const action = (edge: number): string | null => root.actions[edge] ?? null;
  const best = { whole: action(decided ?? choice.whole), kept: action(choice.kept) };
  return { sentence, visits, lost, nodesLeftOut, hallucinations, value, best };
}

/** Formats a share: `31 %`; `<1 %` and `>99 %` where rounding would claim none, or all. */
export function shareText(share: number): string {
  const percent = Math.round(100 * share);
  if (percent === 0) return '<1 %';
  return percent === 100 && share < 1 ? '>99 %' : `${percent} %`;
}
