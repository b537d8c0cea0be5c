import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Content } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';

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
export function SplitColumns({ first, second, isHidden, share, keep }: SplitColumnsProps): JSX.Element {
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
