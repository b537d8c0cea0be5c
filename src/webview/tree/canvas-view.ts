import type { SearchNode } from '../../core/search/tree.ts';
import type { ValueView } from '../../core/search/view/node-values.ts';
import type { TreePicture } from '../../core/search/view/picture.ts';
import type { TreeCaption } from '../../core/search/view/tree-svg.ts';
import type { NodePictures } from './node-pictures.ts';
import type { ReferenceTree } from './reference.ts';

/** `icicle`: the whole tree, widths by visits; `tidy`: the part that was opened. */
export const LAYOUTS = ['icicle', 'tidy'] as const;
export type TreeLayout = (typeof LAYOUTS)[number];

/** The content of a drawing. Counts are those of the nodes as they are now; `show` is called again when they change. */
export interface CanvasView extends ValueView {
  readonly selected: SearchNode;
  readonly layout: TreeLayout;
  /** Meaning of N. */
  readonly unit: TreeCaption['unit'];
  /** Boards on the cards of a small tidy tree; undefined: cards have text alone. */
  readonly pictures: NodePictures | undefined;
  /** The line that is expected to be played, without the root. */
  readonly principal: ReadonlySet<SearchNode>;
  /** Nodes whose children the tidy tree shows. */
  readonly opened: ReadonlySet<SearchNode>;
  /** Returns true for bright nodes; undefined: all are. */
  readonly matches: ((node: SearchNode) => boolean) | undefined;
  /** Returns the action that leads to a node in the notation of its game. */
  readonly nameOf: (node: SearchNode) => string;
  /** Returns true if the model's state is known to be another than the true one. */
  readonly differs: (node: SearchNode) => boolean;
  /** The tree of the reference to draw under that of a trace. */
  readonly reference?: ReferenceTree | undefined;
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
  /** Draws at the next frame. The camera stays, unless root or layout are others. */
  show(view: CanvasView): void;
  /** Shows the whole drawing. */
  fit(): void;
  /** Moves as little as is needed for the selected node to be seen. */
  reveal(): void;
  /** Zooms about the middle; 2 is twice as large. */
  zoom(factor: number): void;
  /** Returns the visible shapes. */
  picture(): TreePicture;
  destroy(): void;
}

/** Returns the meaning of widths in a drawing. */
export const widthForm = ({ layout, pictures }: Pick<CanvasView, 'layout' | 'pictures'>): TreeCaption['form'] =>
  layout === 'icicle' ? 'icicle' : pictures === undefined ? 'lines' : 'boards';
