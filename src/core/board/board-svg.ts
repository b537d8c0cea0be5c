import { replaceBidiControls } from '../base/text/characters.ts';
import { readLooseFen } from '../metrics/fen-reading.ts';
import { EMPTY, pieceLetter } from '../metrics/placement.ts';
import { type Drawing, drawingShape, MAX_DRAWINGS } from './drawings.ts';
import { type Mark, markShape, type ShapePlacer } from './marks.ts';
import { PIECE_SHAPES } from './piece-tables.ts';

export type Orientation = 'white' | 'black';

export interface BoardOptions {
  /** A FEN or its first field; unreadable parts of its board stay empty. */
  readonly fen: string;
  /** Width and height in pixels. Default 240. */
  readonly size?: number;
  /** The side at the bottom. Default White. */
  readonly orientation?: Orientation;
  /** Squares to be tinted, from and to. */
  readonly lastMove?: readonly [string, string] | null;
  readonly marks?: readonly Mark[];
  /** Circles and arrows on top of everything; at most `MAX_DRAWINGS` are drawn. */
  readonly drawings?: readonly Drawing[];
  /** Files and ranks along the edge. Default true. */
  readonly coordinates?: boolean;
  /** Text for screen readers; without it the picture is decorative. */
  readonly title?: string;
}

/** Units of a square, those of the piece drawings. */
const UNIT = 45;
/** Margin for the coordinates, in units. */
const MARGIN = 18;
const BOARD = 8 * UNIT;

/** Colors of the board; quiet, so that marks stand out. */
export const BOARD_COLORS = { light: '#eef0ee', dark: '#a9b7c1', lastMove: '#ffe27a' } as const;

/**
 * Returns a chess board as a separate SVG text, without scripts, styles or external references; below 60,000 characters
 * for any input, below 20,000 without drawings. Only the FEN's board is drawn.
 */
