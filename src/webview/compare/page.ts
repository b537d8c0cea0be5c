import { orientationFor } from '../../core/board/orientation.ts';
import type { Orientation } from '../../core/board/svg.ts';
import { labelled, verdictLine } from '../../core/metrics/wording.ts';
import type { ComparedList, ComparedPrediction, ComparisonResult } from '../../protocol/lsp.ts';
import {
  COPY_FORMATS,
  type CopyFormat,
  comparedLabels,
  type FromPage,
  type PageState,
  type ShowMessage,
  samePosition,
  shownLabel,
  type ToPage,
} from '../../protocol/webview.ts';
import { button, h } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { type BoardPair, PredictionBoards } from './boards.ts';
import { copyText, LIST_FORMATS } from './copy.ts';
import { blame, mistakes, moves } from './findings.ts';
import { listDetails } from './lists.ts';
import { type Overview, PredictionOverview } from './overview.ts';
import { depthTable, facts } from './scores.ts';
import { PANEL_ID, type Tabs, tabs } from './tabs.ts';

/** The page: what it shows is a function of its state, which VS Code keeps for it. */
export class ComparePage {
  readonly #host: Host<FromPage>;
  readonly #title = h('h1');
  readonly #tabs = h('div');
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  readonly #view = h('div', { id: PANEL_ID, role: 'tabpanel', tabindex: -1 });
  readonly #copyButtons = COPY_FORMATS.map((format) =>
    button(format, () => this.#copy(format), { 'aria-label': `Copy as ${format}`, title: `Copy as ${format}` }),
  );
  readonly #copies = h(
    'fieldset',
    { class: 'copies' },
    h('span', { class: 'hint', 'aria-hidden': 'true' }, 'Copy as'),
    ...this.#copyButtons,
  );
  #state: PageState | undefined;
  #tabList: Tabs | undefined;
  #boards: BoardPair | undefined;
  #overview: Overview | undefined;

  /** Builds the page into `root`, with what was kept. */
  constructor(root: HTMLElement, host: Host<FromPage>, kept: PageState | undefined) {
    this.#host = host;
    root.replaceChildren(h('header', {}, this.#title, this.#toolbar()), this.#notice, this.#tabs, this.#view);
    document.addEventListener('keydown', (event) => this.#onKey(event));
    if (kept === undefined) this.#title.textContent = 'Waiting for the comparison …';
    else this.#set(kept);
  }

  /** Takes in a message of the extension. */
  receive(message: ToPage): void {
    switch (message.type) {
      case 'show':
        this.#notice.textContent = '';
        this.#show(message);
        break;
      case 'unavailable':
        if (this.#state === undefined) this.#title.textContent = 'Nothing to compare';
        this.#notice.textContent = message.reason;
        break;
      case 'copied':
        this.#notice.textContent = `Copied as ${message.format}.`;
        break;
    }
  }

  /** A comparison; of the position on the page, the place in the game stays as it is. */
  #show(shown: ShowMessage): void {
    const before = this.#state;
    const { result, place } = shown;
    const same = before !== undefined && samePosition(before.shown.place, place);
    const asked = result.history.at(-1)?.ply ?? place.ply;
    this.#set({
      shown,
      label: shownLabel(place, result),
      flipped: before?.flipped ?? false,
      ply: same && result.history.some(({ ply }) => ply === before.ply) ? before.ply : asked,
    });
  }

  #set(state: PageState): void {
    const rebuilt = this.#state?.shown !== state.shown;
    const isList = state.shown.result.lists.some(({ label }) => label === state.label);
    // The boards of a list are made for one side.
    const turned = isList && this.#state?.flipped !== state.flipped;
    const selected = rebuilt || turned || this.#state?.label !== state.label;
    this.#state = state;
    this.#host.keep(state);
    if (rebuilt) this.#build(state);
    if (selected) this.#select(state);
    const orientation = this.#orientation(state);
    this.#boards?.show(state.ply, orientation);
    this.#overview?.show(orientation);
  }

  /** Title and tabs. */
  #build({ shown: { result } }: PageState): void {
    this.#title.textContent = result.title;
    this.#tabList = tabs(comparedLabels(result), nameOfAll(result), (label) => this.#choose(label));
    const focused = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(this.#tabList.element);
    if (focused) this.#tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }

  /** The details of a prediction, or the table of all. */
  #select({ shown: { result }, label }: PageState): void {
    this.#boards?.destroy();
    this.#boards = undefined;
    this.#overview = undefined;
    this.#tabList?.show(label);
    this.#view.setAttribute('aria-labelledby', this.#tabs.querySelector('[aria-selected="true"]')?.id ?? '');
    const prediction = result.predictions.find((p) => p.label === label);
    const list = result.lists.find((one) => one.label === label);
    this.#copies.disabled = list === undefined && result.predictions.length === 0;
    for (const [i, format] of COPY_FORMATS.entries()) {
      const copies = this.#copyButtons[i];
      if (copies !== undefined) copies.disabled = list !== undefined && !LIST_FORMATS.includes(format);
    }
    if (prediction !== undefined) {
      this.#view.replaceChildren(...this.#details(prediction));
    } else if (list !== undefined) {
      this.#view.replaceChildren(...this.#list(list));
    } else if (result.predictions.length > 0) {
      this.#overview = new PredictionOverview(result, (chosen) => this.#choose(chosen));
      this.#view.replaceChildren(this.#overview.element);
    } else this.#view.replaceChildren(h('p', {}, 'There are no longer any predictions here.'));
  }

  #details(prediction: ComparedPrediction): HTMLElement[] {
    const { label, text, comparison } = prediction;
    const result = this.#result();
    if (result === undefined) return [];
    this.#boards = new PredictionBoards(result, prediction, (by) => this.#step(by));
    const line = labelled(label, verdictLine(text, comparison ?? undefined));
    const show = this.#showButton(label);
    const columns = [
      blame(text, (ply) => this.#jump(ply)),
      moves(prediction),
      depthTable(prediction),
      facts(result, prediction),
      mistakes(text),
    ].filter((part) => part !== undefined);
    return [
      h('p', { class: `verdict-line ${text.verdict === 'exact' ? 'right' : 'wrong'}` }, line, ' ', show),
      this.#boards.element,
      h('div', { class: 'columns' }, ...columns),
    ];
  }

  #list(list: ComparedList): HTMLElement[] {
    const state = this.#state;
    if (state === undefined) return [];
    const { label, judged } = list;
    const isRight = judged[0]?.illegal.length === 0 && judged[0].missing.length === 0;
    const line = labelled(
      label,
      judged.map(({ on, scores }, i) => (i === 0 ? scores : `on the ${on} ${scores}`)).join('; '),
    );
    return [
      h('p', { class: `verdict-line ${isRight ? 'right' : 'wrong'}` }, line, ' ', this.#showButton(label)),
      ...listDetails(state.shown.result, list, this.#orientation(state)),
    ];
  }

  #showButton(label: string): HTMLElement {
    return button('Show in the editor', () => this.#host.send({ type: 'revealPrediction', label }), { class: 'link' });
  }

  #toolbar(): HTMLElement {
    return h(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': 'Comparison' },
      button('Previous', () => this.#host.send({ type: 'step', to: 'previous' }), {
        title: 'Compare the previous prediction in the file',
      }),
      button('Next', () => this.#host.send({ type: 'step', to: 'next' }), {
        title: 'Compare the next prediction in the file',
      }),
      button('Flip', () => this.#flip(), { title: 'Flip the boards (f)' }),
      this.#copies,
    );
  }

  #result() {
    return this.#state?.shown.result;
  }

  #orientation({ shown, flipped }: PageState): Orientation {
    const side = orientationFor(shown.orientation, shown.result.trueFen);
    return (side === 'black') === flipped ? 'white' : 'black';
  }

  #choose(label: string | null): void {
    if (this.#state === undefined || this.#state.label === label) return;
    this.#set({ ...this.#state, label });
    this.#host.send({ type: 'select', label });
  }

  #flip(): void {
    if (this.#state !== undefined) this.#set({ ...this.#state, flipped: !this.#state.flipped });
  }

  /** Shows a position of the game on the true board, and its move in the editor. */
  #jump(ply: number): void {
    if (this.#state !== undefined) this.#set({ ...this.#state, ply });
    this.#host.send({ type: 'revealMove', ply });
  }

  #step(by: number | 'first' | 'last'): void {
    const state = this.#state;
    if (state === undefined || state.shown.result.history.length === 0) return;
    const { history } = state.shown.result;
    const last = history.length - 1;
    const at = history.findIndex(({ ply }) => ply === state.ply);
    const to = by === 'first' ? 0 : by === 'last' ? last : Math.min(last, Math.max(0, (at < 0 ? last : at) + by));
    const ply = history[to]?.ply ?? state.ply;
    if (ply !== state.ply) this.#set({ ...state, ply });
  }

  #copy(format: CopyFormat): void {
    const state = this.#state;
    if (state === undefined) return;
    const text = copyText(format, state.shown.result, state.label, this.#orientation(state));
    this.#host.send({ type: 'copy', format, text });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'f') this.#flip();
    else if (event.key === 'ArrowLeft' && this.#boards !== undefined) this.#step(-1);
    else if (event.key === 'ArrowRight' && this.#boards !== undefined) this.#step(1);
    else return;
    event.preventDefault();
  }
}

/** The tab of all. */
const nameOfAll = ({ labels, lists }: ComparisonResult): string =>
  labels === 'models' ? 'All models' : lists.length > 0 ? 'List and states' : 'All states';
