import { type HierarchyPointNode, hierarchy, tree } from 'd3-hierarchy';
import type { SearchNode } from '../../../core/search/tree.ts';
import { countVisits, seenChildren } from '../../../core/search/view/node-values.ts';
import type { NodeLook } from '../../../core/search/view/picture.ts';
import type { CanvasView } from '../canvas-view.ts';
import { BOARD_SIZE } from '../node-pictures.ts';
import { countGhosts, type GhostNode, referenceSign } from '../reference.ts';
import { ghostLook, groupLook, type Names, SingleLook } from './looks.ts';
import type { TreeBox } from './scene.ts';

/** The size of cards, and the room between two, in units: pixels at zoom 1. */
export interface CardSize {
  readonly width: number;
  readonly height: number;
  readonly column: number;
  readonly row: number;
}

export const CARD: CardSize = { width: 138, height: 44, column: 52, row: 10 };
/** A card with a board; between two the move that leads to it is written. */
export const BOARD_CARD: CardSize = { width: BOARD_SIZE + 12, height: BOARD_SIZE + 56, column: 92, row: 16 };

/** Widths of lines to cards with boards: the chosen line is thick, for there are too few visits to show more. */
const CHOSEN = 7;
const OTHER = 1.5;

/** Room of the handle to the right of a card, in units. */
export const HANDLE = 18;

/** Children that have a card each, besides hallucinations. */
const MAX_CARDS = 8;

/** A card of a tidy tree with its position in units: from the left, and from the middle of the root. */
export class Card implements TreeBox {
  readonly node: SearchNode;
  readonly group: readonly SearchNode[] | undefined;
  readonly look: NodeLook;
  readonly isOpen: boolean | undefined;
  readonly hidden: number;
  readonly ghost: GhostNode | undefined;
  readonly sign: string;
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

  constructor(
    node: SearchNode,
    group: readonly SearchNode[] | undefined,
    look: NodeLook,
    {
      isOpen,
      hidden = 0,
      thickness = 1,
      ghost,
      sign = '',
    }: Partial<Pick<Card, 'isOpen' | 'hidden' | 'thickness' | 'ghost' | 'sign'>> = {},
  ) {
    this.node = node;
    this.group = group;
    this.look = look;
    this.isOpen = isOpen;
    this.hidden = hidden;
    this.thickness = thickness;
    this.ghost = ghost;
    this.sign = sign;
  }
}

export const cardSize = ({ pictures }: Pick<CanvasView, 'pictures'>): CardSize =>
  pictures === undefined ? CARD : { ...BOARD_CARD, height: BOARD_CARD.height - BOARD_SIZE + pictures.height };

/**
 * The opened part of a tree, laid out from left to right.
 *
 * @param complete nodes whose children all have cards, be they as many as they want
 */
export function tidyCards(view: CanvasView, names: Names, complete: ReadonlySet<SearchNode>): Card {
  const most = Math.max(1, countVisits(view.root));
  const size = cardSize(view);
  const thick = ({ visits, isPrincipal }: NodeLook): number => {
    if (view.pictures !== undefined) return isPrincipal ? CHOSEN : OTHER;
    return 1 + 7 * Math.sqrt(Math.min(1, (visits ?? 0) / most));
  };
  const card = (node: SearchNode): Card => {
    const ghosts = view.reference?.ghostsBelow(node) ?? [];
    const length = seenChildren(node).length + ghosts.length;
    const isOpen = length === 0 ? undefined : view.opened.has(node);
    const look = new SingleLook(node, view, names);
    const hidden = isOpen === false ? length : 0;
    const sign = referenceSign(view.reference?.noteOf(node), isOpen === false ? countGhosts(ghosts) : 0);
    return new Card(node, undefined, look, { isOpen, hidden, thickness: thick(look), sign });
  };
  const ghostCard = (ghost: GhostNode, above: SearchNode): Card =>
    new Card(above, undefined, ghostLook(ghost), { ghost, thickness: OTHER });
  const below = (parent: Card): Card[] => {
    if (parent.ghost !== undefined) return parent.ghost.children.map((ghost) => ghostCard(ghost, parent.node));
    if (parent.group !== undefined || parent.isOpen !== true) return [];
    const nodes = seenChildren(parent.node);
    const wrong = nodes.findIndex(({ kind }) => kind === 'hallucination');
    const visited = wrong < 0 ? nodes.length : wrong;
    // One card for a single one would hide what it takes the place of.
    const shown = complete.has(parent.node) || visited <= MAX_CARDS + 1 ? visited : MAX_CARDS;
    const cards = nodes.slice(0, shown).map(card);
    const rest = nodes.slice(shown, visited);
    if (rest.length > 0) cards.push(new Card(parent.node, rest, groupLook(rest, view, names)));
    const ghosts = view.reference?.ghostsBelow(parent.node) ?? [];
    return [...cards, ...nodes.slice(visited).map(card), ...ghosts.map((ghost) => ghostCard(ghost, parent.node))];
  };
  const layout = tree<Card>()
    .nodeSize([size.height + size.row, size.width + size.column])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25));
  const root = layout(hierarchy(card(view.root), below));
  root.eachAfter((node) => settle(node, size));
  return root.data;
}

function settle({ data, x, y, children = [] }: HierarchyPointNode<Card>, size: CardSize): void {
  data.left = y;
  data.middle = x;
  data.top = x - size.height / 2;
  data.bottom = x + size.height / 2;
  data.right = y + size.width + HANDLE;
  for (const { data: child } of children) {
    data.children.push(child);
    data.top = Math.min(data.top, child.top);
    data.bottom = Math.max(data.bottom, child.bottom);
    data.right = Math.max(data.right, child.right);
  }
}
