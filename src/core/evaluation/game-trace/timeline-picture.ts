import { escapeXml } from '../../board/svg.ts';
import { subscript } from '../../metrics/score-format.ts';
import { countedBy } from './counted-by.ts';
import type { StateLine } from './state-line.ts';
import type { TimelineRow } from './timeline.ts';
import {
  axisSteps,
  markerShape,
  plyWidth,
  SHADE_NAMES,
  shadeSample,
  TIMELINE_ROW,
  TIMELINE_SHADES,
  type TimelineMarker,
  type TimelineShade,
  timelineRowDrawing,
} from './timeline-drawing.ts';

/** Pixels. */
const NAME = 150;
const EDGE = 14;
const HEAD = 54;
const GAP = 8;
const MIN_WIDTH = 360;
const MAX_WIDTH = 1200;
/** Width of a ply where there is room. */
const PLY = 10;
/** Rows that are drawn. */
const MAX_ROWS = 24;

/** Colors for files and paper: bars that can be equally high differ in lightness, too. */
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
 * A line of states with its predictions as a picture: a row a label with its name, bars by ply, where it lost the position and had
 * it again, the axis of plies and the legend. An SVG of its own, without scripts, styles or references to anything outside.
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
  const { unit, number } = countedBy(line);
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
  /** Of its bars. */
  readonly colors: (typeof PRINTED)['bars' | 'baseline'];
  readonly shades: readonly TimelineShade[];
  readonly markers: readonly TimelineMarker[];
  readonly hasSquares: boolean;
}

function rowDrawing(row: TimelineRow, { steps }: StateLine, top: number, step: number): DrawnRow {
  const { label, isBaseline, says } = row;
  const { bars, squares, markers } = timelineRowDrawing(row, steps, step);
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

/** The legend of what occurs, in lines that fit into the width. */
function legendOf(
  rows: readonly DrawnRow[],
  p: string,
  top: number,
  width: number,
): { readonly svg: string; readonly bottom: number } {
  const items: { readonly shape: string; readonly name: string }[] = [];
  for (const shade of TIMELINE_SHADES) {
    // Baselines are last: what only they have is gray.
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
