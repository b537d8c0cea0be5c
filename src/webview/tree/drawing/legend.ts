import { sideWord } from '../../../core/search/view/named-side.ts';
import type { TreeCaption } from '../../../core/search/view/tree-caption-svg.ts';
import { h } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import { type CanvasView, formOf } from '../canvas-view.ts';
import type { DrawingTheme } from './theme.ts';

/** What widths say in a drawing, as exported pictures say it. */
const WIDTH_WORDS: Readonly<Record<TreeCaption['form'], string>> = {
  icicle: t('width: visits'),
  lines: t('width of lines: visits'),
  boards: t('thick line: chosen moves'),
};

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
    h('span', {}, h('b', { class: 'thick', 'aria-hidden': true }), t('expected line')),
    h('span', {}, h('b', { class: 'hatched', 'aria-hidden': true }, '✕'), t('hallucination')),
    h('span', {}, h('b', { 'aria-hidden': true }, '◇'), t('not the true state')),
    h('span', {}, h('b', { class: 'over', 'aria-hidden': true }), t('game over')),
    this.#hidden,
    h('span', {}, h('b', { 'aria-hidden': true }, '4…'), t('waiting for answers')),
  );

  constructor() {
    this.#hidden.append(t('hidden nodes'));
  }

  use({ values: { steps } }: DrawingTheme): void {
    const colors = steps.length > 1 ? steps : [...steps, ...steps];
    this.#bar.style.background = `linear-gradient(to right, ${colors.join(', ')})`;
  }

  show(view: Pick<CanvasView, 'layout' | 'pictures' | 'side'>): void {
    const side = t('Value for {0}, to move at the root:', sideWord(view.side));
    if (this.#side.textContent !== side) this.#side.textContent = side;
    const width = WIDTH_WORDS[formOf(view)];
    if (this.#width.textContent !== width) this.#width.textContent = width;
  }
}
