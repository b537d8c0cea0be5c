import { h, type JSX } from 'preact';
import type { GameChoice, GameFacet, GameFacetCounts, GameFacetValue } from '../../protocol/games-messages.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

const TITLES: Readonly<Record<GameFacet, string>> = {
  result: t('Result'),
  eco: t('ECO'),
  elo: t('Elo, mean'),
  year: t('Year'),
  player: t('Player'),
};

interface FacetBarProps {
  readonly facets: readonly GameFacetCounts[];
  readonly choice: GameChoice;
  /** Called with another choice of values. */
  readonly choose: (choice: GameChoice) => void;
}

/** Counts of games by facets: a click narrows the list to a value, another one takes that back. */
export function FacetBar({ facets, choice, choose }: FacetBarProps): JSX.Element {
  const set = (facet: GameFacet, values: readonly string[]): void => {
    const { [facet]: _, ...others } = choice;
    choose(values.length === 0 ? others : { ...others, [facet]: values });
  };
  const toggle = (facet: GameFacet, value: string): void => {
    const chosen = choice[facet] ?? [];
    set(facet, chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  };
  return h(
    'aside',
    { class: 'facets', 'aria-label': t('Counts') },
    facets
      .filter(({ values }) => values.length > 0)
      .map((counts) => h(FacetGroup, { key: counts.facet, counts, set, toggle })),
  );
}

interface FacetGroupProps {
  readonly counts: GameFacetCounts;
  readonly set: (facet: GameFacet, values: readonly string[]) => void;
  readonly toggle: (facet: GameFacet, value: string) => void;
}

function FacetGroup({ counts: { facet, values, more }, set, toggle }: FacetGroupProps): JSX.Element {
  const most = Math.max(1, ...values.map(({ games }) => games));
  const isNarrowed = values.some(({ isChosen }) => isChosen);
  const id = `facets-${facet}`;
  return h(
    'section',
    { 'aria-labelledby': id },
    h(
      'div',
      { class: 'title' },
      h('h2', { id }, TITLES[facet]),
      isNarrowed
        ? button(t('Clear'), () => set(facet, []), { class: 'link', 'aria-label': t('Clear {0}', TITLES[facet]) })
        : null,
    ),
    h(
      'ul',
      null,
      values.map((value) => h('li', { key: value.value }, facetButton(facet, value, most, toggle))),
    ),
    more > 0 ? h('p', { class: 'quiet' }, t('and {0} more', more.toLocaleString('en'))) : null,
  );
}

function facetButton(
  facet: GameFacet,
  { value, label, games, isChosen }: GameFacetValue,
  most: number,
  toggle: FacetGroupProps['toggle'],
): JSX.Element {
  const count = games.toLocaleString('en');
  return button(
    [
      h('span', { class: 'sign', 'aria-hidden': 'true' }, isChosen ? '✓' : ''),
      h('span', { class: 'label' }, label),
      ' ',
      h('span', { class: 'count' }, count),
      h('span', { class: 'bar', 'aria-hidden': 'true', style: { width: `${Math.round((100 * games) / most)}%` } }),
    ],
    () => toggle(facet, value),
    {
      id: `facet-${facet}-${value}`,
      class: 'facet',
      'aria-pressed': isChosen,
      'aria-label': `${TITLES[facet]}: ${label} ${count}`,
      title: label,
    },
  );
}
