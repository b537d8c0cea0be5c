import { Fragment, h, type JSX } from 'preact';
import { t } from '../common/l10n.ts';
import type { TreeShape } from './kept.ts';
import { SplitColumns } from './panels/split.ts';

/** The width below which the page is one column, as in the style sheet: the view beside a text. */
const NARROW = matchMedia('(max-width: 819px)');

/** Returns true if the page is one column. */
export const isNarrow = (): boolean => NARROW.matches;

/** Calls when the page becomes one column, or two. */
export const onNarrow = (changed: () => void): void => NARROW.addEventListener('change', changed);

/** Parts of the page, to be arranged. */
export type PageParts = Readonly<
  Record<
    | 'header'
    | 'verdict'
    | 'facts'
    | 'states'
    | 'notice'
    | 'tools'
    | 'finder'
    | 'banner'
    | 'drawing'
    | 'table'
    | 'scrubber'
    | 'boards'
    | 'place'
    | 'moves'
    | 'texts'
    | 'findings'
    | 'reference'
    | 'others',
    JSX.Element
  >
> & { readonly shape: TreeShape };

/** The drawing or the table of the tree, between what stands above it and the simulations. */
const treeSection = (parts: PageParts, above: JSX.Element | null): JSX.Element =>
  h(
    'section',
    { class: `tree ${parts.shape}`, 'aria-label': t('The tree') },
    above,
    parts.banner,
    parts.drawing,
    parts.table,
    parts.scrubber,
  );

/** The page in one column: the verdict and the boards first, then the tree and its moves; the rest below. */
export function stackedPage(parts: PageParts, isEmpty: boolean): JSX.Element {
  const { header, verdict, states, tools, finder, notice, boards, place, moves, texts, facts } = parts;
  return h(
    Fragment,
    null,
    header,
    h('div', { class: 'truth' }, verdict),
    parts.reference,
    notice,
    h(
      'div',
      { class: 'column', hidden: isEmpty },
      h('div', { class: 'bars' }, states, tools),
      finder,
      h('div', { class: 'node' }, boards, place),
      treeSection({ ...parts, scrubber: h(Fragment, null) }, null),
      moves,
      parts.scrubber,
      parts.others,
      texts,
      parts.findings,
      h('details', { class: 'more' }, h('summary', null, t('Details of the search')), facts),
    ),
  );
}

/** Share of the first column that was kept, null for none, and what keeps another. */
interface Split {
  readonly share: number | null;
  readonly keep: (share: number) => void;
}

/** The page in two columns: the tree, and beside it the selected node. */
export function splitPage(parts: PageParts, isEmpty: boolean, split: Split): JSX.Element {
  const { header, verdict, facts, states, notice, tools, finder } = parts;
  const { boards, place, moves, texts } = parts;
  return h(
    Fragment,
    null,
    header,
    facts,
    h('div', { class: 'truth' }, verdict, states),
    parts.reference,
    notice,
    h(SplitColumns, {
      isHidden: isEmpty,
      ...split,
      first: treeSection(parts, h('div', { class: 'bars' }, tools, finder)),
      second: h('div', { class: 'side' }, place, boards, moves, parts.others, texts, parts.findings),
    }),
  );
}
