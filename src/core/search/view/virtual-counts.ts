import type { StoredSearch } from '../read-tree.ts';
import { type SearchSettings, virtualCount } from '../settings.ts';
import type { SearchNode } from '../tree.ts';

/** Maximum number of simulations that end while a descent is pending. */
const FAR = 10_000;

/**
 * Returns the paths of the descents that are pending after `at` simulations have ended (docs/search.md, `after`).
 * A search with one pending answer at a time has none: its one descent has ended before the next selection.
 *
 * @param at number of simulations that have ended
 * @param before only descents of simulations with a lower number, which a simulation that starts then finds in the tree
 */
export function findQueuedDescents(
  { header, simulations }: Pick<StoredSearch, 'header' | 'simulations'>,
  at: number,
  before = Number.POSITIVE_INFINITY,
): readonly (readonly number[])[] {
  const { batch } = header.settings;
  if (batch <= 1) return [];
  const paths: (readonly number[])[] = [];
  const end = Math.min(simulations.length, at + FAR);
  for (let i = at; i < end && paths.length < batch; i++) {
    const { after, number, path } = simulations[i]!;
    if (after <= at && number < before) paths.push(path);
  }
  return paths;
}

/** Virtual counts of a tree: those of the pending paths, and no others. */
export class ReplayedVirtualCounts {
  readonly #root: SearchNode;
  readonly #virtual: SearchSettings['virtual'];
  /** Nodes with virtual counts. */
  readonly #counted = new Set<SearchNode>();

  constructor(root: SearchNode, { virtual }: Pick<SearchSettings, 'virtual'>) {
    this.#root = root;
    this.#virtual = virtual;
  }

  /** Removes the present counts, and adds those of other paths as far as the tree has them. */
  set(paths: readonly (readonly number[])[]): void {
    for (const node of this.#counted) node.virtual.fill(0);
    this.#counted.clear();
    for (const path of paths) {
      let node: SearchNode | undefined = this.#root;
      for (const [i, edge] of path.entries()) {
        if (node === undefined || edge >= node.actions.length) break;
        node.virtual[edge]! += virtualCount(this.#virtual, path.length - 1 - i);
        this.#counted.add(node);
        node = node.children[edge];
      }
    }
  }
}
