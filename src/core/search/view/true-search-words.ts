import { plural } from '../../base/text/plural.ts';
import type { SearchNode } from '../tree.ts';
import { type Divergence, type TrueSearch, type TrueSearchSettings, withoutDiverged } from '../without-diverged.ts';
import type { GameStates } from './game-states.ts';

/** A search in states that exist; undefined where the root is no state, so that no node can be compared with the rules. */
export function trueSearch(
  root: SearchNode,
  settings: TrueSearchSettings,
  states: Pick<GameStates, 'truthOf'>,
): TrueSearch | undefined {
  if (root.kind === 'hallucination' || states.truthOf(root).kind === 'lost') return undefined;
  return withoutDiverged(root, settings, (node) => divergenceOf(node, states));
}

function divergenceOf(node: SearchNode, states: Pick<GameStates, 'truthOf'>): Divergence | undefined {
  if (node.kind === 'hallucination') return 'hallucination';
  const { kind } = states.truthOf(node);
  return kind === 'illegal' ? 'illegal' : kind === 'differs' ? 'untrue' : undefined;
}

/**
 * The sentence of a tree: `31 % of visits lie in states that do not exist; without them the choice changes from exf6 to
 * cxd5`.
 *
 * @param root of the whole tree
 */
export function trueSearchText(
  search: TrueSearch | undefined,
  root: SearchNode,
  states: Pick<GameStates, 'nameOf'>,
): string {
  if (search === undefined) return 'the states cannot be checked: the root is not a position';
  const { visits, lost, hallucinations, choice } = search;
  if (visits === 0) return 'nothing has been searched';
  const answers = hallucinations === 0 ? '' : `; ${plural(hallucinations, 'answer is', 'answers are')} no state`;
  if (lost === 0) return `all visits lie in states that exist${answers}`;
  const share = `${shareText(lost / visits)} of visits lie in states that do not exist`;
  if (choice.kept < 0) return `${share}; without them nothing was searched`;
  const [before, after] = [states.nameOf(root, choice.whole), states.nameOf(root, choice.kept)];
  const change = choice.kept === choice.whole ? `remains ${before}` : `changes from ${before} to ${after}`;
  return `${share}; without them the choice ${change}`;
}

/** `31 %`; `<1 %` and `>99 %` where rounding would claim none, or all. */
function shareText(share: number): string {
  const percent = Math.round(100 * share);
  if (percent === 0) return '<1 %';
  return percent === 100 && share < 1 ? '>99 %' : `${percent} %`;
}
