import type { History } from '../../core/metrics/placement.ts';
import type { PlacedLine, StateHere } from '../../protocol/state.ts';
import type { PlacedPrediction } from '../documents/document.ts';

/** A prediction of a line. */
export interface LinePrediction {
  /** Index in the steps. */
  readonly at: number;
  /** The label of its row. */
  readonly row: string;
  readonly placed: PlacedPrediction;
  readonly trueFen: string;
  /** `TimelineCell.printed` */
  readonly printed?: string;
  /** The line that leads to it. */
  line(): History;
}

/** A line of a document, read and not compared. */
export interface LineDraft extends Omit<PlacedLine, 'm' | 'rows'> {
  /** Whether its positions follow from each other. */
  readonly kind: 'game' | 'walk' | 'apart';
  /** In the order of the text. */
  readonly predictions: readonly LinePrediction[];
}

/** What is at a place of a document. */
export interface Located {
  /** Names what the line is made of: equal texts have equal lines. */
  readonly key: string;
  /** Reads the line; may be asked later, as long as the document was not edited. */
  draft(): LineDraft;
  readonly here: StateHere;
  /** What is in the way of the position that was asked for; null where it is there. */
  readonly reason: string | null;
}

/** A place without a position says why, in a sentence without a period. */
export type Place = Located | { readonly reason: string };
