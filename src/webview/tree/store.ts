import { countSteps, type StoredSearch } from '../../core/search/read-tree.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import type { NodeFilter } from '../../core/search/view/node-search.ts';
import { listAncestors } from '../../core/search/view/table-rows.ts';
import type { TreeStates } from '../../core/search/view/world-states.ts';
import type { SearchStatus, ToTree } from '../../protocol/tree-messages.ts';
import { TreeFeed } from './feed.ts';
import { FRESH, PACE, PARTS, type Part, type SavedState, SMALL, type TreeShape } from './kept.ts';
import { NodeFacts } from './node-facts.ts';
import { NodeSearch } from './node-search.ts';
import { ReferenceOverlay } from './reference.ts';
import { type NodeDecision, ReplayView } from './replay-view.ts';
import { NodeSelection } from './selection.ts';

type Message<T extends ToTree['type']> = Extract<ToTree, { readonly type: T }>;

const NONE: ReadonlySet<SearchNode> = new Set();

/**
 * The state of the page: the tree after some simulation, the selection and the search. Parts of the page listen.
 * Everything that takes time is done at a frame, however many messages have come.
 */
export class TreeStore {
  readonly #keep: (state: SavedState) => void;
  readonly #listeners: ((changed: ReadonlySet<Part>) => void)[] = [];
  readonly #changed = new Set<Part>();
  readonly #nodeSearch = new NodeSearch();
  /** Facts about nodes that are not in the tree. */
  readonly facts = new NodeFacts();
  readonly reference = new ReferenceOverlay();
  #frame = 0;
  #drawnAt = 0;
  #feed = new TreeFeed();
  #view: ReplayView | undefined;
  #queued: readonly (readonly number[])[] = [];
  readonly #selection = new NodeSelection();
  #kept: SavedState;
  source: Message<'open'> | undefined;
  #asksPlace = true;
  /** True where the page is narrow: the drawing has a few rows. */
  isNarrow = false;
  /** True if the expected line is still to be opened: until the file is there. */
  #opensLine = true;
  opened = new Set<SearchNode>();
  status: SearchStatus | undefined;
  notice = '';

  /** @param keep is called with the state that VS Code is to keep */
  constructor(kept: SavedState, keep: (state: SavedState) => void) {
    this.#kept = kept;
    this.#keep = keep;
  }

  listen(listener: (changed: ReadonlySet<Part>) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes in a message of the extension. */
  receive(message: ToTree): void {
    switch (message.type) {
      case 'open':
        this.#open(message);
        break;
      case 'lines':
        this.#feed.push(message.text, message.done, () => this.#soon());
        break;
      case 'packed':
        this.#feed.push(message.bytes, false, () => this.#soon());
        break;
      case 'select':
        this.#selection.want(message.node);
        this.#soon();
        break;
      case 'status':
        // Only a search that runs has descents whose answers are waited for.
        if (this.status?.state !== message.status.state) this.touch('tree');
        this.status = message.status;
        this.touch('status');
        break;
      case 'queued':
        this.#queued = message.paths;
        this.touch('tree');
        break;
      case 'values':
        this.facts.take(message);
        this.touch('values');
        break;
      case 'reference':
        this.reference.use(message.comparison);
        this.touch('reference');
        break;
      case 'notice':
      case 'unavailable':
        this.say(message.type === 'notice' ? message.text : message.reason);
        break;
    }
  }

  #open(message: Message<'open'>): void {
    const isSame = message.title === this.#kept.title;
    const { shape, flipped, split } = this.#kept;
    if (!isSame) this.#kept = { ...FRESH, title: message.title, shape, flipped, split };
    // A trace that was edited comes again: the place stays, unless the cursor is elsewhere.
    const known = this.#selection.node?.id ?? this.#kept.selected;
    this.#selection.open(message.selected !== 0 || !isSame ? message.selected : known, isSame);
    this.#feed = new TreeFeed();
    this.#view = undefined;
    this.#queued = [];
    this.facts.open(message.notes);
    this.reference.use(null);
    this.source = message;
    this.status = undefined;
    this.notice = '';
    this.opened = new Set();
    this.#nodeSearch.restart(true);
    this.#asksPlace = true;
    this.#opensLine = true;
    this.touch(...PARTS);
  }

  /** Marks changes; listeners are notified at the next frame. */
  touch(...parts: readonly Part[]): void {
    for (const part of parts) this.#changed.add(part);
    this.#soon();
  }

  say(text: string): void {
    this.notice = text;
    this.touch('notice');
  }

