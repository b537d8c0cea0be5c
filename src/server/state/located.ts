import { fingerprint } from '../../core/base/text/hash.ts';
import type { HistoryInput } from '../../core/metrics/placement.ts';
import type { DocumentLine, StateHere } from '../../protocol/state.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';

/** A prediction of a line. */
export interface LinePrediction {
  /** Index in the steps. */
  readonly at: number;
  /** The label of its row. */
  readonly row: string;
  readonly placed: DocumentPrediction;
  readonly trueFen: string;
  /** `TimelineCell.printed` */
  readonly printed?: string;
  /** The line that leads to it. */
  line(): HistoryInput;
}

/** A line of a document, read and not compared. */
export interface LineDraft extends Omit<DocumentLine, 'm' | 'rows'> {
  /** Whether its positions follow from each other. */
  readonly kind: 'game' | 'walk' | 'apart';
  /** In the order of the text. */
  readonly predictions: readonly LinePrediction[];
}

/** What is at a place of a document. */
export interface StateLocation {
  /** Names what the line is made of: equal texts have equal lines. */
  readonly key: string;
  /** Reads the line; may be asked later, as long as the document was not edited. */
  draft(): LineDraft;
  readonly here: StateHere;
  /** What is in the way of the position that was asked for; null where it is there. */
  readonly reason: string | null;
}

/** A place without a position says why, in a sentence without a period. */
export type Place = StateLocation | { readonly reason: string };

/** The predictions of a section. */
export const documentPredictions = ({ section, offset, game }: SectionLocation): DocumentPrediction[] =>
  section.predictions.map((prediction, index) => ({ prediction, offset, game, index }));

/** The label of the prediction that an offset of a section is in, or right behind; null for none. */
export const labelAt = ({ predictions }: Section, offset: number): string | null =>
  predictions.filter(({ range }) => range.start <= offset && offset <= range.end).at(-1)?.label ?? null;

const FINGERPRINTS = new WeakMap<Section, string>();

/** Names the text of a section and where it stands. Sections are replaced whole when their text changes. */
export function sectionKey(document: ServerDocument, placed: SectionLocation): string {
  const { section, game, offset } = placed;
  let text = FINGERPRINTS.get(section);
  if (text === undefined) FINGERPRINTS.set(section, (text = fingerprint(document.sectionText(placed))));
  const { line, character } = document.buffer.positionAt(offset);
  return `${text} ${game} ${line}:${character}`;
}
