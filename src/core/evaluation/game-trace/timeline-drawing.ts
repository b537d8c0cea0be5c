import type { StateLine } from './state-line.ts';
import type { TimelineCell, TimelineRow } from './timeline.ts';

// What a timeline looks like, in pixels: the page and the exported picture draw from the same figures.

/** Heights of a row: markers above, bars below. */
export const TIMELINE_LANE = 9;
export const TIMELINE_BAR = 22;
export const TIMELINE_ROW = TIMELINE_LANE + TIMELINE_BAR;
/** Height of the tick of an answer whose p is 0, and of the lowest bar. */
const FLOOR = 2.5;
/** Least width of a ply. */
export const MIN_PLY = 1;
/** Greatest width of a bar. */
const MAX_BAR = 22;

/** The shade of a bar: p is 1, at least a half, below it, 0; or p is not known and the bar is the share of right squares. */
export const TIMELINE_SHADES = ['one', 'high', 'low', 'zero', 'board'] as const;
export type TimelineShade = (typeof TIMELINE_SHADES)[number];

/** What the shades mean. */
export const SHADE_NAMES: Readonly<Record<TimelineShade, string>> = {
  one: '1',
  high: '0.5 and more',
  low: 'below 0.5',
  zero: '0',
  board: 'right squares, where p is not computed',
};

/** A change of a row as a marker. */
export type TimelineMarker = 'first lost' | 'lost again' | 'recovered';

/** A row of a timeline, in pixels from its left upper corner. */
export interface TimelineRowDrawing {
  /** Bars by shade, as the `d` of a path that is filled. */
  readonly bars: readonly { readonly shade: TimelineShade; readonly d: string }[];
  /** Share of right squares along the row, as the `d` of a line; empty where all bars show it. */
  readonly squares: string;
  readonly markers: readonly { readonly marker: TimelineMarker; readonly d: string; readonly x: number }[];
}

/** The shade of a cell and the height of its bar, 0..1. */
export function shadeOf({ p, boardAccuracy }: Pick<TimelineCell, 'p' | 'boardAccuracy'>): {
  readonly shade: TimelineShade;
  readonly share: number;
} {
  if (p === null) return { shade: 'board', share: boardAccuracy };
  return { shade: p === 1 ? 'one' : p >= 0.5 ? 'high' : p > 0 ? 'low' : 'zero', share: p };
}

/** Height of a shade in legends: bars of a shade are that high, or near it. */
const SAMPLE_HEIGHTS: Readonly<Record<TimelineShade, number>> = { one: 10, high: 7, low: 4, zero: FLOOR, board: 10 };

/** A shade in legends, on the ground of a box of 10 by 10, as the `d` of a path that is filled. */
export const shadeSample = (shade: TimelineShade): string =>
  `M0 10v-${SAMPLE_HEIGHTS[shade]}h10v${SAMPLE_HEIGHTS[shade]}z`;

/** Width of a ply where `count` of them have `width` pixels: never below `MIN_PLY`, the timeline is then wider than its place. */
export const plyWidth = (count: number, width: number): number => Math.max(MIN_PLY, width / Math.max(1, count));

/** Left edge and width of the bar of a step. */
export function barAt(at: number, step: number): { readonly x: number; readonly width: number } {
  const gap = step >= 4 ? 1 : step >= 2 ? 0.5 : 0;
  const width = Math.min(MAX_BAR, step - gap);
  return { x: at * step + (step - width) / 2, width };
}

/**
 * The bars and markers of a row. What was not asked has no bar; an answer with p = 0 has a tick on the floor.
 *
 * @param step width of a ply
 */
export function timelineRowDrawing(
  { cells, events }: TimelineRow,
  steps: StateLine['steps'],
  step: number,
): TimelineRowDrawing {
  const paths = new Map<TimelineShade, string>();
  let squares = '';
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue;
    const { shade, share } = shadeOf(cell);
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

/** A marker over `x`: a triangle down where the position was lost, a ring where it was known again. */
export function markerShape(marker: TimelineMarker, x: number): string {
  if (marker === 'recovered') return `M${n(x - 3)} 4.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`;
  return `M${n(x - 4)} 1h8l-4 7z`;
}

/** Steps between the labels of the axis: no two of them closer than 44 pixels. */
export function axisSteps(count: number, step: number): number[] {
  const spacings = [1, 2, 4, 8, 10, 16, 20, 40, 50, 100, 200, 500, 1000];
  const every = spacings.find((spacing) => spacing * step >= 44) ?? count;
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
}

const n = (value: number): string => String(Math.round(value * 100) / 100);
