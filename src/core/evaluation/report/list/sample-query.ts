import type { ColumnName } from '../../sample/columns.ts';
import { GROUPINGS, type Grouping } from './groupings.ts';

/** Maximum number of rows of a request for samples or positions. */
export const MAX_ROWS = 200;

/** Columns of the list of samples. `change` exists when two runs are compared. */
export const LIST_COLUMNS = [
  'series',
  'game',
  'ply',
  'cause',
  'verdict',
  'p',
  'r',
  'editDistance',
  'wrongSquares',
  'change',
] as const satisfies readonly ColumnName[];
export type ListColumn = (typeof LIST_COLUMNS)[number];

export const CHANGES = ['better', 'worse', 'same'] as const;
export type Change = (typeof CHANGES)[number];

/** Scopes of a query: mistakes of models, all answers of models, baselines as well. */
export const SCOPES = ['failures', 'answers', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** Filter and order of samples. */
export interface SampleQuery {
  readonly sort: ListColumn;
  readonly descending: boolean;
  /** Grouping, the largest group first; null: one order for all. */
  readonly by: Grouping | null;
  /** Scope; a baseline that `only` selects is listed with its mistakes, too. */
  readonly scope: Scope;
  /** Keys of groups; a missing grouping filters nothing. */
  readonly only: Readonly<Partial<Record<Grouping, string>>>;
  readonly change: Change | null;
  /**
   * Text to find in the name of the game, the opening, the move, the model, the sentence or a FEN, in any case; empty
   * for all.
   */
  readonly search: string;
}

/** Query of all samples, the worst first. */
export const ALL_SAMPLES: SampleQuery = {
  sort: 'p',
  descending: false,
  by: null,
  scope: 'all',
  only: {},
  change: null,
  search: '',
};

/** Initial query of a report: mistakes of models, by cause. */
export const FAILURES: SampleQuery = { ...ALL_SAMPLES, by: 'cause', scope: 'failures' };

/** Maximum length of a search or of the key of a group in the text of a query. */
const MAX_TEXT = 200;

/** Returns a query as the text after the `#` of a link: the differences from `FAILURES`, empty for `FAILURES` itself. */
export function queryText({ sort, descending, by, scope, only, change, search }: SampleQuery): string {
  const parts: string[] = [];
  const add = (name: string, value: string): void =>
    void parts.push(`${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD'))}`);
  if (scope !== FAILURES.scope) add('show', scope);
  if (by !== FAILURES.by) add('by', by ?? 'none');
  if (sort !== FAILURES.sort || descending) add('sort', `${descending ? '-' : ''}${sort}`);
  for (const grouping of GROUPINGS) {
    const key = only[grouping];
    if (key !== undefined) add(grouping, key);
  }
  if (change !== null) add('change', change);
  if (search.trim() !== '') add('search', search.trim().slice(0, MAX_TEXT));
  return parts.join('&');
}

/** Reads the text of a query; unknown or malformed parts are skipped. Never throws. */
export function readQueryText(text: string): SampleQuery {
  const values = new Map(
    text.split('&').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, Math.max(0, at)), decoded(part.slice(at + 1))] as const;
    }),
  );
  const known = <T extends string>(name: string, all: readonly T[]): T | undefined =>
    all.find((one) => one === values.get(name));
  const order = values.get('sort') ?? '';
  const column = LIST_COLUMNS.find((one) => one === order.replace(/^-/, ''));
  const only: Partial<Record<Grouping, string>> = {};
  for (const grouping of GROUPINGS) {
    const key = values.get(grouping);
    if (key !== undefined) only[grouping] = key;
  }
  return {
    sort: column ?? FAILURES.sort,
    descending: column !== undefined && order.startsWith('-'),
    by: values.get('by') === 'none' ? null : (known('by', GROUPINGS) ?? FAILURES.by),
    scope: known('show', SCOPES) ?? FAILURES.scope,
    only,
    change: known('change', CHANGES) ?? null,
    search: values.get('search') ?? '',
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, MAX_TEXT);
  } catch {
    return '';
  }
}
