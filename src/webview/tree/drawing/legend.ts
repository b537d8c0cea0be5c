import { h } from '../../common/dom.ts';
import type { DrawingTheme } from './theme.ts';

/** The legend of colors and shapes below a drawing. */
export class Legend {
  readonly #bar = h('span', { class: 'tree-scale', 'aria-hidden': true });
  readonly element = h(
    'p',
    { class: 'tree-legend' },
    h('span', {}, 'Value for the side to move at the root: 0 ', this.#bar, ' 1'),
    h('span', {}, h('b', { class: 'thick', 'aria-hidden': true }), 'expected line'),
    h('span', {}, h('b', { class: 'hatched', 'aria-hidden': true }, '✕'), 'hallucination'),
    h('span', {}, h('b', { 'aria-hidden': true }, '◇'), 'not the true state'),
    h('span', {}, h('b', { class: 'over', 'aria-hidden': true }), 'game over'),
  );

  use({ values: { steps } }: DrawingTheme): void {
    const colors = steps.length > 1 ? steps : [...steps, ...steps];
    this.#bar.style.background = `linear-gradient(to right, ${colors.join(', ')})`;
  }
}
