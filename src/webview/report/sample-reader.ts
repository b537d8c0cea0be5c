import { Component, createRef, h, type JSX, type RefObject } from 'preact';
import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { GROUPINGS, type Grouping, type SampleGroup } from '../../core/evaluation/report/list/groupings.ts';
import { POSITION_ORDERS, type PositionOrder } from '../../core/evaluation/report/list/position-table.ts';
import { FAILURES, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { ReportContent, ReportView, SampleDetail, SampleView } from '../../protocol/report-messages.ts';
import { button, type Content } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { isSameGroups } from './brushes.ts';
import { CHANGE_NAMES, Filters, field, GROUPING_NAMES } from './filters.ts';
import { GroupBars, groupDigits } from './group-bars.ts';
import { PositionGrid } from './position-grid.ts';
import { SampleList } from './sample-list.ts';
import { type SampleActions, SamplePane } from './sample-pane.ts';
import { KnownDetails, type SampleSource } from './sample-source.ts';

/** A place among the samples. */
export type ReaderPlace = Omit<ReportView, 'top'>;

/** The first place: what models got wrong, by cause. */
export const BEGINNING: ReaderPlace = { query: FAILURES, shown: 'list', order: 'disagreement', sample: -1, first: 0 };

/** The samples of the reader. */
export type ReaderContent = Pick<ReportContent, 'groups' | 'changes' | 'm' | 'samples'>;

interface SampleReaderProps {
  /** Set to the component. */
  readonly handle: RefObject<SampleReader | null>;
  readonly source: SampleSource;
  readonly content: ReaderContent;
  /** The first place. */
  readonly place: ReaderPlace;
  /** Actions of a sample; undefined where it can only be read. */
  readonly actions: SampleActions | undefined;
  /** Called with another place, to be kept. */
  readonly moved: () => void;
  /** Called when another query is shown. */
  readonly narrowed: (query: SampleQuery) => void;
  /** Called where a link with the present filters is wanted. */
  readonly link: (query: SampleQuery) => void;
}

const ORDER_NAMES: Readonly<Record<PositionOrder, string>> = {
  disagreement: t('most different answers'),
  p: t('lowest p'),
  game: t('game and ply'),
};

/** Samples to be read one after the other: filters, groups, the list or the grid of positions, and beside it the answer. */
export class SampleReader extends Component<SampleReaderProps> {
  readonly #section = createRef<HTMLElement>();
  readonly #search = createRef<HTMLInputElement>();
  readonly #list = createRef<SampleList>();
  readonly #grid = createRef<PositionGrid>();
  readonly #details: KnownDetails;
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);
  #query: SampleQuery;
  #shown: SampleView;
  #order: PositionOrder;
  #sample: number;
  #detail: SampleDetail | undefined;
  #count = '';
  #total = 0;
  #groups: readonly SampleGroup[] = [];
  /** The query of a figure that was followed, and the one before it. */
  #followed: { readonly query: SampleQuery; readonly before: SampleQuery } | undefined;

  constructor(props: SampleReaderProps) {
    super(props);
    props.handle.current = this;
    const { source, content, place } = props;
    this.#details = new KnownDetails(source);
    this.#query = answerableQuery(place.query, content);
    this.#shown = place.shown;
    this.#order = place.order;
    this.#sample = place.sample;
  }

  override componentDidMount(): void {
    document.addEventListener('keydown', this.#onKey);
    void this.#start(this.props.place);
  }

  override componentWillUnmount(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  override render({ content, source, actions, moved }: SampleReaderProps): JSX.Element {
    const { by, only } = this.#query;
    const isList = this.#shown === 'list';
    const groupTitle = by === null ? '' : GROUPING_NAMES[by];
    const read = (sample: number, next: number): void => this.#read(sample, next);
    const list = h(SampleList, {
      handle: this.#list,
      source,
      hasChange: content.changes !== undefined,
      chosen: read,
      sorted: (sort, descending) => void this.show({ ...this.#query, sort, descending }),
      moved,
      counted: (total) => this.#setTotal(total, answerCount(total, content.samples)),
    });
    const grid = h(PositionGrid, {
      handle: this.#grid,
      source,
      m: content.m,
      chosen: (sample) => read(sample, -1),
      moved,
      counted: (total) => this.#setTotal(total, positionCount(total, content.samples)),
    });
    return h(
      'section',
      {
        ref: this.#section,
        class: isList ? 'reader' : 'reader wide',
        id: 'samples',
        'aria-labelledby': 'samples-title',
      },
      h(
        'div',
        { class: 'reader-head' },
        h('h2', { id: 'samples-title' }, t('Answers, one after the other')),
        this.#views(),
        h('p', { class: 'count quiet', role: 'status' }, this.#count),
        h('p', { class: 'narrowed', role: 'status' }, this.#narrowedText()),
      ),
      h(Filters, { content, query: this.#query, change: (query) => void this.show(query), search: this.#search }),
      h(GroupBars, {
        title: groupTitle,
        groups: this.#groups,
        chosen: by === null ? undefined : only[by],
        choose: (key) => this.#choose(key),
      }),
      h(
        'div',
        { class: 'panes' },
        h('div', { class: 'left' }, isList ? list : grid),
        h(SamplePane, { detail: this.#detail, actions }),
      ),
      keyHints(actions !== undefined),
    );
  }

  /** Returns the choice of what is shown, with the order of positions. */
  #views(): JSX.Element {
    const choice = (view: SampleView, text: string): JSX.Element =>
      button(text, () => void this.#turnTo(view), { 'aria-pressed': this.#shown === view });
    const orders = POSITION_ORDERS.map((order) => [ORDER_NAMES[order], order] as const);
    return h(
      'div',
      { class: 'views', role: 'group', 'aria-label': t('Shown as') },
      choice('list', t('List')),
      choice('positions', t('Models side by side')),
      this.#shown === 'list'
        ? null
        : field(
            t('first:'),
            orders,
            this.#order,
            (order) => void this.#reorder(order),
            undefined,
            t('Order of positions'),
          ),
      button(t('Copy Link'), () => this.props.link(this.#query), {
        title: t('Copy a link that restores these filters'),
      }),
    );
  }

  #setTotal(total: number, count: string): void {
    this.#total = total;
    this.#count = count;
    this.forceUpdate();
  }

  /** The element of the reader; undefined before it is in the page. */
  get element(): HTMLElement | undefined {
    return this.#section.current ?? undefined;
  }

  get place(): ReaderPlace {
    const isList = this.#shown === 'list';
    const first = (isList ? this.#list.current?.place.first : this.#grid.current?.first) ?? 0;
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
    this.forceUpdate();
    this.props.narrowed(query);
    await Promise.all([this.#showRows(), this.#showBars()]);
  }

  /** Returns true if the report has these groups. */
  has(only: SampleQuery['only']): boolean {
    const { groups } = this.props.content;
    return GROUPINGS.every((by) => only[by] === undefined || groups[by].some(({ key }) => key === only[by]));
  }

  /** Follows a bar or a point of a figure: the samples that it counts, and nothing else of the filters. A second press takes it back. */
  async follow(only: SampleQuery['only']): Promise<void> {
    const present = this.#query;
    const followed = this.#followed?.query === present ? this.#followed : undefined;
    if (isSameGroups(only, present.only)) {
      // A choice that is taken back scrolls nowhere.
      await this.show(followed?.before ?? { ...present, only: {} });
      return;
    }
    const narrow = { ...present, only, change: null, search: '' };
    // Without failures, shows the correct answers.
    const { samples } = await this.props.source.rows(narrow, 0, 1);
    if (this.#query !== present) return;
    const query = samples > 0 || narrow.scope !== 'failures' ? narrow : { ...narrow, scope: 'answers' as const };
    this.#followed = { query, before: followed?.before ?? present };
    await this.show(query);
    this.element?.scrollIntoView({ block: 'start' });
    this.#focus();
  }

  /** Names what the list is narrowed to. */
  #narrowedText(): string {
    const { groups } = this.props.content;
    const { only, change, search } = this.#query;
    const parts = [
      ...GROUPINGS.flatMap((by) => groups[by].find(({ key }) => key === only[by])?.name ?? []),
      ...(change === null ? [] : [CHANGE_NAMES[change]]),
      ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
    ];
    return parts.length === 0 ? '' : t('only {0}', parts.join(' · '));
  }

  async #start({ first, sample }: ReaderPlace): Promise<void> {
    const rows =
      this.#shown === 'list'
        ? this.#list.current?.show(this.#query, { sample, ...(sample >= 0 && { first }) })
        : this.#grid.current?.show(this.#query, this.#order, first);
    await Promise.all([rows, this.#showBars()]);
    if (this.#shown === 'positions' && sample >= 0) this.#read(sample, -1);
  }

  async #showRows(): Promise<void> {
    if (this.#shown === 'list') await this.#list.current?.show(this.#query, { sample: this.#sample });
    else await this.#grid.current?.show(this.#query, this.#order);
    this.props.moved();
  }

  async #showBars(): Promise<void> {
    const query = this.#query;
    const { by } = query;
    const groups = by === null ? [] : (await this.props.source.facts(query, -1)).groups;
    if (query !== this.#query) return;
    this.#groups = groups;
    this.forceUpdate();
  }

  #choose(key: string | null): void {
    const { by, only } = this.#query;
    if (by === null) return;
    const { [by]: _, ...others } = only;
    void this.show({ ...this.#query, only: key === null ? others : { ...others, [by]: key } });
  }

  async #turnTo(view: SampleView): Promise<void> {
    this.#shown = view;
    await new Promise<void>((resolve) => this.forceUpdate(resolve));
    await this.#showRows();
    this.#focus();
  }

  async #reorder(order: PositionOrder): Promise<void> {
    this.#order = order;
    this.forceUpdate();
    await this.#showRows();
  }

  #focus(): void {
    (this.#shown === 'list' ? this.#list : this.#grid).current?.focus();
  }

  /** Shows a sample beside the list, and requests the next one. */
  #read(sample: number, next: number): void {
    this.#sample = sample;
    if (sample < 0) {
      if (this.#total === 0) this.#setDetail(undefined);
      return;
    }
    void this.#details.get(sample).then((detail) => {
      if (detail !== undefined && this.#sample === sample) this.#setDetail(detail);
    });
    if (next >= 0) void this.#details.get(next);
    this.props.moved();
  }

  #setDetail(detail: SampleDetail | undefined): void {
    this.#detail = detail;
    this.forceUpdate();
  }

  /** Letters work wherever the keyboard is, but where it writes. */
  #key(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (target instanceof HTMLElement && target.closest('input, select, textarea') !== null) return;
    const { actions } = this.props;
    const step = (by: 1 | -1): void => void (this.#shown === 'list' ? this.#list : this.#grid).current?.step(by);
    if (key === 'j' || key === 'k') {
      // The keys work on the whole page: the list is to be seen then.
      const top = this.element?.getBoundingClientRect().top ?? 0;
      if (top > window.innerHeight / 2) this.element?.scrollIntoView();
      step(key === 'j' ? 1 : -1);
    } else if (key === '/') this.#search.current?.focus();
    else if (key === 'o' && this.#sample >= 0) actions?.open(this.#sample);
    else if (key === 'c' && this.#sample >= 0) actions?.compare(this.#sample);
    else if (key === 'Enter' && target instanceof HTMLElement && target.role === 'grid') actions?.open(this.#sample);
    else return;
    event.preventDefault();
  }
}

/** Formats the number of answers that were found. */
const answerCount = (found: number, all: number): string =>
  all === 1
    ? t('{0} of 1 answer', groupDigits(found))
    : t('{0} of {1} answers', groupDigits(found), formatWholeNumber(all));

/** Formats the number of positions that were found. */
const positionCount = (found: number, answers: number): string =>
  `${found === 1 ? t('1 position') : t('{0} positions', formatWholeNumber(found))}, ${answers === 1 ? t('1 answer') : t('{0} answers', formatWholeNumber(answers))}`;

/** Returns the keys of the reader, and what they do. */
function keyHints(hasActions: boolean): JSX.Element {
  const hint = (keys: readonly string[], does: string): Content => [
    keys.map((key) => [h('kbd', null, key), ' ']),
    does,
  ];
  return h(
    'p',
    { class: 'quiet keys' },
    hint(['J', 'K'], t('next and previous')),
    hasActions ? [' · ', hint(['O'], t('open in PGN')), ' · ', hint(['C'], t('compare'))] : null,
    ' · ',
    hint(['/'], t('search')),
  );
}

/** Limits a query to the groups and columns that a report has. */
function answerableQuery(query: SampleQuery, { groups, changes }: ReaderContent): SampleQuery {
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
