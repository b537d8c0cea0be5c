import { lineColors, PARTS_STYLE } from '../../core/evaluation/report/html/style.ts';
import type { ReportContent } from '../../protocol/report-messages.ts';
import { button, h } from '../common/dom.ts';
import type { SampleActions } from './sample-pane.ts';

/** The report's own style, with VS Code's colors in place of those of a page for itself. */
export function adoptStyle(): void {
  const sheet = new CSSStyleSheet();
  const dark = 'body.vscode-dark,body.vscode-high-contrast:not(.vscode-high-contrast-light)';
  sheet.replaceSync(`body{${lineColors(0)}}${dark}{${lineColors(1)}}${PARTS_STYLE}`);
  document.adoptedStyleSheets = [sheet];
}

/** A section of the report; its source is that of the HTML report, which holds neither scripts nor styles. */
export function partElement({ id, title, body }: ReportContent['parts'][number]): HTMLElement {
  const heading = h('h2', { id }, title);
  const section = h('section', { 'aria-labelledby': id }, heading);
  const parsed = new DOMParser().parseFromString(body.join('\n'), 'text/html');
  section.append(...parsed.body.childNodes);
  return section;
}

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
        button('Show in the PGN', () => actions.open(sample), { 'aria-label': `Show in the PGN: ${title}` }),
        button('Compare', () => actions.compare(sample), { 'aria-label': `Compare: ${title}` }),
      ),
    );
  }
}
