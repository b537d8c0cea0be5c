import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import { h } from './dom.ts';
import {
  believedCaption,
  believedView,
  boardless,
  type PairView,
  pairLegend,
  trueCaption,
  trueView,
} from './pair-parts.ts';
import { type BoardExtras, type StateBoard, stateBoard } from './state-board.ts';

/** The true board and the believed one, side by side at any width. */
export class BoardPair {
  readonly element: HTMLElement;
  readonly #truth: StateBoard;
  readonly #believed: StateBoard;
  readonly #trueFigure = h('figure', { class: 'true-board' });
  readonly #believedFigure = h('figure', { class: 'believed-board' });
  readonly #none = h('p', { class: 'no-board' });
  readonly #legend = h('div', { class: 'pair-legend' });

  /**
   * @param onMove makes the true board one to move pieces on
   */
  constructor(variant: ComparisonRules, onMove?: (from: string, to: string) => void) {
    this.#truth = stateBoard(variant, onMove);
    this.#believed = stateBoard(variant);
    this.#trueFigure.append(h('figcaption'), this.#truth.element);
    this.#believedFigure.append(h('figcaption'), h('div', { class: 'believed' }, this.#believed.element, this.#none));
    this.element = h(
      'div',
      { class: 'pair-part' },
      h('div', { class: 'pair' }, this.#trueFigure, this.#believedFigure),
      this.#legend,
    );
  }

  /** Shows a pair; `extras` are those of the true board. */
  show(view: PairView, extras: BoardExtras = {}): void {
    this.#trueFigure.firstElementChild?.replaceWith(trueCaption(view));
    this.#believedFigure.firstElementChild?.replaceWith(believedCaption(view));
    this.#truth.show(trueView(view), extras);
    const believed = believedView(view);
    const { element } = this.#believed;
    this.#none.replaceChildren(view.instead?.picture ?? boardless(view) ?? '');
    this.#none.classList.toggle('filled', view.instead?.picture !== undefined);
    this.#none.hidden = believed !== undefined;
    // It keeps its place, so that nothing moves.
    element.classList.toggle('gone', believed === undefined);
    if (believed !== undefined) this.#believed.show(believed);
    this.#legend.replaceChildren(...pairLegend(view));
  }

  destroy(): void {
    this.#truth.destroy();
    this.#believed.destroy();
  }
}
