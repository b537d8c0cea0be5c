import type { SearchNode } from '../../core/search/tree.ts';
import type { ValueView } from '../../core/search/view/node-values.ts';
import type { TreePicture } from '../../core/search/view/picture.ts';
import type { TreeCaption } from '../../core/search/view/tree-svg.ts';
import type { NodePictures } from './node-pictures.ts';

/** `icicle`: the whole tree, widths by visits; `tidy`: the part that was opened. */
export const LAYOUTS = ['icicle', 'tidy'] as const;
export type TreeLayout = (typeof LAYOUTS)[number];

/** The content of a drawing. Counts are those of the nodes as they are now; `show` is called again when they change. */
export interface CanvasView extends ValueView {
  readonly selected: SearchNode;
  readonly layout: TreeLayout;
  /** What the cards of a small tidy tree show as boards; undefined: cards have text alone. */
  readonly pictures: NodePictures | undefined;
  /** The line that is expected to be played, without the root. */
  readonly principal: ReadonlySet<SearchNode>;
  /** Nodes whose children the tidy tree shows. */
  readonly opened: ReadonlySet<SearchNode>;
  /** Which nodes are bright; undefined: all. */
  readonly matches: ((node: SearchNode) => boolean) | undefined;
  /** The action that leads to a node, as people write it. */
  readonly nameOf: (node: SearchNode) => string;
  /** True if the model's state is known to be another than the true one. */
  readonly differs: (node: SearchNode) => boolean;
}

/** The user's actions in a drawing. */
export interface CanvasEvents {
  readonly select: (node: SearchNode) => void;
  /** Opens or closes a node of the tidy tree. */
  readonly toggle: (node: SearchNode) => void;
}

/** A tree as a drawing that can be moved, and made larger and smaller. */
export interface TreeDrawing {
  readonly element: HTMLElement;
  /** Draws at the next frame. Where it is moved to stays, unless root or layout are others. */
  show(view: CanvasView): void;
  /** The whole drawing. */
  fit(): void;
  /** Moves as little as is needed for the selected node to be seen. */
  reveal(): void;
  /** About the middle; 2 is twice as large. */
  zoom(factor: number): void;
  /** The visible shapes. */
  picture(): TreePicture;
  destroy(): void;
}

/** What widths say in a drawing of this view. */
export const formOf = ({ layout, pictures }: Pick<CanvasView, 'layout' | 'pictures'>): TreeCaption['form'] =>
  layout === 'icicle' ? 'icicle' : pictures === undefined ? 'lines' : 'boards';
