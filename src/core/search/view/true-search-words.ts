import { plural } from '../../base/text/plural.ts';
import type { SearchNode } from '../tree.ts';
import { type TrueSearch, type TrueSearchSettings, withoutDiverged } from '../without-diverged.ts';
import type { GameStates } from './game-states.ts';

/** A search without diverged nodes; undefined where the root is no state, so that no node can be compared with the rules. */
export function trueSearch(
  root: SearchNode,
  settings: TrueSearchSettings,
  states: Pick<GameStates, 'truthOf' | 'divergenceAt'>,
): TrueSearch | undefined {
  if (root.kind === 'hallucination' || states.truthOf(root).kind === 'lost') return undefined;
  return withoutDiverged(root, settings, (node) => states.divergenceAt(node));
}

/**
 * The sentence of a tree: `31 % of visits lie in or below diverged nodes; without them the choice changes from exf6 to
 * cxd5`.
 *
 * @param root of the whole tree
 * @param decided in a trace, the edge that its decision takes at the root, -1 for none; without it what the search chose
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
  if (lost === 0) return `no visit lies in or below a diverged node${answers}`;
  const share = `${shareText(lost / visits)} of visits lie in or below diverged nodes`;
  if (choice.kept < 0) return `${share}; without them nothing was searched`;
  const whole = decided ?? choice.whole;
  const after = states.nameOf(root, choice.kept);
  if (whole < 0) return `${share}; without them the choice is ${after}`;
  const before = states.nameOf(root, whole);
  const change = choice.kept === whole ? `remains ${before}` : `changes from ${before} to ${after}`;
  return `${share}; without them the choice ${change}`;
}

/** A search without diverged nodes, as JSON has it (docs/search.md). */
export interface TrueSearchJson {
  readonly sentence: string;
  /** Null where the root is no position, so that nothing can be compared. */
  readonly visits: number | null;
  readonly lost: number | null;
  readonly nodesLeftOut: number | null;
  readonly hallucinations: number | null;
  /** For the side to move at the root, in the whole tree and without diverged nodes. */
  readonly value: { readonly whole: number; readonly kept: number } | null;
  /** The action to play in both; null where there is none. */
  readonly best: { readonly whole: string | null; readonly kept: string | null } | null;
}

/** The same numbers and sentence for machines; `decided` as in `trueSearchText`. */
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

/** `31 %`; `<1 %` and `>99 %` where rounding would claim none, or all. */
function shareText(share: number): string {
  const percent = Math.round(100 * share);
  if (percent === 0) return '<1 %';
  return percent === 100 && share < 1 ? '>99 %' : `${percent} %`;
}
