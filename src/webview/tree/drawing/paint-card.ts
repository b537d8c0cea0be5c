import { getLookColor } from '../../../core/search/view/node-colors.ts';
import {
  formatCount,
  formatNodeValue,
  getNodeMark,
  hatching,
  outcomeText,
  shortened,
} from '../../../core/search/view/picture.ts';
import { statusWord } from '../../../core/search/view/status-look.ts';
import { t } from '../../common/l10n.ts';
import { BOARD_SIZE } from '../node-pictures.ts';
import type { BoardImages } from './board-images.ts';
import { type Pen, paintMark, TEXT } from './pen.ts';
import type { Scene, TreeBox, TreeLink } from './scene.ts';
import { CARD } from './tidy.ts';

/** Zoom below which cards have no text. */
const LEGIBLE = 0.45;
/** Radius of the handle, in units. */
const HANDLE_RADIUS = 7;

/** Draws a card of a tidy tree: name, N and the value, as a number and as a bar from the middle to either side. */
export function paintCard(box: TreeBox, pen: Pen, zoom: number): void {
  const { context, theme } = pen;
  const { x, y, width, height, look } = box;
  const line = theme.edge ?? theme.muted;
  context.lineWidth = Math.min(1, zoom);
  if (look.isGroup) context.setLineDash([4 * zoom, 3 * zoom]);
  const fill = look.isGroup ? theme.background : getLookColor(theme.values, look);
  pen.rounded(x, y, width, height, 6 * zoom, fill, line);
  context.setLineDash([]);
  if (look.isHallucination && !look.isGroup)
    pen.lines(hatching(x + 2, y + 2, width - 4, height - 4, 6 * Math.max(zoom, 0.5)), theme.values.text, 0.5);
  if (zoom >= LEGIBLE) paintCardText(box, pen, zoom);
  else if (getNodeMark(look) === 'cross') paintMark(pen, 'cross', x + width / 2, y + height / 2, height / 4);
  if (box.isOpen !== undefined) paintHandle(box, pen, zoom);
}

function paintCardText({ x, y, height, look }: TreeBox, pen: Pen, zoom: number): void {
  const { context, theme } = pen;
  const alpha = context.globalAlpha;
  const at = (left: number): number => x + left * zoom;
  const first = y + 14 * zoom;
  const mark = getNodeMark(look);
  if (look.isGroup) {
    const name = shortened(look.name, CARD.width - 24, pen.measure);
    pen.write(name, at(CARD.width / 2), y + height / 2, alpha, true, 'center');
    return;
  }
  const end = look.outcome === undefined ? '' : outcomeText(look.outcome);
  const taken = (mark === 'none' ? 0 : 18) + (end === '' ? 0 : pen.measure(end, true) + 14);
  const name = shortened(look.name, CARD.width - 20 - taken, pen.measure);
  if (look.isHallucination) {
    context.fillStyle = theme.values.none;
    context.fillRect(at(6), y + 5 * zoom, (pen.measure(name, true) + 4) * zoom, 18 * zoom);
  }
  pen.write(name, at(9), first, alpha, true);
  const markAt = at(CARD.width - 15);
  paintMark(pen, mark, markAt, first, 4.5 * zoom, look.isHallucination);
  if (end !== '') plate(end, at(CARD.width - 8 - (mark === 'none' ? 0 : 18)), first, pen, zoom);
  if (look.status !== undefined) {
    const words = look.costs || statusWord(look.status);
    pen.write(shortened(words, CARD.width - 18, pen.measure), at(9), y + 29 * zoom, alpha * 0.85);
    return;
  }
  if (look.visits !== undefined) pen.write(`N ${formatCount(look.visits)}`, at(9), y + 29 * zoom, alpha * 0.85);
  pen.write(formatNodeValue(look.value), at(CARD.width - 9), y + 29 * zoom, alpha, false, 'right');
  if (look.value !== undefined) valueBar(at(9), y + 37 * zoom, (CARD.width - 18) * zoom, look.value, pen, zoom);
}

/** Draws the outcome of a game, in inverse colors. */
function plate(text: string, right: number, middle: number, pen: Pen, zoom: number): void {
  const { context, theme } = pen;
  const width = (pen.measure(text, false) + 8) * zoom;
  context.lineWidth = zoom;
  pen.rounded(right - width, middle - 8 * zoom, width, 16 * zoom, 3 * zoom, undefined, theme.values.text);
  pen.write(text, right - 4 * zoom, middle, context.globalAlpha, false, 'right');
}

/** Draws a value as a bar: to the right of the middle if it is better than even for the side to move at the root, else to the left. */
function valueBar(x: number, y: number, width: number, value: number, { context, theme }: Pen, zoom: number): void {
  const middle = x + width / 2;
  const height = 3 * zoom;
  context.fillStyle = theme.background;
  context.fillRect(x, y, width, height);
  const length = (value - 0.5) * width;
  context.fillStyle = theme.values.text;
  context.fillRect(Math.min(middle, middle + length), y, Math.abs(length), height);
  context.fillStyle = theme.values.text;
  context.fillRect(middle - zoom / 2, y - zoom, zoom, height + 2 * zoom);
}

