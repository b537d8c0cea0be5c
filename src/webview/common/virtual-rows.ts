import { h } from './dom.ts';

/** Rows that are drawn beyond what is seen, on either side. */
const MARGIN = 10;
/** Pixels that a browser allows an element to be high; beyond, the scroll bar moves by more than a row. */
const MAX_PIXELS = 8_000_000;
/** Rows that a printed page has at most. */
const MAX_PRINTED = 1000;

/** How rows are drawn. */
export interface RowDrawing {
  /** Pixels of a row; the style sheet gives rows the same. */
  readonly height: number;
  readonly row: (number: number) => HTMLElement;
  /** Called once rows are drawn. */
  readonly drawn: () => void;
  /** The row that stays in view when there is less room for rows. */
  readonly current: () => number;
}

/** Rows of one height of which only what is seen is in the page, below a head that stays. */
export class VirtualRows {
  /** The part that scrolls. */
  readonly element: HTMLElement;
  readonly grid: HTMLElement;
  readonly head = h('div', { class: 'head', role: 'rowgroup' });
  readonly body = h('div', { class: 'rows', role: 'rowgroup' });
  readonly #spacer = h('div', { class: 'spacer', role: 'presentation' });
  readonly #drawing: RowDrawing;
  #total = 0;
  #isPrinting = false;
  /** The first row in view when rows were last drawn. */
  #drawnFirst = -1;
  /** Whether the current row was in view when rows were last drawn. */
  #wasSeen = false;

  /** @param grid attributes of the element with the rows, which has the keyboard as one */
  constructor(drawing: RowDrawing, grid: Parameters<typeof h>[1]) {
    this.#drawing = drawing;
    this.#spacer.append(this.body);
    this.grid = h('div', { role: 'grid', tabindex: 0, ...grid }, this.head, this.#spacer);
    this.element = h('div', { class: 'samples', scroll: () => this.#scrolled() }, this.grid);
    new ResizeObserver(() => {
      if (this.#wasSeen && this.#total > 0) this.reveal(this.#drawing.current());
      this.draw();
    }).observe(this.element);
    const printing = (isPrinting: boolean) => () => {
      this.#isPrinting = isPrinting;
      this.draw();
    };
    window.addEventListener('beforeprint', printing(true));
    window.addEventListener('afterprint', printing(false));
  }

  get total(): number {
    return this.#total;
  }

  set total(total: number) {
    this.#total = total;
    this.grid.setAttribute('aria-rowcount', String(total + 1));
  }

  /** The first row in view. Where all rows are higher than a browser allows, the scroll bar stands for a share of them. */
  get first(): number {
    const room = this.#pixels - this.#view;
    if (room <= 0) return 0;
    if (!this.#isScaled) return Math.min(this.#total - 1, Math.floor(this.element.scrollTop / this.#drawing.height));
    return Math.round((this.element.scrollTop / room) * (this.#total - this.inView));
  }

  /** Whole rows in view. */
  get inView(): number {
    return Math.max(1, Math.floor(this.#view / this.#drawing.height));
  }

  /** Within a row there is nothing to be drawn, unless the scroll bar stands for a share of the rows. */
  #scrolled(): void {
    if (this.#isScaled || this.first !== this.#drawnFirst) this.draw();
  }

  /** Puts rows in the page; those that are there stay, and are not laid out again. */
  #place(rows: readonly HTMLElement[]): void {
    const wanted = new Set<Element>(rows);
    for (const one of Array.from(this.body.children)) if (!wanted.has(one)) one.remove();
    let next = this.body.firstElementChild;
    for (const row of rows) {
      if (row === next) next = row.nextElementSibling;
      else this.body.insertBefore(row, next);
    }
  }

  draw(): void {
    const { height, row, drawn } = this.#drawing;
    const seen = this.first;
    this.#drawnFirst = seen;
    const first = this.#isPrinting ? 0 : Math.max(0, seen - MARGIN);
    const end = this.#isPrinting ? MAX_PRINTED : seen + this.inView + MARGIN + 1;
    const current = this.#drawing.current();
    this.#wasSeen = current >= seen && current < seen + this.inView;
    // Through the object model, for the page's policy forbids the attribute.
    this.#spacer.style.height = `${this.#isPrinting ? Math.min(this.#total, MAX_PRINTED) * height : this.#pixels}px`;
    const top = this.#isScaled ? this.element.scrollTop - (seen - first) * height : first * height;
    this.body.style.transform = this.#isPrinting ? '' : `translateY(${Math.max(0, top)}px)`;
    const rows: HTMLElement[] = [];
    for (let number = first; number < Math.min(this.#total, end); number++) rows.push(row(number));
    this.#place(rows);
    drawn();
  }

  /** Scrolls no further than it takes to have a row in view. */
  reveal(row: number): void {
    const [first, count] = [this.first, this.inView];
    if (row < first) this.scrollTo(row);
    else if (row >= first + count) this.scrollTo(row - count + 1);
  }

  /** Makes a row the first in view. */
  scrollTo(row: number): void {
    // Its height first: a part that is not high enough does not scroll that far.
    this.#spacer.style.height = `${this.#pixels}px`;
    const room = this.#pixels - this.#view;
    this.element.scrollTop = this.#isScaled
      ? (row / Math.max(1, this.#total - this.inView)) * room
      : row * this.#drawing.height;
  }

  /** Pixels of all rows, as far as a browser allows. */
  get #pixels(): number {
    return Math.min(this.#total * this.#drawing.height, MAX_PIXELS);
  }

  get #isScaled(): boolean {
    return this.#total * this.#drawing.height > MAX_PIXELS;
  }

  get #view(): number {
    return Math.max(this.#drawing.height, this.element.clientHeight - this.head.offsetHeight);
  }
}
