import { h, type JSX } from 'preact';
import { formatWholeNumber } from '../../../core/base/text/counts.ts';
import { type Orientation, orientationFor } from '../../../core/board/board-svg.ts';
import { predictionMarks } from '../../../core/board/marks.ts';
import { isStoneGame } from '../../../core/board/stone-board.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import type { GameStates, NodeTruth } from '../../../core/search/view/game-states.ts';
import {
  backupWord,
  countVisits,
  isSeen,
  ownValueAtRoot,
  sideAt,
  sideWord,
  toMoveWords,
  valueAtRoot,
} from '../../../core/search/view/node-values.ts';
import { formatNodeValue } from '../../../core/search/view/picture.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import { markLegend } from '../../common/mark-legend.ts';
import { StateBoard } from '../../common/state-board.ts';
import type { StateView } from '../../common/state-picture.ts';
import { sendState } from '../send-state.ts';
import type { TreeStore } from '../store.ts';
import type { PanelContext } from './panel.ts';

interface NodeContext extends PanelContext {
  readonly node: SearchNode;
  readonly states: GameStates;
  readonly truth: NodeTruth;
}

/** The board of the selected node, the way to it, and the facts about it. */
export function Position({ store, host }: PanelContext): JSX.Element {
  const { selected: node, states } = store;
  if (node === undefined || states === undefined)
    return h('section', { class: 'position', 'aria-labelledby': 'position-heading', hidden: true });
  const context: NodeContext = { store, host, node, states, truth: states.truthOf(node) };
  const findings = store.facts.noteOf(node)?.findings ?? [];
  return h(
    'section',
    { class: 'position', 'aria-labelledby': 'position-heading' },
    h('h2', { id: 'position-heading' }, states.lineTo(node).at(-1)?.text ?? t('Start')),
    crumbs(context),
    h(
      'ul',
      { class: 'findings', hidden: findings.length === 0 },
      findings.map((finding) => h('li', { lang: 'en' }, finding)),
    ),
    h('div', { class: 'shown' }, h('div', { class: 'place-of-boards' }, nodeBoards(context)), nodeTexts(context)),
  );
}

/** Returns the path from the root, whose nodes are links. */
function crumbs({ store, node, states }: NodeContext): JSX.Element {
  const line = states.lineTo(node);
  const link = (to: SearchNode, name: string): JSX.Element =>
    button(name, () => store.select(to), { class: 'link', 'aria-current': to === node ? 'step' : undefined });
  return h(
    'nav',
    { class: 'crumbs', 'aria-label': t('Path from the root'), hidden: line.length === 0 },
    store.shown === undefined ? null : link(store.shown.root, t('Start')),
    line.map(({ node: other, text }) => [' ', link(other, text)]),
  );
}

/** Returns the two boards of a node: the one that the model has, and the one by the rules where that differs. */
function nodeBoards({ store, node, states, truth }: NodeContext): JSX.Element | null {
  const { parent, edge } = node;
  const isLost = node.kind === 'hallucination';
  const from = isLost ? parent : node;
  const state = from === undefined ? undefined : states.shown(from.state);
  const variant = store.stored?.header.game;
  if (state === undefined || variant === undefined) return null;
  const before = isLost || parent === undefined ? undefined : states.shown(parent.state);
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(parent?.actions[edge] ?? '');
  const lastMove = squares === null ? [] : squares.slice(1, 3);
  const other = truth.kind === 'differs' && !isLost ? (truth.state ?? null) : null;
  const name = isLost
    ? t('Before {0}', states.nameTo(node))
    : other === null
      ? t('The position')
      : t('As the model predicts it');
  const shared = { orientation: nodeOrientation(store, node, states), lastMove, before };
  const words = other === null ? name : `${name}. ${truth.words}`;
  const model: StateView = { ...shared, state, other, role: 'predicted', name: words };
  return h(
    'div',
    { class: 'boards' },
    h('figure', null, h('figcaption', null, h('strong', null, name)), h(StateBoard, { variant, view: model })),
    other === null
      ? null
      : h(
          'figure',
          null,
          h('figcaption', null, h('strong', null, t('By the rules'))),
          h(StateBoard, {
            variant,
            view: { ...shared, state: other, other: state, role: 'true', name: t('By the rules') },
          }),
        ),
    h(
      'div',
      null,
      other === null
        ? null
        : isStoneGame(variant)
          ? h('p', { class: 'hint' }, t('Dashed rings: cells that differ.'))
          : markLegend(predictionMarks(other, state)),
    ),
  );
}

