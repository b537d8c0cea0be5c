import type { FromGames, ToGames } from '../../protocol/games-messages.ts';
import { button, h, setText } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { FacetBar } from './facet-bar.ts';
import { GameRows } from './game-rows.ts';
import { QueryBox } from './query-box.ts';
import { Questions } from './questions.ts';

type List = Extract<ToGames, { type: 'list' }>;

/** The page of Query Games…: an expression, counts, and the games that it chooses. */
export class GamesPage {
  readonly #host: Host<FromGames>;
  readonly #questions: Questions;
  readonly #box: QueryBox;
  readonly #facets: FacetBar;
  readonly #rows: GameRows;
  readonly #title = h('h1', {}, t('Games'));
  readonly #counts = h('p', { class: 'counts', role: 'status' }, t('Reading the games…'));
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  readonly #notes = h('div', { class: 'notes' });
  readonly #bar = h('progress', { max: 1000, 'aria-label': t('Read'), hidden: true });
  readonly #cancel = button(t('Cancel'), () => this.#host.send({ type: 'cancel' }), { hidden: true });
  readonly #again = button(t('Query Again'), () => this.#host.send({ type: 'again' }), { hidden: true });
  readonly #open = button(t('Open'), () => this.#rows.openCurrent(), { title: t('Enter, or a double click') });
  readonly #copy = button(t('Copy Expression'), () => this.#host.send({ type: 'copy' }));
  readonly #export = button(t('Export…'), () => this.#use('export'));
  readonly #experiment = button(t('Use in Experiment…'), () => this.#use('experiment'));
  #uris: readonly string[] = [];
  #list: List | undefined;

  constructor(root: HTMLElement, host: Host<FromGames>) {
    this.#host = host;
    this.#questions = new Questions(host);
    this.#box = new QueryBox({
      check: (expression, offset) =>
        this.#questions.ask('checked', (question) => ({ type: 'check', question, expression, offset })),
      run: (expression) => {
        this.#notice.textContent = '';
        this.#keep();
        host.send({ type: 'query', expression });
      },
    });
    this.#facets = new FacetBar((choice) => {
      this.#rows.renew();
      this.#keep();
      host.send({ type: 'narrow', choice });
    });
    this.#rows = new GameRows(this.#questions, {
      open: (row) => host.send({ type: 'open', row, turn: this.#list?.turn ?? 0 }),
      selected: () => this.#showCounts(),
    });
    const tools = h('div', { class: 'toolbar' }, this.#open, this.#export, this.#experiment, this.#copy);
    root.append(
      h('header', {}, this.#title, tools),
      this.#box.element,
      h('div', { class: 'reading' }, this.#counts, this.#bar, this.#cancel, this.#again, this.#notice),
      this.#notes,
      h('div', { class: 'panes' }, this.#facets.element, this.#rows.element),
    );
    this.#showCounts();
  }

  receive(message: ToGames): void {
    switch (message.type) {
      case 'show':
        this.#uris = message.uris;
        setText(this.#title, t('Games of {0}', message.title));
        this.#box.expression = message.expression;
        this.#facets.choice = message.choice;
        this.#keep();
        break;
      case 'list':
        this.#show(message);
        break;
      case 'notice':
        this.#notice.textContent = message.text;
        break;
      default:
        this.#questions.receive(message);
    }
  }

  #show(list: List): void {
    const isFirst = this.#list === undefined;
    this.#list = list;
    const isReading = list.progress !== null;
    this.#bar.hidden = !isReading;
    this.#cancel.hidden = !isReading;
    this.#bar.value = Math.round(1000 * (list.progress ?? 1));
    this.#again.hidden = isReading || !(list.isStale || list.isCanceled);
    this.#notes.replaceChildren(
      ...(list.isStale ? [h('p', { class: 'warning' }, t('A file has changed since it was read.'))] : []),
      ...list.notes.map((note) => h('p', { class: 'warning' }, note)),
    );
    this.#facets.show(list.facets);
    this.#rows.show(list.turn, list.shown);
    this.#showCounts();
    if (isFirst) this.#rows.focus();
  }

  #showCounts(): void {
    const list = this.#list;
    const { size } = this.#rows.selection;
    const number = (n: number): string => n.toLocaleString('en');
    if (list !== undefined) {
      const parts = [
        list.read === 1
          ? t('{0} of 1 game', number(list.shown))
          : t('{0} of {1} games', number(list.shown), number(list.read)),
        ...(list.progress === null ? [] : [t('{0} % read', Math.floor(100 * list.progress))]),
        ...(list.isCanceled ? [t('canceled')] : []),
        ...(size === 0 ? [] : [t('{0} selected', number(size))]),
      ];
      this.#counts.textContent = parts.join(' · ');
    }
    const isEmpty = (list?.shown ?? 0) === 0;
    this.#export.textContent = size === 0 ? t('Export…') : t('Export {0}…', number(size));
    this.#experiment.textContent = size === 0 ? t('Use in Experiment…') : t('Use {0} in Experiment…', number(size));
    for (const one of [this.#open, this.#export, this.#experiment]) one.disabled = isEmpty;
  }

  #use(type: 'export' | 'experiment'): void {
    if (this.#list !== undefined) this.#host.send({ type, turn: this.#list.turn, spans: this.#rows.selection.spans() });
  }

  #keep(): void {
    this.#host.keep({ uris: this.#uris, expression: this.#box.expression, choice: this.#facets.choice });
  }
}
