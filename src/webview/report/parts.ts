import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import type { SampleActions } from './sample-pane.ts';

/** Gives the worst answers their buttons. */
export function addActions(section: HTMLElement, worst: readonly number[], actions: SampleActions): void {
  for (const card of section.querySelectorAll<HTMLElement>('[data-worst]')) {
    const sample = worst[Number(card.dataset['worst'])] ?? -1;
    if (sample < 0) continue;
    const title = card.querySelector('h3')?.textContent ?? '';
    card.append(
      h(
        'div',
        { class: 'toolbar' },
        button(t('Show in the PGN'), () => actions.open(sample), { 'aria-label': t('Show in the PGN: {0}', title) }),
        button(t('Compare'), () => actions.compare(sample), { 'aria-label': t('Compare: {0}', title) }),
      ),
    );
  }
}
