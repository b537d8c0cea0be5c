/** Mark of a line in a chart, around its point. */
export type ChartMark =
  | { readonly type: 'disc'; readonly radius: number }
  | { readonly type: 'polygon'; readonly points: readonly (readonly [dx: number, dy: number])[] };

const polygon = (...points: readonly (readonly [number, number])[]): ChartMark => ({ type: 'polygon', points });

/** Disc, square, triangle, diamond, triangle down, star; then the thin ones of baselines. */
export const MARKS: readonly ChartMark[] = [
  { type: 'disc', radius: 4.6 },
  polygon([-4.2, -4.2], [4.2, -4.2], [4.2, 4.2], [-4.2, 4.2]),
  polygon([0, -5.4], [5.2, 4], [-5.2, 4]),
  polygon([0, -5.8], [5.2, 0], [0, 5.8], [-5.2, 0]),
  polygon([0, 5.4], [5.2, -4], [-5.2, -4]),
  polygon(
    [-5, -1.6],
    [-1.6, -1.6],
    [-1.6, -5],
    [1.6, -5],
    [1.6, -1.6],
    [5, -1.6],
    [5, 1.6],
    [1.6, 1.6],
    [1.6, 5],
    [-1.6, 5],
    [-1.6, 1.6],
    [-5, 1.6],
  ),
  polygon([-3, -3], [3, -3], [3, 3], [-3, 3]),
  polygon([0, -4], [3.6, 2.8], [-3.6, 2.8]),
  polygon([0, -4], [4, 0], [0, 4], [-4, 0]),
];
