import { countVisits, valueAtRoot } from '../../../core/search/view/node-values.ts';
import { formatCount, formatNodeValue } from '../../../core/search/view/picture.ts';
import { h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

/** What a search chooses, how much of it lies in or below diverged nodes, in a sentence, and the switch to what is left without the others. */
export class TruthPanel implements Panel {
  readonly #store: PanelContext['store'];
  readonly #choice = h('strong');
  readonly #sentence = h('p', { class: 'sentence', role: 'status' });
  readonly #switch = h(
    'button',
    {
      type: 'button',
      role: 'switch',
      'aria-checked': 'false',
      class: 'toggle',
      title: t('Show what is left of the tree when diverged nodes and all below them are taken out (d)'),
      click: () => this.toggle(),
    },
    t('Without diverged nodes'),
  );
  /** Stands over the drawing while that is not the search itself. */
  readonly banner = h('p', { class: 'without', role: 'status', hidden: true });
  readonly element = h('div', { class: 'truth', hidden: true }, this.#choice, this.#sentence, this.#switch);

  constructor({ store }: PanelContext) {
    this.#store = store;
  }

  /** Shows what is left without diverged nodes, or all of the search; nothing where nothing is left out. */
  toggle(): void {
    if (!this.#switch.hidden) this.#store.leaveOut(!this.#store.kept.withoutDiverged);
  }

  update(changed: ReadonlySet<Part>): void {
    if (!hasAny(changed, 'source', 'progress', 'tree', 'truth')) return;
    const { kept, shown, isLoading, isWeighing } = this.#store;
    this.element.hidden = shown === undefined || isLoading;
    if (shown === undefined) return;
    const { truth, sentence, isWithoutDiverged, nodes } = shown;
    setText(this.#choice, this.#choiceText());
    this.#sentence.lang = sentence === '' ? '' : 'en';
    setText(this.#sentence, sentence === '' ? t('Comparing the states with the rules …') : `${capital(sentence)}.`);
    this.#sentence.classList.toggle('stale', isWeighing);
    this.#sentence.classList.toggle('lost', (truth?.lost ?? 0) > 0);
    this.#switch.hidden = !kept.withoutDiverged && (truth === undefined || truth.nodesLeftOut === 0);
    this.#switch.setAttribute('aria-checked', String(kept.withoutDiverged));
    this.banner.hidden = !isWithoutDiverged;
    const [left, all] = [formatCount(nodes.size), formatCount(nodes.size + (truth?.nodesLeftOut ?? 0))];
    setText(
      this.banner,
      isWithoutDiverged
        ? t('Not the search itself: {0} of {1} nodes, visits and values without diverged nodes', left, all)
        : '',
    );
  }

  /** Of the search itself: without diverged nodes it is no choice that was made. */
  #choiceText(): string {
    const { shown, stored } = this.#store;
    if (shown === undefined || stored === undefined || shown.isWithoutDiverged) return '';
    const { root, states, principal } = shown;
    const [first] = principal;
    if (first === undefined) return '';
    const [visits, all] = [formatCount(countVisits(first)), formatCount(countVisits(root))];
    const value = formatNodeValue(valueAtRoot(first, root, stored.header.settings));
    return t('Chooses {0} ({1} of {2} visits, {3})', states.nameTo(first), visits, all, value);
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
