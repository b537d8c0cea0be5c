import type { SearchNode } from '../../../core/search/tree.ts';
import { seenChildren } from '../../../core/search/view/node-values.ts';
import type { TreeLayout } from '../canvas-view.ts';

/** A key's command to a drawing. */
export type KeyAction =
  | { readonly kind: 'select'; readonly node: SearchNode }
  /** Opens, closes or zooms to the selected node. */
  | { readonly kind: 'enter' }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'fit' }
  /** A key of the drawing for which there is nothing to do. */
  | { readonly kind: 'nothing' };

type Way = 'parent' | 'child' | 'previous' | 'next';

/** Arrows go where they point: an icicle grows downwards, a tidy tree to the right. */
const ARROWS: Readonly<Record<TreeLayout, Readonly<Record<string, Way>>>> = {
  icicle: { ArrowUp: 'parent', ArrowDown: 'child', ArrowLeft: 'previous', ArrowRight: 'next' },
  tidy: { ArrowUp: 'previous', ArrowDown: 'next', ArrowLeft: 'parent', ArrowRight: 'child' },
};

const ZOOM = 1.5;

/** The command of a key; undefined for other keys. */
export function keyAction(
  key: string,
  selected: SearchNode,
  root: SearchNode,
  layout: TreeLayout,
): KeyAction | undefined {
  const way = ARROWS[layout][key];
  if (way !== undefined) {
    const node = neighbour(selected, way, root);
    return node === undefined ? { kind: 'nothing' } : { kind: 'select', node };
  }
  switch (key) {
    case 'Home':
      return { kind: 'select', node: root };
    case 'Enter':
      return { kind: 'enter' };
    case '+':
    case '=':
      return { kind: 'zoom', factor: ZOOM };
    case '-':
      return { kind: 'zoom', factor: 1 / ZOOM };
    case '0':
      return { kind: 'fit' };
    default:
      return undefined;
  }
}

/** The node next to another, as it is drawn: siblings by visits. */
function neighbour(node: SearchNode, way: Way, root: SearchNode): SearchNode | undefined {
  if (way === 'child') return seenChildren(node)[0];
  if (node === root || node.parent === undefined) return undefined;
  if (way === 'parent') return node.parent;
  const siblings = seenChildren(node.parent);
  return siblings[siblings.indexOf(node) + (way === 'next' ? 1 : -1)];
}
