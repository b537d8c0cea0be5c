import { escapeXml } from '../../board/board-svg.ts';
import { isComparedWorld } from '../../metrics/comparison-rules.ts';
import { subscript } from '../../metrics/score-format.ts';
import type { StateLine, StateStep, TimelineCell, TimelineRow } from './timeline.ts';

/** Width of the names, in pixels. */
const NAME = 150;
const EDGE = 14;
const HEAD = 54;
const GAP = 8;
const MIN_WIDTH = 360;
const MAX_WIDTH = 1200;
/** Width of a ply where there is room, in pixels. */
const PLY = 10;
/** Maximum number of rows. */
const MAX_ROWS = 24;

/** Colors for files and paper: bars of equal height differ in lightness, too. */
export const PRINTED = {
  paper: '#ffffff',
  ink: '#000000',
  quiet: '#555555',
  ground: '#c8ced4',
  lost: '#c84b00',
  recovered: '#0a58b8',
  bars: { one: '#0a58b8', high: '#6fa8dc', low: '#dc8d3a', zero: '#c84b00', board: '#c3d3e2' },
  baseline: { one: '#777777', high: '#999999', low: '#a3a3a3', zero: '#777777', board: '#cccccc' },
} as const;

/**
 * Draws a line of states with its predictions as a standalone SVG without scripts, styles or external references: a row
 * for each label with its name, bars by ply, markers of lost and recovered positions, the axis of plies and the legend.
 */
