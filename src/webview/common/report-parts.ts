import { lineColors, PARTS_STYLE } from '../../core/evaluation/report/html/style.ts';
import { h } from './dom.ts';

/** A section of a report: a heading and what stands under it, as source of HTML that the report's own code made. */
export interface PartSource {
  readonly id: string;
  readonly title: string;
  readonly body: readonly string[];
}

/** The report's own style, with VS Code's colors in place of those of a page for itself. */
export function adoptStyle(): void {
  const sheet = new CSSStyleSheet();
  const dark = 'body.vscode-dark,body.vscode-high-contrast:not(.vscode-high-contrast-light)';
  sheet.replaceSync(`body{${lineColors(0)}}${dark}{${lineColors(1)}}${PARTS_STYLE}`);
  document.adoptedStyleSheets = [sheet];
}

/** A section of the report, in English; its source is that of the HTML report, which holds neither scripts nor styles. */
export function partElement({ id, title, body }: PartSource): HTMLElement {
  const heading = h('h2', { id }, title);
  const section = h('section', { 'aria-labelledby': id, lang: 'en' }, heading);
  const parsed = new DOMParser().parseFromString(body.join('\n'), 'text/html');
  section.append(...parsed.body.childNodes);
  return section;
}
