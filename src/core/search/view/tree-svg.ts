import { wrapWords } from '../../base/text/lines.ts';
import { escapeXml } from '../../board/board-svg.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { TREE_STATUSES } from '../tree-status.ts';
import { getLookColor, type ValueScale, valueScale } from './node-colors.ts';
import {
  crossAt,
  diamondAt,
  formatCount,
  formatNodeValue,
  getNodeMark,
  hatching,
  MARK_ROOM,
  type NodeMark,
  outcomeText,
  PAD,
  type PictureBox,
  type PictureLink,
  rowLabels,
  type Segment,
  shortened,
  type TreePicture,
  TWO_LINES,
} from './picture.ts';
import { statusShape, statusWord } from './status-look.ts';
import { isSpread } from './value-band.ts';

/** Maximum number of nodes of an exported picture. */
export const MAX_BOXES = 2000;

const SCALE = valueScale('light');
const INK = SCALE.text;
const LINE = '#8a8a8a';
const SIZE = 12;

/** Estimates the width of a text in a common sans-serif: nothing can be measured where a picture is exported. */
const measure = (text: string, isBold: boolean): number => text.length * (isBold ? 7.2 : 6.4);

const number = (value: number): string => String(Math.round(value * 100) / 100);

const path = (segments: readonly Segment[]): string =>
  segments
    .map((points) => points.map(number))
    .map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`)
    .join('');

const rect = (x: number, y: number, width: number, height: number, rest: string): string =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(Math.max(0, width))}" height="${number(height)}" ${rest}/>`;

const text = (x: number, y: number, content: string, rest = ''): string =>
  content === '' ? '' : `<text x="${number(x)}" y="${number(y)}"${rest}>${escapeXml(content)}</text>`;

const BOLD = ' font-weight="600"';

/** Margin of a picture with a caption. */
const MARGIN = 16;
/** Minimum width of a caption: in less room its lines would be cut, or many. */
const LEAST_WIDTH = 480;

/**
 * Returns the drawing of a tree as a standalone SVG text, in the colors of a light theme, without scripts, styles or
 * references. Of more than `limit` boxes those with the most visits are drawn, and a line below states the number of
 * the others.
 *
 * @param caption title and legend; without it there are none
 */
export function treeSvg(picture: TreePicture, limit = MAX_BOXES, caption?: TreeCaption): string {
  const { width, height } = picture;
  if (caption === undefined) return framed(width, ...drawn(picture, limit), 'Search tree');
  const wide = Math.max(width, LEAST_WIDTH);
  const [head, legend] = [captionHead(caption, wide), captionLegend(caption, wide, picture)];
  const [body, tall] = drawn(picture, limit);
  const top = MARGIN + head.height;
  const parts = [at(MARGIN, MARGIN, head.svg), at(MARGIN, top, body), at(MARGIN, top + tall + MARGIN, legend.svg)];
  const whole = top + Math.max(tall, height) + 2 * MARGIN + legend.height;
  return framed(wide + 2 * MARGIN, parts.join(''), whole, caption.title);
}

const at = (x: number, y: number, content: string): string =>
  `<g transform="translate(${number(x)} ${number(y)})">${content}</g>`;

function framed(width: number, content: string, height: number, name: string): string {
  const [w, h] = [number(width), number(height)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${escapeXml(name)}" ` +
    `font-family="system-ui, sans-serif" font-size="${SIZE}" fill="${INK}">${rect(0, 0, width, height, 'fill="#ffffff"')}${content}</svg>\n`
  );
}

/** Returns the drawing, and its height with the line below it. */
function drawn(
  { layout, height, boxes, links, band }: TreePicture,
  limit: number,
): readonly [svg: string, height: number] {
  const shown = mostImportant(boxes, limit);
  const left = boxes.length - shown.length;
  const note = left > 0 ? text(PAD, height + 16, `${formatCount(left)} smaller boxes are left out.`) : '';
  const values = band === undefined ? SCALE : { ...SCALE, band };
  const draw = (box: PictureBox): string =>
    layout === 'icicle'
      ? rowSvg(box, values)
      : box.board === undefined
        ? cardSvg(box, values)
        : boardCardSvg(box, box.board, values);
  // Outlines are drawn on top of neighbors.
  const outlines = shown.filter(({ isPrincipal, isSelected }) => isPrincipal || isSelected).map(outlineSvg);
  const lines = links.slice(0, limit);
  const svg = `${lines.map(linkSvg).join('')}${shown.map(draw).join('')}${outlines.join('')}${lines.map(moveSvg).join('')}${note}`;
  return [svg, height + (left > 0 ? 24 : 0)];
}

