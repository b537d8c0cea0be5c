import { Fragment, h } from 'preact';
import { sideWord } from '../../../core/search/view/node-values.ts';
import type { TreeCaption } from '../../../core/search/view/tree-svg.ts';
import { t } from '../../common/l10n.ts';
import { mount } from '../../common/mount.ts';
import { type CanvasView, widthForm } from '../canvas-view.ts';
import type { TreeBox } from './scene.ts';
import type { DrawingTheme } from './theme.ts';

/** Meanings of widths in a drawing, as in exported pictures. */
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
export class DrawingLegend {
  readonly element = document.createElement('p');
  readonly #drawn = new Set<Sign>();
  #explained = '';
  #colors: readonly string[] = [];
  #side = '';
  #width = '';

  constructor() {
    this.element.className = 'tree-legend';
    this.#mount();
  }

  /** Notes the signs of a box that is drawn. */
  saw({ look, hidden }: Pick<TreeBox, 'look' | 'hidden'>): void {
    const drawn = this.#drawn;
    if (look.isPrincipal) drawn.add('line');
    if (look.isHallucination) drawn.add('hallucination');
    if (look.differs) drawn.add('diverged');
    if (look.isTerminal) drawn.add('over');
    if (hidden > 0) drawn.add('hidden');
    if (look.waiting > 0) drawn.add('waiting');
  }

  /** Explains the signs that were drawn of this tree: those that are moved out of sight stay, pending answers do not. */
  explain(): void {
    const explained = Object.keys(SIGNS)
      .filter((sign) => this.#drawn.has(sign as Sign))
      .join(' ');
    this.#drawn.delete('waiting');
    if (explained === this.#explained) return;
    this.#explained = explained;
    this.#mount();
  }

  /** Begins with another tree, or another form of it. */
  restart(): void {
    this.#drawn.clear();
  }

  /** Shows the colors of a theme. */
  use({ values: { steps } }: DrawingTheme): void {
    this.#colors = steps.length > 1 ? steps : [...steps, ...steps];
    this.#mount();
  }

  /** Shows the side of the values, and the meaning of widths. */
  show(view: Pick<CanvasView, 'layout' | 'pictures' | 'side'>): void {
    const side = t('Value for {0}, to move at the root:', sideWord(view.side));
    const width = WIDTH_WORDS[widthForm(view)];
    if (side === this.#side && width === this.#width) return;
    this.#side = side;
    this.#width = width;
    this.#mount();
  }

  #mount(): void {
    const explained = new Set(this.#explained.split(' '));
    const style = { background: `linear-gradient(to right, ${this.#colors.join(', ')})` };
    mount(
      h(
        Fragment,
        null,
        h(
          'span',
          null,
          h('span', null, this.#side),
          ' 0 ',
          h('span', { class: 'tree-scale', 'aria-hidden': 'true', style }),
          ' 1',
        ),
        h('span', null, h('b', { class: 'wide', 'aria-hidden': 'true' }), h('span', null, this.#width)),
        Object.entries(SIGNS).map(([sign, [type, text, words]]) =>
          h('span', { hidden: !explained.has(sign) }, h('b', { class: type, 'aria-hidden': 'true' }, text), words),
        ),
      ),
      this.element,
    );
  }
}
