import { t } from '../../base/text/l10n.ts';
import { finalEdge } from '../edge-selection.ts';
import type { SearchSettings } from '../settings.ts';
import type { SearchNode } from '../tree.ts';
import type { TrueSearch } from '../without-diverged.ts';
import type { GameStates } from './game-states.ts';
import { countVisits, isSeen, valueAtRoot } from './node-values.ts';
import { formatCount, formatNodeValue } from './picture.ts';
import { shareText } from './search-text.ts';
import type { NodeNote } from './table-rows.ts';

/** Verdict on a tree, for the top of its page. */
export interface Headline {
  /** A sentence without its full stop. */
  readonly text: string;
  /** True if the choice rests on a fault. */
  readonly isFault: boolean;
  /** Node with the fault; undefined where no node has it. */
  readonly node: SearchNode | undefined;
}

/** Inputs of a headline. */
export interface HeadlineSources {
  /** Root of the whole tree. */
  readonly root: SearchNode;
  readonly settings: Pick<SearchSettings, 'backup' | 'unvisited' | 'final'>;
  readonly states: Pick<GameStates, 'nameOf' | 'nameOfAction' | 'divergenceAt'>;
  /** Search without diverged nodes; `unknown`: not computed yet, `unchecked`: the root is no position. */
  readonly truth: TrueSearch | 'unknown' | 'unchecked';
  /** Decision of a trace at its root; undefined for a search. */
  readonly note?: Pick<NodeNote, 'weighed' | 'selected'> | undefined;
}

/** Returns the verdict on a tree: its fault if the choice rests on one, otherwise the choice. */
export function treeHeadline(sources: HeadlineSources): Headline {
  const { root, truth } = sources;
  const unexpanded = unexpandedText(sources);
  if (unexpanded !== undefined) return { text: unexpanded, isFault: true, node: undefined };
  const edge = chosenEdge(sources);
  if (edge < 0)
    return {
      text: countVisits(root) === 0 ? t('Nothing has been searched yet') : t('No move is chosen'),
      isFault: false,
      node: undefined,
    };
  if (typeof truth === 'object' && truth.lost > 0)
    return { text: divergedText(sources, truth, edge), isFault: true, node: divergedNode(sources, edge) };
  return { text: choiceText(sources, edge), isFault: false, node: undefined };
}

/** Returns the edge that is played, -1 for none. */
function chosenEdge({ root, settings, note, truth }: HeadlineSources): number {
  if (note !== undefined) return root.actions.indexOf(note.selected ?? '');
  if (typeof truth === 'object') return truth.choice.whole;
  return countVisits(root) === 0 ? -1 : finalEdge(root, settings.final);
}

/** Names the actions that a decision weighs without a node; undefined where it weighs none. */
function unexpandedText({ root, states, note }: HeadlineSources): string | undefined {
  const weighed = note?.weighed.map(([action]) => action) ?? [];
  const missing = weighed.filter((action) => {
    const child = root.isLeaf ? undefined : root.children[root.actions.indexOf(action)];
    return child === undefined || !isSeen(child);
  });
  const [first] = missing;
  // Without any node the trace is still being written.
  if (first === undefined || missing.length === weighed.length) return undefined;
  const [all, rest] = [String(weighed.length), String(weighed.length - missing.length)];
  if (missing.length === 1)
    return t(
      '{0} was never expanded: the choice rests on {1} of {2} actions',
      writtenName(root, first, states),
      rest,
      all,
    );
  const names = missing.map((action) => writtenName(root, action, states)).join(', ');
  return t('{0} were never expanded: the choice rests on {1} of {2} actions', names, rest, all);
}

/** Returns the name of an action with its spelling in the text, where that is another one: `Qg5 (g3g5)`. */
function writtenName(root: SearchNode, action: string, states: HeadlineSources['states']): string {
  const name = states.nameOfAction(root, action);
  return name === action ? name : `${name} (${action})`;
}

function divergedText({ root, states, note }: HeadlineSources, truth: TrueSearch, edge: number): string {
  const name = states.nameOf(root, edge);
  const share = shareText(truth.lost / truth.visits);
  const part = note === undefined ? t('{0} of visits', share) : t('{0} of evaluations', share);
  const { kept } = truth.choice;
  const child = root.children[edge];
  const isUntrue = child !== undefined && states.divergenceAt(child) !== undefined;
  if (kept < 0)
    return t(
      'Chooses {0}, which rests on states that do not exist ({1}); with true states nothing was searched',
      name,
      part,
    );
  if (kept === edge)
    return t('Chooses {0}, as with true states alone; {1} rest on states that do not exist', name, part);
  const other = states.nameOf(root, kept);
  return isUntrue
    ? t('Chooses {0}, which rests on a state that does not exist ({1}); with true states it is {2}', name, part, other)
    : t('Chooses {0}, which rests on states that do not exist ({1}); with true states it is {2}', name, part, other);
}

/** Returns the diverged node that matters most: the chosen child, else the most visited one that is the first of its branch. */
function divergedNode({ root, states }: HeadlineSources, edge: number): SearchNode | undefined {
  const chosen = root.children[edge];
  if (chosen !== undefined && states.divergenceAt(chosen) !== undefined) return chosen;
  let found: SearchNode | undefined;
  let most = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isLeaf) continue;
    for (const child of node.children) {
      // Nodes below have fewer visits.
      if (child === undefined || child.kind === 'hallucination' || countVisits(child) <= most) continue;
      if (states.divergenceAt(child) === undefined) open.push(child);
      else [found, most] = [child, countVisits(child)];
    }
  }
  return found;
}

function choiceText(sources: HeadlineSources, edge: number): string {
  const { root, settings, states, truth, note } = sources;
  const name = states.nameOf(root, edge);
  const child = root.children[edge];
  const value = child === undefined ? '' : formatNodeValue(valueAtRoot(child, root, settings));
  const all = formatCount(countVisits(root));
  const choice =
    note === undefined
      ? t('Chooses {0} ({1} of {2} visits, {3})', name, formatCount(root.visits[edge] ?? 0), all, value)
      : countVisits(root) === 1
        ? t('Chooses {0} ({1} by minimax over 1 evaluation)', name, value)
        : t('Chooses {0} ({1} by minimax over {2} evaluations)', name, value, all);
  if (truth === 'unknown') return choice;
  if (truth === 'unchecked') return t('{0}; its states cannot be checked: the root is not a position', choice);
  if (truth.hallucinations === 0) return t('{0}; all its states are true', choice);
  return truth.hallucinations === 1
    ? t('{0}; 1 answer was no state', choice)
    : t('{0}; {1} answers were no states', choice, formatCount(truth.hallucinations));
}