/** Draws the move on a line, at its right end and above it. */
const moveSvg = ({ x1, y1, width, name, isPrincipal }: PictureLink): string =>
  text(x1 - 6, y1 - width / 2 - 3, name, ` text-anchor="end"${isPrincipal ? BOLD : ''}`);

/** Draws a card with a board; value and visits below it. */
function boardCardSvg(box: PictureBox, board: string, values: ValueScale): string {
  const { x, y, width, value, visits, outcome } = box;
  const size = width - 12;
  const below = y + box.height - 50;
  // The shapes of two boards have equal ids.
  const own = board.replace(/(id="|href="#)/g, `$1b${number(x)}-${number(y)}-`);
  const placed = own.replace(
    /^<svg([^>]*?) width="[^"]*" height="[^"]*"/,
    `<svg$1 x="${number(x + 6)}" y="${number(y + 6)}" width="${number(size)}" height="${number(box.height - 56)}"`,
  );
  const end = outcome === undefined ? '' : ` · ends ${outcomeText(outcome)}`;
  const parts = [
    rect(x, y, width, box.height, `rx="6" fill="${getLookColor(values, box)}" stroke="${LINE}"`),
    placed,
    value === undefined ? '' : text(x + 6, below + 18, `value ${formatNodeValue(value)}`, BOLD),
    box.status === undefined ? '' : text(x + 6, below + 18, statusWord(box.status), BOLD),
    visits === undefined ? '' : text(x + 6, below + 34, box.costs || `N ${formatCount(visits)}${end}`),
    marksSvg(box, x + width - 14, below + 14, 5),
    value === undefined ? '' : valueBarSvg(x + 6, below + 39, size, value),
  ];
  return dimmed(box, parts.join(''));
}

function mostImportant(boxes: readonly PictureBox[], limit: number): readonly PictureBox[] {
  if (boxes.length <= limit) return boxes;
  const rank = ({ visits, width }: PictureBox): number => (visits ?? 0) + width / 1e6;
  const chosen = new Set([...boxes].sort((a, b) => rank(b) - rank(a)).slice(0, limit));
  return boxes.filter((box) => chosen.has(box));
}

const dimmed = ({ isDim }: { readonly isDim: boolean }, content: string): string =>
  isDim ? `<g opacity="0.35">${content}</g>` : content;

function linkSvg(link: PictureLink): string {
  const { x0, y0, x1, y1, width, isPrincipal } = link;
  const [from, to, middle] = [`${number(x0)} ${number(y0)}`, `${number(x1)} ${number(y1)}`, number((x0 + x1) / 2)];
  const curve = `M${from}C${middle} ${number(y0)} ${middle} ${number(y1)} ${to}`;
  const color = isPrincipal ? INK : LINE;
  return dimmed(link, `<path d="${curve}" fill="none" stroke="${color}" stroke-width="${number(width)}"/>`);
}

const marksSvg = (box: PictureBox, x: number, y: number, size: number): string => markSvg(getNodeMark(box), x, y, size);

function markSvg(mark: NodeMark, x: number, y: number, size: number): string {
  if (mark === 'cross') return `<path d="${path(crossAt(x, y, size))}" stroke="${INK}" stroke-width="2"/>`;
  if (mark === 'none') return '';
  const shape = mark === 'diamond' ? undefined : statusShape(mark, x, y, size);
  const points = (shape?.outline ?? diamondAt(x, y, size + 1)).map((point) => point.map(number).join(','));
  const fill = shape?.isFilled === true ? INK : '#ffffff';
  return `<polygon points="${points.join(' ')}" fill="${fill}" stroke="${INK}" stroke-width="1.5"/>`;
}

const hatchSvg = ({ x, y, width, height }: PictureBox): string =>
  `<path d="${path(hatching(x, y, width, height, 6))}" stroke="${INK}" stroke-opacity="0.45"/>`;

function rowSvg(box: PictureBox, values: ValueScale): string {
  const { x, y, width, height, isGroup, isHallucination, isTerminal, waiting } = box;
  const mark = getNodeMark(box);
  const at = PAD + (mark === 'none' ? 0 : MARK_ROOM);
  const labels = rowLabels(box, width - at - PAD, height, measure);
  const isHigh = height >= TWO_LINES;
  const line = y + (isHigh ? height / 2 - 5 : height / 2 + SIZE * 0.35);
  const second = isHigh ? line + 16 : line;
  const name = x + at;
  const parts = [
    rect(
      x,
      y,
      width - 1,
      height - 1,
      `fill="${getLookColor(values, box)}"${isGroup ? ` stroke="${LINE}" stroke-dasharray="2 2"` : ''}`,
    ),
    isHallucination ? hatchSvg({ ...box, width: width - 1, height: height - 1 }) : '',
    mark === 'none'
      ? ''
      : marksSvg(box, width < 18 ? x + width / 2 : x + 10, isHigh ? line - 4 : y + height / 2, width < 10 ? 2 : 4),
    isTerminal ? rect(x, y + height - 4, width - 1, 3, `fill="${INK}"`) : '',
    text(name, line, labels.name, BOLD),
    text(isHigh ? x + PAD : name + measure(labels.name, true) + 8, second, labels.count, ' opacity="0.8"'),
    text(x + width - PAD - 1, second, labels.value, ' text-anchor="end"'),
    waiting > 0 ? text(x + width - 2, y + 9, `${waiting}…`, ' font-size="9" text-anchor="end"') : '',
  ];
  return dimmed(box, parts.join(''));
}

function cardSvg(box: PictureBox, values: ValueScale): string {
  const { x, y, width, height, value, visits, isGroup, isHallucination, outcome, waiting } = box;
  const scale = height / 44;
  const rounded = `rx="${number(6 * scale)}" fill="${isGroup ? '#ffffff' : getLookColor(values, box)}" stroke="${LINE}"`;
  const parts = [
    rect(x, y, width, height, `${rounded}${isGroup ? ' stroke-dasharray="4 3"' : ''}`),
    isHallucination ? hatchSvg(box) : '',
    marksSvg(box, x + width - 14 * scale, y + 14 * scale, 4 * scale),
    `<g font-size="${number(SIZE * scale)}">`,
    text(x + 8 * scale, y + 17 * scale, shortened(box.name, width / scale - 44, measure), BOLD),
    visits === undefined ? '' : text(x + 8 * scale, y + 33 * scale, box.costs || `N ${formatCount(visits)}`),
    text(x + width - 8 * scale, y + 33 * scale, formatNodeValue(value), ' text-anchor="end"'),
    outcome === undefined
      ? ''
      : text(x + width - 8 * scale, y + 17 * scale, outcomeText(outcome), ' text-anchor="end"'),
    waiting > 0 ? text(x + width / 2, y + 17 * scale, `${waiting}…`) : '',
    '</g>',
  ];
  if (value !== undefined && !isGroup)
    parts.push(valueBarSvg(x + 8 * scale, y + 37 * scale, width - 16 * scale, value));
  return dimmed(box, parts.join(''));
}

/**
 * Draws a value as a bar: to the right of the middle if it is better than even for the side to move at the root, else
 * to the left.
 */
function valueBarSvg(x: number, y: number, width: number, value: number): string {
  const [middle, length] = [x + width / 2, (value - 0.5) * width];
  const bar = rect(Math.min(middle, middle + length), y, Math.abs(length), 3, `fill="${INK}"`);
  return `${rect(x, y, width, 3, 'fill="#ffffff"')}${bar}${rect(middle - 0.5, y - 1, 1, 5, `fill="${INK}"`)}`;
}

function outlineSvg({ x, y, width, height, isSelected, isPrincipal }: PictureBox): string {
  const thick = isPrincipal ? rect(x, y, width - 1, height - 1, `fill="none" stroke="${INK}" stroke-width="2.5"`) : '';
  const ring = `fill="none" stroke="#005fb8" stroke-width="2" stroke-dasharray="5 2"`;
  return thick + (isSelected ? rect(x + 2.5, y + 2.5, width - 6, height - 6, ring) : '');
}

/** Texts above and below a picture of a tree. */
export interface TreeCaption {
  readonly title: string;
  /** Game, model, simulations. */
  readonly facts: readonly string[];
  /** Warning that the tree is not the search itself; '' for none. */
  readonly warning: string;
  /** Side whose win probability values are: `White`. */
  readonly side: string;
  /** Form of the drawing: it determines the meaning of widths. */
  readonly form: 'icicle' | 'lines' | 'boards';
  /** Meaning of N: visits of a search, evaluations of a trace, or nodes in the subtree. */
  readonly unit: 'visits' | 'evaluations' | 'nodes';
}

/** Returns the meaning of widths. */
export function widthText({ form, unit }: Pick<TreeCaption, 'form' | 'unit'>): string {
  if (form === 'boards') return 'thick line: chosen moves';
  return form === 'icicle' ? `width: ${unit}` : `width of lines: ${unit}`;
}

/** Part of a picture, with its height in pixels. */
export interface CaptionPart {
  readonly svg: string;
  readonly height: number;
}

const { steps, text: CAPTION_INK, statuses: COLORS } = valueScale('light');
const CAPTION_LINE = 18;
const GAP = 16;
const QUIET = '#555555';

/** Estimates the width of a text of a caption in a common sans-serif. */
const measureCaption = (text: string, isBold = false): number => text.length * (isBold ? 7.4 : 6.5);

const written = (x: number, y: number, text: string, rest = ''): string =>
  `<text x="${x}" y="${y}"${rest}>${escapeXml(text)}</text>`;

/** Draws title and facts, above a picture of a width. */
function captionHead({ title, facts, warning }: TreeCaption, width: number): CaptionPart {
  const lines = [written(0, 15, shortened(title, width / 1.15, measureCaption), ' font-size="14" font-weight="600"')];
  const add = (text: string, rest: string): number =>
    lines.push(written(0, 15 + CAPTION_LINE * lines.length, text, rest));
  const fits = (line: string): boolean => measureCaption(line) <= width;
  for (const line of wrapWords(facts.join(' · '), fits)) add(line, ` fill="${QUIET}"`);
  if (warning !== '') add(shortened(warning, width, measureCaption), ' font-weight="600"');
  return { svg: lines.join(''), height: 10 + CAPTION_LINE * lines.length };
}

/** Sign of the legend, 22 by 12 pixels, and its meaning. */
type Entry = readonly [sign: string, words: string];

const boxSign = (rest: string): string => `<rect x="1" y="1" width="18" height="10" ${rest}/>`;

/** Returns the entries of the signs that occur in a picture. */
const entriesOf = (caption: TreeCaption, boxes: readonly PictureBox[]): readonly Entry[] => {
  const entry = (sign: string, words: string, isDrawn: (box: PictureBox) => boolean): Entry[] =>
    boxes.some(isDrawn) ? [[sign, words]] : [];
  return [
    [`<rect x="0" y="4" width="20" height="5" fill="${CAPTION_INK}"/>`, widthText(caption)],
    ...entry(
      boxSign(`fill="none" stroke="${CAPTION_INK}" stroke-width="2.5"`),
      caption.unit === 'nodes' ? 'chosen' : 'expected line',
      (box) => box.isPrincipal,
    ),
    ...TREE_STATUSES.flatMap((status) =>
      entry(
        `${boxSign(`fill="${COLORS[status]}" stroke="${LINE}"`)}${markSvg(status === 'wrong' ? 'cross' : status, 10, 6, 3)}`,
        statusWord(status),
        (box) => box.status === status,
      ),
    ),
    ...entry(
      `<path d="M6 2l8 8M6 10l8-8" stroke="${CAPTION_INK}" stroke-width="2"/>`,
      'hallucination',
      (box) => box.isHallucination,
    ),
    ...entry(
      `<path d="M10 1l5 5-5 5-5-5z" fill="#ffffff" stroke="${CAPTION_INK}" stroke-width="1.5"/>`,
      caption.unit === 'nodes' ? 'state that does not exist' : 'diverged',
      (box) => getNodeMark(box) === 'diamond',
    ),
    ...entry(
      `${boxSign('fill="#dddddd"')}<rect x="1" y="9" width="18" height="3" fill="${CAPTION_INK}"/>`,
      'game over',
      (box) => box.isTerminal,
    ),
  ];
};

/** Draws the legend below a picture of a width: as many lines as it needs. */
function captionLegend(
  caption: TreeCaption,
  width: number,
  { boxes, band }: Pick<TreePicture, 'boxes' | 'band'>,
): CaptionPart {
  const { side, unit } = caption;
  const isNarrow = band !== undefined && isSpread(band);
  const [low, high] = isNarrow ? [formatScore(band.low), formatScore(band.high)] : ['0', '1'];
  const scale = isNarrow
    ? `Values for ${side}, colors spread over: ${low}`
    : `Value for ${side}, to move at the root: ${low}`;
  const bar = steps
    .filter((_, i) => i % 4 === 0)
    .map(
      (color, i) => `<rect x="${measureCaption(scale) + 6 + 5 * i}" y="1" width="5.5" height="11" fill="${color}"/>`,
    );
  const end = measureCaption(scale) + 12 + 5 * bar.length;
  // Nodes with a status have no values.
  const hasScale = unit !== 'nodes';
  const parts = hasScale ? [`<g>${written(0, 11, scale)}${bar.join('')}${written(end, 11, high)}</g>`] : [];
  let [x, y] = [hasScale ? end + measureCaption(high) + GAP : 0, 0];
  for (const [sign, words] of entriesOf(caption, boxes)) {
    const room = 26 + measureCaption(words);
    if (x + room > width && x > 0) [x, y] = [0, y + CAPTION_LINE];
    parts.push(`<g transform="translate(${x} ${y})">${sign}${written(26, 11, words)}</g>`);
    x += room + GAP;
  }
  return { svg: `<g fill="${CAPTION_INK}">${parts.join('')}</g>`, height: y + CAPTION_LINE };
}
