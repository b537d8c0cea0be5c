import type { SearchNode } from '../../../core/search/tree.ts';
import { TWO_LINES } from '../../../core/search/view/picture.ts';
import type { CanvasView } from '../canvas-view.ts';
import { boxesTo, IcicleBox } from './icicle.ts';
import type { Names } from './looks.ts';
import { type Clip, overlaps, type Scene, type TreeBox } from './scene.ts';

/** The part of an icicle's width that is on the screen: 0 to 1 is all of it. */
export type Span = readonly [from: number, to: number];

/** The smallest part that is zoomed to: a hundred thousand visits are seen one by one, and numbers still distinguish neighbors. */
const LEAST_SPAN = 1e-7;

/** The span inside of 0 to 1, of the same size where that is possible. */
export function clamped([from, to]: Span): Span {
  const size = Math.min(1, Math.max(LEAST_SPAN, to - from));
  const middle = (from + to) / 2;
  const start = Math.min(1 - size, Math.max(0, to - from === size ? from : middle - size / 2));
  return [start, start + size];
}

/** Zooms by a factor (2 is twice as large) about a place of the screen, 0 its left and 1 its right edge. */
export function zoomed([from, to]: Span, at: number, factor: number): Span {
  const size = Math.min(1, Math.max(LEAST_SPAN, (to - from) / factor));
  const fixed = from + at * (to - from);
  return clamped([fixed - at * size, fixed - at * size + size]);
}

/** The span that shows the same part of `after` as `span` showed of `before`: of a box that has changed its place. */
export function carried([from, to]: Span, before: Span, after: Span): Span {
  const scale = (after[1] - after[0]) / (before[1] - before[0]);
  return clamped([after[0] + (from - before[0]) * scale, after[0] + (to - before[0]) * scale]);
}

/**
 * Moves as little as is needed for a box to be seen. One that is smaller than `least` cannot be: it is made as large as `wanted`
 * (both as shares of the screen).
 */
export function revealed(span: Span, box: Span, least: number, wanted: number): Span {
  const size = span[1] - span[0];
  const width = box[1] - box[0];
  if (width < least * size) {
    const wide = Math.max(LEAST_SPAN, width / wanted);
    return clamped([(box[0] + box[1] - wide) / 2, (box[0] + box[1] + wide) / 2]);
  }
  if (box[0] >= span[0] && box[1] <= span[1]) return span;
  // A box that is wider than the screen is seen when it fills it.
  if (width >= size) {
    if (box[0] <= span[0] && box[1] >= span[1]) return span;
    const start = box[0] > span[0] ? box[0] : box[1] - size;
    return clamped([start, start + size]);
  }
  const start = box[0] < span[0] ? box[0] : box[1] - size;
  return clamped([start, start + size]);
}

/** Heights of a row in pixels: with few rows, with one line of text at most, by default, and with many. */
const HIGH_ROW = 40;
const TALL_ROW = 29;
const ROW = 25;
const LOW_ROW = 19;

/** Width below which siblings share a box, in pixels. */
const NARROW = 3;
/** Width below which boxes are not drawn, in pixels. */
const SMALLEST = 0.5;
/** Least width of a single hallucination, in pixels. */
const MIN_SLIVER_WIDTH = 2;
/** Rows that stay above a row that is zoomed to. */
const ROWS_ABOVE = 3;
/** Pixels of a box that was too small to be seen, and is revealed. */
const REVEALED = 80;

/** The span, the pixels above the screen, and the height of a row. */
type IcicleCamera = readonly [from: number, to: number, top: number, row: number];

/** All of a tree: a row a depth, widths by visits. */
export class IcicleScene implements Scene {
  readonly layout = 'icicle';
  readonly hasBoards = false;
  readonly zoom = 1;
  camera: IcicleCamera = [0, 1, 0, ROW];
  readonly #names: Names;
  #root: IcicleBox | undefined;
  #width = 1;
  #height = 1;
  /** Reused by walks. */
  readonly #stack: IcicleBox[] = [];

  constructor(names: Names) {
    this.#names = names;
  }

