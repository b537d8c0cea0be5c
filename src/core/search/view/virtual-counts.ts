import type { StoredSearch } from '../read-tree.ts';
import { type SearchSettings, virtualCount } from '../settings.ts';
import type { SearchNode } from '../tree.ts';

/** While a descent is waited for, fewer simulations than these end. */
const FAR = 10_000;

/**
 * The ways of the descents that are waited for after so many simulations have ended (docs/search.md, `after`). A search that
 * waits for one answer at a time has none: its one descent has gone before anybody chooses.
 *
 * @param at simulations that have ended
 * @param before only those of simulations with a lower number: what one that begins then finds in the tree
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

/** The virtual counts of a tree: those of the ways that are waited for, and no others. */
export class ReplayedVirtualCounts {
  readonly #root: SearchNode;
  readonly #virtual: SearchSettings['virtual'];
  /** Nodes that have some. */
  readonly #counted = new Set<SearchNode>();

  constructor(root: SearchNode, { virtual }: Pick<SearchSettings, 'virtual'>) {
    this.#root = root;
    this.#virtual = virtual;
  }

  /** Takes away those that are there, and adds those of other ways as far as these are in the tree. */
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
