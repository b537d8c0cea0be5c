/** A rate with its 95 % interval over independent games; null where there was nothing to judge, or for fewer than ten games. */
export interface RateSummary {
  readonly right: number;
  readonly n: number;
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A mean over positions with its 95 % interval over independent games. */
export interface MeanSummary {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