  update(view: CanvasView): void {
    const old = this.#root;
    const [from, to, top, row] = this.camera;
    const root = new IcicleBox(view.root, 0, 1, { view, names: this.#names });
    this.#root = root;
    if (old === undefined || old.node !== view.root) return;
    if (from === 0 && to === 1) {
      // All of it is seen: of a tree that grows, too.
      if (top === 0) this.camera = [0, 1, 0, Math.min(row, this.#rowFor([0, 1], LOW_ROW))];
      return;
    }
    const anchor = covering(old, [from, to]);
    const found = boxesTo(root, anchor.node).at(-1);
    if (found?.node !== anchor.node) return;
    const [start, stop] = carried([from, to], [anchor.x0, anchor.x1], [found.x0, found.x1]);
    this.camera = [start, stop, top, row];
  }

  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
  }

  walk(clip: Clip, visit: (box: TreeBox) => void): void {
    if (this.#root === undefined) return;
    const [from, to, top, row] = this.camera;
    const scale = this.#width / (to - from);
    const place = (box: TreeBox, x: number, width: number, depth: number): void => {
      box.x = x;
      box.width = width;
      box.y = depth * row - top;
      box.height = row;
      if (overlaps(clip, x, box.y, x + width, box.y + row)) visit(box);
    };
    const stack = this.#stack;
    stack.push(this.#root);
    place(this.#root, -from * scale, scale, 0);
    for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
      const depth = box.depth + 1;
      if (depth * row - top >= clip.bottom) continue;
      const { children, visited } = box;
      for (let i = 0; i < children.length; i++) {
        const child = children[i];
        if (child === undefined) continue;
        const x = (child.x0 - from) * scale;
        const width = (child.x1 - child.x0) * scale;
        const end = i < visited ? visited : children.length;
        // Siblings get narrower, so that all that follow are, too.
        if (width < NARROW && i + 1 < end) {
          const all = ((children[end - 1] ?? child).x1 - child.x0) * scale;
          if (all >= SMALLEST) place(box.groupOf(i, end), x, Math.max(all, 1), depth);
          i = end - 1;
          continue;
        }
        if (width < SMALLEST || x >= clip.right || x + width <= clip.left) continue;
        place(child, x, Math.max(width, i < visited ? 1 : MIN_SLIVER_WIDTH), depth);
        stack.push(child);
      }
    }
  }

  panned(dx: number, dy: number): IcicleCamera {
    const [from, to, top, row] = this.camera;
    const shift = (dx * (to - from)) / this.#width;
    const [start, stop] = clamped([from - shift, to - shift]);
    return [start, stop, this.#top(top - dy, row), row];
  }

  zoomedAt(x: number, _y: number, factor: number): IcicleCamera {
    const [from, to, top, row] = this.camera;
    return this.#spanned(zoomed([from, to], x / this.#width, factor), top, row);
  }

  opening(): IcicleCamera {
    return this.fitted();
  }

  fitted(): IcicleCamera {
    return [0, 1, 0, this.#rowFor([0, 1], LOW_ROW)];
  }

  revealing(node: SearchNode): IcicleCamera {
    const [from, to, top, row] = this.camera;
    const box = this.#root && boxesTo(this.#root, node).at(-1);
    if (box === undefined) return this.camera;
    const least = (box.node.kind === 'hallucination' ? MIN_SLIVER_WIDTH : NARROW) / this.#width;
    const wanted = Math.min(0.5, REVEALED / this.#width);
    const [start, stop] = revealed([from, to], [box.x0, box.x1], least, wanted);
    const y = box.depth * row;
    const lowest = y + row - this.#height;
    return [start, stop, Math.max(0, Math.min(y, Math.max(lowest, top))), row];
  }

  filledBy({ node, group }: Pick<TreeBox, 'node' | 'group'>): IcicleCamera {
    const box = this.#root && boxesTo(this.#root, node).at(-1);
    if (box === undefined) return this.camera;
    const first = group && box.children.find((child) => child.node === group[0]);
    const last = group && box.children.find((child) => child.node === group.at(-1));
    const span: Span = first && last ? [first.x0, last.x1] : [box.x0, box.x1];
    const row = this.#rowFor(clamped(span), ROW);
    const rows = this.#rows(clamped(span), row);
    // As far up as can be while all that is below is seen, or the box itself near the top.
    const least = rows * row - this.#height;
    return this.#spanned(clamped(span), Math.min(least, (box.depth - ROWS_ABOVE) * row), row);
  }

  #spanned([from, to]: Span, top: number, row: number): IcicleCamera {
    return [from, to, Math.max(0, top), row];
  }

  /** The limit of moving down: the last visible row is in the middle of the screen. */
  #top(wanted: number, row: number): number {
    const [from, to] = this.camera;
    if (wanted <= 0) return 0;
    const all = this.#rows([from, to], row) * row;
    return Math.max(0, Math.min(wanted, all <= this.#height ? 0 : all - this.#height / 2));
  }

  /** The height of a row with which all of a span is seen, or the least that is wanted. */
  #rowFor(span: Span, least: number): number {
    const row = Math.min(HIGH_ROW, Math.floor(this.#height / this.#rows(span, least)));
    return Math.max(least, row < TWO_LINES ? Math.min(TALL_ROW, row) : row);
  }

  /** Rows of the boxes that are wide enough to be seen in a span. */
  #rows([from, to]: Span, row: number): number {
    const { camera } = this;
    let deepest = 0;
    this.camera = [from, to, 0, row];
    const clip = { left: 0, right: this.#width, top: 0, bottom: Number.POSITIVE_INFINITY };
    this.walk(clip, ({ y }) => {
      deepest = Math.max(deepest, y);
    });
    this.camera = camera;
    return Math.round(deepest / row) + 1;
  }
}

/** The lowest box that covers a span. */
function covering(root: IcicleBox, [from, to]: Span): IcicleBox {
  for (let box = root; ; ) {
    const next = box.children.find(({ x0, x1 }) => x0 <= from + 1e-12 && x1 >= to - 1e-12);
    if (next === undefined) return box;
    box = next;
  }
}
