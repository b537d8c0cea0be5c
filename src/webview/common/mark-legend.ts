import { h, type JSX } from 'preact';
import { svgDataUri } from '../../core/board/board-svg.ts';
import { type MarkName, markText, markWord } from '../../core/board/board-text.ts';
import { legendShape, type Mark } from '../../core/board/marks.ts';

function markPicture(kind: MarkName): string {
  const { shape, viewBox } = legendShape(kind);
  return svgDataUri(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shape}</svg>`);
}

/**
 * Returns the legend of the marks that occur; null where none do.
 *
 * @param length `short`: a word or two each, the rest as its title
 * @param words other words for marks of worlds, which have no pieces
 */
export function markLegend(
  marks: readonly Mark[],
  length: 'whole' | 'short' = 'whole',
  words: Readonly<Partial<Record<MarkName, string>>> = {},
): JSX.Element | null {
  const kinds = new Set<MarkName>(marks.map(({ kind }) => kind));
  if (marks.some(({ stale }) => stale === true)) kinds.add('stale');
  if (kinds.size === 0) return null;
  return h(
    'ul',
    { class: 'legend', key: [...kinds].join(' ') },
    [...kinds].map((kind) =>
      h(
        'li',
        length === 'short' && words[kind] === undefined ? { title: markText(kind) } : null,
        h('img', { src: markPicture(kind), alt: '', width: 16, height: 16 }),
        words[kind] ?? (length === 'short' ? markWord(kind) : markText(kind)),
      ),
    ),
  );
}
