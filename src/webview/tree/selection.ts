import type { SearchNode } from '../../core/search/tree.ts';
import type { ReplayView } from './replay-view.ts';

/** The node that is selected, and the one whose moves are listed. */
export class NodeSelection {
  #node: SearchNode | undefined;
  #listed: SearchNode | undefined;
  /** The node that the extension knows to be selected. */
  #reported: number | undefined;
  /** The node to select once it is there. */
  #wanted: number | undefined;
  /** True if the node with the fault is still to be shown: until somebody goes elsewhere. */
  #showsFault = false;

  get node(): SearchNode | undefined {
    return this.#node;
  }

  /** The node whose moves are listed: the selected one, or the root beside the fault that a tree opens with. */
  get listed(): SearchNode | undefined {
    return this.#listed ?? this.#node;
  }

  /** Begins with another tree, whose node `wanted` is to be selected. */
  open(wanted: number, isSame: boolean): void {
    this.#showsFault = wanted === 0 || (isSame && this.#listed !== undefined);
    this.#node = undefined;
    this.#listed = undefined;
    this.#wanted = wanted;
  }

  /** Selects a node as soon as it is there. */
  want(node: number): void {
    this.#wanted = node;
    this.#showsFault = false;
  }

  select(node: SearchNode): void {
    this.#node = node;
    this.#listed = undefined;
    this.#showsFault = false;
  }

  /** Selects the root if nothing is selected. */
  begin(root: SearchNode): void {
    if (this.#node !== undefined) return;
    this.#node = root;
    this.#reported = root.id;
  }

  /** Returns the wanted node once it is there, which the extension knows; undefined if none is wanted. */
  takeWanted(
    nodes: ReadonlyMap<number, SearchNode>,
    view: ReplayView | undefined,
    isWhole: boolean,
  ): SearchNode | undefined {
    if (this.#wanted === undefined) return undefined;
    const node = nodes.get(this.#wanted);
    if (node === undefined && !isWhole) return undefined;
    this.#wanted = undefined;
    if (node === undefined) return undefined;
    const shown = view?.nearest(node) ?? node;
    const showsFault = this.#showsFault;
    this.select(shown);
    this.#showsFault = showsFault;
    this.#reported = shown.id;
    return shown;
  }

  /**
   * Selects the node with the fault of a tree that was just opened, with the moves of the root beside it, of a trace those of its parent; the extension
   * is not told. Returns false where another node was selected, or no node has the fault.
   */
  showFault(view: ReplayView): boolean {
    if (!this.#showsFault) return false;
    this.#showsFault = false;
    const node = view.headline?.node;
    const isFree = this.#node === view.root || this.#node === node;
    if (node === undefined || !isFree || view.isWithoutDiverged) return false;
    this.#node = node;
    this.#listed = view.isMarked ? (node.parent ?? node) : view.root;
    this.#reported = node.id;
    return true;
  }

  /** Selects the same node in another tree, or its nearest ancestor there; returns true if it is another node. */
  moveOver(view: ReplayView): boolean {
    const node = this.#node;
    if (node === undefined || view.nodes.get(node.id) === node) return false;
    this.#node = view.nearest(node);
    if (this.#listed !== undefined) this.#listed = view.nearest(this.#listed);
    return true;
  }

  /** True if the extension knows that a node is selected, which was the last to be. From now on it does. */
  isReported(node: SearchNode): boolean {
    const isReported = this.#reported === node.id;
    this.#reported = node.id;
    return isReported;
  }
}
