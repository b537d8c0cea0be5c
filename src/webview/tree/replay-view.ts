import { principalVariation } from '../../core/search/final-move.ts';
import type { ReplayedTree, StoredSearch } from '../../core/search/read-tree.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import { GameStates } from '../../core/search/view/game-states.ts';
import { queuedAt, VirtualCountsOf } from '../../core/search/view/queued.ts';
import { nodesOn } from '../../core/search/view/search-words.ts';

/** Where one is in a search. */
export interface ReplayPlace {
  /** Simulations that are in the counts. */
  readonly at: number;
  /** True if no single simulation is looked at: all are in the counts. */
  readonly isAtEnd: boolean;
  /** Ways whose answers are waited for right now; undefined: as the file has them. */
  readonly queued: readonly (readonly number[])[] | undefined;
  /** The action selected by a node's decision; undefined where the tree is not a trace. */
  readonly selectedOf: ((node: SearchNode) => string | null) | undefined;
}

/** A tree after some of its simulations, with what follows from the counts. */
export class ReplayView {
  readonly tree: ReplayedTree;
  readonly states: GameStates;
  readonly #stored: StoredSearch;
  readonly #virtual: VirtualCountsOf;
  /** The line that is expected to be played, or that a trace selects. */
  principal: ReadonlySet<SearchNode> = new Set();
  /** The nodes on the way of the simulation one is at; empty at the end. */
  trail: ReadonlySet<SearchNode> = new Set();

  constructor(tree: ReplayedTree, stored: StoredSearch) {
    this.tree = tree;
    this.#stored = stored;
    this.states = new GameStates(stored.header.game);
    this.#virtual = new VirtualCountsOf(tree.root, stored.header.settings);
  }

  goTo({ at, isAtEnd, queued, selectedOf }: ReplayPlace): void {
    const { header, simulations } = this.#stored;
    const { root } = this.tree;
    this.tree.goTo(at);
    this.#virtual.set(queued ?? queuedAt(this.#stored, at));
    const { final } = header.settings;
    this.principal = new Set(selectedOf === undefined ? principalVariation(root, final) : chosenLine(root, selectedOf));
    const path = isAtEnd ? undefined : simulations[at - 1]?.path;
    this.trail = new Set(path === undefined ? [] : [root, ...nodesOn(root, path)]);
  }
}

/** The line selected by the decisions of a trace, from the root. */
function chosenLine(root: SearchNode, selectedOf: (node: SearchNode) => string | null): SearchNode[] {
  const line: SearchNode[] = [];
  for (let node: SearchNode | undefined = root; node !== undefined; ) {
    const selected: string | null = selectedOf(node);
    const edge: number = selected === null ? -1 : node.actions.indexOf(selected);
    node = edge < 0 ? undefined : node.children[edge];
    if (node !== undefined) line.push(node);
  }
  return line;
}
