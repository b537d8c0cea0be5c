import type { SearchNode } from '../../../core/search/tree.ts';
import type { CanvasView } from '../canvas-view.ts';
import type { Names } from './looks.ts';
import { type Clip, overlaps, type Scene, type TreeBox, type TreeLink } from './scene.ts';
import { CARD, type Card, cardSize, HANDLE, tidyCards } from './tidy.ts';

/** The limits of the zoom, and the size at which text is readable. */
const SMALLEST = 0.05;
const LARGEST = 3;
const READABLE = 0.75;

/** Room around what is brought onto the screen, in pixels. */
const MARGIN = 16;

/** The zoom, and the position of the middle of the root's left edge on the screen. */
type TidyCamera = readonly [zoom: number, x: number, y: number];

/** The opened part of a tree, from left to right. */
export class TidyScene implements Scene {
  readonly layout = 'tidy';
  hasBoards = false;
  camera: TidyCamera = [1, MARGIN, 0];
  readonly #names: Names;
  /** Nodes whose "others" were opened. */
  readonly #complete = new Set<SearchNode>();
  #root: Card | undefined;
  #size = CARD;
  /** The node that the user has just opened or closed: it keeps its place. */
  #held: SearchNode | undefined;
  #width = 1;
  #height = 1;
  readonly #stack: Card[] = [];
  readonly #link: TreeLink = {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
    width: 1,
    isPrincipal: false,
    isDim: false,
    name: '',
    isGhost: false,
  };

  constructor(names: Names) {
    this.#names = names;
  }

  get zoom(): number {
    return this.camera[0];
  }

  /** Keeps a node in its place on the screen at the next update. */
  hold(node: SearchNode): void {
    this.#held = node;
  }

  /** Gives all children of a node cards from now on. */
  complete(node: SearchNode): void {
    this.#complete.add(node);
    this.hold(node);
  }

  update(view: CanvasView): void {
    const old = this.#root?.node === view.root ? this.#root : undefined;
    const root = tidyCards(view, this.#names, this.#complete);
    this.#root = root;
    this.#size = cardSize(view);
    this.hasBoards = view.pictures !== undefined;
    if (old === undefined) {
      this.#complete.clear();
      return;
    }
    const held = this.#held ?? view.selected;
    this.#held = undefined;
    const [before, after] = [cardOf(old, held), cardOf(root, held)];
    if (before === undefined || after === undefined || before.node !== after.node) return;
    const [zoom, x, y] = this.camera;
    this.camera = [zoom, x, y + (before.middle - after.middle) * zoom];
  }

  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
  }

  walk(clip: Clip, visit: (box: TreeBox) => void, link: (link: TreeLink) => void): void {
    const [zoom, x, y] = this.camera;
    const stack = this.#stack;
    if (this.#root !== undefined) stack.push(this.#root);
    for (let card = stack.pop(); card !== undefined; card = stack.pop()) {
      // All below a card is to its right.
      const { left, top, right, bottom, children } = card;
      if (!overlaps(clip, left * zoom + x, top * zoom + y, right * zoom + x, bottom * zoom + y)) continue;
      for (const child of children) {
        this.#linkTo(card, child, clip, link);
        stack.push(child);
      }
      card.x = left * zoom + x;
      card.y = (card.middle - this.#size.height / 2) * zoom + y;
      card.width = this.#size.width * zoom;
      card.height = this.#size.height * zoom;
      if (overlaps(clip, card.x, card.y, card.x + card.width + HANDLE * zoom, card.y + card.height)) visit(card);
    }
  }

  #linkTo(card: Card, child: Card, clip: Clip, draw: (link: TreeLink) => void): void {
    const [zoom, x, y] = this.camera;
    const { look, thickness } = child;
    const link = this.#link;
    link.x0 = (card.left + this.#size.width) * zoom + x;
    link.y0 = card.middle * zoom + y;
    link.x1 = child.left * zoom + x;
    link.y1 = child.middle * zoom + y;
    link.width = Math.max(0.5, thickness * zoom);
    link.isPrincipal = look.isPrincipal;
    link.isDim = look.isDim;
    link.isGhost = child.ghost !== undefined;
    link.name = this.hasBoards && child.group === undefined ? look.name : '';
    const [low, high] = link.y0 < link.y1 ? [link.y0, link.y1] : [link.y1, link.y0];
    if (overlaps(clip, link.x0, low - link.width, link.x1, high + link.width)) draw(link);
  }

  panned(dx: number, dy: number): TidyCamera {
    const [zoom, x, y] = this.camera;
    return this.#kept([zoom, x + dx, y + dy]);
  }

  zoomedAt(x: number, y: number, factor: number): TidyCamera {
    const [zoom, left, middle] = this.camera;
    const next = Math.min(LARGEST, Math.max(SMALLEST, zoom * factor));
    const scale = next / zoom;
    return this.#kept([next, x - (x - left) * scale, y - (y - middle) * scale]);
  }

  /** Returns the camera with all of the tree, or as much about its root as can be read. */
  opening(): TidyCamera {
    const [zoom, x, y] = this.fitted();
    return zoom >= READABLE ? [zoom, x, y] : [READABLE, MARGIN, this.#height / 2];
  }

  fitted(): TidyCamera {
    if (this.#root === undefined) return this.camera;
    const { top, bottom, right } = this.#root;
    const room = [this.#width - 2 * MARGIN, this.#height - 2 * MARGIN] as const;
    const zoom = Math.min(1, Math.max(SMALLEST, Math.min(room[0] / right, room[1] / (bottom - top))));
    return [zoom, MARGIN, this.#height / 2 - ((top + bottom) / 2) * zoom];
  }

  revealing(node: SearchNode): TidyCamera {
    const card = this.#root && cardOf(this.#root, node);
    if (card === undefined) return this.camera;
    const [zoom, x, y] = this.camera;
    const [left, top] = [card.left * zoom + x, (card.middle - this.#size.height / 2) * zoom + y];
    const dx = into(left, left + (this.#size.width + HANDLE) * zoom, this.#width);
    const dy = into(top, top + this.#size.height * zoom, this.#height);
    return [zoom, x + dx, y + dy];
  }

  filledBy(box: Pick<TreeBox, 'node'>): TidyCamera {
    const card = this.#root && cardOf(this.#root, box.node);
    if (card === undefined) return this.camera;
    const zoom = Math.max(READABLE, this.camera[0]);
    const [x, y] = [this.#width / 3 - card.left * zoom, this.#height / 2 - card.middle * zoom];
    return [zoom, x, y];
  }

  /** Limits a camera so that a part of the drawing stays on the screen. */
  #kept([zoom, x, y]: TidyCamera): TidyCamera {
    if (this.#root === undefined) return this.camera;
    const { top, bottom, right } = this.#root;
    const edge = this.#size.width * zoom * 0.5;
    return [
      zoom,
      Math.min(this.#width - edge, Math.max(edge - right * zoom, x)),
      Math.min(this.#height - edge / 2 - top * zoom, Math.max(edge / 2 - bottom * zoom, y)),
    ];
  }
}

/** Returns the distance that a stretch must move to lie within `0 .. size`, with room around it. */
function into(from: number, to: number, size: number): number {
  if (from < MARGIN) return MARGIN - from;
  return to > size - MARGIN ? Math.max(MARGIN - from, size - MARGIN - to) : 0;
}

/** Finds the card of a node, or of its nearest ancestor that has one; for a node in a group that of the group. */
function cardOf(root: Card, node: SearchNode): Card | undefined {
  const steps: SearchNode[] = [];
  for (let at: SearchNode | undefined = node; at !== undefined && at !== root.node; at = at.parent) steps.push(at);
  let card = root;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const wanted = step;
    const next = card.children.find(({ node, group }) =>
      group === undefined ? node === wanted : group.includes(wanted),
    );
    if (next === undefined) return card;
    card = next;
  }
  return card;
}