export function timelinePicture(line: StateLine): string {
  const rows = line.rows.slice(0, MAX_ROWS);
  const count = line.steps.length;
  const bars = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, count * PLY));
  const step = plyWidth(count, bars);
  const width = Math.ceil(EDGE + NAME + count * step + EDGE);
  const drawn = rows.map((row, i) => rowDrawing(row, line, HEAD + i * (TIMELINE_ROW + GAP), step));
  const bottom = HEAD + rows.length * (TIMELINE_ROW + GAP);
  const p = `p${subscript(line.m)}`;
  const { unit, number } = stepNumbering(line);
  const by = `${p} by ${unit}`;
  const title = `${line.title}: ${by}`;
  const legend = legendOf(drawn, p, bottom + 40, width);
  const height = legend.bottom + EDGE;
  const text = (x: number, y: number, content: string, more = ''): string =>
    `<text x="${x}" y="${y}"${more}>${escapeXml(content)}</text>`;
  const axis = axisSteps(count, step).map((at) =>
    text(
      Math.round(EDGE + NAME + (at + 0.5) * step),
      bottom + 14,
      String(number(line.steps[at] ?? { ply: at })),
      ' text-anchor="middle"',
    ),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-label="${escapeXml(title)}" font-family="sans-serif" font-size="12"><title>${escapeXml(title)}</title>` +
    `<rect width="100%" height="100%" fill="${PRINTED.paper}"/>` +
    `<g fill="${PRINTED.ink}">${text(EDGE, 24, line.title, ' font-size="14" font-weight="bold"')}</g>` +
    `<g fill="${PRINTED.quiet}">${text(EDGE + NAME, 44, by)}${text(EDGE, bottom + 14, unit)}${axis.join('')}</g>` +
    `${drawn.map(({ svg }) => svg).join('')}${legend.svg}</svg>`
  );
}

interface DrawnRow {
  readonly svg: string;
  /** Colors of its bars. */
  readonly colors: (typeof PRINTED)['bars' | 'baseline'];
  readonly shades: readonly TimelineShade[];
  readonly markers: readonly TimelineMarker[];
  readonly hasSquares: boolean;
}

function rowDrawing(row: TimelineRow, { steps }: StateLine, top: number, step: number): DrawnRow {
  const { label, isBaseline, says } = row;
  const { bars, squares, markers } = drawTimelineRow(row, steps, step);
  const colors = isBaseline ? PRINTED.baseline : PRINTED.bars;
  const name = label.length > 22 ? `${label.slice(0, 21)}…` : label;
  const left = EDGE + NAME;
  const svg =
    `<text x="${EDGE}" y="${top + TIMELINE_ROW - 6}" fill="${isBaseline ? PRINTED.quiet : PRINTED.ink}">${escapeXml(name)}` +
    `<title>${escapeXml(`${label}: ${says}`)}</title></text>` +
    `<g transform="translate(${left} ${top})"><path d="M0 ${TIMELINE_ROW}H${Math.round(steps.length * step)}" stroke="${PRINTED.ground}"/>` +
    bars.map(({ shade, d }) => `<path d="${d}" fill="${colors[shade]}"/>`).join('') +
    (squares === '' ? '' : `<path d="${squares}" stroke="${PRINTED.ink}" stroke-opacity=".55"/>`) +
    `${markers.map(({ marker, d }) => markerSvg(marker, d)).join('')}</g>`;
  return {
    svg,
    colors,
    shades: bars.map(({ shade }) => shade),
    markers: markers.map(({ marker }) => marker),
    hasSquares: squares !== '',
  };
}

function markerSvg(marker: TimelineMarker, d: string): string {
  const color = marker === 'recovered' ? PRINTED.recovered : PRINTED.lost;
  const fill = marker === 'first lost' ? color : PRINTED.paper;
  return `<path d="${d}" fill="${fill}" stroke="${color}" stroke-width="1.5"/>`;
}

/** Draws the legend of the shades and markers that occur, in lines that fit into the width. */
function legendOf(
  rows: readonly DrawnRow[],
  p: string,
  top: number,
  width: number,
): { readonly svg: string; readonly bottom: number } {
  const items: { readonly shape: string; readonly name: string }[] = [];
  for (const shade of TIMELINE_SHADES) {
    // Baselines are last: shades that occur in them alone are gray.
    const first = rows.find(({ shades }) => shades.includes(shade));
    if (first === undefined) continue;
    const shape = `<path d="${shadeSample(shade)}" fill="${first.colors[shade]}"/>`;
    items.push({ shape, name: shade === 'board' ? SHADE_NAMES[shade] : `${p} ${SHADE_NAMES[shade]}` });
  }
  if (rows.some(({ hasSquares }) => hasSquares)) {
    items.push({ shape: `<path d="M0 5h10" stroke="${PRINTED.ink}" stroke-opacity=".55"/>`, name: 'right squares' });
  }
  for (const marker of ['first lost', 'lost again', 'recovered'] as const) {
    if (rows.some(({ markers }) => markers.includes(marker)))
      items.push({ shape: markerSvg(marker, markerShape(marker, 5)), name: marker });
  }
  let [x, y] = [EDGE, top];
  const placed = items.map(({ shape, name }) => {
    const wide = 16 + name.length * 6.6 + 16;
    if (x > EDGE && x + wide > width - EDGE) [x, y] = [EDGE, y + 18];
    const svg = `<g transform="translate(${Math.round(x)} ${y - 10})">${shape}<text x="16" y="10" fill="${PRINTED.quiet}">${escapeXml(name)}</text></g>`;
    x += wide;
    return svg;
  });
  return { svg: placed.join(''), bottom: y };
}

// Geometry of a timeline in pixels, shared by the page and the exported picture.

/** Heights of the lane of markers; that of the bars is below it. */
export const TIMELINE_LANE = 9;
export const TIMELINE_BAR = 22;
export const TIMELINE_ROW = TIMELINE_LANE + TIMELINE_BAR;
/** Height of the tick of an answer whose p is 0, and of the lowest bar. */
const FLOOR = 2.5;
/** Minimum width of a ply. */
export const MIN_PLY = 1;
/** Maximum width of a bar. */
const MAX_BAR = 22;

/** Shades of bars: p is 1, at least 0.5, below it, or 0; in `board`, p is not known and the bar is the share of right squares. */
export const TIMELINE_SHADES = ['one', 'high', 'low', 'zero', 'board'] as const;
export type TimelineShade = (typeof TIMELINE_SHADES)[number];

/** Names of the shades in the legend. */
const SHADE_NAMES: Readonly<Record<TimelineShade, string>> = {
  one: '1',
  high: '0.5 and more',
  low: 'below 0.5',
  zero: '0',
  board: 'right squares, where p is not computed',
};

/** Marker of a change in a row. */
export type TimelineMarker = 'first lost' | 'lost again' | 'recovered';

/** Row of a timeline, in pixels from its upper left corner. */
export interface TimelineDrawing {
  /** Bars by shade, as the `d` of a path that is filled. */
  readonly bars: readonly { readonly shade: TimelineShade; readonly d: string }[];
  /** Share of right squares along the row, as the `d` of a line; empty where all bars show it. */
  readonly squares: string;
  readonly markers: readonly { readonly marker: TimelineMarker; readonly d: string; readonly x: number }[];
}

/** Returns the shade of a cell and the height of its bar, 0..1. */
export function cellShade({ p, boardAccuracy }: Pick<TimelineCell, 'p' | 'boardAccuracy'>): {
  readonly shade: TimelineShade;
  readonly share: number;
} {
  if (p === null) return { shade: 'board', share: boardAccuracy };
  return { shade: p === 1 ? 'one' : p >= 0.5 ? 'high' : p > 0 ? 'low' : 'zero', share: p };
}

/** Heights of the samples of shades in legends, close to typical bars. */
const SAMPLE_HEIGHTS: Readonly<Record<TimelineShade, number>> = { one: 10, high: 7, low: 4, zero: FLOOR, board: 10 };

/** Returns the sample of a shade in legends, at the bottom of a 10 by 10 box, as the `d` of a filled path. */
export const shadeSample = (shade: TimelineShade): string =>
  `M0 10v-${SAMPLE_HEIGHTS[shade]}h10v${SAMPLE_HEIGHTS[shade]}z`;

/**
 * Returns the width of a ply where `count` of them share `width` pixels: never below `MIN_PLY`; the timeline is then
 * wider than `width`.
 */
export const plyWidth = (count: number, width: number): number => Math.max(MIN_PLY, width / Math.max(1, count));

/** Returns the left edge and the width of the bar of a step. */
export function barAt(at: number, step: number): { readonly x: number; readonly width: number } {
  const gap = step >= 4 ? 1 : step >= 2 ? 0.5 : 0;
  const width = Math.min(MAX_BAR, step - gap);
  return { x: at * step + (step - width) / 2, width };
}

/**
 * Draws the bars and markers of a row. A ply that was not queried has no bar; an answer with p = 0 has a tick on the
 * floor.
 *
 * @param step width of a ply
 */
export function drawTimelineRow(
  { cells, events }: TimelineRow,
  steps: StateLine['steps'],
  step: number,
): TimelineDrawing {
  const paths = new Map<TimelineShade, string>();
  let squares = '';
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue;
    const { shade, share } = cellShade(cell);
    const { x, width } = barAt(at, step);
    const height = Math.max(FLOOR, share * TIMELINE_BAR);
    paths.set(shade, `${paths.get(shade) ?? ''}M${n(x)} ${TIMELINE_ROW}v${n(-height)}h${n(width)}v${n(height)}z`);
    if (shade !== 'board') squares += `M${n(x)} ${n(TIMELINE_ROW - cell.boardAccuracy * TIMELINE_BAR)}h${n(width)}`;
  }
  const at = new Map(steps.map(({ ply }, i) => [ply, i]));
  let isLost = false;
  const markers = events.flatMap(({ kind, to }) => {
    const i = at.get(to);
    if (i === undefined) return [];
    const x = (i + 0.5) * step;
    const marker: TimelineMarker = kind === 'recovered' ? 'recovered' : isLost ? 'lost again' : 'first lost';
    isLost ||= kind === 'lost';
    return [{ marker, x, d: markerShape(marker, x) }];
  });
  const bars = TIMELINE_SHADES.flatMap((shade) => {
    const d = paths.get(shade);
    return d === undefined ? [] : [{ shade, d }];
  });
  return { bars, squares, markers };
}

/** Returns the shape of a marker centered at `x`: a triangle pointing down for a lost position, a ring for a recovered one. */
export function markerShape(marker: TimelineMarker, x: number): string {
  if (marker === 'recovered') return `M${n(x - 3)} 4.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`;
  return `M${n(x - 4)} 1h8l-4 7z`;
}

/** Returns the labeled steps of the axis: no two of them closer than 44 pixels. */
export function axisSteps(count: number, step: number): number[] {
  const spacings = [1, 2, 4, 8, 10, 16, 20, 40, 50, 100, 200, 500, 1000];
  const every = spacings.find((spacing) => spacing * step >= 44) ?? count;
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
}

const n = (value: number): string => String(Math.round(value * 100) / 100);

/** Returns the unit of the steps of a line and the number of a step: from 1 in files of positions, else from 0. */
export function stepNumbering({ labels, variant, steps }: Pick<StateLine, 'labels' | 'variant' | 'steps'>): {
  readonly unit: 'ply' | 'action' | 'position';
  readonly number: (step: Pick<StateStep, 'ply'>) => number;
} {
  const isFile = steps[0]?.name.startsWith('Position ') === true;
  const unit = isFile || labels === 'states' ? 'position' : isComparedWorld(variant) ? 'action' : 'ply';
  return { unit, number: ({ ply }) => ply + Number(isFile) };
}
