import { plural } from '../../core/base/text/counts.ts';
import { type Orientation, orientationFor } from '../../core/board/board-svg.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import type { ExportFormat, FromTree, ToTree } from '../../protocol/tree-messages.ts';
import { h, setText } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { createTreeCanvas } from './canvas.ts';
import type { CanvasView, TreeDrawing } from './canvas-view.ts';
import { type ExportCaption, exportTree } from './drawing/exports.ts';
import { type KeptState, readKept } from './kept.ts';
import { NodePictures } from './node-pictures.ts';
import { ChildrenPanel } from './panels/children.ts';
import { SearchPanel } from './panels/find.ts';
import { HeaderPanel } from './panels/header.ts';
import { keyList } from './panels/key-list.ts';
import { hasAny, type Panel } from './panels/panel.ts';
import { NodePanel } from './panels/position.ts';
import { SimulationScrubber } from './panels/scrubber.ts';
import { splitter } from './panels/split.ts';
import { toolsPanel } from './panels/tools.ts';
import { TreeTablePanel } from './panels/tree-table.ts';
import { TruthPanel } from './panels/truth.ts';
import { sendState } from './send-state.ts';
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
  readonly #truth;
  readonly #keys = keyList();
  #boards: NodePictures | undefined;
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
    this.#truth = new TruthPanel(context);
    this.#panels = [header, this.#truth, tools, this.#find, this.#scrubber, position, children, this.#table];
    const split = splitter(this.#columns, kept.split, (share) => this.#store.setSplit(share));
    this.#columns.append(
      h(
        'section',
        { class: 'tree', 'aria-label': t('The tree') },
        h('div', { class: 'bars' }, tools.element, this.#find.element),
        this.#truth.banner,
        this.#drawing.element,
        this.#table.element,
        this.#scrubber.element,
      ),
      split,
      h('div', { class: 'side' }, position.element, children.element),
    );
    root.replaceChildren(header.element, this.#truth.element, this.#notice, this.#columns, this.#keys);
    this.#store.listen((changed) => this.#update(changed));
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Takes in a message of the extension. */
  receive(message: ToTree): void {
    this.#store.receive(message);
  }

  #update(changed: ReadonlySet<Part>): void {
    const { tree, selected, shape } = this.#store;
    this.#columns.hidden = tree === undefined;
    const isTable = shape === 'table';
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
    const { shown, stored, selected, states, shape, principal, trail, opened, nodeSearch } = this.#store;
    if (shown === undefined || stored === undefined || selected === undefined || states === undefined) return undefined;
    const { found } = nodeSearch;
    // Nothing else is bright: what is looked for, or the way of the simulation one is at.
    const bright = found ?? (trail.size > 0 ? trail : undefined);
    return {
      root: shown.root,
      selected,
      layout: shape === 'table' ? 'tidy' : shape,
      side: shown.side,
      pictures: this.#pictures(),
      rule: stored.header.settings,
      principal,
      opened,
      matches: bright === undefined ? undefined : (node) => bright.has(node),
      // The same function each time: the drawing keeps the names that it gave.
      nameOf: states.nameTo,
      differs: states.differs,
    };
  }

  /** The boards of a small tree; the same ones as long as they are seen from the same side. */
  #pictures(): NodePictures | undefined {
    const { isSmall, states, stored, source, kept, shown } = this.#store;
    if (!isSmall || states === undefined || stored === undefined || shown === undefined) return undefined;
    const root = states.shown(shown.tree.root.state) ?? '';
    const orientation = turned(orientationFor(source?.orientation ?? 'white', root), kept.flipped);
    if (this.#boards?.states !== states || this.#boards.orientation !== orientation)
      this.#boards = new NodePictures(states, stored.header.game, orientation);
    return this.#boards;
  }

  #export(format: ExportFormat): void {
    const view = this.#view();
    if (view === undefined) return;
    void exportTree(format, view, this.#caption()).then((made) => this.#host.send({ type: 'export', ...made }));
  }

  /** In English, as all that is exported. */
  #caption(): ExportCaption {
    const { source, stored, at, total, isTrace, shown } = this.#store;
    const facts = [stored?.header.model ?? '', plural(at, isTrace ? 'evaluation' : 'simulation')];
    if (at < total) facts.push(`of ${total}`);
    if (shown !== undefined && shown.sentence !== '') facts.push(shown.sentence);
    return {
      title: source?.title ?? 'Search tree',
      facts: facts.filter((fact) => fact !== ''),
      warning: shown?.isWithoutDiverged === true ? 'Not the search itself: without diverged nodes' : '',
    };
  }

  /** Reports the selection to the extension, unless it came from there. */
  #report(node: SearchNode): void {
    if (this.#store.isReported(node)) return;
    this.#host.send({ type: 'select', node: node.id });
    // of a trace the cursor goes to the node, which the state view follows
    if (!this.#store.isTrace) sendState(this.#store, this.#host, false);
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
      case 's':
        sendState(this.#store, this.#host, true);
        return true;
      case 'd':
        this.#truth.toggle();
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

const turned = (side: Orientation, isFlipped: boolean): Orientation =>
  (side === 'black') === isFlipped ? 'white' : 'black';
