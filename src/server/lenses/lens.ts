import type { Range } from '../../core/base/text/range.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { PlacedPrediction } from '../documents/document.ts';
import type { Scores } from '../scoring/scores.ts';

/** A prediction with what is known of it. */
export interface LensEntry {
  readonly placed: PlacedPrediction;
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