  #soon(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#work());
  }

  #work(): void {
    this.#frame = 0;
    const start = performance.now();
    const isLoading = this.isLoading;
    if (this.#feed.read(start + (isLoading ? PACE.loading : PACE.work))) this.#changed.add('progress').add('tree');
    this.#place();
    const isQuiet = start - this.#drawnAt < this.#redrawMs;
    if (this.#changed.has('tree') && !isQuiet) this.#replay();
    const { tree, states } = this;
    if (tree !== undefined && states !== undefined && !this.isLoading) {
      const until = Math.max(start + PACE.work, performance.now() + PACE.work / 2);
      const nodes = (): Iterator<SearchNode> => (this.#view ?? tree).nodes.values();
      if (this.#nodeSearch.run(until, nodes, states)) this.#changed.add('found');
    }
    // Changes of the tree are reported when it is up to date.
    this.#weigh();
    this.#showFault();
    const changed = new Set(this.#changed);
    this.#changed.clear();
    if (isQuiet && changed.delete('tree')) this.#changed.add('tree');
    if (changed.size > 0) for (const listener of this.#listeners) listener(changed);
    if (this.#feed.hasInput || this.#nodeSearch.isBusy || this.isWeighing || this.#changed.size > 0) this.#soon();
  }

  get #redrawMs(): number {
    if (this.isLoading) return PACE.loadingRedraw;
    return this.status?.state === 'running' && this.isAtEnd ? PACE.liveRedraw : 0;
  }

  /** Brings the tree to the present place. */
  #replay(): void {
    const { tree, stored, at, isAtEnd } = this;
    if (tree === undefined || stored === undefined) return;
    this.#drawnAt = performance.now();
    this.#view ??= new ReplayView(tree, stored);
    const isNow = at === this.total && this.status?.state === 'running';
    const decisionOf = (node: SearchNode): NodeDecision => {
      const { weighed = [], selected = null } = this.facts.noteOf(node) ?? {};
      return { weighed, selected };
    };
    this.#view.goTo({
      at,
      isAtEnd,
      queued: isNow ? this.#queued : undefined,
      decisionOf: this.isTrace && !this.isMarked ? decisionOf : undefined,
      withoutDiverged: this.#kept.withoutDiverged,
    });
    this.#changed.add('truth');
    this.#moveOver();
    if (this.#opensLine) {
      const down = this.selected === undefined ? [] : listAncestors(this.selected);
      const all = this.isSmall ? this.#view.nodes.values() : [];
      this.opened = new Set([this.#view.root, ...this.principal, ...down, ...all]);
      this.#opensLine = this.isLoading;
      this.#changed.add('view');
    }
    this.#nodeSearch.restart(false);
  }

  /** Compares states with the rules, then computes the search without diverged nodes. */
  #weigh(): void {
    if (!this.isWeighing || this.#view?.work(PACE.work) !== true) return;
    this.#changed.add('truth');
    if (!this.#kept.withoutDiverged) return;
    this.#changed.add('tree');
    this.#moveOver();
  }

  /** Shows the node with the fault of a tree that was just opened. */
  #showFault(): void {
    const view = this.#view;
    if (view === undefined || this.isLoading || view.isStale || this.isGrowing) return;
    if (this.#selection.showFault(view)) this.#openTo(this.#selection.node);
  }

  #openTo(node: SearchNode | undefined): void {
    for (const ancestor of node === undefined ? [] : listAncestors(node)) this.opened.add(ancestor);
    this.touch('selection', 'view');
  }

  /** Selects the same node in another tree, or its nearest ancestor there. */
  #moveOver(): void {
    const view = this.#view;
    if (view === undefined || !this.#selection.moveOver(view)) return;
    this.opened = new Set([...this.opened].flatMap(({ id }) => view.nodes.get(id) ?? []));
    this.#nodeSearch.restart(true);
    this.#changed.add('selection').add('view');
  }

  /** Finds the node that is to be selected. */
  #place(): void {
    const { tree } = this;
    if (tree === undefined) return;
    if (this.#asksPlace) {
      this.#asksPlace = false;
      this.#changed.add('tree').add('selection');
    }
    this.#selection.begin(tree.root);
    const wanted = this.#selection.takeWanted(tree.nodes, this.#view, this.#feed.done);
    if (wanted === undefined) return;
    this.#keepState({ selected: wanted.id });
    this.#openTo(wanted);
  }

  /** True if the extension knows that a node is selected, which was the last to be. From now on it does. */
  isReported(node: SearchNode): boolean {
    return this.#selection.isReported(node);
  }

  get feed(): TreeFeed {
    return this.#feed;
  }

  get tree() {
    return this.#feed.tree;
  }

  get stored(): StoredSearch | undefined {
    return this.#feed.stored;
  }

  /** The shown tree; undefined until there is a root. */
  get shown(): ReplayView | undefined {
    return this.#view;
  }

  /** True if the sentence of the present counts is still to be worked out. */
  get isWeighing(): boolean {
    return !this.isLoading && this.#view?.isStale === true;
  }

  /** The states of the tree; undefined until there is a root. */
  get states(): TreeStates | undefined {
    return this.#view?.states;
  }

  get isTrace(): boolean {
    return this.source?.source === 'trace';
  }

  /** True if nodes have a status instead of values: a trace of any world. */
  get isMarked(): boolean {
    return this.stored?.header.trace !== undefined;
  }

  /** True if a file is still being read. */
  get isLoading(): boolean {
    return this.source !== undefined && this.source.source !== 'search' && !this.#feed.done;
  }

  get selected(): SearchNode | undefined {
    return this.#selection.node;
  }

  /** The node whose moves are listed: the selected one, or the root beside the fault that a tree opens with. */
  get listed(): SearchNode | undefined {
    return this.#selection.listed;
  }

  get principal(): ReadonlySet<SearchNode> {
    return this.#view?.principal ?? NONE;
  }

  /** The nodes on the path of the present simulation; empty at the end. */
  get trail(): ReadonlySet<SearchNode> {
    return this.#view?.trail ?? NONE;
  }

  get total(): number {
    return this.stored === undefined ? 0 : countSteps(this.stored);
  }

  /** Simulations, or steps of a trace, that are in the counts. */
  get at(): number {
    return Math.min(this.#kept.at ?? Number.POSITIVE_INFINITY, this.total);
  }

  /** True if all simulations are in the counts, also those to come. */
  get isAtEnd(): boolean {
    return this.#kept.at === null;
  }

  /** True for a search of this window that has not ended. */
  get isGrowing(): boolean {
    return this.source?.source === 'search' && this.status?.state !== 'done';
  }

  /** True if the tree is so small that its nodes can be boards: it was read, and does not grow. */
  get isSmall(): boolean {
    const size = this.stored?.nodes.length ?? 0;
    return size <= SMALL && size > 0 && !this.isLoading && this.status?.state !== 'running';
  }

  get shape(): TreeShape {
    const hasBoards = this.isSmall && !this.isNarrow && this.source?.source !== 'search';
    return this.#kept.shape ?? (hasBoards ? 'tidy' : 'icicle');
  }

  get kept(): SavedState {
    return this.#kept;
  }

  get nodeSearch(): Pick<NodeSearch, 'found' | 'filter' | 'query' | 'isBusy' | 'isActive'> {
    return this.#nodeSearch;
  }

  /** Selects a node, and opens the tree down to it. */
  select(node: SearchNode): void {
    this.#selection.select(node);
    this.#keepState({ selected: node.id });
    this.#openTo(node);
  }

  toggle(node: SearchNode, open = !this.opened.has(node)): void {
    this.#opensLine = false;
    if (open) this.opened.add(node);
    else this.opened.delete(node);
    this.touch('view');
  }

  /** Moves to the state after this many simulations; at the last one new simulations are followed. */
  goTo(simulations: number): void {
    const at = Math.max(0, Math.min(simulations, this.total));
    this.#keepState({ at: at === this.total ? null : at });
    this.touch('tree');
  }

  /** Counts stay where they are, also when more come. */
  hold(): void {
    this.#keepState({ at: this.at });
    this.touch('tree');
  }

  setShape(shape: TreeShape): void {
    this.#keepState({ shape });
    this.touch('view');
  }

  /** Shows what is left of the tree without diverged nodes, or all of it. */
  leaveOut(withoutDiverged: boolean): void {
    this.#keepState({ withoutDiverged });
    this.touch('tree', 'truth');
  }

  setSplit(split: number): void {
    this.#keepState({ split });
  }

  flip(): void {
    this.#keepState({ flipped: !this.#kept.flipped });
    this.touch('view');
  }

  look({ query = this.#nodeSearch.query, filter }: { readonly query?: string; readonly filter?: NodeFilter }): void {
    this.#nodeSearch.query = query;
    if (filter !== undefined) this.#nodeSearch.filter = filter;
    this.#nodeSearch.restart(true);
    this.touch('found');
  }

  #keepState(state: Partial<SavedState>): void {
    this.#kept = { ...this.#kept, ...state };
    this.#keep(this.#kept);
  }
}
