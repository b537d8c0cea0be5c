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
import { button, h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import { legend } from '../../common/legend.ts';
import { type StateBoard, stateBoard } from '../../common/state-board.ts';
import { sendState } from '../send-state.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

type Variant = Parameters<typeof stateBoard>[0];

/** The two boards of a node: what the model has, and what the rules give. */
class NodeBoards {
  readonly element: HTMLElement;
  readonly variant: Variant;
  readonly #model: StateBoard;
  readonly #truth: StateBoard;
  readonly #modelName = h('figcaption');
  readonly #truthFigure: HTMLElement;
  readonly #legend = h('div');

  constructor(variant: Variant) {
    this.variant = variant;
    this.#model = stateBoard(variant);
    this.#truth = stateBoard(variant);
    this.#truthFigure = h('figure', {}, h('figcaption', {}, h('strong', {}, t('By the rules'))), this.#truth.element);
    this.element = h(
      'div',
      { class: 'boards' },
      h('figure', {}, this.#modelName, this.#model.element),
      this.#truthFigure,
      this.#legend,
    );
  }

  show(node: SearchNode, states: GameStates, truth: NodeTruth, orientation: Orientation): void {
    const { parent, edge } = node;
    const isLost = node.kind === 'hallucination';
    const from = isLost ? parent : node;
    const state = from === undefined ? undefined : states.shown(from.state);
    const before = isLost || parent === undefined ? undefined : states.shown(parent.state);
    const squares = /^([a-h][1-8])([a-h][1-8])/.exec(parent?.actions[edge] ?? '');
    const lastMove = squares === null ? [] : squares.slice(1, 3);
    const other = truth.kind === 'differs' && !isLost ? (truth.state ?? null) : null;
    const name = isLost
      ? t('Before {0}', states.nameTo(node))
      : other === null
        ? t('The position')
        : t('As the model predicts it');
    this.element.hidden = state === undefined;
    if (state === undefined) return;
    this.#modelName.replaceChildren(h('strong', {}, name));
    const shared = { orientation, lastMove, before };
    const said = other === null ? name : `${name}. ${truth.words}`;
    this.#model.show({ ...shared, state, other, role: 'predicted', name: said });
    this.#truthFigure.hidden = other === null;
    this.#legend.replaceChildren();
    if (other === null) return;
    this.#truth.show({ ...shared, state: other, other: state, role: 'true', name: t('By the rules') });
    const marks = isStoneGame(this.variant)
      ? h('p', { class: 'hint' }, t('Dashed rings: cells that differ.'))
      : legend(predictionMarks(other, state));
    if (marks !== undefined) this.#legend.append(marks);
  }

  destroy(): void {
    this.#model.destroy();
    this.#truth.destroy();
  }
}

export interface PositionPanel extends Panel {
  flip(): void;
}

/** The board of the selected node, the way to it, and what is said of it. */
export class NodePanel implements PositionPanel {
  readonly #store: PanelContext['store'];
  readonly #host: PanelContext['host'];
  readonly #crumbs = h('nav', { class: 'crumbs', 'aria-label': t('Path from the root') });
  readonly #summary = h('p', { class: 'summary' });
  readonly #differs = h('p', { class: 'differs' });
  readonly #place = h('div', { class: 'place-of-boards' });
  readonly #reason = h('p', { class: 'reason' });
  readonly #raw = h('pre', { class: 'raw', tabindex: 0, role: 'region', 'aria-label': t('What the model wrote') });
  readonly #said = h('pre', { tabindex: 0, role: 'region', 'aria-label': t('The answer from the model') });
  readonly #wrote = h('summary');
  readonly #answer = h('details', {}, this.#wrote, this.#said);
  readonly #findings = h('ul', { class: 'findings' });
  readonly #text = h('code', { class: 'fen' });
  readonly #copy = button(t('Copy state'), () => {
    if (this.#store.selected !== undefined) this.#host.send({ type: 'copy', text: this.#store.selected.state });
  });
  readonly #reveal = button(t('Show in text'), () => {
    if (this.#store.selected !== undefined) this.#host.send({ type: 'reveal', node: this.#store.selected.id });
  });
  readonly #state = button(t('State View'), () => sendState(this.#store, this.#host, true), {
    title: t('Show this state in the state view (s)'),
  });
  readonly #flip = button(t('Flip'), () => this.#store.flip(), { title: t('Flip the board (f)') });
  readonly #buttons = h('div', { class: 'toolbar' }, this.#state, this.#flip, this.#copy, this.#reveal);
  readonly #heading = h('h2', { id: 'position-heading' });
  readonly element = h(
    'section',
    { class: 'position', 'aria-labelledby': 'position-heading' },
    this.#heading,
    this.#crumbs,
    this.#findings,
    h(
      'div',
      { class: 'shown' },
      this.#place,
      h(
        'div',
        { class: 'said' },
        this.#summary,
        this.#differs,
        this.#reason,
        this.#raw,
        this.#text,
        this.#buttons,
        this.#answer,
      ),
    ),
  );
  #boards: NodeBoards | undefined;
  #root: SearchNode | undefined;
  #selected: SearchNode | undefined;

  constructor({ store, host }: PanelContext) {
    this.#store = store;
    this.#host = host;
  }

  flip(): void {
    this.#store.flip();
  }

  update(changed: ReadonlySet<Part>): void {
    const { states, tree, stored } = this.#store;
    this.element.hidden = this.#store.selected === undefined || states === undefined;
    if (this.#store.selected === undefined || states === undefined || tree === undefined || stored === undefined)
      return;
    if (tree.root !== this.#root) {
      this.#root = tree.root;
      this.#boards?.destroy();
      this.#boards = new NodeBoards(stored.header.game);
      this.#place.replaceChildren(this.#boards.element);
    }
    this.#reveal.hidden = !this.#store.isTrace;
    if (changed.has('selection') || this.#store.selected !== this.#selected)
      this.#showCrumbs(this.#store.selected, states);
    this.#selected = this.#store.selected;
    if (hasAny(changed, 'source', 'selection', 'tree', 'view')) this.#showNode(this.#store.selected, states);
  }

  #showCrumbs(node: SearchNode, states: GameStates): void {
    const go = (to: SearchNode, name: string): HTMLElement =>
      button(name, () => this.#store.select(to), { class: 'link', 'aria-current': to === node ? 'step' : undefined });
    const line = states.lineTo(node);
    this.#crumbs.hidden = line.length === 0;
    const focused = this.#crumbs.contains(document.activeElement);
    this.#crumbs.replaceChildren();
    if (this.#store.shown !== undefined) this.#crumbs.append(go(this.#store.shown.root, t('Start')));
    for (const { node: one, text: word } of line) this.#crumbs.append(' ', go(one, word));
    if (focused) this.#crumbs.querySelector<HTMLElement>('[aria-current]')?.focus();
  }

  #showNode(node: SearchNode, states: GameStates): void {
    const truth = states.truthOf(node);
    const isLost = node.kind === 'hallucination';
    const line = states.lineTo(node);
    setText(this.#heading, line.at(-1)?.text ?? t('Start'));
    setText(this.#summary, this.#summaryOf(node, states, truth));
    const words = [isLost ? '' : differenceWords(truth), followWords(node, states)]
      .filter((one) => one !== '')
      .join(' ');
    setText(this.#differs, words);
    this.#differs.hidden = words === '';
    setText(this.#reason, isLost ? t('No state: {0}.', node.reason ?? t('the answer cannot be read')) : '');
    this.#reason.hidden = !isLost;
    this.#raw.hidden = !isLost;
    setText(this.#raw, isLost ? node.state : '');
    this.#text.hidden = isLost;
    setText(this.#text, isLost ? '' : node.state);
    setText(this.#copy, isLost ? t('Copy text') : t('Copy state'));
    this.#answer.hidden = node.text === undefined || isLost;
    setText(this.#said, node.text ?? '');
    const { shown } = this.#store;
    setText(
      this.#wrote,
      shown === undefined
        ? t('What the model wrote')
        : t('What the model wrote, values for {0}', sideWord(sideAt(node, shown))),
    );
    const found = this.#store.facts.noteOf(node)?.findings ?? [];
    this.#findings.replaceChildren(...found.map((one) => h('li', { lang: 'en' }, one)));
    this.#findings.hidden = found.length === 0;
    const side = orientationFor(this.#store.source?.orientation ?? 'white', states.shown(rootOf(node).state) ?? '');
    this.#boards?.show(node, states, truth, (side === 'black') === this.#store.kept.flipped ? 'white' : 'black');
  }

  #summaryOf(node: SearchNode, states: GameStates, truth: NodeTruth): string {
    if (!isSeen(node)) return t('Not in the tree yet.');
    const parts: string[] = [];
    if (node.kind === 'hallucination') parts.push(t('Hallucination'));
    else if (node.kind === 'terminal')
      parts.push(node.outcome === undefined ? t('The game ends') : t('The game ends {0}', node.outcome));
    else parts.push(toMoveWords(states.moverAt(node)));
    if (truth.kind === 'illegal') parts.push(t('the move is illegal'));
    if (node.kind === 'hallucination') return parts.join(' · ');
    const { stored, shown, isTrace } = this.#store;
    if (stored === undefined || shown === undefined) return parts.join(' · ');
    const { root, side } = shown;
    const { settings } = stored.header;
    const visits = countVisits(node);
    const values = [`v ${formatNodeValue(ownValueAtRoot(node, root))}`];
    // the root has no edge above it
    const name = isTrace || node.parent === undefined ? backupWord(settings) : 'Q';
    if (visits > 0) values.push(`${name} ${formatNodeValue(valueAtRoot(node, root, settings))}`);
    if (visits > 0 && !isTrace) parts.push(visits === 1 ? t('1 visit') : t('{0} visits', formatWholeNumber(visits)));
    parts.push(t('for {0}: {1}', sideWord(side), values.join(', ')));
    return parts.join(' · ');
  }
}

function rootOf(node: SearchNode): SearchNode {
  let at = node;
  while (at.parent !== undefined) at = at.parent;
  return at;
}

/** Whose fault it is that a node diverges: its own, or that of one above it. */
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
