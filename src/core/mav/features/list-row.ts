/** A value of a list. */
export interface ListedValue {
  /** As it is written, in the dialect's numbers; null where the action has none. */
  readonly bucket: number | null;
  /** The win probability in the middle of the bucket, 0 to 1; null where the number is no bucket of the dialect. */
  readonly win: number | null;
}

/**
 * Where an action stands, in the order of the rows. `missing`: only the reference lists it, or without a reference it is legal and
 * asked for. `only model`: it is legal, and not among the k that the reference lists. `legal`: it is that, and no reference is
 * known. `left out`: it is missing, but an ellipsis of the model may stand for it.
 */
export const LIST_ROW_STATUSES = ['illegal', 'missing', 'both', 'only model', 'legal', 'left out'] as const;
export type ListRowStatus = (typeof LIST_ROW_STATUSES)[number];

/** An action of a model's list, of the reference's, or of both. */
export interface ListRow {
  /** As the dialect writes it; of an illegal one as the model does. */
  readonly written: string;
  /** As players write it, `f5`; `written` where they write it so, and of an illegal one. */
  readonly name: string;
  readonly status: ListRowStatus;
  readonly model: ListedValue | null;
  readonly reference: ListedValue | null;
  /** Buckets of the model above those of the reference; null unless both have a value. */
  readonly difference: number | null;
  /** Why it is illegal, where that is known. */
  readonly reason: string | null;
  /** The best action of the model, of the reference. */
  readonly isModelBest: boolean;
  readonly isReferenceBest: boolean;
}
