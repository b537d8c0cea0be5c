import { WIDTH_WORDS } from '../../../core/search/view/tree-caption-svg.ts';
import { h } from '../../common/dom.ts';
import { type CanvasView, formOf } from '../canvas-view.ts';
import type { DrawingTheme } from './theme.ts';

/** The legend of colors and shapes below a drawing. */
export class Legend {
  readonly #bar = h('span', { class: 'tree-scale', 'aria-hidden': true });
  readonly #side = h('span');
  readonly #width = h('span');
  readonly #hidden = h('span', {}, h('b', { 'aria-hidden': true }, '+4'));
  readonly element = h(
    'p',
    { class: 'tree-legend' },
    h('span', {}, this.#side, ' 0 ', this.#bar, ' 1'),
    h('span', {}, h('b', { class: 'wide', 'aria-hidden': true }), this.#width),
    h('span', {}, h('b', { class: 'thick', 'aria-hidden': true }), 'expected line'),
    h('span', {}, h('b', { class: 'hatched', 'aria-hidden': true }, '✕'), 'hallucination'),
    h('span', {}, h('b', { 'aria-hidden': true }, '◇'), 'not the true state'),
    h('span', {}, h('b', { class: 'over', 'aria-hidden': true }), 'game over'),
    this.#hidden,
    h('span', {}, h('b', { 'aria-hidden': true }, '4…'), 'waiting for answers'),
  );

  constructor() {
    this.#hidden.append('hidden nodes');
  }

  use({ values: { steps } }: DrawingTheme): void {
    const colors = steps.length > 1 ? steps : [...steps, ...steps];
    this.#bar.style.background = `linear-gradient(to right, ${colors.join(', ')})`;
  }

  show(view: Pick<CanvasView, 'layout' | 'pictures' | 'side'>): void {
    const side = `Value for ${view.side}, to move at the root:`;
    if (this.#side.textContent !== side) this.#side.textContent = side;
    const width = WIDTH_WORDS[formOf(view)];
    if (this.#width.textContent !== width) this.#width.textContent = width;
  }
}
