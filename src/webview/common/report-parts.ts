import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { lineColors, PARTS_STYLE } from '../../core/evaluation/report/html/style.ts';
import type { PagePart } from '../../protocol/messages.ts';

/** Applies the report's own style, with VS Code's colors in place of those of a page for itself. */
export function adoptStyle(): void {
  const sheet = new CSSStyleSheet();
  const dark = 'body.vscode-dark,body.vscode-high-contrast:not(.vscode-high-contrast-light)';
  sheet.replaceSync(`body{${lineColors(0)}}${dark}{${lineColors(1)}}${PARTS_STYLE}`);
  document.adoptedStyleSheets = [sheet];
}

interface ReportSectionProps {
  readonly part: PagePart;
  /** Called once with the section, whose content is in the page then. */
  readonly onReady?: ((section: HTMLElement) => void) | undefined;
}

/** A section of the report, in English; its source is that of the HTML report, which holds neither scripts nor styles. */
export function ReportSection({ part, onReady }: ReportSectionProps): JSX.Element {
  const { id, title, body } = part;
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(body.join('\n'), 'text/html');
    const nodes = [...parsed.body.childNodes];
    section.current?.append(...nodes);
    if (section.current !== null) onReady?.(section.current);
    return () => {
      for (const node of nodes) node.remove();
    };
  }, [part]);
  return h('section', { ref: section, 'aria-labelledby': id, lang: 'en' }, h('h2', { id }, title));
}
