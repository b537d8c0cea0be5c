import { formatNodeValue, shortened } from '../../../core/search/view/picture.ts';
import { t } from '../../common/l10n.ts';
import { BOARD_SIZE } from '../node-pictures.ts';
import type { BoardImages } from './board-images.ts';
import type { Pen } from './pen.ts';
import type { Scene, TreeBox } from './scene.ts';

/** Opacity of what is of the reference. */
const FAINT = 0.55;
/** Zoom below which ghosts have no text. */
const LEGIBLE = 0.45;
/** Offset of a ghost from its card, in units. */
const BEHIND = 7;
/** Units between the edge of a card and what is in it. */
const EDGE = 6;
/** Width of a box of an icicle that has room for a sign, in pixels. */
const SIGN_ROOM = 26;

/** Draws the node of the reference under a card that differs from it: its outline, dashed. */
export function paintBehind({ x, y, width, height, sign = '' }: TreeBox, pen: Pen, zoom: number): void {
  if (!sign.startsWith('≠')) return;
  const by = BEHIND * zoom;
  dashed(pen, x + by, y + by, width, height, zoom);
}

/** Draws a node that the reference alone has: dashed, with its action, its value and a faint board. */
export function paintGhost(box: TreeBox, pen: Pen, { zoom, hasBoards }: Scene, images: BoardImages): void {
  const { ghost, x, y, width, height, look } = box;
  if (ghost === undefined) return;
  const { context } = pen;
  dashed(pen, x, y, width, height, zoom);
  const image = hasBoards ? images.ofGhost(ghost) : null;
  if (image) {
    context.globalAlpha = FAINT;
    const tall = (height / zoom - EDGE - 50) * zoom;
    const size = Math.min(BOARD_SIZE * zoom, tall);
    context.drawImage(image, x + EDGE * zoom + (BOARD_SIZE * zoom - size) / 2, y + EDGE * zoom, size, size);
    context.globalAlpha = 1;
  }
  if (zoom < LEGIBLE) return;
  const room = width / zoom - 2 * EDGE;
  const at = x + EDGE * zoom;
  // The action of a card with a board stands on its line.
  const [first, second] = hasBoards ? [y + height - 36 * zoom, y + height - 20 * zoom] : [y + 14 * zoom, y + 30 * zoom];
  const words = [hasBoards ? '' : look.name, look.value === undefined ? '' : formatNodeValue(look.value)];
  const head = hasBoards && look.value !== undefined ? t('value {0}', formatNodeValue(look.value)) : words.join(' ');
  pen.write(shortened(head.trim(), room, pen.measure), at, first, 0.9, true);
  pen.write(shortened(t('missing'), room, pen.measure), at, second, 0.9);
}

/** Writes how a node differs from the reference at the upper right of its box. */
export function paintSign(
  { x, y, width, sign = '' }: TreeBox,
  pen: Pen,
  { layout, zoom }: Scene,
  screen: number,
): void {
  if (sign === '') return;
  const right = Math.min(screen, x + width);
  if (layout === 'tidy') pen.badge(sign, right + 4 * zoom, y - 6 * zoom, zoom);
  else if (right - Math.max(0, x) >= SIGN_ROOM) pen.badge(sign, right - 2, y + 1, 1);
}

function dashed(pen: Pen, x: number, y: number, width: number, height: number, zoom: number): void {
  const { context, theme } = pen;
  context.lineWidth = Math.max(1, 1.5 * zoom);
  context.setLineDash([5 * zoom, 4 * zoom]);
  pen.rounded(x, y, width, height, 6 * zoom, theme.background, theme.text);
  context.setLineDash([]);
}
