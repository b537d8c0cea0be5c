import { type Mark, outlines } from '../../core/board/marks.ts';
import { isStoneGame } from '../../core/board/stone-pair.ts';
import { boardSvg, type Orientation, svgDataUri } from '../../core/board/svg.ts';
import { subscript } from '../../core/metrics/score-format.ts';
import { verdictPhrase } from '../../core/metrics/wording.ts';
import type { ComparedPrediction, ComparisonResult } from '../../protocol/lsp.ts';
import { button, h } from '../common/dom.ts';
import { statePicture } from '../common/state-board.ts';
import { scoreText } from './scores.ts';

const SMALL = 128;

/** A column that can be sorted by: what stands in it as a number or a text, and which end comes first. */
interface Column {
  readonly title: string;
  readonly value: (prediction: ComparedPrediction) => number | string;
  readonly cell: (prediction: ComparedPrediction) => string;
  readonly bestFirst: 'ascending' | 'descending';
}

const score =
  (which: 'p' | 'r') =>
  ({ comparison }: ComparedPrediction): number =>
    comparison?.[which].at(-1) ?? -1;

function columns(m: number): Column[] {
  const scored = (which: 'p' | 'r'): Column => ({
    title: `${which}${subscript(m)}`,
    value: score(which),
    cell: ({ comparison }) => (comparison === null ? 'not computed' : scoreText(comparison, which)),
    bestFirst: 'descending',
  });
  return [
    scored('p'),
    scored('r'),
    {
      title: 'edit',
      value: ({ text }) => text.editDistance,
      cell: ({ text }) => String(text.editDistance),
      bestFirst: 'ascending',
    },
    {
      title: 'correct squares',
      value: ({ text }) => text.squaresRight,
      cell: ({ text }) => `${text.squaresRight}/${text.squares}`,
      bestFirst: 'descending',
    },
  ];
}

/** Squares that every prediction with a board has wrong, in FEN order. */
export function wrongInAll(predictions: readonly ComparedPrediction[]): string[] {
  const boards = predictions.filter(({ fen }) => fen !== null);
  const [first, ...rest] = boards.map(({ text }) => text.wrongSquares);
  return first === undefined || rest.length === 0
    ? []
    : first.filter((square) => rest.every((wrong) => wrong.includes(square)));
}

export interface Overview {
  readonly element: HTMLElement;
  show(orientation: Orientation): void;
}

/** All predictions of the position: small boards in a sortable table, and the squares that all got wrong. */
export class PredictionOverview implements Overview {
  readonly element: HTMLElement;
  readonly #result: ComparisonResult;
  readonly #open: (label: string) => void;
  readonly #together: readonly string[];
  readonly #model: Column;
  readonly #numbers: readonly Column[];
  readonly #headers = new Map<Column, HTMLTableCellElement>();
  readonly #body = h('tbody');
  readonly #truth = h('div');
  #orientation: Orientation = 'white';
  #sorted: { readonly column: Column; readonly ascending: boolean } | undefined;

  /** @param open shows the details of a label */
  constructor(result: ComparisonResult, open: (label: string) => void) {
    const { predictions } = result;
    this.#result = result;
    this.#open = open;
    this.#together = wrongInAll(predictions);
    this.#model = {
      title: result.labels === 'models' ? 'model' : 'state',
      value: ({ label }) => label,
      cell: ({ label }) => label,
      bestFirst: 'ascending',
    };
    this.#numbers = columns(predictions.find(({ comparison }) => comparison !== null)?.comparison?.m ?? 4);
    this.element = h('div', { class: 'overview' }, this.#summary(), this.#table());
  }

  show(orientation: Orientation): void {
    this.#orientation = orientation;
    const together = this.#together;
    const marks = outlines(together.map((square) => ({ square, kind: 'outline' as const })));
    const name = together.length === 0 ? 'True board' : `True board; all got ${together.join(', ')} wrong`;
    this.#truth.replaceChildren(trueBoard(this.#result, orientation, marks, name));
    this.#fill();
  }

