import { fingerprint } from '../../core/base/text/hash.ts';
import type { HistoryInput } from '../../core/metrics/placement.ts';
import type { DocumentLine, StateHere } from '../../protocol/state.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';

/** A prediction of a line. */
export interface LinePrediction {
  /** Index in the steps. */
  readonly at: number;
  /** Label of its row. */
  readonly row: string;
  readonly placed: DocumentPrediction;
  readonly trueFen: string;
  /** `TimelineCell.printed` */
  readonly printed?: string;
  /** Returns the line that leads to it. */
  line(): HistoryInput;
}

/** A line of a document, read and not compared. */
export interface LineDraft extends Omit<DocumentLine, 'm' | 'rows'> {
  /** Relation of its positions: the plies of a game, the states of a walk, or none. */
  readonly kind: 'game' | 'walk' | 'apart';
  /** Predictions in the order of the text. */
  readonly predictions: readonly LinePrediction[];
}

/** The content at an offset of a document. */
export interface StateLocation {
  /** Identifier of the line's content: equal texts have equal lines. */
  readonly key: string;
  /** Reads the line; may be called later, as long as the document was not edited. */
  draft(): LineDraft;
  readonly here: StateHere;
  /** The reason why the requested position is not available; null if it is. */
  readonly reason: string | null;
}

/** A location on a line; without a position, the reason as a sentence without a period. */
export type Place = StateLocation | { readonly reason: string };

/** Returns the predictions of a section. */
export const documentPredictions = ({ section, offset, game }: SectionLocation): DocumentPrediction[] =>
  section.predictions.map((prediction, index) => ({ prediction, offset, game, index }));

/** Returns the label of the prediction that an offset of a section lies in or directly after; null for none. */
export const labelAt = ({ predictions }: Section, offset: number): string | null =>
  predictions.filter(({ range }) => range.start <= offset && offset <= range.end).at(-1)?.label ?? null;

const FINGERPRINTS = new WeakMap<Section, string>();

/** Returns a key for the text of a section and its position. Sections are replaced whole when their text changes. */
export function sectionKey(document: ServerDocument, placed: SectionLocation): string {
  const { section, game, offset } = placed;
  let text = FINGERPRINTS.get(section);
  if (text === undefined) FINGERPRINTS.set(section, (text = fingerprint(document.sectionText(placed))));
  const { line, character } = document.buffer.positionAt(offset);
  return `${text} ${game} ${line}:${character}`;
}
