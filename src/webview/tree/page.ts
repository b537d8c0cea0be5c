import { createRef, Fragment, h, type JSX } from 'preact';
import { plural } from '../../core/base/text/counts.ts';
import { type Orientation, orientationFor } from '../../core/board/board-svg.ts';
import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import type { ExportFormat, FromTree, ToTree } from '../../protocol/tree-messages.ts';
import type { Host } from '../common/host.ts';
import { mount } from '../common/mount.ts';
import { createTreeCanvas, Drawing } from './canvas.ts';
import type { CanvasView, TreeDrawing } from './canvas-view.ts';
import { type ExportCaption, exportTree } from './drawing/exports.ts';
import { PARTS, type Part, readKept, type SavedState } from './kept.ts';
import { BOARD_SIZE, NodePictures } from './node-pictures.ts';
import { isNarrow, onNarrow, type PageParts, splitPage, stackedPage } from './page-layout.ts';
import { Boards } from './panels/boards.ts';
import { Children } from './panels/children.ts';
import { goToMatch, NodeFinder } from './panels/find.ts';
import { FindingList } from './panels/finding-list.ts';
import { TreeFacts, TreeHeader } from './panels/header.ts';
import { KeyList } from './panels/key-list.ts';
import { hasAny, Panel, type PanelContext } from './panels/panel.ts';
import { NodePlace, NodeTexts, sendState } from './panels/position.ts';
import { ReferenceList, ReferenceSummary, toggleReference } from './panels/reference-panel.ts';
import { SimulationScrubber } from './panels/scrubber.ts';
import { Tools, ZOOM } from './panels/tools.ts';
import { TreeTable } from './panels/tree-table.ts';
import { StatesSwitch, TruthBanner, toggleDiverged, Verdict } from './panels/truth.ts';
import type { ReplayView } from './replay-view.ts';
import { TreeStore } from './store.ts';

/** All parts of the store, for the first rendering. */
const ALL: ReadonlySet<Part> = new Set(PARTS);

/** Least height of a picture on a card, as a share of its width. */
const LOWEST = 0.25;

