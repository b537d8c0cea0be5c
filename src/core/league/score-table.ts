/** Points and games between players, by number: `points[a * n + b]` is what a took from b, a draw half. */
export interface ScoreTable {
  readonly count: number;
  readonly points: Float64Array;
}

/** An empty table. */
export const scoreTable = (count: number): ScoreTable => ({ count, points: new Float64Array(count * count) });

/** Adds the points of a game, or of several, to a table. */
export function addPoints({ count, points }: ScoreTable, a: number, b: number, ofA: number, ofB: number): void {
  points[a * count + b] = (points[a * count + b] ?? 0) + ofA;
  points[b * count + a] = (points[b * count + a] ?? 0) + ofB;
}