function nodeOrientation({ source, kept }: TreeStore, node: SearchNode, states: GameStates): Orientation {
  const side = orientationFor(source?.orientation ?? 'white', states.shown(rootOf(node).state) ?? '');
  return (side === 'black') === kept.flipped ? 'white' : 'black';
}

/** Returns the facts about a node, its state, its buttons and the answer of the model. */
function nodeTexts(context: NodeContext): JSX.Element {
  const { node, states, truth, store } = context;
  const isLost = node.kind === 'hallucination';
  const differences = [isLost ? '' : differenceWords(truth), followWords(node, states)]
    .filter((words) => words !== '')
    .join(' ');
  const wrote = t('What the model wrote');
  const { shown } = store;
  return h(
    'div',
    { class: 'said' },
    h('p', { class: 'summary' }, summaryText(context)),
    h('p', { class: 'differs', hidden: differences === '' }, differences),
    h(
      'p',
      { class: 'reason', hidden: !isLost },
      isLost ? t('No state: {0}.', node.reason ?? t('the answer cannot be read')) : '',
    ),
    h(
      'pre',
      { class: 'raw', tabindex: 0, role: 'region', 'aria-label': wrote, hidden: !isLost },
      isLost ? node.state : '',
    ),
    h('code', { class: 'fen', hidden: isLost }, isLost ? '' : node.state),
    toolbar(context),
    h(
      'details',
      { hidden: node.text === undefined || isLost },
      h(
        'summary',
        null,
        shown === undefined ? wrote : t('What the model wrote, values for {0}', sideWord(sideAt(node, shown))),
      ),
      h('pre', { tabindex: 0, role: 'region', 'aria-label': t('The answer from the model') }, node.text ?? ''),
    ),
  );
}

const toolbar = ({ store, host, node }: NodeContext): JSX.Element =>
  h(
    'div',
    { class: 'toolbar' },
    button(t('State View'), () => sendState(store, host, true), { title: t('Show this state in the state view (s)') }),
    button(t('Flip'), () => store.flip(), { title: t('Flip the board (f)') }),
    button(node.kind === 'hallucination' ? t('Copy text') : t('Copy state'), () =>
      host.send({ type: 'copy', text: node.state }),
    ),
    button(t('Show in text'), () => host.send({ type: 'reveal', node: node.id }), { hidden: !store.isTrace }),
  );

/** Returns kind, side to move, visits and values of a node in a line. */
function summaryText({ node, states, truth, store }: NodeContext): string {
  if (!isSeen(node)) return t('Not in the tree yet.');
  const parts: string[] = [];
  if (node.kind === 'hallucination') parts.push(t('Hallucination'));
  else if (node.kind === 'terminal')
    parts.push(node.outcome === undefined ? t('The game ends') : t('The game ends {0}', node.outcome));
  else parts.push(toMoveWords(states.moverAt(node)));
  if (truth.kind === 'illegal') parts.push(t('the move is illegal'));
  if (node.kind === 'hallucination') return parts.join(' · ');
  const { stored, shown, isTrace } = store;
  if (stored === undefined || shown === undefined) return parts.join(' · ');
  const { root, side } = shown;
  const { settings } = stored.header;
  const visits = countVisits(node);
  const values = [`v ${formatNodeValue(ownValueAtRoot(node, root))}`];
  // The root has no edge above it.
  const name = isTrace || node.parent === undefined ? backupWord(settings) : 'Q';
  if (visits > 0) values.push(`${name} ${formatNodeValue(valueAtRoot(node, root, settings))}`);
  if (visits > 0 && !isTrace) parts.push(visits === 1 ? t('1 visit') : t('{0} visits', formatWholeNumber(visits)));
  parts.push(t('for {0}: {1}', sideWord(side), values.join(', ')));
  return parts.join(' · ');
}

function rootOf(node: SearchNode): SearchNode {
  let at = node;
  while (at.parent !== undefined) at = at.parent;
  return at;
}

/** Names the node at which a branch diverges first: this one, or one above it. */
function followWords(node: SearchNode, states: GameStates): string {
  if (!states.divergesAt(node)) return '';
  const first = states.divergedAbove(node);
  if (first === undefined) return node.parent === undefined ? '' : t('It is the first on this branch that diverges.');
  const { text } = states.lineTo(first).at(-1) ?? { text: t('the start') };
  return t('It follows from {0}, the first on this branch that diverges.', text);
}

function differenceWords({ kind, words }: NodeTruth): string {
  if (kind === 'differs') return t("The model's state is wrong: {0}.", words);
  return kind === 'same' && words !== '' ? t('Only clocks differ: {0}.', words) : '';
}
