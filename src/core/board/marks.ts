import type { SquareBlame } from '../metrics/blame.ts';
import { readLooseFen } from '../metrics/fen-reading.ts';
import { EMPTY, fenSquareName, pieceLetter, UNKNOWN } from '../metrics/placement.ts';
import { PIECE_SHAPES } from './piece-tables.ts';

/**
 * Kind of an error on a square, each with its own shape:
 * `invented`, a piece on an empty square (a cross); `missing`, no piece on an occupied square (a dashed ring);
 * `other`, another piece than the true one (a frame, the true piece in the corner);
 * `unknown`, a square that the predicted text does not describe (a question mark);
 * `outline`, a square of the true board that the prediction has wrong (corners).
 */
export type MarkKind = 'invented' | 'missing' | 'other' | 'unknown' | 'outline';

export interface Mark {
  /** Name of the square, `e4`. */
  readonly square: string;
  readonly kind: MarkKind;
  /** FEN letter of the true piece, for `missing` and `other`. */
  readonly actual?: string;
  /** True if the predicted content was true earlier in the game (an arrow back). */
  readonly stale?: boolean;
}

/**
 * Returns the marks of a predicted board, in FEN order: one for each square that is wrong or not described.
 *
 * @param trueFen, predictedFen read as far as possible; only their boards matter
 * @param blame of the same prediction, for the arrows of stale squares
 */
export function predictionMarks(trueFen: string, predictedFen: string, blame?: readonly SquareBlame[] | null): Mark[] {
  const truth = readLooseFen(trueFen).placement.squares;
  const predicted = readLooseFen(predictedFen).placement.squares;
  const stale = new Set((blame ?? []).flatMap(({ square, ply }) => (ply === null ? [] : [square])));
  const marks: Mark[] = [];
  for (let s = 0; s < 64; s++) {
    if (predicted[s] === truth[s]) continue;
    const square = fenSquareName(s);
    const actual = pieceLetter(truth[s] ?? EMPTY);
    const kind =
      predicted[s] === UNKNOWN
        ? 'unknown'
        : actual === null
          ? 'invented'
          : predicted[s] === EMPTY
            ? 'missing'
            : 'other';
    marks.push({
      square,
      kind,
      ...(actual !== null && kind !== 'unknown' && { actual }),
      ...(stale.has(square) && { stale: true }),
    });
  }
  return marks;
}

/** Returns marks of the same squares on the true board, as corners. */
export const outlineMarks = (marks: readonly Mark[]): Mark[] =>
  marks.map(({ square }) => ({ square, kind: 'outline' }));

/** Dark enough on light squares and light enough on dark ones; distinguishable with color blindness. */
const ORANGE = '#c84b00';
const BLUE = '#0a58b8';

/** Function that inserts a drawing that may be repeated: as it is, or as a reference to its first use. */
export type ShapePlacer = (id: string, shape: string, transform?: string) => string;

/** Inserts the drawing as it is. */
export const placeInline: ShapePlacer = (_, shape, transform) =>
  transform === undefined ? shape : `<g transform="${transform}">${shape}</g>`;

/** Returns a line in a color with a white one below it, so that it is visible on any square and any piece. */
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

/** Transform of the true piece: into the corner of another one, or small inside of the ring. */
const TRUE_PIECE: Readonly<Partial<Record<Mark['kind'], string>>> = {
  other: 'translate(24 24)scale(.44)',
  missing: 'translate(11 11)scale(.5)',
};

/** Returns the shape of a mark: the inside of an SVG of 45 by 45 units, to be laid over a square. */
export function markShape({ kind, actual, stale }: Mark, refer: ShapePlacer = placeInline): string {
  const piece = actual === undefined ? undefined : PIECE_SHAPES[actual];
  const place = TRUE_PIECE[kind];
  const small = actual === undefined || piece === undefined || place === undefined ? '' : refer(actual, piece, place);
  return refer(kind, SHAPES[kind]) + small + (stale === true ? refer('stale', STALE) : '');
}

/** Returns the shape of a kind of mark alone, for a legend, and the `viewBox` that it fills. */
export const legendShape = (kind: Mark['kind'] | 'stale'): { readonly shape: string; readonly viewBox: string } =>
  kind === 'stale' ? { shape: STALE, viewBox: '0 0 18 18' } : { shape: SHAPES[kind], viewBox: '-1 -1 47 47' };
