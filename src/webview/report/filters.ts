import { h, type JSX, type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
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
import { button, type Content } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { COLUMN_NAMES, DESCENDING } from './sample-list.ts';

/** Quiet time after a key before the samples are searched, in milliseconds. */
const QUIET_MS = 200;

/** Names of changes from the first of two runs. */
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
/** Names of groupings. */
export const GROUPING_NAMES: Readonly<Record<Grouping, string>> = {
  cause: t('cause'),
  length: t('half-moves'),
  opening: t('opening'),
  template: t('template'),
  series: t('model'),
  verdict: t('verdict'),
};

/** The groups and changes that the fields choose from. */
type Filtered = Pick<ReportContent, 'groups' | 'changes'>;

interface FiltersProps {
  readonly content: Filtered;
  readonly query: SampleQuery;
  /** Called with each change of the query. */
  readonly change: (query: SampleQuery) => void;
  /** Set to the field of the search. */
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The fields that choose the samples, and their order. */
export function Filters(props: FiltersProps): JSX.Element {
  const { content, query, change } = props;
  const more = useRef<HTMLDetailsElement>(null);
  const several = GROUPINGS.filter((by) => content.groups[by].length > 1);
  const others = several.filter((by) => by !== 'series');
  // A filter that narrows is seen.
  useLayoutEffect(() => {
    if (more.current !== null && others.some((by) => query.only[by] !== undefined)) more.current.open = true;
  }, [query]);
  const count = Object.keys(query.only).length + Number(query.change !== null);
  return h(
    'div',
    { class: 'filters', role: 'search', 'aria-label': t('Which answers') },
    scopeFields(props),
    several.includes('series') ? groupField('series', props) : null,
    h('label', { class: 'search' }, `${t('Search')} `, h(SearchField, props)),
    button(t('Clear'), () => change({ ...query, only: {}, change: null, search: '' }), {
      disabled: count === 0 && query.search === '',
      title: t('Take all filters away'),
    }),
    h(
      'details',
      { class: 'more', ref: more },
      h('summary', null, count === 0 ? t('Filters') : t('Filters ({0})', count)),
      h(
        'div',
        { class: 'filters' },
        others.map((by) => groupField(by, props)),
        content.changes === undefined ? null : changeField(props),
        orderFields(props),
      ),
    ),
  );
}

/** The field of the search, which keeps what somebody types in it. */
function SearchField({ query, change, search }: FiltersProps): JSX.Element {
  const latest = useRef({ query, change });
  latest.current = { query, change };
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLayoutEffect(() => {
    const input = search.current;
    if (input !== null && document.activeElement !== input) input.value = query.search;
  }, [query]);
  const typed = (): void => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(
      () => latest.current.change({ ...latest.current.query, search: search.current?.value ?? '' }),
      QUIET_MS,
    );
  };
  return h('input', {
    ref: search,
    type: 'search',
    'aria-label': t('Search'),
    placeholder: t('game, opening, move, FEN, words'),
    title: t('Search (/)'),
    onInput: typed,
  });
}

function scopeFields({ content: { groups }, query, change }: FiltersProps): Content {
  const scopes = SCOPES.map((scope) => [SCOPE_NAMES[scope], scope] as const);
  const groupings = GROUPINGS.filter((by) => groups[by].length > 1 || by === query.by);
  return [
    field(t('Show'), scopes, query.scope, (scope) => change({ ...query, scope })),
    field(
      t('Group by'),
      [[t('nothing'), null] as const, ...groupings.map((by) => [GROUPING_NAMES[by], by] as const)],
      query.by,
      (by) => change({ ...query, by }),
    ),
  ];
}

function orderFields({ content: { changes }, query, change }: FiltersProps): Content {
  const { sort, descending } = query;
  const columns = LIST_COLUMNS.filter((column) => column !== 'change' || changes !== undefined);
  const order = descending ? t('Highest first') : t('Lowest first');
  return [
    field(
      t('Sort by'),
      columns.map((column) => [COLUMN_NAMES[column], column] as const),
      sort,
      (column) => change({ ...query, sort: column, descending: DESCENDING.has(column) }),
    ),
    button(descending ? '▾' : '▴', () => change({ ...query, descending: !descending }), {
      'aria-label': order,
      title: order,
    }),
  ];
}

function groupField(by: Grouping, { content, query, change }: FiltersProps): JSX.Element {
  const options = content.groups[by].map(({ key, name }) => [name, key] as const);
  const { [by]: key = null, ...others } = query.only;
  return field(
    capital(GROUPING_NAMES[by]),
    [[t('all'), null] as const, ...options],
    key,
    (value) => change({ ...query, only: value === null ? others : { ...others, [by]: value } }),
    // Groups are named by the core and by people, all but the choice of none.
    (value) => (value === null ? null : 'en'),
  );
}

function changeField({ query, change }: FiltersProps): JSX.Element {
  const options = CHANGES.map((value) => [CHANGE_NAMES[value], value] as const);
  return field(t('Change'), [[t('all'), null] as const, ...options], query.change, (value) =>
    change({ ...query, change: value }),
  );
}

/** Returns a choice of one value. */
export function field<T>(
  label: string,
  options: readonly (readonly [text: string, value: T])[],
  present: T,
  choose: (value: T) => void,
  language: (value: T) => string | null = () => null,
  name: string = label,
): JSX.Element {
  const onChange = ({ currentTarget }: Event): void => {
    const option = options[(currentTarget as HTMLSelectElement).selectedIndex];
    if (option !== undefined) choose(option[1]);
  };
  return h(
    'label',
    null,
    `${label} `,
    h(
      'select',
      { 'aria-label': name, onChange },
      options.map(([text, value]) => h('option', { selected: value === present, lang: language(value) }, text)),
    ),
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
