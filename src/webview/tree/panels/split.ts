import { h } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';

const [MIN, MAX] = [0.25, 0.8];
const STEP = 0.02;

/**
 * The divider of two columns, for mouse and arrow keys (WAI-ARIA window splitter pattern).
 *
 * @param columns the element that holds both; its property `--split` is set
 * @param keep receives the share of the first
 */
export function splitter(columns: HTMLElement, share: number | null, keep: (share: number) => void): HTMLElement {
  let now = share ?? 0.56;
  const set = (to: number): void => {
    now = Math.min(MAX, Math.max(MIN, to));
    columns.style.setProperty('--split', String(now));
    element.setAttribute('aria-valuenow', String(Math.round(100 * now)));
  };
  const at = ({ clientX }: PointerEvent): number => {
    const { left, width } = columns.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const element = h('div', {
    class: 'splitter',
    role: 'separator',
    tabindex: 0,
    'aria-label': t('Width of the tree'),
    'aria-orientation': 'vertical',
    'aria-valuemin': 100 * MIN,
    'aria-valuemax': 100 * MAX,
    pointerdown: (event) => {
      event.preventDefault();
      element.setPointerCapture((event as PointerEvent).pointerId);
    },
    pointermove: (event) => {
      if (element.hasPointerCapture((event as PointerEvent).pointerId)) set(at(event as PointerEvent));
    },
    pointerup: () => keep(now),
    keydown: (event) => {
      const { key } = event as KeyboardEvent;
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      event.preventDefault();
      event.stopPropagation();
      set(now + (key === 'ArrowRight' ? STEP : -STEP));
      keep(now);
    },
  });
  set(now);
  return element;
}
