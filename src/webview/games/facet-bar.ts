import type { GameChoice, GameFacet, GameFacetCounts, GameFacetValue } from '../../protocol/games-messages.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

const TITLES: Readonly<Record<GameFacet, string>> = {
  result: t('Result'),
  eco: t('ECO'),
  elo: t('Elo, mean'),
  year: t('Year'),
  player: t('Player'),
};

/** Counts of games by facets: a click narrows the list to a value, another one takes that back. */
export class FacetBar {
  readonly element = h('aside', { class: 'facets', 'aria-label': t('Counts') });
  readonly #chosen: (choice: GameChoice) => void;
  #choice: GameChoice = {};

  constructor(chosen: (choice: GameChoice) => void) {
    this.#chosen = chosen;
  }

  get choice(): GameChoice {
    return this.#choice;
  }

  set choice(choice: GameChoice) {
    this.#choice = choice;
  }

  show(facets: readonly GameFacetCounts[]): void {
    const focused = document.activeElement?.id ?? '';
    this.element.replaceChildren(...facets.filter(({ values }) => values.length > 0).map((one) => this.#group(one)));
    // Counts change while somebody walks them by keyboard.
    if (focused.startsWith('facet-')) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  #group({ facet, values, more }: GameFacetCounts): HTMLElement {
    const most = Math.max(1, ...values.map(({ games }) => games));
    const rows = values.map((value) => h('li', {}, this.#value(facet, value, most)));
    const rest = more > 0 ? h('p', { class: 'quiet' }, t('and {0} more', more.toLocaleString('en'))) : undefined;
    const isNarrowed = values.some(({ isChosen }) => isChosen);
    const clear = isNarrowed
      ? button(t('Clear'), () => this.#set(facet, []), { class: 'link', 'aria-label': t('Clear {0}', TITLES[facet]) })
      : undefined;
    const id = `facets-${facet}`;
    const title = h('div', { class: 'title' }, h('h2', { id }, TITLES[facet]), clear);
    return h('section', { 'aria-labelledby': id }, title, h('ul', {}, ...rows), rest);
  }

  #value(facet: GameFacet, { value, label, games, isChosen }: GameFacetValue, most: number): HTMLElement {
    const bar = h('span', { class: 'bar', 'aria-hidden': 'true' });
    // Through the object model, for the page's policy forbids the attribute.
    bar.style.width = `${Math.round((100 * games) / most)}%`;
    const count = games.toLocaleString('en');
    return h(
      'button',
      {
        type: 'button',
        id: `facet-${facet}-${value}`,
        class: 'facet',
        'aria-pressed': isChosen ? 'true' : 'false',
        'aria-label': `${TITLES[facet]}: ${label} ${count}`,
        title: label,
        click: () => this.#toggle(facet, value),
      },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, isChosen ? '✓' : ''),
      h('span', { class: 'label' }, label),
      ' ',
      h('span', { class: 'count' }, count),
      bar,
    );
  }

  #toggle(facet: GameFacet, value: string): void {
    const own = this.#choice[facet] ?? [];
    this.#set(facet, own.includes(value) ? own.filter((one) => one !== value) : [...own, value]);
  }

  #set(facet: GameFacet, values: readonly string[]): void {
    const { [facet]: _, ...others } = this.#choice;
    this.#choice = values.length === 0 ? others : { ...others, [facet]: values };
    this.#chosen(this.#choice);
  }
}
