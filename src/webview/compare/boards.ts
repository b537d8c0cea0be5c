import { type Mark, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame } from '../../core/board/stone-pair.ts';
import type { Orientation } from '../../core/board/svg.ts';
import { wrongSquares } from '../../core/metrics/board-diff.ts';
import { type HistoryPly, readSquares, squareName } from '../../core/metrics/placement.ts';
import type { ComparedPrediction, ComparisonResult } from '../../protocol/lsp.ts';
import { button, h } from '../common/dom.ts';
import { legend } from '../common/legend.ts';
import { differenceCount, type StateBoard, stateBoard } from '../common/state-board.ts';

/** The two boards of one prediction. */
export interface BoardPair {
  readonly element: HTMLElement;
  /** Shows the position at `ply` on the true board. */
  show(ply: number, orientation: Orientation): void;
  destroy(): void;
}

const FEN_FIELDS = 6;

/** `8...Ne4`, or where the line starts. */
export function moveName(history: readonly HistoryPly[], index: number): string {
  const san = history[index]?.san;
  const before = history[index - 1]?.fen.split(' ');
  if (san === undefined || before === undefined) return 'the start';
  // States of stones have no move numbers.
  if (before.length !== FEN_FIELDS) return san;
  return `${before[5]}${before[1] === 'b' ? '...' : '.'}${san}`;
}

/** Squares that a move changed. */
function changed(history: readonly HistoryPly[], index: number): string[] {
  const [before, after] = [history[index - 1], history[index]];
  if (before === undefined || after === undefined) return [];
  return wrongSquares(readSquares(before.fen), readSquares(after.fen)).map(squareName);
}

/** The two boards of a prediction: the true one, which goes through the line, and the predicted one. */
export class PredictionBoards implements BoardPair {
  readonly element: HTMLElement;
  readonly #result: ComparisonResult;
  readonly #prediction: ComparedPrediction;
  readonly #marks: readonly Mark[];
  readonly #truth: StateBoard;
  readonly #predicted: StateBoard | undefined;
  readonly #trueName = h('figcaption', { 'aria-live': 'polite' });
  readonly #differs = h('span', { class: 'differs' });
  readonly #trueText = h('code', { class: 'fen' });
  readonly #stepper: readonly HTMLButtonElement[];

  /** @param step asks for another ply: `first`, `last`, or a number of plies forward or back */
  constructor(result: ComparisonResult, prediction: ComparedPrediction, step: (by: number | 'first' | 'last') => void) {
    const { fen, text } = prediction;
    const { trueFen, variant } = result;
    this.#result = result;
    this.#prediction = prediction;
    this.#marks = fen === null || isStoneGame(variant) ? [] : predictionMarks(trueFen, fen, text.blame);
    this.#truth = stateBoard(variant);
    this.#predicted = fen === null ? undefined : stateBoard(variant);
    this.#stepper = stepperOf(step);
    this.element = h('div', { class: 'boards' }, this.#trueFigure(), this.#predictedFigure());
  }

  show(ply: number, orientation: Orientation): void {
    const { history, trueFen, variant } = this.#result;
    const { fen } = this.#prediction;
    const index = Math.max(
      0,
      history.findIndex((entry) => entry.ply === ply),
    );
    const last = history.length - 1;
    const asked = index === last || history.length === 0;
    const shown = asked ? trueFen : (history[index]?.fen ?? trueFen);
    const where = history.length === 0 ? '' : ` after ${moveName(history, index)}`;
    this.#trueName.replaceChildren(
      h('strong', {}, asked ? 'True position' : 'Earlier position'),
      `${where} (ply ${ply}${asked ? '' : ` of ${history[last]?.ply}`})`,
    );
    this.#differs.textContent = asked || fen === null ? '' : differenceText(differenceCount(variant, shown, fen));
    this.#trueText.textContent = shown;
    for (const [i, item] of this.#stepper.entries()) item.disabled = i < 2 ? index === 0 : asked;
    const name = [this.#trueName.textContent, this.#differs.textContent].filter((part) => part !== '').join('; ');
    const lastMove = isStoneGame(variant) ? [] : changed(history, index);
    this.#truth.show({ state: shown, other: fen, role: 'true', orientation, lastMove, name });
    this.#showPredicted(orientation);
  }

  destroy(): void {
    this.#truth.destroy();
    this.#predicted?.destroy();
  }

  #showPredicted(orientation: Orientation): void {
    const { trueFen, variant } = this.#result;
    const { fen, label, text } = this.#prediction;
    const wrong = isStoneGame(variant)
      ? text.wrongSquares.join(', ')
      : this.#marks.map((mark) => `${mark.square} ${mark.kind}`).join(', ');
    this.#predicted?.show({
      state: fen ?? '',
      other: trueFen,
      role: 'predicted',
      blame: text.blame,
      orientation,
      lastMove: [],
      name: `Predicted by ${label}${wrong === '' ? '' : `. Wrong: ${wrong}`}`,
    });
  }

  #trueFigure(): HTMLElement {
    const group = { class: 'stepper', role: 'group', 'aria-label': 'Moves of the game' };
    const steps = this.#result.history.length > 1 ? h('div', group, ...this.#stepper, this.#differs) : undefined;
    return h('figure', {}, this.#trueName, this.#truth.element, steps, this.#trueText);
  }

  #predictedFigure(): HTMLElement {
    const { trueFen, variant } = this.#result;
    const { fen, label, text } = this.#prediction;
    return h(
      'figure',
      {},
      h('figcaption', {}, h('strong', {}, 'Predicted'), ` by ${label}`),
      this.#predicted?.element ?? h('div', { class: 'board none' }, 'no state in the answer'),
      isStoneGame(variant) && text.wrongSquares.length > 0
        ? h('p', { class: 'hint' }, 'Dashed rings: cells that differ.')
        : legend(this.#marks),
      h('code', { class: 'fen' }, ...predictedText(fen, trueFen)),
    );
  }
}

const stepperOf = (step: (by: number | 'first' | 'last') => void): readonly HTMLButtonElement[] => [
  button('«', () => step('first'), { 'aria-label': 'First position', title: 'First position' }),
  button('‹', () => step(-1), { 'aria-label': 'One move back', title: 'One move back (left arrow)' }),
  button('›', () => step(1), { 'aria-label': 'One move forward', title: 'One move forward (right arrow)' }),
  button('»', () => step('last'), { 'aria-label': 'The requested position', title: 'The requested position' }),
];

const differenceText = (count: number): string =>
  `${count} ${count === 1 ? 'square differs' : 'squares differ'} from the prediction`;

/** A predicted FEN with the fields set off that differ from the true ones, when there are as many. */
function predictedText(fen: string | null, trueFen: string): (string | HTMLElement)[] {
  if (fen === null) return ['?'];
  const [fields, truth] = [fen.split(' '), trueFen.split(' ')];
  if (fields.length !== truth.length) return [fen];
  return fields.flatMap((field, i) => {
    const shown = field === truth[i] ? field : h('mark', { title: `true: ${truth[i]}` }, field);
    return i === 0 ? [shown] : [' ', shown];
  });
}
