import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import { principalVariation } from '../../core/search/edge-selection.ts';
import type { ReplayedTree, StoredSearch } from '../../core/search/read-tree.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import { treeRules } from '../../core/search/tree-header.ts';
import type { TraceHeader } from '../../core/search/tree-status.ts';
import { type Headline, treeHeadline } from '../../core/search/view/headline.ts';
import { isSeen, seenNodes } from '../../core/search/view/node-values.ts';
import { nodesOnPath, trueSearch, trueSearchText } from '../../core/search/view/search-text.ts';
import { listAncestors, type NodeNote } from '../../core/search/view/table-rows.ts';
import { findQueuedDescents, ReplayedVirtualCounts } from '../../core/search/view/virtual-counts.ts';
import { type TreeStates, treeStates } from '../../core/search/view/world-states.ts';
import type { TrueSearch } from '../../core/search/without-diverged.ts';

/** A place in a search. */
export interface ReplayPlace {
  /** Simulations that are in the counts. */
  readonly at: number;
  /** True at the end: all simulations are in the counts. */
  readonly isAtEnd: boolean;
  /** Paths with pending answers; undefined: as the file has them. */
  readonly queued: readonly (readonly number[])[] | undefined;
  /** Returns the decision of a node; undefined where the tree is not a trace. */
  readonly decisionOf: ((node: SearchNode) => NodeDecision) | undefined;
  /** True if the tree without diverged nodes is to be shown, as soon as that is known. */
  readonly withoutDiverged: boolean;
}

/** Decision of a trace at a node. */
export type NodeDecision = Pick<NodeNote, 'weighed'> & { readonly selected: string | null };

/** Nodes that are compared with the rules between two checks of the clock. */
const SLICE = 32;
/** Nodes of a tree up to which the tree without diverged nodes is computed with every change of the counts. */
const QUICK = 4000;
/** For larger trees: time without a change after which it is computed, and the longest time between two computations, in milliseconds. */
const STILL_MS = 250;
const WEIGH_MS = 2000;

/** A tree after some of its simulations, with what follows from the counts. */
export class ReplayView {
  readonly tree: ReplayedTree;
  readonly states: TreeStates;
  /** Rules by which its states are drawn. */
  readonly rules: ComparisonRules;
  /** The side that moves at the root: all values are for it. */
  readonly side: string;
  readonly #stored: StoredSearch;
  readonly #virtual: ReplayedVirtualCounts;
  #place: ReplayPlace | undefined;
  /** Root of the shown tree: all of it, or the tree without diverged nodes. */
  root: SearchNode;
  /** Nodes of the shown tree, by number. */
  nodes: ReadonlyMap<number, SearchNode>;
  /** The line that is expected to be played, or that a trace selects. */
  principal: ReadonlySet<SearchNode> = new Set();
  /** The nodes on the path of the present simulation; empty at the end. */
  trail: ReadonlySet<SearchNode> = new Set();
  /** The search without diverged nodes; undefined where it is not known yet, or cannot be. */
  truth: TrueSearch | undefined;
  /** The result of the search without diverged nodes, in a sentence; '' until it is known. */
  sentence = '';
  /** The verdict; undefined until there are counts. */
  headline: Headline | undefined;
  /** True if these belong to earlier counts. */
  isStale = true;
  /** Stored nodes that were compared with the rules. */
  #compared = 0;
  #movedAt = 0;
  #weighedAt = 0;

  constructor(tree: ReplayedTree, stored: StoredSearch) {
    this.tree = tree;
    this.#stored = stored;
    this.states = treeStates(stored.header);
    this.rules = treeRules(stored.header.game);
    this.side = stored.header.trace === undefined ? this.states.moverAt(tree.root) : '';
    this.#virtual = new ReplayedVirtualCounts(tree.root, stored.header.settings);
    this.root = tree.root;
    this.nodes = tree.nodes;
  }

  goTo(place: ReplayPlace): void {
    this.#place = place;
    this.#movedAt = performance.now();
    this.tree.goTo(place.at);
    const { trace } = this.#stored.header;
    if (trace !== undefined) return this.#showTrace(trace);
    this.#virtual.set(place.queued ?? findQueuedDescents(this.#stored, place.at));
    this.isStale = true;
    if (this.isCompared && (place.withoutDiverged || this.tree.nodes.size <= QUICK)) this.#weigh();
    else {
      // A verdict on earlier counts stays until there is another: it would flicker.
      if (this.truth === undefined) this.#judge('unknown');
      this.#show();
    }
  }

  /** True if nodes have a status instead of values. */
  get isMarked(): boolean {
    return this.#stored.header.trace !== undefined;
  }

