/** Player of known strength on another scale, such as a rating list. */
export interface ScaleAnchor {
  readonly player: number;
  /** Its Elo there. */
  readonly elo: number;
}

/** Line from the Elo of a league to that of another scale. */
export interface ExternalScale {
  /** External Elo per Elo of the league, above 0. */
  readonly slope: number;
  /** External Elo where that of the league is 0. */
  readonly intercept: number;
  /** Largest distance of an anchor from the line, in external Elo; 0 with two anchors. */
  readonly residual: number;
}

/** Minimum number of anchors: one alone sets the zero of the league. */
export const MIN_ANCHORS = 2;

/**
 * Fits a line through anchors by least squares, external Elo over that of the league (Schultz et al., section 5:
 * "calibrating the internal Elo with externally-reported ratings using a linear fit").
 *
 * @param elo Elo in the league by player
 * @returns undefined if an anchor has no finite rating, or if a stronger player would not be rated higher
 */
export function fitScale(anchors: readonly ScaleAnchor[], elo: ArrayLike<number>): ExternalScale | undefined {
  const points = anchors.map(({ player, elo: y }) => ({ x: elo[player] ?? Number.NaN, y }));
  if (points.length < MIN_ANCHORS || !points.every(({ x }) => Number.isFinite(x))) return undefined;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  if (!(Number.isFinite(slope) && slope > 0)) return undefined;
  const intercept = meanY - slope * meanX;
  const residual = Math.max(...points.map(({ x, y }) => Math.abs(y - intercept - slope * x)));
  return { slope, intercept, residual };
}

/** Returns the Elo on the other scale. */
export const toExternal = ({ slope, intercept }: ExternalScale, elo: number): number => intercept + slope * elo;