/** Draws the handle that opens and closes children: a minus, or the number of hidden ones. */
function paintHandle({ x, y, width, height, isOpen, hidden }: TreeBox, pen: Pen, zoom: number): void {
  const { context, theme } = pen;
  const [cx, cy, radius] = [x + width, y + height / 2, HANDLE_RADIUS * zoom];
  const count = `+${hidden}`;
  const isLegible = zoom >= LEGIBLE && isOpen === false;
  const room = isLegible ? Math.max(2 * radius, (pen.measure(count, true) + 8) * zoom) : 2 * radius;
  context.lineWidth = Math.min(1.25, zoom);
  pen.rounded(cx - radius, cy - radius, room, 2 * radius, radius, theme.background, theme.edge ?? theme.muted);
  if (isLegible) {
    context.font = pen.fontOf(true, 11 * zoom);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = theme.text;
    context.fillText(count, cx - radius + room / 2, cy + 0.5 * zoom);
    return;
  }
  if (zoom < 0.3) return;
  const arm = radius * 0.55;
  const level = [cx - arm, cy, cx + arm, cy] as const;
  pen.lines(isOpen === true ? [level] : [level, [cx, cy - arm, cx, cy + arm]], theme.text, 1.25 * zoom);
}

/** The element at a place of the screen. */
interface Hit {
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

/** Units between the edge of a card and its board. */
const EDGE = 6;
/** Units of the text below a board, and of the edge there. */
const BELOW = 50;

/** A card with the board of its node: what the model believes, and below it value and visits. */
export function paintBoardCard(box: TreeBox, pen: Pen, zoom: number, images: BoardImages): void {
  const { context, theme } = pen;
  const { x, y, width, height, look } = box;
  const [left, top, size] = [x + EDGE * zoom, y + EDGE * zoom, BOARD_SIZE * zoom];
  const tall = height - (BELOW + EDGE) * zoom;
  context.lineWidth = Math.min(1, zoom);
  pen.rounded(x, y, width, height, 6 * zoom, getLookColor(theme.values, look), theme.edge ?? theme.muted);
  const image = box.group === undefined ? images.of(box.node) : null;
  if (image) drawWhole(context, image, { left, top, width: size, height: tall });
  else {
    context.fillStyle = theme.values.none;
    context.fillRect(left, top, size, tall);
    if (look.isHallucination) pen.lines(hatching(left, top, size, tall, 8 * zoom), theme.values.text, 0.5);
  }
  if (zoom >= LEGIBLE) paintBoardText(box, pen, zoom, image === null);
  if (box.isOpen !== undefined) paintHandle(box, pen, zoom);
}

/** Draws an image in the middle of a place, as large as it fits. */
function drawWhole(
  context: CanvasRenderingContext2D,
  image: HTMLImageElement,
  place: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): void {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(place.width / Math.max(1, naturalWidth), place.height / Math.max(1, naturalHeight));
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  context.drawImage(
    image,
    place.left + (place.width - width) / 2,
    place.top + (place.height - height) / 2,
    width,
    height,
  );
}

function paintBoardText({ x, y, height, look }: TreeBox, pen: Pen, zoom: number, hasNoBoard: boolean): void {
  const { context, theme } = pen;
  const alpha = context.globalAlpha;
  const at = (units: number): number => x + units * zoom;
  const below = (units: number): number => y + height - (BELOW - units) * zoom;
  const right = at(BOARD_SIZE + EDGE);
  if (hasNoBoard) {
    const words = look.isGroup ? look.name : look.isHallucination ? t('no state') : t('no board');
    const middle = y + (height - (BELOW - EDGE) * zoom) / 2;
    const room = (pen.measure(words, true) + 12) * zoom;
    context.fillStyle = theme.values.none;
    context.fillRect(at(EDGE + BOARD_SIZE / 2) - room / 2, middle - 10 * zoom, room, 20 * zoom);
    pen.write(words, at(EDGE + BOARD_SIZE / 2), middle, alpha, true, 'center');
  }
  if (look.value !== undefined) {
    pen.write(t('value {0}', formatNodeValue(look.value)), at(EDGE), below(14), alpha, true);
    valueBar(at(EDGE), below(39), BOARD_SIZE * zoom, look.value, pen, zoom);
  }
  if (look.status !== undefined) {
    pen.write(statusWord(look.status), at(EDGE), below(14), alpha, true);
    const more = look.costs || `N ${formatCount(look.visits ?? 0)}`;
    pen.write(shortened(more, BOARD_SIZE, pen.measure), at(EDGE), below(30), alpha * 0.85);
  }
  const end = look.outcome === undefined ? '' : ` · ${t('ends {0}', outcomeText(look.outcome))}`;
  if (look.visits !== undefined && look.status === undefined)
    pen.write(`N ${formatCount(look.visits)}${end}`, at(EDGE), below(30), alpha * 0.85);
  const mark = getNodeMark(look);
  const [markX, markY] = [right - 8 * zoom, below(14)];
  paintMark(pen, mark, markX, markY, 5 * zoom);
}

/** The move on a line, at its right end and above it. */
export function paintMove({ x1, y1, name, isPrincipal, isDim, width }: TreeLink, pen: Pen, zoom: number): void {
  if (name === '' || zoom < LEGIBLE) return;
  const { context, theme } = pen;
  context.globalAlpha = isDim ? 0.5 : 1;
  context.font = pen.fontOf(isPrincipal, TEXT * zoom);
  context.textBaseline = 'bottom';
  context.textAlign = 'right';
  const y = y1 - width / 2 - 2 * zoom;
  context.lineWidth = 4 * zoom;
  context.lineJoin = 'round';
  context.strokeStyle = theme.background;
  context.strokeText(name, x1 - 6 * zoom, y);
  context.fillStyle = theme.text;
  context.fillText(name, x1 - 6 * zoom, y);
}
