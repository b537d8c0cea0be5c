import type { Range } from '../../core/base/text/range.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { DocumentPrediction } from '../documents/document.ts';
import type { Scores } from '../scoring/scores.ts';

/** A prediction with what is known of it. */
export interface LensEntry {
  readonly placed: DocumentPrediction;
  /** Undefined where the true state is not known. */
  readonly text: TextComparison | undefined;
  /** The key of its scores; undefined where none are computed. */
  readonly key: string | undefined;
}

export interface LensText {
  readonly title: string;
  readonly tooltip?: string;
  /** The place that a click compares. */
  readonly place?: ComparePlace;
  /** Where a click goes instead, in offsets of the document. */
  readonly target?: Range;
  /** The trace whose tree a click opens instead: an offset in it. */
  readonly tree?: number;
}

/** A lens at a place of the document; its words are made from the scores that are known when it is rendered. */
export interface LensItem {
  /** Offsets in the document. */
  readonly range: Range;
  /** The entries whose scores it shows. */
  readonly needs: readonly LensEntry[];
  render(): LensText;
}

export interface LensOptions {
  readonly mode: LensMode;
  readonly m: number;
  readonly scores: (key: string) => Scores | 'failed' | undefined;
  /** True if exact states have lenses; in MAV files the lens of their example covers them. */
  readonly showsExact: boolean;
  /** True if aggregates are shown; with very many predictions only on request. */
  readonly aggregates: boolean;
}

/** Entries that belong together; never empty. */
export type Group = [first: LensEntry, ...others: LensEntry[]];

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
