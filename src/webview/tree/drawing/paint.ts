import { getLookColor } from '../../../core/search/view/node-colors.ts';
import {
  formatNodeValue,
  getNodeMark,
  hatching,
  MARK_ROOM,
  PAD,
  rowLabels,
  shortened,
  TWO_LINES,
} from '../../../core/search/view/picture.ts';
import { t } from '../../common/l10n.ts';
import { BOARD_SIZE } from '../node-pictures.ts';
import type { BoardImages } from './board-images.ts';
import { paintBoardCard, paintCard, paintMove } from './paint-card.ts';
import { type Pen, paintMark, TEXT } from './pen.ts';
import type { Clip, Scene, TreeBox, TreeLink } from './scene.ts';

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
function paintBehind({ x, y, width, height, sign = '' }: TreeBox, pen: Pen, zoom: number): void {
  if (!sign.startsWith('≠')) return;
  const by = BEHIND * zoom;
  dashed(pen, x + by, y + by, width, height, zoom);
}

/** Draws a node that the reference alone has: dashed, with its action, its value and a faint board. */
function paintGhost(box: TreeBox, pen: Pen, { zoom, hasBoards }: Scene, images: BoardImages): void {
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
function paintSign({ x, y, width, sign = '' }: TreeBox, pen: Pen, { layout, zoom }: Scene, screen: number): void {
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

/** The opacity of a node that a filter rejects. */
const DIM = 0.3;
const HATCH_STEP = 6;
/** Height of a box that has a ring within its edge, in pixels. */
const LEAST_RINGED = 24;

/** The options of painting a scene. */
interface PaintOptions {
  readonly width: number;
  readonly height: number;
  /** Pixels of the canvas to one of CSS. */
  readonly ratio: number;
  /** True if the keyboard is on the drawing. */
  readonly isFocused: boolean;
  /** The node that the pointer is on. */
  readonly hovered: TreeBox | undefined;
  /** The boards of nodes. */
  readonly images: BoardImages;
}

/** Paints what is on the screen, and tells of each box. */
export function paintScene(scene: Scene, pen: Pen, options: PaintOptions, painted: (box: TreeBox) => void): void {
  const { width, height, ratio } = options;
  const { context, theme } = pen;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  const clip: Clip = { left: 0, top: 0, right: width, bottom: height };
  const outlined: TreeBox[] = [];
  const waiting: TreeBox[] = [];
  const signed: TreeBox[] = [];
  const moves: TreeLink[] = [];
  const paint = (box: TreeBox): void => {
    if (box.ghost !== undefined) return paintGhost(box, pen, scene, options.images);
    if (scene.layout === 'tidy') paintBehind(box, pen, scene.zoom);
    if (scene.layout === 'icicle') paintRow(box, pen, width);
    else if (scene.hasBoards) paintBoardCard(box, pen, scene.zoom, options.images);
    else paintCard(box, pen, scene.zoom);
  };
  scene.walk(
    clip,
    (box) => {
      context.globalAlpha = box.look.isDim ? DIM : 1;
      paint(box);
      painted(box);
      if (box.look.isPrincipal || box.look.isSelected || box === options.hovered) outlined.push(box);
      if (box.look.waiting > 0) waiting.push(box);
      if (box.sign !== undefined && box.sign !== '') signed.push(box);
    },
    (link) => {
      paintLink(link, pen);
      if (link.name !== '') moves.push({ ...link });
    },
  );
  for (const link of moves) paintMove(link, pen, scene.zoom);
  pen.flush(TEXT * scene.zoom, theme.values.text);
  context.globalAlpha = 1;
  for (const box of outlined) outline(box, pen, scene, options);
  for (const box of waiting) badge(box, pen, scene, width);
  for (const box of signed) paintSign(box, pen, scene, width);
}

function paintLink({ x0, y0, x1, y1, width, isPrincipal, isDim, isGhost }: TreeLink, { context, theme }: Pen): void {
  const middle = (x0 + x1) / 2;
  context.globalAlpha = (isPrincipal ? 1 : 0.45) * (isDim ? DIM : 1);
  context.strokeStyle = isPrincipal ? theme.text : theme.muted;
  context.lineWidth = width;
  if (isGhost) context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(x0, y0);
  context.bezierCurveTo(middle, y0, middle, y1, x1, y1);
  context.stroke();
  context.setLineDash([]);
}

/** A box of an icicle. Its texts stay on the screen where its left end is not. */
function paintRow(box: TreeBox, pen: Pen, screen: number): void {
  const { context, theme } = pen;
  const { look } = box;
  const left = Math.max(-8, Math.round(box.x));
  const right = Math.min(screen + 8, Math.round(box.x + box.width));
  const top = Math.round(box.y);
  // A gap between neighbors, as long as that is not all there is.
  const width = Math.max(1, right - left - (right - left > 3 ? 1 : 0));
  const height = Math.round(box.height) - 1;
  context.fillStyle = look.isGroup ? theme.values.none : getLookColor(theme.values, look);
  context.fillRect(left, top, width, height);
  if (look.isHallucination) pen.lines(hatching(left, top, width, height, HATCH_STEP), theme.values.text, 0.6);
  else if (look.isGroup && width > 2) pen.lines(uprights(left, top, width, height), theme.muted, 0.5);
  if (theme.edge !== undefined && width > 5) {
    context.strokeStyle = theme.edge;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  }
  if (look.isTerminal) {
    context.fillStyle = theme.values.text;
    context.fillRect(left, top + height - 3, width, 3);
  }
  if (width >= 5) label(box, pen, left, top, width, height, screen);
}

function label(box: TreeBox, pen: Pen, left: number, top: number, width: number, height: number, screen: number): void {
  const { look } = box;
  const from = Math.max(0, left);
  const to = Math.min(screen, left + width);
  const isHigh = height + 1 >= TWO_LINES;
  const first = top + (isHigh ? height / 2 - 7 : height / 2 + 0.5);
  const second = isHigh ? top + height / 2 + 9 : first;
  const mark = getNodeMark(look);
  const alpha = look.isDim ? DIM : 1;
  const at = PAD + (mark === 'none' ? 0 : MARK_ROOM);
  const isSmall = to - from < 10;
  const markAt = to - from < MARK_ROOM + 6 ? (from + to) / 2 : from + PAD + 5;
  paintMark(pen, mark, markAt, first, isSmall ? 2 : 4, look.isHallucination);
  const { name, count, value } = rowLabels(look, to - from - at - PAD, height + 1, pen.measure);
  if (name !== '') {
    const wide = pen.measure(name, true);
    if (look.isHallucination || look.isGroup) clearBehind(pen, from + at - 2, first, wide + 4, height);
    pen.write(name, from + at, first, alpha, true);
    pen.write(count, isHigh ? from + PAD : from + at + wide + 8, second, alpha * 0.85);
    pen.write(value, to - PAD, second, alpha, false, 'right');
  }
}

/** Text on a hatched area stays legible. */
function clearBehind({ context, theme }: Pen, x: number, middle: number, width: number, height: number): void {
  context.fillStyle = theme.values.none;
  context.fillRect(x, middle - Math.min(height, 17) / 2, width, Math.min(height, 17) - 1);
}

/** Upright lines: several boxes in one. */
const uprights = (x: number, y: number, width: number, height: number): (readonly [number, number, number, number])[] =>
  Array.from({ length: Math.min(200, Math.floor(width / 3)) }, (_, i) => [
    x + 3 * i + 1.5,
    y,
    x + 3 * i + 1.5,
    y + height,
  ]);

/** The virtual count of an edge, at the upper right of its box. */
function badge({ x, y, width, look }: TreeBox, pen: Pen, { layout, zoom }: Scene, screen: number): void {
  const right = Math.min(screen, x + width);
  // no plus: that is for hidden nodes
  const text = `${look.waiting}…`;
  if (layout === 'tidy') pen.badge(text, right + 4 * zoom, y - 6 * zoom, zoom);
  else if (width >= 14) pen.badge(text, right - 2, y + 1, 1);
}

/** Outlines stand on top of all boxes, for neighbors would cover them. */
function outline(
  box: TreeBox,
  { context, theme }: Pen,
  scene: Scene,
  { width, isFocused, hovered }: PaintOptions,
): void {
  const left = Math.max(-8, Math.round(box.x));
  const right = Math.min(width + 8, Math.max(Math.round(box.x + box.width), left + 4));
  const [top, height] = [Math.round(box.y), Math.round(box.height) - 1];
  const radius = scene.layout === 'tidy' ? 7 * scene.zoom : 1;
  const ring = (color: string, thick: number, inset: number): void => {
    const [w, h] = [right - left - 1 - 2 * inset, height - 2 * inset];
    if (w <= 0 || h <= 0) return;
    context.strokeStyle = color;
    context.lineWidth = thick * Math.min(1, Math.max(0.6, scene.zoom));
    context.beginPath();
    context.roundRect(left + inset, top + inset, w, h, Math.max(0, radius - inset));
    context.stroke();
  };
  if (box === hovered) ring(theme.text, 1, 0.5);
  if (box.look.isPrincipal) ring(theme.text, scene.hasBoards ? 4 : 2.5, 0.5);
  if (!box.look.isSelected) return;
  // In a low row a thick ring would cover the text.
  if (height < LEAST_RINGED) {
    ring(theme.focus, isFocused ? 3 : 2, 1);
    return;
  }
  ring(theme.background, isFocused ? 6 : 5, 2.5);
  ring(theme.focus, isFocused ? 3 : 2.5, 2);
}
