import { boardDrawing, type Orientation } from './svg.ts';

/** A board with a number on some of its squares, of so many. */
export interface CountBoard {
  readonly fen: string;
  readonly orientation: Orientation;
  /** By name of the square. */
  readonly counts: ReadonlyMap<string, number>;
  /** What a square that is fully shaded has. */
  readonly of: number;
  /** Width and height in pixels. */
  readonly size: number;
}

const UNIT = 45;

/** The board as an SVG of its own; the more a square has, the darker it is, and the number stands in its corner. */
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
