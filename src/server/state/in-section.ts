import { fingerprint } from '../../core/base/text/fingerprint.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { PlacedSection, Section } from '../documents/sections.ts';

/** The predictions of a section. */
export const placedPredictions = ({ section, offset, game }: PlacedSection): PlacedPrediction[] =>
  section.predictions.map((prediction, index) => ({ prediction, offset, game, index }));

/** The label of the prediction that an offset of a section is in, or right behind; null for none. */
export const labelAt = ({ predictions }: Section, offset: number): string | null =>
  predictions.filter(({ range }) => range.start <= offset && offset <= range.end).at(-1)?.label ?? null;

const FINGERPRINTS = new WeakMap<Section, string>();

/** Names the text of a section and where it stands. Sections are replaced whole when their text changes. */
export function sectionKey(document: ServerDocument, placed: PlacedSection): string {
  const { section, game, offset } = placed;
  let text = FINGERPRINTS.get(section);
  if (text === undefined) FINGERPRINTS.set(section, (text = fingerprint(document.sectionText(placed))));
  const { line, character } = document.buffer.positionAt(offset);
  return `${text} ${game} ${line}:${character}`;
}
