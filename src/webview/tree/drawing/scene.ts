import type { SearchNode } from '../../../core/search/tree.ts';
import type { NodeLook } from '../../../core/search/view/picture.ts';
import type { CanvasView } from '../canvas-view.ts';
import type { GhostNode } from '../reference.ts';

/** A box on the screen, in CSS pixels of the canvas; the next walk reuses the object. */
export interface TreeBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** For a group: the parent. */
  readonly node: SearchNode;
  /** The siblings in a group; undefined for a single node. */
  readonly group: readonly SearchNode[] | undefined;
  readonly look: NodeLook;
  /** True if a card's children are shown; undefined where there are none to be shown. */
  readonly isOpen: boolean | undefined;
  /** Children that a closed card hides. */
  readonly hidden: number;
  /** A node that the reference alone has; then `node` is the nearest one above that the trace has. */
  readonly ghost?: GhostNode | undefined;
  /** How the node differs from the reference, as a sign; '' or undefined where it does not. */
  readonly sign?: string | undefined;
}

/** A line between cards, in CSS pixels; one object is used again and again. */
export interface TreeLink {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  width: number;
  isPrincipal: boolean;
  isDim: boolean;
  /** Text on the line: the move, where cards show boards; else ''. */
  name: string;
  /** True if it leads to a ghost. */
  isGhost: boolean;
}

/** A part of the screen. */
export interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Position and zoom of a drawing, as numbers that its scene defines; a movement interpolates each. */
export type Camera = readonly number[];

/** The places of all parts of a tree. */
export interface Scene {
  camera: Camera;
  readonly layout: CanvasView['layout'];
  /** True if boxes are cards with boards. */
  readonly hasBoards: boolean;
  /** Pixels of a card's unit; 1 in an icicle. */
  readonly zoom: number;
  /** Updates counts, selection and opened nodes. The node in focus keeps its place. */
  update(view: CanvasView): void;
  resize(width: number, height: number): void;
  /** Visits what overlaps a part of the screen, parents first. */
  walk(clip: Clip, visit: (box: TreeBox) => void, link: (link: TreeLink) => void): void;
  /** Cameras; none of them changes the scene. */
  panned(dx: number, dy: number): Camera;
  zoomedAt(x: number, y: number, factor: number): Camera;
  /** Returns the first camera of a tree. */
  opening(): Camera;
  /** Returns the camera with all of the tree on the screen. */
  fitted(): Camera;
  /** Returns the camera with a node on the screen, moved as little as that needs. */
  revealing(node: SearchNode): Camera;
  /** Returns the camera with the box of a node or group as large as possible. */
  filledBy(box: Pick<TreeBox, 'node' | 'group'>): Camera;
}

/** True if a box or line from `x0, y0` to `x1, y1` is in a part of the screen. */
export const overlaps = ({ left, top, right, bottom }: Clip, x0: number, y0: number, x1: number, y1: number): boolean =>
  x1 > left && x0 < right && y1 > top && y0 < bottom;
