import { CHANGES, type Change, type SampleQuery } from '../../core/evaluation/report/sample-table.ts';
import { groupName } from '../../core/evaluation/report/words.ts';
import type { Verdict } from '../../core/metrics/verdict.ts';
import { VERDICT_NAMES } from '../../core/metrics/wording-aggregate.ts';
import type { ReportContent } from '../../protocol/report-messages.ts';
import { h } from '../common/dom.ts';

/** Quiet time after a key before the samples are searched, in milliseconds. */
const QUIET_MS = 200;

const CHANGE_NAMES: Readonly<Record<Change, string>> = { better: 'improved', worse: 'got worse', same: 'the same' };

type Narrowing = Pick<SampleQuery, 'series' | 'verdict' | 'group' | 'change' | 'search'>;

/** What the samples can be narrowed to: the verdicts that there are, and what has none. */
export const verdictsOf = (verdicts: readonly string[]): string[] => [...verdicts, 'failed', 'unscored'];

/**
 * Fields that narrow the table of samples.
 *
 * @param query what they show at first
 */
export function filters(
  { series, verdicts, groups, changes }: ReportContent,
  query: SampleQuery,
  narrow: (to: Partial<Narrowing>) => void,
): HTMLElement {
  const choice = <T>(
    label: string,
    options: readonly (readonly [text: string, value: T])[],
    present: T | null,
    chosen: (value: T | null) => void,
  ): HTMLElement => {
    const select = h(
      'select',
      { 'aria-label': label, change: () => chosen(options[select.selectedIndex - 1]?.[1] ?? null) },
      h('option', {}, 'all'),
      ...options.map(([text]) => h('option', {}, text)),
    );
    select.selectedIndex = 1 + options.findIndex(([, value]) => JSON.stringify(value) === JSON.stringify(present));
    return h('label', {}, `${label} `, select);
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const search = h('input', {
    type: 'search',
    'aria-label': 'Search',
    placeholder: 'game, move, FEN',
    input: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => narrow({ search: search.value }), QUIET_MS);
    },
  });
  search.value = query.search;
  const names = verdictsOf(verdicts).map((verdict) => [VERDICT_NAMES[verdict as Verdict] ?? verdict, verdict] as const);
  return h(
    'div',
    { class: 'filters' },
    series.length < 2
      ? undefined
      : choice(
          'Model',
          series.map((name) => [name, name] as const),
          query.series,
          (value) => narrow({ series: value }),
        ),
    choice('Verdict', names, query.verdict, (value) => narrow({ verdict: value })),
    choice(
      'Half-moves',
      groups.map((group) => [groupName(group), group] as const),
      query.group,
      (value) => narrow({ group: value }),
    ),
    changes === undefined
      ? undefined
      : choice(
          'Change',
          CHANGES.map((change) => [CHANGE_NAMES[change], change] as const),
          query.change,
          (value) => narrow({ change: value }),
        ),
    h('label', {}, 'Search ', search),
  );
}
