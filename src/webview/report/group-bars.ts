import type { SampleGroup } from '../../core/evaluation/report/list/groupings.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { groupDigits } from './digits.ts';

/** Bars that are shown at first, fewer where the page is narrow; the rest comes on request. */
const first = (): number => (matchMedia('(max-width: 800px)').matches ? 6 : 12);

/** The groups of the samples as bars to be chosen: the list follows. A second click takes the choice back. */
export class GroupBars {
  readonly element = h('div', { class: 'bars', role: 'group' });
  readonly #chosen: (key: string | null) => void;
  #isWhole = false;

  constructor(chosen: (key: string | null) => void) {
    this.#chosen = chosen;
  }

  /** @param title what the samples are grouped by, for those who hear the page */
  show(title: string, groups: readonly SampleGroup[], chosen: string | undefined): void {
    const { element } = this;
    const had = element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset['key']
      : undefined;
    element.setAttribute('aria-label', t('Groups by {0}', title));
    element.hidden = groups.length === 0;
    const most = Math.max(1, ...groups.map(({ count }) => count));
    const least = first();
    const shown = this.#isWhole ? groups : groups.filter(({ key }, i) => i < least || key === chosen);
    const bars = shown.map((group) => this.#bar(group, most, group.key === chosen));
    const rest = groups.length - shown.length;
    const more =
      rest > 0 || this.#isWhole
        ? button(this.#isWhole ? t('Fewer') : t('{0} more…', rest), () => {
            this.#isWhole = !this.#isWhole;
            this.show(title, groups, chosen);
          })
        : undefined;
    element.replaceChildren(...bars, ...(more === undefined || groups.length <= least ? [] : [more]));
    for (const bar of bars) if (bar.dataset['key'] === had) bar.focus();
  }

  #bar({ key, name, count }: SampleGroup, most: number, isChosen: boolean): HTMLButtonElement {
    const bar = button('', () => this.#chosen(isChosen ? null : key), {
      class: 'group-bar',
      'aria-pressed': isChosen ? 'true' : 'false',
      'data-key': key,
    });
    bar.append(h('span', { class: 'name', lang: 'en' }, name), h('span', { class: 'count' }, `×${groupDigits(count)}`));
    bar.style.setProperty('--share', `${((100 * count) / most).toFixed(1)}%`);
    return bar;
  }
}
