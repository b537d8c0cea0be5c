import type { SquareBlame } from '../../core/metrics/blame.ts';
import { blameText } from '../../core/metrics/comparison.ts';
import type { ComparedPrediction, ComparisonResult } from '../../protocol/lsp.ts';
import type { ReferenceView } from '../../protocol/state.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import type { Folds } from '../common/answer.ts';
import { button, h } from '../common/dom.ts';
import { keepRoom } from '../common/keep-room.ts';
import { t } from '../common/l10n.ts';
import { hasSquares } from '../common/state-picture.ts';
import { mistakes, moves } from './findings.ts';
import { listCount, listDetails } from './lists.ts';
import { depthTable, facts } from './scores.ts';
import { notAskedSentence, unprintedText, type View } from './view.ts';

/** What details ask for. */
export interface DetailTargets extends Folds {
  /** Shows the position behind the move that was played at a ply. */
  goToPly(ply: number): void;
  command(command: StateCommand): void;
}

/** The part with the lists of an answer, beside its reference where that is known. */
export const LISTS = t('Lists and reference');

/** A folded part: its heading, and what is in it; undefined where there is nothing to be seen. */
interface Part {
  readonly name: string;
  readonly content: (
    view: View,
    result: ComparisonResult | undefined,
    reference: ReferenceView | null,
  ) => readonly Node[] | undefined;
  /** Says false where the part is left out. */
  readonly only?: (view: View, result: ComparisonResult | undefined) => boolean;
  /** Behind the name: `9 and 7`. */
  readonly count?: (view: View, result: ComparisonResult | undefined, reference: ReferenceView | null) => string;
}

