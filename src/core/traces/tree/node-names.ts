import type { NodeReference, Span } from '../events.ts';
import type { MutableNode } from './mutable-node.ts';
import { parentName } from './resolve-node.ts';
import type { TreeState } from './tree-state.ts';

/** Number of nodes in doubt that are looked through. */
const MAX_SUSPECTS = 64;

/** Names of nodes: each must be new, and fit the place of its node. */
export class NodeNames {
  readonly #tree: TreeState;

  constructor(tree: TreeState) {
    this.#tree = tree;
  }

  /** Gives a node its name, which must fit its place and be new. */
  give(node: MutableNode, id: Span, parent: NodeReference | undefined): void {
    const known = this.#tree.byId.get(id.text);
    const { parent: above } = node;
    node.id = id.text;
    // A node that was given the name of another keeps it only until that comes.
    const isTaken = known !== undefined && known !== node && known.id === id.text;
    const isCounting = this.#tree.read.countsNames === true;
    // A name that no node had before was that of the node that has this one.
    const isExplained = !isCounting && this.#tree.unknownNames.size > 0 && known?.events.length === 1;
    if (isTaken && !known.isImplied && !known.isMisnamed && !isExplained) {
      this.#tree.fault('duplicate', id.range, node, [known]);
      node.isMisnamed = true;
      // The name of either may be wrong: a name that no node has is that of one of them.
      if (!isCounting) {
        if (this.#tree.suspects.length < MAX_SUSPECTS) this.#tree.suspects.push(known, node);
        this.#tree.byId.set(id.text, node);
      }
    } else {
      this.#tree.byId.set(id.text, node);
      if (!node.isMisplaced && (!this.isNameOf(above, parent) || !this.#isCounted(node, id))) {
        this.#tree.fault('name', id.range, node, above === undefined ? [] : [above]);
        node.isMisnamed = true;
      }
    }
    if (above === undefined) return;
    this.#countName(above, id, node.isMisnamed);
  }

  /** Returns true if a name that a child gives its parent is one of the parent. */
  isNameOf(above: MutableNode | undefined, parent: NodeReference | undefined): boolean {
    if (parent?.id === undefined || above === undefined || above.id === parent.id) return true;
    const known = this.#tree.byId.get(parent.id);
    if (known !== undefined) return known === above || this.#tree.suspects.includes(above);
    // The root is never announced, and the name of a node whose name was wrong is known only now.
    if (above.id !== undefined && !above.isMisnamed) return false;
    this.#nameAbove(above, parent.id);
    return true;
  }

  /** Returns true if a name has the next number, in a dialect whose names count. */
  #isCounted({ parent }: MutableNode, { text }: Span): boolean {
    if (this.#tree.read.countsNames !== true || parent === undefined || !text.includes(',')) return true;
    const number = Number(text.slice(text.lastIndexOf(',') + 1));
    if (number === parent.nextName || number === parent.otherName) return true;
    if (parent.lacksName) return true;
    // A child that was left out shows in the number of the next one; one without a name is missed when it is visited.
    const unnamed = parent.children
      .slice(-3, -1)
      .filter((child) => child.id === undefined && !this.#tree.isLeaf(child));
    if (number === parent.nextName + unnamed.length) return true;
    if (number === parent.nextName + 1) parent.lacksChild = true;
    return false;
  }

  /** Counts on from a name; after a wrong one its number or the right one may be counted on. */
  #countName(parent: MutableNode, { text }: Span, isWrong: boolean): void {
    const number = Number(text.slice(text.lastIndexOf(',') + 1));
    const next = parent.nextName + 1;
    const isNear = number === parent.otherName || (number + 1 >= next && number <= next + 1);
    parent.otherName = isWrong && isNear ? number + 1 : undefined;
    parent.nextName = isNear && !isWrong ? number + 1 : next;
  }

  /** Names a node after a name of its child: the root is never announced. */
  #nameAbove(node: MutableNode, id: string): void {
    if (this.#tree.byId.has(id)) return;
    node.id = id;
    this.#tree.byId.set(id, node);
  }

  /** Visits a node under a name that it has not had. Leaves of Stream of Search get theirs here. */
  announce(node: MutableNode, { range }: NodeReference, id: string): void {
    if (this.#tree.isLeaf(node)) {
      // All leaves of a node have one name there: it identifies none of them.
      if (
        node.parent !== undefined &&
        !(this.isNameOf(node.parent, { range, id: parentName(id) }) && this.#isCounted(node, { text: id, range }))
      )
        this.#tree.fault('name', range, node, [node.parent]);
      node.id ??= id;
    } else if (node.isMisnamed || (node.id === undefined && (node.hasFault || node === this.#tree.root))) {
      this.#tree.byId.set(id, node);
      node.id ??= id;
    } else if (node.id === undefined) {
      this.#tree.fault('unannounced', range, node, []);
      this.#tree.byId.set(id, node);
      node.id = id;
      if (node.parent !== undefined) node.parent.lacksName = true;
    } else this.#tree.fault('reference', range, node, []);
  }

  /** Returns a leaf that a name alone can mean: leaves of a node are named together. */
  leafOf({ id, path, state }: NodeReference): MutableNode | undefined {
    if (id === undefined || path !== undefined || state !== undefined) return undefined;
    const leaves = this.#tree.byId
      .get(parentName(id))
      ?.children.filter((child) => child.id === undefined || child.id === id);
    const named = leaves?.filter((child) => this.#tree.isLeaf(child)) ?? [];
    return named.find(({ isVisited }) => !isVisited) ?? named[0];
  }

  /** Returns true if a node with another name is finished. */
  isOther(node: MutableNode, id: string): boolean {
    if (
      node.id === undefined ||
      node.id === id ||
      node.isMisnamed ||
      this.#tree.byId.has(id) ||
      this.#tree.isLeaf(node)
    )
      return false;
    return (
      this.#tree.path.isFinished(node) ||
      [node.parent, this.#tree.byId.get(parentName(id))].some((above) => above?.lacksChild)
    );
  }
}