/** The page of search trees: a function of its store. */
export class TreePage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromTree>;
  readonly #store: TreeStore;
  readonly #drawing: TreeDrawing;
  /** Share of the drawing that was kept; null for none. */
  readonly #split: number | null;
  readonly #scrubber = createRef<SimulationScrubber>();
  readonly #finder = createRef<HTMLInputElement>();
  readonly #keys = createRef<HTMLDialogElement>();
  #pictured: NodePictures | undefined;
  /** True if the filters are shown where the page is narrow. */
  #isFiltering = false;
  /** True if the selected node is to be seen in the drawing once that has it. */
  #reveals = false;

  /** Builds the page into `root`, with what was kept. */
  constructor(root: HTMLElement, host: Host<FromTree>) {
    this.#root = root;
    this.#host = host;
    const kept = readKept(host.kept());
    this.#split = kept.split;
    this.#store = new TreeStore(kept, (state: SavedState) => host.keep(state));
    this.#drawing = createTreeCanvas({
      select: (node) => this.#store.select(node),
      toggle: (node) => this.#store.toggle(node),
    });
    this.#store.isNarrow = isNarrow();
    this.#mount(ALL);
    onNarrow(() => {
      this.#store.isNarrow = isNarrow();
      this.#update(ALL);
    });
    this.#store.listen((changed) => this.#update(changed));
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Takes in a message of the extension. */
  receive(message: ToTree): void {
    this.#store.receive(message);
  }

  #update(changed: ReadonlySet<Part>): void {
    const { tree, selected, shape } = this.#store;
    if (changed.has('source')) this.#scrubber.current?.pause();
    this.#mount(changed);
    if (changed.has('selection')) this.#reveals = true;
    if (shape !== 'table' && tree !== undefined && hasAny(changed, 'tree', 'selection', 'view', 'found', 'reference'))
      this.#draw();
    if (changed.has('selection') && selected !== undefined) this.#report(selected);
  }

  #mount(changed: ReadonlySet<Part>): void {
    const store = this.#store;
    const parts = this.#parts(changed);
    const isEmpty = store.tree === undefined;
    const split = { share: this.#split, keep: (share: number) => store.setSplit(share) };
    const content = store.isNarrow ? stackedPage(parts, isEmpty) : splitPage(parts, isEmpty, split);
    mount(h(Fragment, null, content, h(KeyList, { dialog: this.#keys })), this.#root);
  }

  /** The parts of the page, each rendered again only when what it shows has changed. */
  #parts(changed: ReadonlySet<Part>): PageParts {
    const store = this.#store;
    const context: PanelContext = { store, host: this.#host };
    const panel = (parts: readonly Part[], content: JSX.Element): JSX.Element => h(Panel, { changed, parts, content });
    const isTable = store.shape === 'table';
    const { isActive } = store.nodeSearch;
    const tools = h(Tools, {
      store,
      drawing: this.#drawing,
      save: (format) => this.#export(format),
      help: () => this.#help(),
      isNarrow: store.isNarrow,
      isFiltering: this.#isFiltering || isActive,
      more: () => this.#host.send({ type: 'resume' }),
      filter: () => this.#filter(!this.#isFiltering),
    });
    const isFinderHidden = store.isNarrow && !this.#isFiltering && !isActive;
    return {
      header: panel(['source', 'status', 'progress', 'tree', 'notice'], h(TreeHeader, context)),
      verdict: panel(['source', 'progress', 'tree', 'truth'], h(Verdict, { store })),
      facts: panel(['source', 'status', 'progress', 'tree'], h(TreeFacts, context)),
      states: panel(['source', 'progress', 'tree', 'truth'], h(StatesSwitch, { store })),
      notice: h('p', { class: 'notice', role: 'status' }, store.notice),
      tools: panel(['source', 'view', 'tree', 'found', 'status', 'progress'], tools),
      finder: panel(
        ['source', 'found', 'selection', 'view'],
        h(NodeFinder, { store, field: this.#finder, isHidden: isFinderHidden }),
      ),
      banner: panel(['source', 'progress', 'tree', 'truth'], h(TruthBanner, { store })),
      drawing: h(Drawing, { drawing: this.#drawing, isHidden: isTable }),
      table: h(TreeTable, { store, changed, isHidden: !isTable }),
      scrubber: panel(['source', 'tree', 'status'], h(SimulationScrubber, { handle: this.#scrubber, store })),
      boards: panel(['source', 'selection', 'tree', 'view'], h(Boards, { store })),
      place: panel(['source', 'selection', 'tree', 'view', 'reference'], h(NodePlace, context)),
      moves: panel(['source', 'tree', 'selection', 'values'], h(Children, context)),
      texts: panel(['source', 'selection', 'tree', 'view'], h(NodeTexts, context)),
      findings: panel(['source', 'tree'], h(FindingList, { store })),
      reference: panel(['source', 'reference'], h(ReferenceSummary, { store })),
      others: panel(['source', 'tree', 'reference'], h(ReferenceList, { store })),
      shape: store.shape,
    };
  }

  /** Shows or hides the filters of a narrow page; shown ones have the keyboard. */
  #filter(isShown: boolean): void {
    this.#isFiltering = isShown;
    this.#mount(ALL);
    if (isShown) this.#finder.current?.focus();
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
    // Only matches are bright, or else the way of the present simulation.
    const bright = found ?? (trail.size > 0 ? trail : undefined);
    return {
      root: shown.root,
      selected,
      layout: shape === 'table' ? 'tidy' : shape,
      unit: this.#unit(),
      side: shown.side,
      pictures: this.#pictures(),
      rule: stored.header.settings,
      principal,
      opened,
      matches: bright === undefined ? undefined : (node) => bright.has(node),
      // The same function each time: the drawing keeps the names that it gave.
      nameOf: states.nameTo,
      differs: states.differs,
      reference: this.#store.reference.drawn,
    };
  }

  #unit(): CanvasView['unit'] {
    if (this.#store.isMarked) return 'nodes';
    return this.#store.isTrace ? 'evaluations' : 'visits';
  }

  /** The boards of a small tree; the same ones as long as they are seen from the same side. */
  #pictures(): NodePictures | undefined {
    const { isSmall, states, source, kept, shown } = this.#store;
    if (!isSmall || states === undefined || shown === undefined) return undefined;
    const height = pictureHeight(shown);
    if (height === undefined) return undefined;
    const root = states.shown(shown.tree.root.state) ?? '';
    const orientation = turned(orientationFor(source?.orientation ?? 'white', root), kept.flipped);
    if (this.#pictured?.states !== states || this.#pictured.orientation !== orientation)
      this.#pictured = new NodePictures(states, shown.rules, orientation, height);
    return this.#pictured;
  }

  #export(format: ExportFormat): void {
    const view = this.#view();
    if (view === undefined) return;
    void exportTree(format, view, this.#caption()).then((made) => this.#host.send({ type: 'export', ...made }));
  }

  /** In English, as all that is exported. */
  #caption(): ExportCaption {
    const { source, stored, at, total, isTrace, isMarked, shown } = this.#store;
    const unit = isMarked ? 'step' : isTrace ? 'evaluation' : 'simulation';
    const facts = [stored?.header.model ?? '', plural(at, unit)];
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
    // In a trace the cursor goes to the node, which the state view follows.
    if (!this.#store.isTrace || this.#store.isMarked) sendState(this.#store, this.#host, false);
  }

  #help(): void {
    if (this.#keys.current?.open === false) this.#keys.current.showModal();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || this.#keys.current?.open === true || !this.#press(event.key)) return;
    event.preventDefault();
  }

  /** Does the action of a key; returns false where it has none. */
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
        toggleDiverged(this.#store);
        return true;
      case 'r':
        toggleReference(this.#store);
        return true;
      case 'u':
        if (selected?.parent !== undefined) this.#store.select(selected.parent);
        return true;
      case ',':
        this.#scrubber.current?.step(-1);
        return true;
      case '.':
        this.#scrubber.current?.step(1);
        return true;
      case 'p':
        this.#scrubber.current?.play();
        return true;
      case '/':
        this.#filter(true);
        return true;
      case 'n':
        goToMatch(this.#store, 1);
        return true;
      case 'N':
        goToMatch(this.#store, -1);
        return true;
      case '+':
        this.#drawing.zoom(ZOOM);
        return true;
      case '-':
        this.#drawing.zoom(1 / ZOOM);
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

/** Returns the height of the pictures of a tree's states, in units; undefined if they have none. */
function pictureHeight({ rules, tree, states }: ReplayView): number | undefined {
  if (!isComparedWorld(rules)) return BOARD_SIZE;
  const scene = worldBoard(comparedBuiltInWorld(rules), states.shown(tree.root.state) ?? '', null, 'true')?.scene;
  if (scene === undefined) return undefined;
  const share = Math.max(1, scene.rows) / Math.max(1, scene.columns);
  return Math.round(BOARD_SIZE * Math.min(1, Math.max(LOWEST, share)));
}

/** Returns true if letters belong to the element with the focus; the slider takes none. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'range');

const turned = (side: Orientation, isFlipped: boolean): Orientation =>
  (side === 'black') === isFlipped ? 'white' : 'black';
