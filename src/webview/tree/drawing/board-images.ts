import { svgDataUri } from '../../../core/board/board-svg.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import type { NodePictures } from '../node-pictures.ts';
import type { GhostNode } from '../reference.ts';

/** The boards of nodes as images, each made when it is first painted: those off the screen cost nothing. */
export class BoardImages {
  readonly #loaded: () => void;
  #pictures: NodePictures | undefined;
  #images = new WeakMap<SearchNode | GhostNode, HTMLImageElement | null>();

  /** @param loaded is called when another image can be painted */
  constructor(loaded: () => void) {
    this.#loaded = loaded;
  }

  use(pictures: NodePictures | undefined): void {
    if (pictures === this.#pictures) return;
    this.#pictures = pictures;
    this.#images = new WeakMap();
  }

  /** Returns the board of a node: null where it has none, undefined until its image is loaded. */
  of(node: SearchNode): HTMLImageElement | null | undefined {
    return this.#image(node, () => this.#pictures?.svgOf(node));
  }

  /** Returns the board of a node that the reference alone has, likewise. */
  ofGhost(ghost: GhostNode): HTMLImageElement | null | undefined {
    return this.#image(ghost, () => this.#pictures?.svgOfGhost(ghost));
  }

  #image(node: SearchNode | GhostNode, svgOf: () => string | undefined): HTMLImageElement | null | undefined {
    const known = this.#images.get(node);
    if (known !== undefined) return known === null || known.complete ? known : undefined;
    const svg = svgOf();
    if (svg === undefined) {
      this.#images.set(node, null);
      return null;
    }
    const image = new Image();
    image.addEventListener('load', this.#loaded);
    image.src = svgDataUri(svg);
    this.#images.set(node, image);
    return undefined;
  }
}
