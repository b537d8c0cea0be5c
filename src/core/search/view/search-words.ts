import { t } from '../../base/text/l10n.ts';
import { formatScore } from '../../metrics/score-format.ts';
import type { StoredSearch } from '../read-tree.ts';
import type { SearchNode } from '../tree.ts';
import type { TreeFileSimulation } from '../tree-file.ts';
import type { GameStates } from './game-states.ts';
import { seenFromRoot, sideWord } from './named-side.ts';

/** Milliseconds as one says them. */
export const timeWords = (ms: number): string =>
  ms >= 10_000
    ? `${Math.round(ms / 1000)} s`
    : ms >= 1000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;

/** Why a search ended, in words; undefined: it was cut off, or still runs. */
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

/** The nodes on the way of a simulation, from the root's child on, as far as they are in the tree. */
export function nodesOn(root: SearchNode, path: readonly number[]): readonly SearchNode[] {
  const nodes: SearchNode[] = [];
  let node: SearchNode | undefined = root;
  for (const edge of path) {
    node = node.isLeaf ? undefined : node.children[edge];
    if (node === undefined) break;
    nodes.push(node);
  }
  return nodes;
}

/** The way of a simulation as moves, also where its last one has no node. */
export function pathWords(root: SearchNode, path: readonly number[], states: GameStates): string {
  if (path.length === 0) return t('the root');
  const nodes = nodesOn(root, path);
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
  states: GameStates,
): string {
  const leaf = leafId === undefined ? undefined : nodeOf(leafId);
  const parts = [kindWords(kind, leaf)];
  if (value !== undefined && leaf !== undefined)
    parts.push(t('{0} for {1}', formatScore(seenFromRoot(value, leaf, root)), sideWord(states.moverAt(root))));
  if (givenUp === true) parts.push(t('the move is given up'));
  if (ms > 0) parts.push(timeWords(ms));
  return `${pathWords(root, path, states)}: ${parts.join(', ')}`;
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
