import { HANDLE_RADIUS } from './paint-card.ts';
import type { Scene, TreeBox } from './scene.ts';

/** The element at a place of the screen. */
export interface Hit {
  readonly box: TreeBox;
  /** True if it is where the children of a card are opened and closed. */
  readonly isHandle: boolean;
}

/** The element at a place of the screen, in CSS pixels; the one painted last. */
export function hitAt(scene: Scene, x: number, y: number): Hit | undefined {
  let found: Hit | undefined;
  scene.walk(
    { left: x, top: y, right: x + 0.01, bottom: y + 0.01 },
    (box) => {
      const isHandle = box.isOpen !== undefined && isOnHandle(box, x, y, scene.zoom);
      if (isHandle || (x >= box.x && x < box.x + box.width)) found = { box, isHandle };
    },
    () => undefined,
  );
  return found;
}

function isOnHandle({ x, y, width, height }: TreeBox, atX: number, atY: number, zoom: number): boolean {
  // A little larger than it looks: it is small.
  return Math.hypot(atX - x - width, atY - y - height / 2) <= HANDLE_RADIUS * zoom + 3;
}
