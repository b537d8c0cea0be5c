import { type HierarchyPointNode, hierarchy, tree } from 'd3-hierarchy';
import type { SearchNode } from '../../../core/search/tree.ts';
import type { NodeLook } from '../../../core/search/view/picture.ts';
import { seenChildren, visitsOf } from '../../../core/search/view/shown.ts';
import type { CanvasView } from '../canvas-view.ts';
import { groupLook, type Names, SingleLook } from './looks.ts';
import type { TreeBox } from './scene.ts';

/** A card, and the room between two, in units: pixels at zoom 1. */
export const CARD = { width: 138, height: 44 } as const;
const BETWEEN = { column: 52, row: 10 } as const;

/** Room of the handle to the right of a card, in units. */
export const HANDLE = 18;

/** Children that have a card of their own, besides hallucinations. */
const MAX_CARDS = 8;

/** A card of a tidy tree, where it stands in units of its own: from the left, and from the middle of the root. */
export class Card implements TreeBox {
  readonly node: SearchNode;
  readonly group: readonly SearchNode[] | undefined;
  readonly look: NodeLook;
  readonly isOpen: boolean | undefined;
  /** On the screen. */
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  /** The middle of its left edge. */
  left = 0;
  middle = 0;
  /** From the top of the highest card to the bottom of the lowest one of all below it, and how far they go to the right. */
  top = 0;
  bottom = 0;
  right = 0;
  /** Cards to the right of it. */
  readonly children: Card[] = [];
  /** Thickness of the line that leads here, in units. */
  readonly thickness: number;

  constructor(node: SearchNode, group: readonly SearchNode[] | undefined, look: NodeLook, isOpen?: boolean, thick = 1) {
    this.node = node;
    this.group = group;
    this.look = look;
    this.isOpen = isOpen;
    this.thickness = thick;
  }
}

/**
 * The opened part of a tree, laid out from left to right.
 *
 * @param complete nodes whose children all have cards, be they as many as they want
 */
export function tidyCards(view: CanvasView, names: Names, complete: ReadonlySet<SearchNode>): Card {
  const most = Math.max(1, visitsOf(view.root));
  const thick = (visits: number): number => 1 + 7 * Math.sqrt(Math.min(1, visits / most));
  const card = (node: SearchNode): Card => {
    const isOpen = seenChildren(node).length === 0 ? undefined : view.opened.has(node);
    const look = new SingleLook(node, view, names);
    return new Card(node, undefined, look, isOpen, thick(look.visits ?? 0));
  };
  const below = (parent: Card): Card[] => {
    if (parent.group !== undefined || parent.isOpen !== true) return [];
    const nodes = seenChildren(parent.node);
    const wrong = nodes.findIndex(({ kind }) => kind === 'hallucination');
    const visited = wrong < 0 ? nodes.length : wrong;
    // One card for a single one would hide what it takes the place of.
    const shown = complete.has(parent.node) || visited <= MAX_CARDS + 1 ? visited : MAX_CARDS;
    const cards = nodes.slice(0, shown).map(card);
    const rest = nodes.slice(shown, visited);
    if (rest.length > 0) cards.push(new Card(parent.node, rest, groupLook(rest, view)));
    return [...cards, ...nodes.slice(visited).map(card)];
  };
  const layout = tree<Card>()
    .nodeSize([CARD.height + BETWEEN.row, CARD.width + BETWEEN.column])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25));
  const root = layout(hierarchy(card(view.root), below));
  root.eachAfter(settle);
  return root.data;
}

function settle({ data, x, y, children = [] }: HierarchyPointNode<Card>): void {
  data.left = y;
  data.middle = x;
  data.top = x - CARD.height / 2;
  data.bottom = x + CARD.height / 2;
  data.right = y + CARD.width + HANDLE;
  for (const { data: child } of children) {
    data.children.push(child);
    data.top = Math.min(data.top, child.top);
    data.bottom = Math.max(data.bottom, child.bottom);
    data.right = Math.max(data.right, child.right);
  }
}
