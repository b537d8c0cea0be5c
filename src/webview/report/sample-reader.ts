import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { GROUPINGS, type Grouping } from '../../core/evaluation/report/list/groupings.ts';
import { POSITION_ORDERS, type PositionOrder } from '../../core/evaluation/report/list/position-table.ts';
import { FAILURES, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { ReportContent, ReportView, SampleView } from '../../protocol/report-messages.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { isSameGroups } from './brushes.ts';
import { groupDigits } from './digits.ts';
import { CHANGE_NAMES, Filters, GROUPING_NAMES } from './filters.ts';
import { GroupBars } from './group-bars.ts';
import { PositionGrid } from './position-grid.ts';
import { SampleList } from './sample-list.ts';
import { type SampleActions, SamplePane } from './sample-pane.ts';
import { KnownDetails, type SampleSource } from './sample-source.ts';

/** Where somebody is among the samples. */
export type ReaderPlace = Omit<ReportView, 'top'>;

/** Where reading begins: what models got wrong, by cause. */
export const BEGINNING: ReaderPlace = { query: FAILURES, shown: 'list', order: 'disagreement', sample: -1, first: 0 };

/** What the reader is about. */
export type ReaderContent = Pick<ReportContent, 'groups' | 'changes' | 'm' | 'samples'>;

/** What the reader can have done. */
export interface ReaderEvents {
  /** What can be done with a sample; undefined where it can only be read. */
  readonly actions: SampleActions | undefined;
  /** Another place, to be kept. */
  moved(): void;
  /** Another query is shown. */
  narrowed(query: SampleQuery): void;
  /** A link with the present filters is wanted. */
  link(query: SampleQuery): void;
}

const ORDER_NAMES: Readonly<Record<PositionOrder, string>> = {
  disagreement: t('most different answers'),
  p: t('lowest p'),
  game: t('game and ply'),
};

/** Samples to be read one after the other: filters, groups, the list or the grid of positions, and beside it the answer. */
export class SampleReader {
  readonly element: HTMLElement;
  readonly #content: ReaderContent;
  readonly #events: ReaderEvents;
  readonly #details: KnownDetails;
  readonly #filters: Filters;
  readonly #bars: GroupBars;
  readonly #list: SampleList;
  readonly #grid: PositionGrid;
  readonly #pane: SamplePane;
  readonly #source: SampleSource;
  readonly #count = h('p', { class: 'count quiet', role: 'status' });
  readonly #narrowed = h('p', { class: 'narrowed', role: 'status' });
  readonly #views = h('div', { class: 'views', role: 'group', 'aria-label': t('Shown as') });
  readonly #left = h('div', { class: 'left' });
  #query: SampleQuery;
  #shown: SampleView;
  #order: PositionOrder;
  #sample: number;
  #total = 0;
  /** What a figure has narrowed the list to, and what was shown before. */
  #followed: { readonly query: SampleQuery; readonly before: SampleQuery } | undefined;

  constructor(source: SampleSource, content: ReaderContent, place: ReaderPlace, events: ReaderEvents) {
    this.#content = content;
    this.#events = events;
    this.#source = source;
    this.#details = new KnownDetails(source);
    this.#query = known(place.query, content);
    this.#shown = place.shown;
    this.#order = place.order;
    this.#sample = place.sample;
    this.#filters = new Filters(content, this.#query, (query) => void this.show(query));
    this.#bars = new GroupBars((key) => this.#choose(key));
    this.#pane = new SamplePane(events.actions);
    const countText = (unit: 'answer' | 'position') => (total: number) => {
      this.#total = total;
      this.#count.textContent =
        unit === 'answer'
          ? content.samples === 1
            ? t('{0} of 1 answer', groupDigits(total))
            : t('{0} of {1} answers', groupDigits(total), formatWholeNumber(content.samples))
          : `${total === 1 ? t('1 position') : t('{0} positions', formatWholeNumber(total))}, ${content.samples === 1 ? t('1 answer') : t('{0} answers', formatWholeNumber(content.samples))}`;
    };
    this.#list = new SampleList(source, content.changes !== undefined, {
      chosen: (sample, next) => this.#read(sample, next),
      sorted: (sort, descending) => void this.show({ ...this.#query, sort, descending }),
      moved: () => events.moved(),
      counted: countText('answer'),
    });
    this.#grid = new PositionGrid(source, content.m, {
      chosen: (sample) => this.#read(sample, -1),
      moved: () => events.moved(),
      counted: countText('position'),
    });
    this.element = h(
      'section',
      { class: 'reader', id: 'samples', 'aria-labelledby': 'samples-title' },
      h(
        'div',
        { class: 'reader-head' },
        h('h2', { id: 'samples-title' }, t('Answers, one after the other')),
        this.#views,
        this.#count,
        this.#narrowed,
      ),
      this.#filters.element,
      this.#bars.element,
      h('div', { class: 'panes' }, this.#left, this.#pane.element),
      h(
        'p',
        { class: 'quiet keys' },
        ...keyHint(['J', 'K'], t('next and previous')),
        ...(events.actions === undefined
          ? []
          : [' · ', ...keyHint(['O'], t('open in PGN')), ' · ', ...keyHint(['C'], t('compare'))]),
        ' · ',
        ...keyHint(['/'], t('search')),
      ),
    );
    document.addEventListener('keydown', (event) => this.#key(event));
    void this.#start(place);
  }

  get place(): ReaderPlace {
    const isList = this.#shown === 'list';
    const first = isList ? this.#list.place.first : this.#grid.first;
    return {
      query: this.#query,
      shown: this.#shown,
      order: this.#order,
      sample: this.#sample,
      first: Math.max(0, first),
    };
  }

  /** Shows what a query finds; the sample that is being read stays where the query finds it. */
  async show(query: SampleQuery): Promise<void> {
    this.#query = query;
    this.#filters.show(query);
    this.#sayNarrowed();
    this.#events.narrowed(query);
    await Promise.all([this.#showRows(), this.#showBars()]);
  }

  /** True if the report has these groups. */
  has(only: SampleQuery['only']): boolean {
    const { groups } = this.#content;
    return GROUPINGS.every((by) => only[by] === undefined || groups[by].some(({ key }) => key === only[by]));
  }

  /** Follows a bar or a point of a figure: the samples that it counts, and nothing else of the filters. A second press takes it back. */
  async follow(only: SampleQuery['only']): Promise<void> {
    const present = this.#query;
    const followed = this.#followed?.query === present ? this.#followed : undefined;
    if (isSameGroups(only, present.only)) {
      // Whoever takes it back stays at the figure.
      await this.show(followed?.before ?? { ...present, only: {} });
      return;
    }
    const narrow = { ...present, only, change: null, search: '' };
    // Where nothing failed the answers are shown that are right.
    const { samples } = await this.#source.rows(narrow, 0, 1);
    if (this.#query !== present) return;
    const query = samples > 0 || narrow.scope !== 'failures' ? narrow : { ...narrow, scope: 'answers' as const };
    this.#followed = { query, before: followed?.before ?? present };
    await this.show(query);
    this.element.scrollIntoView({ block: 'start' });
    this.#focus();
  }

  /** What the list is narrowed to, in words. */
  #sayNarrowed(): void {
    const { groups } = this.#content;
    const { only, change, search } = this.#query;
    const parts = [
      ...GROUPINGS.flatMap((by) => groups[by].find(({ key }) => key === only[by])?.name ?? []),
      ...(change === null ? [] : [CHANGE_NAMES[change]]),
      ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
    ];
    this.#narrowed.textContent = parts.length === 0 ? '' : t('only {0}', parts.join(' · '));
  }

  async #start({ first, sample }: ReaderPlace): Promise<void> {
    this.#drawViews();
    this.#sayNarrowed();
    const rows =
      this.#shown === 'list'
        ? this.#list.show(this.#query, { sample, ...(sample >= 0 && { first }) })
        : this.#grid.show(this.#query, this.#order, first);
    await Promise.all([rows, this.#showBars()]);
    if (this.#shown === 'positions' && sample >= 0) this.#read(sample, -1);
  }

  async #showRows(): Promise<void> {
    if (this.#shown === 'list') await this.#list.show(this.#query, { sample: this.#sample });
    else await this.#grid.show(this.#query, this.#order);
    this.#events.moved();
  }

  async #showBars(): Promise<void> {
    const query = this.#query;
    const { by } = query;
    const groups = by === null ? [] : (await this.#source.facts(query, -1)).groups;
    if (query !== this.#query) return;
    this.#bars.show(by === null ? '' : GROUPING_NAMES[by], groups, by === null ? undefined : query.only[by]);
  }

  #choose(key: string | null): void {
    const { by, only } = this.#query;
    if (by === null) return;
    const { [by]: _, ...others } = only;
    void this.show({ ...this.#query, only: key === null ? others : { ...others, [by]: key } });
  }

  #drawViews(): void {
    const isList = this.#shown === 'list';
    const choice = (view: SampleView, text: string): HTMLElement =>
      button(text, () => void this.#turnTo(view), { 'aria-pressed': this.#shown === view ? 'true' : 'false' });
    const orders = h(
      'select',
      {
        'aria-label': t('Order of positions'),
        change: () => void this.#reorder(POSITION_ORDERS[orders.selectedIndex]),
      },
      ...POSITION_ORDERS.map((order) => h('option', {}, ORDER_NAMES[order])),
    );
    orders.selectedIndex = POSITION_ORDERS.indexOf(this.#order);
    this.#views.replaceChildren(
      choice('list', t('List')),
      choice('positions', t('Models side by side')),
      ...(isList ? [] : [h('label', {}, `${t('first:')} `, orders)]),
      button(t('Copy Link'), () => this.#events.link(this.#query), {
        title: t('Copy a link that restores these filters'),
      }),
    );
    this.#left.replaceChildren(isList ? this.#list.element : this.#grid.element);
    this.element.classList.toggle('wide', !isList);
  }

  async #turnTo(view: SampleView): Promise<void> {
    this.#shown = view;
    this.#drawViews();
    await this.#showRows();
    this.#focus();
  }

  async #reorder(order: PositionOrder | undefined): Promise<void> {
    if (order === undefined) return;
    this.#order = order;
    await this.#showRows();
  }

  #focus(): void {
    (this.#shown === 'list' ? this.#list : this.#grid).focus();
  }

  /** Shows a sample beside the list, and asks for the one after it. */
  #read(sample: number, next: number): void {
    this.#sample = sample;
    if (sample < 0) {
      if (this.#total === 0) this.#pane.empty();
      return;
    }
    void this.#details.of(sample).then((detail) => {
      if (detail !== undefined && this.#sample === sample) this.#pane.show(detail);
    });
    if (next >= 0) void this.#details.of(next);
    this.#events.moved();
  }

  /** Letters work wherever the keyboard is, but where it writes. */
  #key(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !this.element.isConnected) return;
    if (target instanceof HTMLElement && target.closest('input, select, textarea') !== null) return;
    const { actions } = this.#events;
    const step = (by: 1 | -1): void => void (this.#shown === 'list' ? this.#list : this.#grid).step(by);
    if (key === 'j' || key === 'k') {
      // The keys are known on the whole page: whoever presses one wants to see the list.
      if (this.element.getBoundingClientRect().top > window.innerHeight / 2) this.element.scrollIntoView();
      step(key === 'j' ? 1 : -1);
    } else if (key === '/') this.#filters.focusSearch();
    else if (key === 'o' && this.#sample >= 0) actions?.open(this.#sample);
    else if (key === 'c' && this.#sample >= 0) actions?.compare(this.#sample);
    else if (key === 'Enter' && target instanceof HTMLElement && target.role === 'grid') actions?.open(this.#sample);
    else return;
    event.preventDefault();
  }
}

/** Keys, and what they do. */
const keyHint = (keys: readonly string[], does: string): (Node | string)[] => [
  ...keys.flatMap((key) => [h('kbd', {}, key), ' ']),
  does,
];

/** A query as far as a report has what it asks for; of two runs the changes come first. */
function known(query: SampleQuery, { groups, changes }: ReaderContent): SampleQuery {
  const only: Partial<Record<Grouping, string>> = {};
  for (const by of GROUPINGS) {
    const key = query.only[by];
    if (key !== undefined && groups[by].some((group) => group.key === key)) only[by] = key;
  }
  const hasChange = changes !== undefined;
  return {
    ...query,
    only,
    sort: query.sort === 'change' && !hasChange ? FAILURES.sort : query.sort,
    change: hasChange ? query.change : null,
  };
}
