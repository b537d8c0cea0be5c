import { Fragment, h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Content } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import type { TreeShape } from './kept.ts';

const [MIN, MAX] = [0.25, 0.8];
const STEP = 0.02;
/** Share of the first column where none is kept. */
const USUAL = 0.56;

interface SplitColumnsProps {
  readonly first: Content;
  readonly second: Content;
  readonly isHidden: boolean;
  /** Share of the first column that was kept; null for none. */
  readonly share: number | null;
  /** Called with a share that is to be kept. */
  readonly keep: (share: number) => void;
}

/** Two columns with a divider between them, for mouse and arrow keys (WAI-ARIA window splitter pattern). */
function SplitColumns({ first, second, isHidden, share, keep }: SplitColumnsProps): JSX.Element {
  const [split, setSplit] = useState(share ?? USUAL);
  const columns = useRef<HTMLDivElement>(null);
  const set = (to: number): number => {
    const limited = Math.min(MAX, Math.max(MIN, to));
    setSplit(limited);
    return limited;
  };
  const pointerShare = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = columns.current?.getBoundingClientRect() ?? {};
    return (clientX - left) / width;
  };
  return h(
    'div',
    { class: 'columns', hidden: isHidden, ref: columns, style: { '--split': String(split) } },
    first,
    h('div', {
      class: 'splitter',
      role: 'separator',
      tabindex: 0,
      'aria-label': t('Width of the tree'),
      'aria-orientation': 'vertical',
      'aria-valuemin': 100 * MIN,
      'aria-valuemax': 100 * MAX,
      'aria-valuenow': Math.round(100 * split),
      onPointerDown: (event: PointerEvent) => {
        event.preventDefault();
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if ((event.currentTarget as Element).hasPointerCapture(event.pointerId)) set(pointerShare(event));
      },
      onPointerUp: (event: PointerEvent) => keep(set(pointerShare(event))),
      onKeyDown: (event: KeyboardEvent) => {
        const { key } = event;
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        event.preventDefault();
        event.stopPropagation();
        keep(set(split + (key === 'ArrowRight' ? STEP : -STEP)));
      },
    }),
    second,
  );
}

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
