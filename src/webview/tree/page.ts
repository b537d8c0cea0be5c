import type { SearchNode } from '../../core/search/tree.ts';
import type { ExportFormat, FromTree, ToTree } from '../../protocol/tree-messages.ts';
import { h } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { createTreeCanvas } from './canvas.ts';
import type { CanvasView, TreeDrawing } from './canvas-view.ts';
import { exportTree } from './drawing/exports.ts';
import { type KeptState, readKept } from './kept.ts';
import { ChildrenPanel } from './panels/children.ts';
import { SearchPanel } from './panels/find.ts';
import { HeaderPanel } from './panels/header.ts';
import { keyList } from './panels/key-list.ts';
import { hasAny, type Panel, setText } from './panels/panel.ts';
import { NodePanel } from './panels/position.ts';
import { SimulationScrubber } from './panels/scrubber.ts';
import { splitter } from './panels/split.ts';
import { toolsPanel } from './panels/tools.ts';
import { TreeTablePanel } from './panels/tree-table.ts';
import { type Part, TreeStore } from './store.ts';

/** The page of search trees: what it shows is a function of its store. */
export class TreePage {
  readonly #host: Host<FromTree>;
  readonly #store: TreeStore;
  readonly #drawing: TreeDrawing;
  readonly #panels: readonly Panel[];
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  readonly #columns = h('div', { class: 'columns', hidden: true });
  readonly #table;
  readonly #scrubber;
  readonly #find;
  readonly #keys = keyList();
  /** True if the selected node is to be seen in the drawing once that has it. */
  #reveals = false;

  /** Builds the page into `root`, with what was kept. */
  constructor(root: HTMLElement, host: Host<FromTree>) {
    this.#host = host;
    const kept = readKept(host.kept());
    this.#store = new TreeStore(kept, (state: KeptState) => host.keep(state));
    this.#drawing = createTreeCanvas({
      select: (node) => this.#store.select(node),
      toggle: (node) => this.#store.toggle(node),
    });
    const context = { store: this.#store, host };
    const header = new HeaderPanel(context);
    const tools = toolsPanel(
      context,
      this.#drawing,
      (format) => this.#export(format),
      () => this.#help(),
    );
    const position = new NodePanel(context);
    const children = new ChildrenPanel(context);
    this.#find = new SearchPanel(context);
    this.#scrubber = new SimulationScrubber(context);
    this.#table = new TreeTablePanel(context);
    this.#panels = [header, tools, this.#find, this.#scrubber, position, children, this.#table];
    const split = splitter(this.#columns, kept.split, (share) => this.#store.setSplit(share));
    this.#columns.append(
      h(
        'section',
        { class: 'tree', 'aria-label': 'The tree' },
        h('div', { class: 'bars' }, tools.element, this.#find.element),
        this.#drawing.element,
        this.#table.element,
        this.#scrubber.element,
      ),
      split,
      h('div', { class: 'side' }, position.element, children.element),
    );
    root.replaceChildren(header.element, this.#notice, this.#columns, this.#keys);
    this.#store.listen((changed) => this.#update(changed));
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Takes in a message of the extension. */
  receive(message: ToTree): void {
    this.#store.receive(message);
  }

  #update(changed: ReadonlySet<Part>): void {
    const { kept, tree, selected } = this.#store;
    this.#columns.hidden = tree === undefined;
    const isTable = kept.shape === 'table';
    this.#table.element.hidden = !isTable;
    this.#drawing.element.hidden = isTable;
    setText(this.#notice, this.#store.notice);
    for (const panel of this.#panels) panel.update(changed);
    if (changed.has('selection')) this.#reveals = true;
    if (!isTable && tree !== undefined && hasAny(changed, 'tree', 'selection', 'view', 'found')) this.#draw();
    if (changed.has('selection') && selected !== undefined) this.#report(selected);
  }

  #draw(): void {
    const view = this.#view();
    if (view === undefined) return;
    this.#drawing.show(view);
    if (this.#reveals) this.#drawing.reveal();
    this.#reveals = false;
  }

  /** The content of the drawing, kept up to date while the table is shown. */
  #view(): CanvasView | undefined {
    const { tree, stored, selected, states, kept, principal, trail, opened, nodeSearch } = this.#store;
    if (tree === undefined || stored === undefined || selected === undefined || states === undefined) return undefined;
    const { found } = nodeSearch;
    // Nothing else is bright: what is looked for, or the way of the simulation one is at.
    const bright = found ?? (trail.size > 0 ? trail : undefined);
    return {
      root: tree.root,
      selected,
      layout: kept.shape === 'table' ? 'tidy' : kept.shape,
      rule: stored.header.settings,
      principal,
      opened,
      matches: bright === undefined ? undefined : (node) => bright.has(node),
      // The same function each time: the drawing keeps the names that it gave.
      nameOf: states.nameTo,
      differs: states.differs,
    };
  }

  #export(format: ExportFormat): void {
    const view = this.#view();
    if (view === undefined) return;
    // The visible part is exported, so it must be up to date.
    this.#drawing.show(view);
    this.#host.send({ type: 'export', ...exportTree(format, view, this.#drawing) });
  }

  /** Reports the selection to the extension, unless it came from there. */
  #report(node: SearchNode): void {
    if (this.#store.isReported(node)) return;
    this.#host.send({ type: 'select', node: node.id });
  }

  #help(): void {
    if (!this.#keys.open) this.#keys.showModal();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || this.#keys.open || !this.#press(event.key)) return;
    event.preventDefault();
  }

  /** Does what a key asks for. False when it asks for nothing. */
  #press(key: string): boolean {
    const { selected } = this.#store;
    switch (key) {
      case 'f':
        this.#store.flip();
        return true;
      case 'i':
        this.#store.setShape('icicle');
        return true;
      case 't':
        this.#store.setShape('tidy');
        return true;
      case 'g':
        this.#store.setShape('table');
        return true;
      case 'u':
        if (selected?.parent !== undefined) this.#store.select(selected.parent);
        return true;
      case ',':
        this.#scrubber.step(-1);
        return true;
      case '.':
        this.#scrubber.step(1);
        return true;
      case 'p':
        this.#scrubber.play();
        return true;
      case '/':
        this.#find.focus();
        return true;
      case 'n':
        this.#find.go(1);
        return true;
      case 'N':
        this.#find.go(-1);
        return true;
      case '+':
        this.#drawing.zoom(1.4);
        return true;
      case '-':
        this.#drawing.zoom(1 / 1.4);
        return true;
      case '0':
        this.#drawing.fit();
        return true;
      case '?':
        this.#help();
        return true;
      default:
        return false;
    }
  }
}

/** True if letters belong to what has the focus; the slider takes none. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'range');