  #summary(): HTMLElement {
    const { predictions, trueFen } = this.#result;
    return h(
      'div',
      { class: 'truth' },
      this.#truth,
      h(
        'div',
        {},
        h('p', {}, h('strong', {}, 'True position')),
        h('p', {}, h('code', { class: 'fen' }, trueFen)),
        h('p', { class: 'together' }, togetherText(this.#together, predictions)),
      ),
    );
  }

  #table(): HTMLElement {
    const heads = [
      h('th', { scope: 'col' }, 'board'),
      this.#header(this.#model),
      h('th', { scope: 'col' }, 'verdict'),
      ...this.#numbers.map((column) => this.#header(column)),
    ];
    const label = this.#result.labels === 'models' ? 'All models' : 'All states';
    return h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
      h(
        'table',
        { class: 'models' },
        h('caption', {}, 'Click a column title to sort.'),
        h('thead', {}, h('tr', {}, ...heads)),
        this.#body,
      ),
    );
  }

  #header(column: Column): HTMLTableCellElement {
    const cell = h(
      'th',
      { scope: 'col' },
      button(column.title, () => this.#sortBy(column), { class: 'sort' }),
    );
    this.#headers.set(column, cell);
    return cell;
  }

  #sortBy(column: Column): void {
    const ascending = this.#sorted?.column === column ? !this.#sorted.ascending : column.bestFirst === 'ascending';
    this.#sorted = { column, ascending };
    for (const [other, cell] of this.#headers) {
      if (other === column) cell.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
      else cell.removeAttribute('aria-sort');
    }
    this.#fill();
  }

  #fill(): void {
    const order = [...this.#result.predictions];
    if (this.#sorted !== undefined) {
      const { column, ascending } = this.#sorted;
      order.sort((a, b) => compareValues(column.value(a), column.value(b)) * (ascending ? 1 : -1));
    }
    this.#body.replaceChildren(...order.map((prediction) => this.#row(prediction)));
  }

  #row(prediction: ComparedPrediction): HTMLElement {
    const { label, text } = prediction;
    return h(
      'tr',
      {},
      h('td', {}, this.#board(prediction)),
      h(
        'th',
        { scope: 'row' },
        button(label, () => this.#open(label), { class: 'link' }),
      ),
      h('td', { class: 'verdict' }, verdictPhrase(text)),
      ...this.#numbers.map((column) => h('td', { class: 'number' }, column.cell(prediction))),
    );
  }

  #board({ fen, label, text: { blame } }: ComparedPrediction): HTMLElement {
    if (fen === null) return h('span', { class: 'small none' }, 'no state');
    const { variant, trueFen } = this.#result;
    const orientation = this.#orientation;
    const name = `Board of ${label}`;
    return statePicture(
      variant,
      { state: fen, other: trueFen, role: 'predicted', orientation, blame, lastMove: [], name },
      SMALL,
      'small',
    );
  }
}

function trueBoard(
  { variant, trueFen, lastMove }: ComparisonResult,
  orientation: Orientation,
  marks: readonly Mark[],
  name: string,
): HTMLElement {
  if (isStoneGame(variant))
    return statePicture(
      variant,
      { state: trueFen, other: null, role: 'true', orientation, lastMove: [], name },
      SMALL,
      'small',
    );
  const svg = boardSvg({ fen: trueFen, size: SMALL, orientation, lastMove, marks, coordinates: false });
  return h('img', { class: 'small', src: svgDataUri(svg), alt: name, width: SMALL, height: SMALL });
}

function togetherText(squares: readonly string[], predictions: readonly ComparedPrediction[]): string {
  const boards = predictions.filter(({ fen }) => fen !== null).length;
  if (boards < 2) return '';
  if (squares.length === 0) return 'No square is wrong in all of them.';
  return `Wrong in all ${boards}: ${squares.join(' ')}`;
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
