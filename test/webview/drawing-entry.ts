// Bundled and run inside of the page by `tree-drawing.test.ts`: a drawing by itself, without the page around it.
import { ReplayedTree, readTree } from '../../src/core/search/read-tree.ts';
import type { SearchNode } from '../../src/core/search/tree.ts';
import { differsFromTruth } from '../../src/core/search/view/node-values.ts';
import type { ExportFormat } from '../../src/protocol/tree-messages.ts';
import { createTreeCanvas } from '../../src/webview/tree/canvas.ts';
import type { CanvasView } from '../../src/webview/tree/canvas-view.ts';
import { exportTree, type TreeExport } from '../../src/webview/tree/drawing/exports.ts';

/** What a view says of nodes, by number. */
export interface NumberedView {
  readonly root?: number;
  readonly selected?: number;
  readonly layout?: CanvasView['layout'];
  readonly principal?: readonly number[];
  readonly opened?: readonly number[];
  /** Those that are bright. */
  readonly matching?: readonly number[];
  /** Simulations that are in the counts; all without it. */
  readonly at?: number;
  /** Virtual counts: of the edge to a node. */
  readonly waiting?: readonly (readonly [node: number, count: number])[];
}

/** A box of a drawing, in pixels of the window. */
export interface SeenBox {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isDim: boolean;
  readonly isHallucination: boolean;
  readonly differs: boolean;
  readonly isPrincipal: boolean;
  readonly isSelected: boolean;
  readonly waiting: number;
  readonly value: number | undefined;
}

/** A drawing that a test can move and ask. */
export class DrawingProbe {
  readonly events: string[] = [];
  readonly #tree: ReplayedTree;
  readonly #drawing = createTreeCanvas({
    select: (node) => {
      this.events.push(`select ${node.id}`);
      this.show({ selected: node.id });
    },
    toggle: (node) => {
      this.events.push(`toggle ${node.id}`);
      const { opened = [] } = this.#numbered;
      const isOpen = opened.includes(node.id);
      this.show({ opened: isOpen ? opened.filter((id) => id !== node.id) : [...opened, node.id] });
    },
  });
  readonly #rule: CanvasView['rule'];
  #numbered: NumberedView = {};
  #view: CanvasView | undefined;
  readonly #nameOf = ({ parent, edge }: SearchNode): string => parent?.actions[edge] ?? 'root';

  constructor(text: string) {
    const read = readTree(text);
    if (!read.ok) throw new Error(read.error);
    this.#tree = new ReplayedTree(read.value);
    this.#rule = read.value.header.settings;
    document.querySelector('main')?.replaceChildren(this.#drawing.element);
    this.#drawing.element.style.height = '500px';
  }

  /** Shows what was shown, with changes. */
  show(changes: NumberedView): void {
    this.#numbered = { ...this.#numbered, ...changes };
    const { root = 0, selected = 0, layout = 'icicle', principal = [], opened = [], matching, at } = this.#numbered;
    this.#tree.goTo(at ?? Number.POSITIVE_INFINITY);
    const node = (id: number): SearchNode => this.#tree.nodes.get(id) as SearchNode;
    for (const [id, count] of this.#numbered.waiting ?? []) {
      const { parent, edge } = node(id);
      if (parent !== undefined) parent.virtual[edge] = count;
    }
    this.#view = {
      root: node(root),
      selected: node(selected),
      layout,
      unit: 'visits',
      rule: this.#rule,
      principal: new Set(principal.map(node)),
      opened: new Set(opened.map(node)),
      matches: matching && (({ id }) => matching.includes(id)),
      side: 'White',
      pictures: undefined,
      nameOf: this.#nameOf,
      differs: differsFromTruth,
    };
    this.#drawing.show(this.#view);
  }

  /** The frame after the next, when what was shown last is on the screen. */
  drawn(): Promise<void> {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  }

  fit(): void {
    this.#drawing.fit();
  }

  reveal(): void {
    this.#drawing.reveal();
  }

  zoom(factor: number): void {
    this.#drawing.zoom(factor);
  }

  destroy(): void {
    this.#drawing.destroy();
  }

  boxes(): SeenBox[] {
    const frame = this.#canvas().getBoundingClientRect();
    return this.#drawing.picture().boxes.map((box) => {
      const { name, width, height, isDim, isHallucination, differs, isPrincipal, isSelected, waiting, value } = box;
      const [x, y] = [box.x + frame.x, box.y + frame.y];
      return { name, x, y, width, height, isDim, isHallucination, differs, isPrincipal, isSelected, waiting, value };
    });
  }

  #canvas(): HTMLCanvasElement {
    return this.#drawing.element.querySelector('canvas') as HTMLCanvasElement;
  }

  /** The color at a place of the window, `r,g,b`. */
  pixel(x: number, y: number): string {
    const canvas = this.#canvas();
    const frame = canvas.getBoundingClientRect();
    const scale = canvas.width / frame.width;
    const [left, top] = [(x - frame.x) * scale, (y - frame.y) * scale];
    const data = canvas.getContext('2d')?.getImageData(Math.round(left), Math.round(top), 1, 1).data ?? [];
    return [...data].slice(0, 3).join(',');
  }

  export(format: ExportFormat): Promise<TreeExport> {
    if (this.#view === undefined) throw new Error('nothing is shown');
    return exportTree(format, this.#view, { title: 'A tree', facts: ['made up'], warning: '' });
  }
}

declare global {
  var openDrawing: (text: string) => DrawingProbe;
  var drawing: DrawingProbe;
}

globalThis.openDrawing = (text) => {
  globalThis.drawing = new DrawingProbe(text);
  return globalThis.drawing;
};