export function boardSvg(options: BoardOptions): string {
  const { size = 240, orientation = 'white', coordinates = true, title } = options;
  const room = coordinates ? MARGIN : 0;
  const label = title === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeXml(title)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="${-room} 0 ${BOARD + room} ${BOARD + room}"${label}>${title === undefined ? '' : `<title>${escapeXml(title)}</title>`}` +
    `${boardDrawing(options)}${coordinates ? coordinateTexts(orientation) : ''}</svg>`
  );
}

/** Returns the board alone, 360 by 360 units, to be embedded in another SVG. Its ids start with `prefix`. */
export function boardDrawing(
  { fen, orientation = 'white', lastMove, marks = [], drawings = [] }: BoardOptions,
  prefix = 'p',
): string {
  const { squares } = readLooseFen(fen).placement;
  const shapes = new Map<string, string>();
  const refer: ShapePlacer = (id, shape, transform) => {
    shapes.set(id, shape);
    return `<use href="#${prefix}${id}"${transform === undefined ? '' : ` transform="${transform}"`}/>`;
  };
  const placed: string[] = [];
  for (let s = 0; s < 64; s++) {
    const letter = pieceLetter(squares[s] ?? EMPTY);
    if (letter === null) continue;
    shapes.set(letter, PIECE_SHAPES[letter] ?? '');
    const [x, y] = corner(s, orientation);
    placed.push(`<use href="#${prefix}${letter}" x="${x}" y="${y}"/>`);
  }
  const marked = marks.map((mark) => at(mark.square, orientation, markShape(mark, refer)));
  const defs = [...shapes].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `<defs>${defs.map(([id, shape]) => `<g id="${prefix}${id}">${shape}</g>`).join('')}</defs>`,
    `<path fill="${BOARD_COLORS.light}" d="M0 0h${BOARD}v${BOARD}H0z"/>`,
    `<path fill="${BOARD_COLORS.dark}" d="${DARK_SQUARES}"/>`,
    ...(lastMove ?? []).map((name) => tint(name, orientation)),
    ...placed,
    ...marked,
    ...drawings.slice(0, MAX_DRAWINGS).map((drawing) => drawingShape(drawing, makeCenterLookup(orientation))),
  ].join('');
}

/** The dark squares as one path; they look the same from both sides. */
const DARK_SQUARES = Array.from({ length: 64 }, (_, s) => s)
  .filter((s) => ((s >> 3) + s) % 2 === 1)
  .map((s) => `M${(s & 7) * UNIT} ${(s >> 3) * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`)
  .join('');

/** Returns the left and upper edge of a square, in units. */
function corner(square: number, orientation: Orientation): [number, number] {
  const s = orientation === 'white' ? square : 63 - square;
  return [(s & 7) * UNIT, (s >> 3) * UNIT];
}

/** Returns a lookup of the center of a square; undefined for other names. */
const makeCenterLookup =
  (orientation: Orientation) =>
  (name: string): readonly [number, number] | undefined => {
    const square = squareIndex(name);
    if (square === undefined) return undefined;
    const [x, y] = corner(square, orientation);
    return [x + UNIT / 2, y + UNIT / 2];
  };

/** Returns the index of a square's name in FEN order; undefined for other names. */
function squareIndex(name: string): number | undefined {
  if (!/^[a-h][1-8]$/.test(name)) return undefined;
  return (56 - name.charCodeAt(1)) * 8 + (name.charCodeAt(0) - 97);
}

function at(name: string, orientation: Orientation, shape: string): string {
  const square = squareIndex(name);
  if (square === undefined) return '';
  return `<g transform="translate(${corner(square, orientation).join(' ')})">${shape}</g>`;
}

const tint = (name: string, orientation: Orientation): string =>
  at(name, orientation, `<path fill="${BOARD_COLORS.lastMove}" opacity=".65" d="M0 0h${UNIT}v${UNIT}H0z"/>`);

/** Returns the coordinates, in a gray that is visible on a light and on a dark page. */
function coordinateTexts(orientation: Orientation): string {
  const names = (text: string): string[] => (orientation === 'white' ? text.split('') : text.split('').reverse());
  const files = names('abcdefgh').map((f, i) => `<text x="${i * UNIT + UNIT / 2}" y="${BOARD + 14}">${f}</text>`);
  const ranks = names('87654321').map((r, i) => `<text x="-9" y="${i * UNIT + UNIT / 2 + 5}">${r}</text>`);
  return `<g fill="#808080" font-family="sans-serif" font-size="15" text-anchor="middle">${[...files, ...ranks].join('')}</g>`;
}

/**
 * Escapes a text for an element or a quoted attribute; characters that XML cannot hold, and those that change the
 * direction of text, are replaced.
 */
export const escapeXml = (text: string): string =>
  replaceBidiControls(text)
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
    .replace(/[\p{Surrogate}\p{Control}\uFFFE\uFFFF]/gu, '\uFFFD');

/** Returns an SVG as a data URI that needs no further escaping in Markdown, HTML or CSS. */
export const svgDataUri = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg).replace(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** Returns the side at the bottom by the setting: a fixed side, or with `mover` the side to move of the position. */
export function orientationFor(setting: Orientation | 'mover', fen: string): Orientation {
  if (setting !== 'mover') return setting;
  return readLooseFen(fen).fields.side === 'b' ? 'black' : 'white';
}

/** A board with a number on some of its squares, each out of a total. */
export interface CountBoard {
  readonly fen: string;
  readonly orientation: Orientation;
  /** Counts by name of the square. */
  readonly counts: ReadonlyMap<string, number>;
  /** Count of a square that is fully shaded. */
  readonly of: number;
  /** Width and height in pixels. */
  readonly size: number;
}

/** Returns the board as a separate SVG; a higher count makes a square darker, and the number stands in its corner. */
export function countBoardSvg({ fen, orientation, counts, of, size }: CountBoard): string {
  const places = Array.from(counts, ([square, count]): string => {
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    const [column, row] = orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
    const opacity = Math.round((0.18 + (0.62 * count) / Math.max(1, of)) * 100) / 100;
    return (
      `<g transform="translate(${column * UNIT} ${row * UNIT})"><path d="M0 0h45v45H0z" fill="#c84b00" opacity="${opacity}"/>` +
      `<path d="M25 26h20v19H25z" fill="#fff"/><text x="35" y="42" font-size="17" font-weight="bold" text-anchor="middle">${count}</text></g>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 360 360" font-family="sans-serif">` +
    `${boardDrawing({ fen, orientation })}${places.join('')}</svg>`
  );
}
