import { treemapDice } from 'd3-hierarchy';
import type { SearchNode } from '../../../core/search/tree.ts';
import { countVisits, seenChildren } from '../../../core/search/view/node-values.ts';
import type { NodeLook } from '../../../core/search/view/picture.ts';
import type { CanvasView } from '../canvas-view.ts';
import { countGhosts, referenceSign } from '../reference.ts';
import { groupLook, type Names, SingleLook } from './looks.ts';
import type { TreeBox } from './scene.ts';

/** A share of its parent that a hallucination has at most, which has no visits; and all of a node together. */
const SLIVER = 0.03;
const SLIVERS = 0.12;

/** Siblings in one box, from the first that is too narrow for its own. */
export interface GroupBox extends TreeBox {
  readonly from: number;
  readonly group: readonly SearchNode[];
  readonly isOpen: undefined;
}

type Dice = (parent: { children: IcicleBox[]; value: number }, x0: number, y0: number, x1: number, y1: number) => void;
const dice = treemapDice as unknown as Dice;

/** The common data of a layout's boxes. */
export interface IcicleContext {
  readonly view: CanvasView;
  readonly names: Names;
}

/**
 * A node of an icicle: from `x0` to `x1` of the whole width. It is the partition of d3-hierarchy, a level at a time: what
 * is below a box is laid out when it is first looked at, since of a hundred thousand nodes a few hundred are wide enough to be seen.
 */
export class IcicleBox implements TreeBox {
  readonly node: SearchNode;
  readonly depth: number;
  readonly group = undefined;
  readonly isOpen = undefined;
  readonly hidden = 0;
  /** Share of the parent's width, in visits; d3 reads it. */
  readonly value: number;
  /** Position by d3. */
  x0 = 0;
  x1 = 1;
  y0 = 0;
  y1 = 0;
  /** On the screen. */
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  readonly #context: IcicleContext;
  #look: NodeLook | undefined;
  #children: IcicleBox[] | undefined;
  /** Known once there are children. */
  #wrong = 0;
  #groups: (GroupBox | undefined)[] = [];

  constructor(node: SearchNode, depth: number, value: number, context: IcicleContext) {
    this.node = node;
    this.depth = depth;
    this.value = value;
    this.#context = context;
  }

  /** How it differs from the reference: ghosts have no width, and are counted. */
  get sign(): string {
    const { reference } = this.#context.view;
    if (reference === undefined) return '';
    return referenceSign(reference.noteOf(this.node), countGhosts(reference.ghostsBelow(this.node)));
  }

  get look(): NodeLook {
    this.#look ??= new SingleLook(this.node, this.#context.view, this.#context.names);
    return this.#look;
  }

  /** The boxes below, most visits first; those from `visited` on are hallucinations. */
  get children(): readonly IcicleBox[] {
    this.#children ??= this.#divided();
    return this.#children;
  }

  /** The number of children with visits. */
  get visited(): number {
    const { length } = this.children;
    return length - this.#wrong;
  }

  #divided(): IcicleBox[] {
    const nodes = seenChildren(this.node);
    if (nodes.length === 0) return [];
    const wrong = nodes.filter(({ kind }) => kind === 'hallucination').length;
    let sum = 0;
    for (const node of nodes) if (node.kind !== 'hallucination') sum += countVisits(node);
    // One visit is that of the node itself; a damaged file may have fewer than those below it.
    const all = Math.max(1, sum, countVisits(this.node));
    const share = wrong === 0 ? 0 : Math.min(SLIVER, SLIVERS / wrong);
    const total = all / (1 - share * wrong);
    const children = nodes.map((node) => {
      const value = node.kind === 'hallucination' ? share * total : countVisits(node);
      return new IcicleBox(node, this.depth + 1, value, this.#context);
    });
    this.#wrong = wrong;
    dice({ children, value: total }, this.x0, 0, this.x1, 1);
    return children;
  }

  /** The children from one to another as one box. */
  groupOf(from: number, to: number): GroupBox {
    const at = from < this.visited ? 0 : 1;
    const known = this.#groups[at];
    if (known?.from === from) return known;
    const group = this.children.slice(from, to).map(({ node }) => node);
    const look = groupLook(group, this.#context.view, this.#context.names);
    const made: GroupBox = {
      from,
      group,
      look,
      node: this.node,
      isOpen: undefined,
      hidden: 0,
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    this.#groups[at] = made;
    return made;
  }
}

/** The boxes from a root to a node, as far as there are any. */
export function boxesTo(root: IcicleBox, node: SearchNode): IcicleBox[] {
  const steps: SearchNode[] = [];
  for (let at: SearchNode | undefined = node; at !== undefined && at !== root.node; at = at.parent) steps.push(at);
  const way = [root];
  for (let box: IcicleBox | undefined = root; box !== undefined; ) {
    const step = steps.pop();
    if (step === undefined) break;
    box = box.children.find(({ node }) => node === step);
    if (box !== undefined) way.push(box);
  }
  return way;
}
