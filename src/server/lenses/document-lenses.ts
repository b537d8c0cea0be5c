import type { LensEntry, LensItem } from './lens.ts';

/** The scoring of one prediction. */
export interface PendingScore {
  readonly controller: AbortController;
  readonly done: Promise<unknown>;
  visible: boolean;
}

/** The lenses of one document and the scores that they need. */
export class DocumentLenses {
  /** Names the document in lenses that are resolved later. */
  readonly id: number;
  readonly pending = new Map<string, PendingScore>();
  /** Places where scores were shown: a label at a position. */
  shown = new Set<string>();
  entries: readonly LensEntry[] = [];
  /** Predictions of the document. */
  count = 0;
  items: readonly LensItem[] = [];
  version = -1;
  /** The user requested all scores of a file with very many predictions. */
  requested = false;
  /** Results that no answer has shown. */
  fresh = 0;
  reportedAt = 0;
  /** Scores that are wanted, known or not. */
  wanted = 0;

  constructor(id: number) {
    this.id = id;
  }

  get hasVisiblePending(): boolean {
    for (const { visible } of this.pending.values()) if (visible) return true;
    return false;
  }

  cancel(): void {
    for (const { controller } of this.pending.values()) controller.abort();
  }
}

/** A label at a position, which an edit of the prediction leaves as it is. */
export const placeKey = ({ placed: { prediction, game } }: LensEntry): string =>
  JSON.stringify([game, prediction.ply, prediction.path, prediction.label]);
