import { escapeXml } from '../../../board/board-svg.ts';
import type { ReportTable } from '../tables.ts';

/** HTML or SVG source that is safe to insert into the page. */
export type Markup = string;

export const escape = escapeXml;

/** Returns an SVG element; numbers are rounded to tenths, so that the source is the same on every machine. */
export function svg(name: string, attributes: Readonly<Record<string, string | number>>, content?: Markup): Markup {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? tenths(value) : escape(value)}"`,
  );
  return content === undefined ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${content}</${name}>`;
}

/** Formats a number rounded to tenths. */
export const tenths = (value: number): string => String(Math.round(value * 10) / 10);

/** Returns a table that scrolls independently on a narrow page. */
export function table({ caption, head, rows, texts = 1 }: ReportTable): Markup {
  // Words in place of a number may wrap.
  const align = (column: number, cell = ''): string =>
    column > 0 && column < texts ? ' class="text"' : /^\p{L}{2}.* /u.test(cell) ? ' class="words"' : '';
  const columns = head.map((name, i) => `<th scope="col"${align(i)}>${escape(name)}</th>`).join('');
  const lines = rows.map(
    ({ head: name, cells, floor = false, brush }) =>
      `<tr${floor ? ' class="floor"' : ''}${brush === undefined ? '' : ` data-brush="${escape(JSON.stringify(brush))}"`}>` +
      `<th scope="row">${escape(name)}</th>${cells.map((cell, i) => `<td${align(i + 1, cell)}>${escape(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escape(caption)}"><table><caption>${escape(caption)}</caption>` +
    `<thead><tr>${columns}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div>`
  );
}

/** Returns tables, with sentences between them. */
export const blocks = (all: readonly (ReportTable | string)[]): Markup[] =>
  all.map((one) => (typeof one === 'string' ? paragraph(one) : table(one)));

/** Returns a section with its heading. */
export const section = (id: string, title: string, ...content: readonly Markup[]): Markup =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${escape(title)}</h2>\n${content.join('\n')}\n</section>`;

/** Returns a paragraph of escaped text. */
export const paragraph = (text: string, className?: string): Markup =>
  `<p${className === undefined ? '' : ` class="${className}"`}>${escape(text)}</p>`;
