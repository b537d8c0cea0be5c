import { h, type JSX } from 'preact';
import { type Orientation, orientationFor } from '../../../core/board/board-svg.ts';
import { predictionMarks } from '../../../core/board/marks.ts';
import { isStoneGame } from '../../../core/board/stone-board.ts';
import { type ComparisonRules, isComparedWorld } from '../../../core/metrics/comparison-rules.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import type { NodeMarks } from '../../../core/search/tree-status.ts';
import type { NodeTruth } from '../../../core/search/view/game-states.ts';
import { shortModel, writesStates } from '../../../core/search/view/tree-title.ts';
import type { TreeStates } from '../../../core/search/view/world-states.ts';
import { type Content, english } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import { StateBoard } from '../../common/state-board.ts';
import { isDrawn, markLegend, type StateView } from '../../common/state-picture.ts';
import type { TreeStore } from '../store.ts';

interface NodeBoards {
  readonly store: TreeStore;
  readonly node: SearchNode;
  readonly states: TreeStates;
  readonly truth: NodeTruth;
  readonly game: ComparisonRules;
}

/** The boards of the selected node: the true state on the left, the believed one on the right. */
export function Boards({ store }: { readonly store: TreeStore }): JSX.Element | null {
  const { selected: node, states, stored, shown } = store;
  if (node === undefined || states === undefined || stored === undefined || shown === undefined) return null;
  const boards: NodeBoards = { store, node, states, truth: states.truthOf(node), game: shown.rules };
  const differences = differenceParts(boards);
  const isWritten = store.isTrace || store.isMarked || writesStates(stored.header.model);
  const isAlone = node.parent === undefined || !isWritten;
  return h(
    'section',
    { class: isAlone ? 'boards alone' : 'boards', 'aria-label': t('The boards') },
    h('div', { class: 'pair' }, trueBoard(boards), isAlone ? null : believedBoard(boards)),
    h('p', { class: 'differs', hidden: differences.length === 0 }, differences),
    isAlone ? null : pairLegend(boards),
  );
}

/** Returns the true board; at the root the position that was given, where no rule gives it. */
function trueBoard(boards: NodeBoards): JSX.Element {
  const { node, states, truth, game } = boards;
  const isGiven = node.parent === undefined;
  const state = isGiven ? states.shown(node.truth ?? node.state) : truth.state;
  const name = states.moveTo(node) ?? '';
  const words = isGiven ? t('Given: the start of the search') : t('True position after {0}', name);
  const believed = believedState(boards);
  return figure(
    isGiven ? t('Given') : t('True'),
    isGiven ? t('the start of the search') : t('after {0}', name),
    state === undefined
      ? noBoard(noTruth(boards))
      : h(StateBoard, {
          variant: game,
          view: { ...sharedView(boards), state, other: isGiven ? null : believed, role: 'true', name: words },
        }),
  );
}

/** Returns the board that the model believes, or the reason for which there is none. */
function believedBoard(boards: NodeBoards): JSX.Element {
  const { store, node, truth, game } = boards;
  const model = shortModel(store.stored?.header.model ?? '');
  const isText = store.isTrace || store.isMarked;
  const whose = isText ? t('in the text') : t('by {0}', model);
  const state = believedState(boards);
  const name = isText ? t('Believed in the text') : t('Believed by {0}', model);
  if (state === null && node.marks !== undefined) {
    const reason = t('No state of this world: {0}', node.state);
    const view: StateView = { ...sharedView(boards), state: node.state, other: null, role: 'predicted', name: reason };
    return figure(
      t('Believed'),
      whose,
      isDrawn(game, node.state) ? [h(StateBoard, { variant: game, view }), noBoard(reason)] : noBoard(reason),
    );
  }
  if (state === null)
    return figure(t('Believed'), whose, noBoard(t('No state: {0}', node.reason ?? t('the answer cannot be read'))));
  const view: StateView = {
    ...sharedView(boards),
    state,
    other: truth.state ?? null,
    role: 'predicted',
    name,
  };
  const isSame = truth.kind === 'same';
  return figure(t('Believed'), isSame ? `${whose} ✓` : whose, h(StateBoard, { variant: game, view }));
}

const figure = (title: string, more: string, content: Content): JSX.Element =>
  h('figure', null, h('figcaption', { title: `${title} ${more}` }, h('strong', null, title), ` ${more}`), content);

const noBoard = (reason: string): JSX.Element => h('p', { class: 'no-board' }, reason);

/** Returns the reason for which the rules give no state. */
function noTruth({ node, states, truth }: NodeBoards): string {
  if (node.parent === undefined) return t('No board can be read from the start of the search');
  if (node.marks !== undefined) return noTrueState(node.marks);
  if (truth.kind === 'illegal') return t('No true position: the move is not legal');
  const first = states.divergedAbove(node);
  return first === undefined
    ? t('No true position: the start is not a position')
    : t('No true position: a move above, {0}, is not legal', states.moveTo(first) ?? t('the start'));
}

/** Returns the reason for which the rules give no state in a trace of any world. */
function noTrueState({ illegal, isBelowWrong, status }: NodeMarks): string {
  if (illegal !== undefined) return t('No true state: {0}', illegal);
  if (isBelowWrong === true) return t('No true state: what is wrong above leads nowhere by the rules');
  if (status === 'unlinked') return t('No true state: the parent is not certain');
  return status === 'wrong' ? t('No true state: no action leads here') : t('No true state: no rules are known');
}

/** Returns the state that the model believes, in the form that boards read; null for none. */
const believedState = ({ node, states }: NodeBoards): string | null =>
  node.kind === 'hallucination' ? null : (states.shown(node.state) ?? null);

function sharedView({ store, node, states }: NodeBoards): Pick<StateView, 'orientation' | 'lastMove' | 'before'> {
  const { parent, edge } = node;
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(parent?.actions[edge] ?? '');
  return {
    orientation: nodeOrientation(store, node, states),
    lastMove: squares === null ? [] : squares.slice(1, 3),
    before: parent === undefined ? undefined : states.shown(parent.truth ?? parent.state),
  };
}

function nodeOrientation({ source, kept }: TreeStore, node: SearchNode, states: TreeStates): Orientation {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  const side = orientationFor(source?.orientation ?? 'white', states.shown(root.state) ?? '');
  return (side === 'black') === kept.flipped ? 'white' : 'black';
}

/** Returns what is different, in the English words of the core, and where the branch diverges first. */
function differenceParts({ node, states, truth }: NodeBoards): Content[] {
  const parts: Content[] = [];
  if (node.kind !== 'hallucination' && truth.kind === 'differs' && truth.words !== '')
    parts.push(english(`${truth.words.charAt(0).toUpperCase()}${truth.words.slice(1)}.`));
  else if (truth.kind === 'same' && truth.words !== '') parts.push(t('Only clocks differ: {0}.', truth.words));
  const first = node.parent !== undefined && states.divergesAt(node) ? states.divergedAbove(node) : undefined;
  if (first !== undefined)
    parts.push(
      parts.length === 0 ? '' : ' ',
      t('It follows from {0}, the first on this branch that diverges.', states.moveTo(first) ?? t('the start')),
    );
  return parts;
}

function pairLegend(boards: NodeBoards): JSX.Element | null {
  const { truth, game } = boards;
  const believed = believedState(boards);
  if (truth.kind !== 'differs' || truth.state === undefined || believed === null) return null;
  if (isComparedWorld(game)) return null;
  return isStoneGame(game)
    ? h('p', { class: 'hint' }, t('Dashed rings: cells that differ.'))
    : markLegend(predictionMarks(truth.state, believed), 'short');
}
