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
import { paintHandle, valueBar } from './paint-card.ts';
import { type Pen, paintMark, TEXT } from './pen.ts';
import type { TreeBox, TreeLink } from './scene.ts';

/** Units between the edge of a card and its board. */
const EDGE = 6;
/** Units of the text below a board, and of the edge there. */
const BELOW = 50;
/** Smaller cards have no text. */
const LEGIBLE = 0.45;

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
  if (zoom >= LEGIBLE) paintText(box, pen, zoom, image === null);
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

function paintText({ x, y, height, look }: TreeBox, pen: Pen, zoom: number, hasNoBoard: boolean): void {
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
