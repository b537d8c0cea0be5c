import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { mountInside } from '../common/mount.ts';
import type { SampleActions } from './sample-pane.ts';

/** Gives the worst answers in a section of the report their buttons. */
export function addActions(section: HTMLElement, worst: readonly number[], actions: SampleActions): void {
  for (const card of section.querySelectorAll<HTMLElement>('[data-worst]')) {
    const sample = worst[Number(card.dataset['worst'])] ?? -1;
    if (sample < 0) continue;
    const title = card.querySelector('h3')?.textContent ?? '';
    mountInside(
      card,
      'toolbar',
      button(t('Show in the PGN'), () => actions.open(sample), { 'aria-label': t('Show in the PGN: {0}', title) }),
      button(t('Compare'), () => actions.compare(sample), { 'aria-label': t('Compare: {0}', title) }),
    );
  }
}
