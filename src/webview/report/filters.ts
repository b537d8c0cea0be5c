import { GROUPINGS, type Grouping } from '../../core/evaluation/report/list/groupings.ts';
import {
  CHANGES,
  type Change,
  LIST_COLUMNS,
  type SampleQuery,
  SCOPES,
  type Scope,
} from '../../core/evaluation/report/list/sample-query.ts';
import type { ReportContent } from '../../protocol/report-messages.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { COLUMN_NAMES, DESCENDING } from './sample-list.ts';

/** Quiet time after a key before the samples are searched, in milliseconds. */
const QUIET_MS = 200;

export const CHANGE_NAMES: Readonly<Record<Change, string>> = {
  better: t('improved'),
  worse: t('got worse'),
  same: t('the same'),
};
const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  failures: t('failures'),
  answers: t('all answers'),
  all: t('all, with baselines'),
};
export const GROUPING_NAMES: Readonly<Record<Grouping, string>> = {
  cause: t('cause'),
  length: t('half-moves'),
  opening: t('opening'),
  template: t('template'),
  series: t('model'),
  verdict: t('verdict'),
};

/** What the fields narrow. */
export type Filtered = Pick<ReportContent, 'groups' | 'changes'>;

/** The fields that say which samples are shown, in which order. They show a query, and tell of each change of it. */
export class Filters {
  readonly element = h('div', { class: 'filters', role: 'search', 'aria-label': t('Which answers') });
  /** Folded, and kept when all else is made again, so that it stays as it is. */
  readonly #more = h('details', { class: 'more' });
  readonly #content: Filtered;
  readonly #changed: (query: SampleQuery) => void;
  readonly #search: HTMLInputElement;
  #query: SampleQuery;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(content: Filtered, query: SampleQuery, changed: (query: SampleQuery) => void) {
    this.#content = content;
    this.#query = query;
    this.#changed = changed;
    this.#search = h('input', {
      type: 'search',
      'aria-label': t('Search'),
      placeholder: t('game, opening, move, FEN, words'),
      title: t('Search (/)'),
      input: () => {
        clearTimeout(this.#waiting);
        this.#waiting = setTimeout(() => changed({ ...this.#query, search: this.#search.value }), QUIET_MS);
      },
    });
    this.show(query);
  }

  focusSearch(): void {
    this.#search.focus();
  }

  show(query: SampleQuery): void {
    this.#query = query;
    const active = document.activeElement?.getAttribute('aria-label');
    if (document.activeElement !== this.#search) this.#search.value = query.search;
    const { groups, changes } = this.#content;
    const several = GROUPINGS.filter((by) => groups[by].length > 1);
    const count = Object.keys(query.only).length + Number(query.change !== null);
    // A filter that narrows is seen.
    if (several.some((by) => by !== 'series' && query.only[by] !== undefined)) this.#more.open = true;
    this.#more.replaceChildren(
      h('summary', {}, count === 0 ? t('Filters') : t('Filters ({0})', count)),
      h(
        'div',
        { class: 'filters' },
        ...several.filter((by) => by !== 'series').map((by) => this.#groups(by)),
        ...(changes === undefined ? [] : [this.#changes()]),
        ...this.#order(),
      ),
    );
    this.element.replaceChildren(
      ...this.#scope(),
      ...several.filter((by) => by === 'series').map((by) => this.#groups(by)),
      h('label', { class: 'search' }, `${t('Search')} `, this.#search),
      button(t('Clear'), () => this.#changed({ ...this.#query, only: {}, change: null, search: '' }), {
        disabled: count === 0 && query.search === '',
        title: t('Take all filters away'),
      }),
      this.#more,
    );
    // A field that was changed has been made again: the keyboard stays on it.
    if (active) this.element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(active)}"]`)?.focus();
  }

  #scope(): HTMLElement[] {
    const { scope, by } = this.#query;
    const { groups } = this.#content;
    const scopes = SCOPES.map((one) => [SCOPE_NAMES[one], one] as const);
    const groupings = GROUPINGS.filter((one) => groups[one].length > 1 || one === by);
    return [
      field(t('Show'), scopes, scope, (value) => this.#changed({ ...this.#query, scope: value })),
      field(
        t('Group by'),
        [[t('nothing'), null] as const, ...groupings.map((one) => [GROUPING_NAMES[one], one] as const)],
        by,
        (value) => this.#changed({ ...this.#query, by: value }),
      ),
    ];
  }

  #order(): HTMLElement[] {
    const { sort, descending } = this.#query;
    const columns = LIST_COLUMNS.filter((column) => column !== 'change' || this.#content.changes !== undefined);
    return [
      field(
        t('Sort by'),
        columns.map((column) => [COLUMN_NAMES[column], column] as const),
        sort,
        (value) => this.#changed({ ...this.#query, sort: value, descending: DESCENDING.has(value) }),
      ),
      button(descending ? '▾' : '▴', () => this.#changed({ ...this.#query, descending: !descending }), {
        'aria-label': descending ? t('Highest first') : t('Lowest first'),
        title: descending ? t('Highest first') : t('Lowest first'),
      }),
    ];
  }

  #groups(by: Grouping): HTMLElement {
    const options = this.#content.groups[by].map(({ key, name }) => [name, key] as const);
    const { [by]: key = null, ...others } = this.#query.only;
    // Groups are named by the core and by people, all but the choice of none.
    const all = [t('all'), null] as const;
    return field(
      capital(GROUPING_NAMES[by]),
      [all, ...options],
      key,
      (value) => this.#changed({ ...this.#query, only: value === null ? others : { ...others, [by]: value } }),
      ([, value]) => (value === null ? undefined : 'en'),
    );
  }

  #changes(): HTMLElement {
    const options = CHANGES.map((change) => [CHANGE_NAMES[change], change] as const);
    return field(t('Change'), [[t('all'), null] as const, ...options], this.#query.change, (value) =>
      this.#changed({ ...this.#query, change: value }),
    );
  }
}

/** A choice of one value. */
function field<T>(
  label: string,
  options: readonly (readonly [text: string, value: T])[],
  present: T,
  chosen: (value: T) => void,
  langOf: (option: readonly [text: string, value: T]) => string | undefined = () => undefined,
): HTMLElement {
  const select = h(
    'select',
    {
      'aria-label': label,
      change: () => {
        const option = options[select.selectedIndex];
        if (option !== undefined) chosen(option[1]);
      },
    },
    ...options.map((option) => h('option', { lang: langOf(option) }, option[0])),
  );
  select.selectedIndex = options.findIndex(([, value]) => value === present);
  return h('label', {}, `${label} `, select);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
