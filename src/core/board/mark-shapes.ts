import type { Mark } from './marks.ts';
import { PIECE_SHAPES } from './piece-tables.ts';

/** Dark enough on light squares and light enough on dark ones; distinguishable with color blindness. */
const ORANGE = '#c84b00';
const BLUE = '#0a58b8';

/** How a drawing that may occur again is put in: as it is, or as a reference to its first use. */
export type Refer = (id: string, shape: string, transform?: string) => string;

/** The drawing as it is. */
export const inline: Refer = (_, shape, transform) =>
  transform === undefined ? shape : `<g transform="${transform}">${shape}</g>`;

/** A line in a color with a white one below it, so that it shows on any square and any piece. */
const haloed = (d: string, color: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width + 2}" stroke-linecap="round"/>` +
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`;

const ring = (color: string, width: number, more = ''): string =>
  `<circle cx="22.5" cy="22.5" r="18.5" fill="none" stroke="${color}" stroke-width="${width}"${more}/>`;

const SHAPES: Readonly<Record<Mark['kind'], string>> = {
  invented: haloed('M8 8L37 37M37 8L8 37', ORANGE, 4),
  missing: ring('#fff', 5.5) + ring(BLUE, 3.5, ' stroke-dasharray="7.5 4.125"'),
  other:
    haloed('M2.5 2.5h40v40h-40z', ORANGE, 3) +
    `<circle cx="34" cy="34" r="11" fill="#fff" stroke="${BLUE}" stroke-width="2"/>`,
  unknown:
    '<path d="M0 0h45v45H0z" opacity=".18"/><circle cx="22.5" cy="34" r="2.3"/>' +
    '<path d="M16 17a6.5 6.5 0 1 1 9.5 5.8q-3 1.6-3 5" fill="none" stroke="#000" stroke-width="3.5" stroke-linecap="round"/>',
  outline: haloed('M3 14V3h11M31 3h11v11M42 31v11H31M14 42H3V31', BLUE, 3),
};

/** An arrow back, in the corner at the top left. */
const STALE =
  `<circle cx="9" cy="9" r="8" fill="${BLUE}" stroke="#fff" stroke-width="1.5"/>` +
  '<path d="M14 9H5m4-4L5 9l4 4" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>';

/** Where the true piece is drawn: in the corner of another one, or small inside of the ring. */
const TRUE_PIECE: Readonly<Partial<Record<Mark['kind'], string>>> = {
  other: 'translate(24 24)scale(.44)',
  missing: 'translate(11 11)scale(.5)',
};

/** The shape of a mark: the inside of an SVG of 45 by 45 units, to be laid over a square. */
export function markShape({ kind, actual, stale }: Mark, refer: Refer = inline): string {
  const piece = actual === undefined ? undefined : PIECE_SHAPES[actual];
  const place = TRUE_PIECE[kind];
  const small = actual === undefined || piece === undefined || place === undefined ? '' : refer(actual, piece, place);
  return refer(kind, SHAPES[kind]) + small + (stale === true ? refer('stale', STALE) : '');
}

/** The shape of a kind of mark alone, for a legend, and the `viewBox` that it fills. */
export const legendShape = (kind: Mark['kind'] | 'stale'): { readonly shape: string; readonly viewBox: string } =>
  kind === 'stale' ? { shape: STALE, viewBox: '0 0 18 18' } : { shape: SHAPES[kind], viewBox: '-1 -1 47 47' };
