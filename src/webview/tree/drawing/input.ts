import type { SearchNode } from '../../../core/search/tree.ts';
import { seenChildren } from '../../../core/search/view/node-values.ts';
import type { TreeLayout } from '../canvas-view.ts';

/** A key's command to a drawing. */
type KeyAction =
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

/** The actions of a pointer over a drawing; places are CSS pixels of the canvas. */
interface PointerActions {
  /** Moves what is drawn; false when it could not be moved. */
  readonly pan: (dx: number, dy: number) => boolean;
  readonly zoomAt: (x: number, y: number, factor: number) => void;
  readonly click: (x: number, y: number) => void;
  readonly doubleClick: (x: number, y: number) => void;
  /** Undefined when it has left, or drags. */
  readonly hover: (at: { readonly x: number; readonly y: number } | undefined) => void;
}

/** Pixels that a button may be moved while it is pressed, for it to be a click. */
const STILL = 4;
/** Pixels of a line, where a wheel counts in lines. */
const LINE = 20;
/**
 * Zoom by a wheel: e to this, a pixel. Browsers say 100 times the logarithm of how far the fingers of a pinch went apart, bit by bit, so that it
 * follows them. A notch of a wheel is 100 pixels or more, and is limited to a moderate step.
 */
const RATE = 0.01;
const MAX = 24;

/** Listens to the mouse, a pen, a finger or the wheel over a canvas. */
export function listenToPointer(canvas: HTMLCanvasElement, actions: PointerActions): void {
  let pressed: { x: number; y: number; isDrag: boolean } | undefined;
  canvas.addEventListener('pointerdown', ({ button, offsetX: x, offsetY: y, pointerId }) => {
    if (button !== 0) return;
    pressed = { x, y, isDrag: false };
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
    if (pressed === undefined) return actions.hover({ x, y });
    if (!pressed.isDrag && Math.hypot(x - pressed.x, y - pressed.y) < STILL) return;
    if (!pressed.isDrag) actions.hover(undefined);
    canvas.classList.add('dragging');
    actions.pan(x - pressed.x, y - pressed.y);
    pressed = { x, y, isDrag: true };
  });
  const release = (isClick: boolean) => (event: PointerEvent) => {
    const was = pressed;
    pressed = undefined;
    canvas.classList.remove('dragging');
    if (isClick && was !== undefined && !was.isDrag) actions.click(event.offsetX, event.offsetY);
  };
  canvas.addEventListener('pointerup', release(true));
  canvas.addEventListener('pointercancel', release(false));
  canvas.addEventListener('pointerleave', () => actions.hover(undefined));
  canvas.addEventListener('dblclick', ({ offsetX, offsetY }) => actions.doubleClick(offsetX, offsetY));
  canvas.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, deltaMode, ctrlKey, metaKey, shiftKey, offsetX, offsetY } = event;
      const unit = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE;
      const [dx, dy] = [deltaX * unit, deltaY * unit];
      // A pinch on a touch pad arrives as a wheel with the control key.
      if (ctrlKey || metaKey) {
        event.preventDefault();
        actions.zoomAt(offsetX, offsetY, Math.exp(-RATE * Math.max(-MAX, Math.min(MAX, dy))));
        return;
      }
      // At its limit the drawing lets the page scroll.
      const isMoved = shiftKey && dx === 0 ? actions.pan(-dy, 0) : actions.pan(-dx, -dy);
      if (isMoved) event.preventDefault();
    },
    { passive: false },
  );
}