/** The folded parts below the answer: wrong squares, moves, scores, method, lists. */
export class DetailPart {
  readonly element = h('div', { class: 'details' });
  readonly #targets: DetailTargets;
  readonly #parts: readonly {
    readonly part: Part;
    readonly details: HTMLDetailsElement;
    readonly count: HTMLElement;
    readonly body: HTMLElement;
    /** Makes the body as tall as what is in it. */
    readonly giveBack: () => void;
  }[];
  #view: View | undefined;
  #result: ComparisonResult | undefined;
  #reference: ReferenceView | null = null;

  constructor(targets: DetailTargets) {
    this.#targets = targets;
    this.#parts = this.#all().map((part) => {
      const [count, body] = [h('span', { class: 'count' }), h('div', { class: 'detail-body' })];
      const giveBack = keepRoom(body);
      const details: HTMLDetailsElement = h(
        'details',
        {
          class: 'detail',
          open: targets.open.has(part.name),
          toggle: () => {
            targets.toggled(part.name, details.open);
            giveBack();
            this.#fill();
          },
        },
        h('summary', {}, part.name, count),
        body,
      );
      return { part, details, count, body, giveBack };
    });
    this.element.append(...this.#parts.map(({ details }) => details));
  }

  /** @param result everything about the step; undefined until it is known */
  show(view: View, result: ComparisonResult | undefined, reference: ReferenceView | null): void {
    const isSame = this.#view?.lineId === view.lineId && this.#view.at === view.at && this.#view.cell === view.cell;
    if (isSame && this.#result === result && this.#reference === reference) return;
    // Another game has texts of other lengths.
    if (this.#view?.line.title !== view.line.title) for (const { giveBack } of this.#parts) giveBack();
    this.#view = view;
    this.#result = result;
    this.#reference = reference;
    this.element.hidden = view.row === null && (result?.lists.length ?? 0) === 0 && reference === null;
    this.#fill();
  }

  /** Unfolds a part, and scrolls to it. */
  reveal(name: string): void {
    const details = this.#parts.find(({ part }) => part.name === name)?.details;
    if (details === undefined || this.element.hidden || details.hidden) return;
    details.open = true;
    this.#fill();
    details.scrollIntoView({ block: 'start' });
  }

  #fill(): void {
    const view = this.#view;
    if (view === undefined) return;
    for (const { part, details, count, body } of this.#parts) {
      details.hidden = part.only?.(view, this.#result) === false || (view.row === null && part.name !== LISTS);
      count.textContent = part.count?.(view, this.#result, this.#reference) ?? '';
      if (!details.open) continue;
      const content = part.content(view, this.#result, this.#reference);
      // What was there stays until its successor comes, grayed, so that nothing jumps.
      body.classList.toggle('waiting', content === undefined && this.#result === undefined);
      if (content !== undefined) body.replaceChildren(...content);
      else if (this.#result !== undefined) body.replaceChildren(h('p', { class: 'hint' }, emptyText(view)));
    }
  }

  #all(): readonly Part[] {
    return [
      {
        name: t('Wrong squares'),
        // Of stones and worlds it is not known when they were last so.
        only: ({ line }) => hasSquares(line.variant),
        content: (view) => this.#squares(view),
        count: ({ cell }) => (cell === null || cell.fen === null ? '' : String(cell.wrongSquares)),
      },
      {
        name: t('Moves lost and invented'),
        content: (view, result) => known(predictionOf(view, result), (one) => [moves(one), mistakes(one.text)]),
        count: (view, result) => moveCount(predictionOf(view, result)),
      },
      {
        name: t('Scores by depth'),
        content: (view, result) =>
          known(predictionOf(view, result), (one) => (one.fen === null ? [] : [depthTable(one)])),
      },
      {
        name: t('Metrics and method'),
        content: (view, result) =>
          known(predictionOf(view, result), (one) =>
            result === undefined || one.fen === null ? [] : [facts(result, one)],
          ),
      },
      {
        name: LISTS,
        only: ({ line }, result) => line.labels === 'states' || (result?.lists.length ?? 0) > 0,
        content: (view, result, reference) => listDetails(view, result, reference, this.#targets),
        count: (_, result, reference) => listCount(result, reference),
      },
    ];
  }

  #squares({ cell }: View): readonly Node[] | undefined {
    const blame = cell?.blame ?? [];
    if (blame.length === 0) return undefined;
    const entry = (item: SquareBlame): HTMLElement => {
      const { square, ply, move } = item;
      if (ply === null) return h('li', { lang: 'en' }, blameText(item));
      const title = t('Show {0}, which changed {1}', move ?? t('ply {0}', ply + 1), square);
      return h(
        'li',
        {},
        button(blameText(item), () => this.#targets.goToPly(ply + 1), { class: 'link', title, lang: 'en' }),
      );
    };
    return [h('ul', { class: 'blame' }, ...blame.map(entry))];
  }
}

/** The prediction that is open, in the result. */
export const predictionOf = ({ cell }: View, result: ComparisonResult | undefined): ComparedPrediction | undefined =>
  cell === null ? undefined : result?.predictions.find(({ label }) => label === cell.label);

function known(
  prediction: ComparedPrediction | undefined,
  content: (prediction: ComparedPrediction) => readonly (Node | undefined)[],
): readonly Node[] | undefined {
  if (prediction === undefined) return undefined;
  const nodes = content(prediction).filter((node) => node !== undefined);
  return nodes.length === 0 ? undefined : nodes;
}

function moveCount(prediction: ComparedPrediction | undefined): string {
  const { movesLost = null, movesInvented = null } = prediction?.comparison ?? {};
  if ((prediction?.fen ?? null) === null || movesLost === null || movesInvented === null) return '';
  return t('{0} and {1}', movesLost.length, movesInvented.length);
}

/** Why a part is empty. */
function emptyText(view: View): string {
  const { cell, line, row } = view;
  if (cell === null) return line.labels === 'states' ? `${unprintedText(view)}.` : notAskedSentence(row?.label);
  return cell.fen === null ? t('The answer has no state to compare.') : t('Nothing to show.');
}
