import { sideWord } from '../../../core/search/view/node-values.ts';
import type { TreeCaption } from '../../../core/search/view/tree-svg.ts';
import { h } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import { type CanvasView, formOf } from '../canvas-view.ts';
import type { TreeBox } from './scene.ts';
import type { DrawingTheme } from './theme.ts';

/** What widths say in a drawing, as exported pictures say it. */
const WIDTH_WORDS: Readonly<Record<TreeCaption['form'], string>> = {
  icicle: t('width: visits'),
  lines: t('width of lines: visits'),
  boards: t('thick line: chosen moves'),
};

/** Signs that are explained once they were drawn. */
const SIGNS = {
  line: ['thick', '', t('expected line')],
  hallucination: ['hatched', '✕', t('hallucination')],
  diverged: ['', '◇', t('diverged')],
  over: ['over', '', t('game over')],
  hidden: ['', '+4', t('hidden nodes')],
  waiting: ['', '4…', t('waiting for answers')],
} as const;
type Sign = keyof typeof SIGNS;

/** The legend of colors and shapes below a drawing. */
export class Legend {
  readonly #bar = h('span', { class: 'tree-scale', 'aria-hidden': true });
  readonly #side = h('span');
  readonly #width = h('span');
  readonly #signs = Object.entries(SIGNS).map(([sign, [type, text, words]]) => ({
    sign: sign as Sign,
    element: h('span', { hidden: true }, h('b', { class: type, 'aria-hidden': true }, text), words),
  }));
  readonly #drawn = new Set<Sign>();
  readonly element = h(
    'p',
    { class: 'tree-legend' },
    h('span', {}, this.#side, ' 0 ', this.#bar, ' 1'),
    h('span', {}, h('b', { class: 'wide', 'aria-hidden': true }), this.#width),
    ...this.#signs.map(({ element }) => element),
  );

  /** Takes note of the signs of a box that is drawn. */
  saw({ look, hidden }: Pick<TreeBox, 'look' | 'hidden'>): void {
    const drawn = this.#drawn;
    if (look.isPrincipal) drawn.add('line');
    if (look.isHallucination) drawn.add('hallucination');
    if (look.differs) drawn.add('diverged');
    if (look.isTerminal) drawn.add('over');
    if (hidden > 0) drawn.add('hidden');
    if (look.waiting > 0) drawn.add('waiting');
  }

  /** Explains what was drawn since the tree was another: what is moved out of sight stays explained, what is waited for does not. */
  explain(): void {
    for (const { sign, element } of this.#signs) element.hidden = !this.#drawn.has(sign);
    this.#drawn.delete('waiting');
  }

  /** Another tree, or another form of it, is drawn from now on. */
  restart(): void {
    this.#drawn.clear();
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
