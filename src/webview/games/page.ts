import { createRef, Fragment, h, type JSX } from 'preact';
import type { FromGames, GameChoice, ToGames } from '../../protocol/games-messages.ts';
import { button } from '../common/elements.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { mount } from '../common/mount.ts';
import { FacetBar } from './facet-bar.ts';
import { GameRows } from './game-rows.ts';
import { QueryBox } from './query-box.ts';
import { Questions } from './questions.ts';

type List = Extract<ToGames, { type: 'list' }>;

/** Steps of the bar of progress. */
const PROGRESS_STEPS = 1000;

const formatCount = (count: number): string => count.toLocaleString('en');

/** The page of Query Games…: an expression, counts, and the games that it chooses. */
export class GamesPage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromGames>;
  readonly #questions: Questions;
  readonly #box = createRef<QueryBox>();
  readonly #rows = createRef<GameRows>();
  #title = t('Games');
  #notice = '';
  #uris: readonly string[] = [];
  #choice: GameChoice = {};
  #list: List | undefined;

  constructor(root: HTMLElement, host: Host<FromGames>) {
    this.#root = root;
    this.#host = host;
    this.#questions = new Questions(host);
    this.#show();
  }

  /** Takes in a message of the extension. */
  receive(message: ToGames): void {
    switch (message.type) {
      case 'show':
        this.#uris = message.uris;
        this.#title = t('Games of {0}', message.title);
        this.#choice = message.choice;
        if (this.#box.current !== null) this.#box.current.expression = message.expression;
        this.#keep();
        this.#show();
        break;
      case 'list':
        this.#showList(message);
        break;
      case 'notice':
        this.#notice = message.text;
        this.#show();
        break;
      default:
        this.#questions.receive(message);
    }
  }

  #showList(list: List): void {
    const isFirst = this.#list === undefined;
    this.#list = list;
    this.#show();
    this.#rows.current?.show(list.turn, list.shown);
    if (isFirst) this.#rows.current?.focus();
  }

  #show(): void {
    mount(h(Fragment, null, this.#header(), this.#query(), this.#reading(), this.#notes(), this.#panes()), this.#root);
  }

  #header(): JSX.Element {
    const size = this.#rows.current?.selection.size ?? 0;
    const isEmpty = (this.#list?.shown ?? 0) === 0;
    const [exports, experiment] =
      size === 0
        ? [t('Export…'), t('Use in Experiment…')]
        : [t('Export {0}…', formatCount(size)), t('Use {0} in Experiment…', formatCount(size))];
    return h(
      'header',
      null,
      h('h1', null, this.#title),
      h(
        'div',
        { class: 'toolbar' },
        button(t('Open'), () => this.#rows.current?.openCurrent(), {
          title: t('Enter, or a double click'),
          disabled: isEmpty,
        }),
        button(exports, () => this.#use('export'), { disabled: isEmpty }),
        button(experiment, () => this.#use('experiment'), { disabled: isEmpty }),
        button(t('Copy Expression'), () => this.#host.send({ type: 'copy' })),
      ),
    );
  }

  #query(): JSX.Element {
    return h(QueryBox, {
      handle: this.#box,
      check: (expression, offset) =>
        this.#questions.ask('checked', (question) => ({ type: 'check', question, expression, offset })),
      run: (expression) => {
        this.#notice = '';
        this.#show();
        this.#keep();
        this.#host.send({ type: 'query', expression });
      },
    });
  }

  #reading(): JSX.Element {
    const list = this.#list;
    const isReading = list !== undefined && list.progress !== null;
    const canRead = list !== undefined && !isReading && (list.isStale || list.isCanceled);
    return h(
      'div',
      { class: 'reading' },
      h('p', { class: 'counts', role: 'status' }, this.#counts()),
      h('progress', {
        max: PROGRESS_STEPS,
        'aria-label': t('Read'),
        hidden: !isReading,
        value: Math.round(PROGRESS_STEPS * (list?.progress ?? 1)),
      }),
      button(t('Cancel'), () => this.#host.send({ type: 'cancel' }), { hidden: !isReading }),
      button(t('Query Again'), () => this.#host.send({ type: 'again' }), { hidden: !canRead }),
      h('p', { class: 'notice', role: 'status' }, this.#notice),
    );
  }

  #counts(): string {
    const list = this.#list;
    if (list === undefined) return t('Reading the games…');
    const size = this.#rows.current?.selection.size ?? 0;
    return [
      list.read === 1
        ? t('{0} of 1 game', formatCount(list.shown))
        : t('{0} of {1} games', formatCount(list.shown), formatCount(list.read)),
      ...(list.progress === null ? [] : [t('{0} % read', Math.floor(100 * list.progress))]),
      ...(list.isCanceled ? [t('canceled')] : []),
      ...(size === 0 ? [] : [t('{0} selected', formatCount(size))]),
    ].join(' · ');
  }

  #notes(): JSX.Element {
    const { isStale = false, notes = [] } = this.#list ?? {};
    return h(
      'div',
      { class: 'notes' },
      isStale ? h('p', { class: 'warning' }, t('A file has changed since it was read.')) : null,
      notes.map((note) => h('p', { class: 'warning' }, note)),
    );
  }

  #panes(): JSX.Element {
    return h(
      'div',
      { class: 'panes' },
      h(FacetBar, {
        facets: this.#list?.facets ?? [],
        choice: this.#choice,
        choose: (choice) => {
          this.#choice = choice;
          this.#rows.current?.renew();
          this.#keep();
          this.#host.send({ type: 'narrow', choice });
        },
      }),
      h(GameRows, {
        handle: this.#rows,
        questions: this.#questions,
        open: (row) => this.#host.send({ type: 'open', row, turn: this.#list?.turn ?? 0 }),
        selected: () => this.#show(),
      }),
    );
  }

  #use(type: 'export' | 'experiment'): void {
    const [list, rows] = [this.#list, this.#rows.current];
    if (list !== undefined && rows !== null) this.#host.send({ type, turn: list.turn, spans: rows.selection.spans() });
  }

  #keep(): void {
    this.#host.keep({ uris: this.#uris, expression: this.#box.current?.expression ?? '', choice: this.#choice });
  }
}
