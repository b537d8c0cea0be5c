import type { Range } from '../../core/base/text/range.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { DocumentPrediction } from '../documents/document.ts';
import type { Scores } from '../scoring/scores.ts';

/** A prediction with its known data. */
export interface LensEntry {
  readonly placed: DocumentPrediction;
  /** Undefined if the true state is unknown. */
  readonly text: TextComparison | undefined;
  /** Key of its scores; undefined if none are computed. */
  readonly key: string | undefined;
  /** Offset of the line above which its lens stands. */
  readonly anchor: number;
}

export interface LensText {
  readonly title: string;
  readonly tooltip?: string;
  /** The position whose comparison a click opens. */
  readonly place?: ComparePlace;
  /** Alternative target of a click, in offsets of the document. */
  readonly target?: Range;
  /** Offset in the trace whose tree a click opens instead. */
  readonly tree?: number;
}

/** A lens at a range of the document; its title is made from the scores known when it is rendered. */
export interface LensItem {
  /** Offsets in the document. */
  readonly range: Range;
  /** Entries whose scores it shows. */
  readonly needs: readonly LensEntry[];
  render(): LensText;
}

export interface LensOptions {
  readonly mode: LensMode;
  readonly m: number;
  readonly scores: (key: string) => Scores | 'failed' | undefined;
  /** Short names of models, by their labels without the number of a sample. */
  readonly names: ReadonlyMap<string, string>;
  /** Name of a part of the file that has means: `this game`. */
  readonly part: string;
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
  /** Identifier of the document in lenses that are resolved later. */
  readonly id: number;
  readonly pending = new Map<string, PendingScore>();
  /** Locations with shown scores: a label at a position. */
  shown = new Set<string>();
  entries: readonly LensEntry[] = [];
  /** Number of predictions in the document. */
  count = 0;
  items: readonly LensItem[] = [];
  version = -1;
  /** True if the user requested all scores of a file with very many predictions. */
  requested = false;
  /** Number of results that no answer has shown. */
  fresh = 0;
  reportedAt = 0;
  /** Number of scores needed, known or not. */
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

/** Returns a key for a label at a position, which an edit of the prediction does not change. */
export const placeKey = ({ placed: { prediction, game } }: LensEntry): string =>
  JSON.stringify([game, prediction.ply, prediction.path, prediction.label]);
