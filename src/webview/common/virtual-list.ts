import { Component, createRef, type HTMLAttributes, h, type JSX, type RefObject } from 'preact';
import type { Content } from './elements.ts';

/** Rows that are rendered beyond the visible ones, on either side. */
const MARGIN = 10;
/** Pixels that a browser allows an element to be high; beyond, the scroll bar moves by more than a row. */
const MAX_PIXELS = 8_000_000;
/** Rows that a printed page has at most. */
const MAX_PRINTED = 1000;

/** The rows of a list, as they are now. */
export interface RowSource {
  /** Returns the number of all rows. */
  total(): number;
  /** Returns the row that stays in view when there is less room for rows. */
  current(): number;
  /** Returns a row, which has a key. */
  row(number: number): JSX.Element;
}

interface VirtualListProps {
  /** Set to the component. */
  readonly handle: RefObject<VirtualList | null>;
  readonly source: RowSource;
  /** Pixels of a row; the style sheet gives rows the same. */
  readonly height: number;
  /** A further class of the part that scrolls. */
  readonly class?: string;
  /** Attributes of the element with the rows, which has the keyboard as one. */
  readonly grid: HTMLAttributes<HTMLDivElement>;
  /** The row of headings, which stays in view. */
  readonly head: Content;
  /** Called once rows are in the page. */
  readonly onRendered: () => void;
}

/** Rows of one height of which only the visible ones are in the page, below a head that stays. */
export class VirtualList extends Component<VirtualListProps> {
  readonly #scroller = createRef<HTMLDivElement>();
  readonly #grid = createRef<HTMLDivElement>();
  readonly #head = createRef<HTMLDivElement>();
  readonly #spacer = createRef<HTMLDivElement>();
  readonly #resized = new ResizeObserver(() => {
    if (this.#wasVisible && this.props.source.total() > 0) this.reveal(this.props.source.current());
    this.forceUpdate();
  });
  readonly #beforePrint = (): void => this.#print(true);
  readonly #afterPrint = (): void => this.#print(false);
  #isPrinting = false;
  /** The first row in view when rows were last rendered. */
  #renderedFirst = -1;
  /** True if the current row was in view when rows were last rendered. */
  #wasVisible = false;

  constructor(props: VirtualListProps) {
    super(props);
    props.handle.current = this;
  }

  override componentDidMount(): void {
    if (this.#scroller.current !== null) this.#resized.observe(this.#scroller.current);
    window.addEventListener('beforeprint', this.#beforePrint);
    window.addEventListener('afterprint', this.#afterPrint);
    this.props.onRendered();
  }

  override componentDidUpdate(): void {
    this.props.onRendered();
  }

  override componentWillUnmount(): void {
    this.#resized.disconnect();
    window.removeEventListener('beforeprint', this.#beforePrint);
    window.removeEventListener('afterprint', this.#afterPrint);
  }

  /** The first row in view. Where all rows are higher than a browser allows, the scroll bar stands for a share of them. */
  get first(): number {
    const room = this.#pixels - this.#view;
    if (room <= 0) return 0;
    const { height, source } = this.props;
    const top = this.#scroller.current?.scrollTop ?? 0;
    if (!this.#isScaled) return Math.min(source.total() - 1, Math.floor(top / height));
    return Math.round((top / room) * (source.total() - this.inView));
  }

  /** Number of whole rows in view. */
  get inView(): number {
    return Math.max(1, Math.floor(this.#view / this.props.height));
  }

  /** The element with the rows. */
  get grid(): HTMLElement | null {
    return this.#grid.current;
  }

  focus(): void {
    this.#grid.current?.focus({ preventScroll: true });
  }

  /** Scrolls no further than it takes to have a row in view. */
  reveal(row: number): void {
    const [first, count] = [this.first, this.inView];
    if (row < first) this.scrollTo(row);
    else if (row >= first + count) this.scrollTo(row - count + 1);
  }

  /** Makes a row the first in view. */
  scrollTo(row: number): void {
    const [scroller, spacer] = [this.#scroller.current, this.#spacer.current];
    if (scroller === null || spacer === null) return;
    const { height, source } = this.props;
    // Its height first: a part that is not high enough does not scroll that far.
    spacer.style.height = `${this.#pixels}px`;
    const room = this.#pixels - this.#view;
    scroller.scrollTop = this.#isScaled ? (row / Math.max(1, source.total() - this.inView)) * room : row * height;
  }

  /** Within a row there is nothing to be rendered, unless the scroll bar stands for a share of the rows. */
  #scrolled(): void {
    if (this.#isScaled || this.first !== this.#renderedFirst) this.forceUpdate();
  }

  #print(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    this.forceUpdate();
  }

  /** Pixels of all rows, as far as a browser allows. */
  get #pixels(): number {
    return Math.min(this.props.source.total() * this.props.height, MAX_PIXELS);
  }

  get #isScaled(): boolean {
    return this.props.source.total() * this.props.height > MAX_PIXELS;
  }

  get #view(): number {
    const { height } = this.props;
    return Math.max(height, (this.#scroller.current?.clientHeight ?? 0) - (this.#head.current?.offsetHeight ?? 0));
  }

  override render({ source, height, class: className, grid, head }: VirtualListProps): JSX.Element {
    const [total, current] = [source.total(), source.current()];
    const seen = this.first;
    this.#renderedFirst = seen;
    this.#wasVisible = current >= seen && current < seen + this.inView;
    const first = this.#isPrinting ? 0 : Math.max(0, seen - MARGIN);
    const end = Math.min(total, this.#isPrinting ? MAX_PRINTED : seen + this.inView + MARGIN + 1);
    const scrollTop = this.#scroller.current?.scrollTop ?? 0;
    const top = Math.max(0, this.#isScaled ? scrollTop - (seen - first) * height : first * height);
    const rows: JSX.Element[] = [];
    for (let number = first; number < end; number++) rows.push(source.row(number));
    const pixels = this.#isPrinting ? Math.min(total, MAX_PRINTED) * height : this.#pixels;
    return h(
      'div',
      {
        class: className === undefined ? 'samples' : `samples ${className}`,
        ref: this.#scroller,
        onScroll: () => this.#scrolled(),
      },
      h(
        'div',
        { role: 'grid', tabindex: 0, 'aria-rowcount': total + 1, ...grid, ref: this.#grid },
        h('div', { class: 'head', role: 'rowgroup', ref: this.#head }, head),
        h(
          'div',
          { class: 'spacer', role: 'presentation', ref: this.#spacer, style: { height: `${pixels}px` } },
          h(
            'div',
            {
              class: 'rows',
              role: 'rowgroup',
              style: { transform: this.#isPrinting ? '' : `translateY(${top}px)` },
            },
            rows,
          ),
        ),
      ),
    );
  }
}