  /** Shows a trace whose nodes have a status: its file has the verdict. */
  #showTrace({ verdict, isFault, fault }: TraceHeader): void {
    const { root, nodes } = this.tree;
    const { isAtEnd = true, at = 0 } = this.#place ?? {};
    this.isStale = false;
    this.#compared = this.#stored.nodes.length;
    this.sentence = verdict ?? '';
    const node = fault === undefined ? undefined : nodes.get(fault);
    this.headline = verdict === undefined ? undefined : { text: verdict, isFault: isFault === true, node };
    [this.root, this.nodes] = [root, nodes];
    this.principal = new Set([...nodes.values()].filter((own) => own.marks?.isChosen === true && isSeen(own)));
    const leaf = isAtEnd ? undefined : nodes.get(this.#stored.steps[at - 1]?.node ?? -1);
    this.trail = new Set(leaf === undefined ? [] : [leaf, ...listAncestors(leaf)]);
  }

  /** True if the shown tree is not the search itself: diverged nodes were left out. */
  get isWithoutDiverged(): boolean {
    return this.root !== this.tree.root;
  }

  /** Finds the node with the number of another, or of its nearest ancestor that is shown. */
  nearest(node: SearchNode): SearchNode {
    for (let at: SearchNode | undefined = node; at !== undefined; at = at.parent) {
      const found = this.nodes.get(at.id);
      if (found !== undefined) return found;
    }
    return this.root;
  }

  /** True if all nodes that were read were compared with the rules. */
  get isCompared(): boolean {
    return this.#compared === this.#stored.nodes.length;
  }

  /**
   * Compares nodes with the rules for some milliseconds, then computes the search without diverged nodes: of a large tree once its
   * counts stand still, or at intervals.
   *
   * @returns true when that is done
   */
  work(ms: number): boolean {
    const now = performance.now();
    if (!this.isCompared) this.#compare(now + ms);
    if (!this.isCompared) return false;
    const isMoving = now - this.#movedAt < STILL_MS && now - this.#weighedAt < WEIGH_MS;
    if (isMoving && this.#place?.withoutDiverged !== true) return false;
    this.#weigh();
    return true;
  }

  #compare(until: number): void {
    const { nodes } = this.#stored;
    while (this.#compared < nodes.length && performance.now() < until)
      for (let i = 0; i < SLICE && this.#compared < nodes.length; i++) {
        const node = this.tree.nodes.get(nodes[this.#compared++]?.id ?? -1);
        // Nodes below a diverged node are left out with it.
        if (node !== undefined && !this.#isBelowDiverged(node)) this.states.divergenceAt(node);
      }
  }

  #isBelowDiverged({ parent }: SearchNode): boolean {
    return parent !== undefined && this.states.divergenceAt(parent) !== undefined;
  }

  #weigh(): void {
    this.#weighedAt = performance.now();
    const { settings } = this.#stored.header;
    const { root } = this.tree;
    this.isStale = false;
    const note = this.#place?.decisionOf?.(root);
    const decided = note === undefined ? undefined : note.selected === null ? -1 : root.actions.indexOf(note.selected);
    this.truth = trueSearch(root, settings, this.states);
    this.sentence = trueSearchText(this.truth, root, this.states, decided);
    this.#judge(this.truth ?? 'unchecked');
    this.#show();
  }

  #judge(truth: TrueSearch | 'unknown' | 'unchecked'): void {
    const { root } = this.tree;
    const { settings } = this.#stored.header;
    const note = this.#place?.decisionOf?.(root);
    this.headline = treeHeadline({ root, settings, states: this.states, truth, note });
  }

  /** Chooses the shown tree, and the line to be played in it. */
  #show(): void {
    const { header, simulations } = this.#stored;
    const { at = 0, isAtEnd = true, decisionOf, withoutDiverged = false } = this.#place ?? {};
    const left = withoutDiverged ? this.truth?.root : undefined;
    this.root = left ?? this.tree.root;
    this.nodes =
      left === undefined ? this.tree.nodes : new Map(seenNodes(left).map((node) => [node.id, node] as const));
    const { root } = this;

    this.principal = new Set(
      decisionOf !== undefined && left === undefined
        ? chosenLine(root, decisionOf)
        : principalVariation(root, header.settings.final),
    );
    const path = isAtEnd ? undefined : simulations[at - 1]?.path;
    this.trail = new Set(path === undefined ? [] : [root, ...nodesOnPath(root, path)]);
  }
}

/** Returns the line that the decisions of a trace select, from the root. */
function chosenLine(root: SearchNode, decisionOf: (node: SearchNode) => NodeDecision): SearchNode[] {
  const line: SearchNode[] = [];
  for (let node: SearchNode | undefined = root; node !== undefined; ) {
    const { selected }: NodeDecision = decisionOf(node);
    const edge: number = selected === null ? -1 : node.actions.indexOf(selected);
    node = edge < 0 ? undefined : node.children[edge];
    if (node !== undefined) line.push(node);
  }
  return line;
}
