import type { LocalPrediction } from '../../core/languages/sections.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { shortLabels } from '../../core/notation/predictions/short-labels.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Section } from '../documents/sections.ts';

/** Short names of models by their labels without the number of a sample. */
export type ModelNames = ReadonlyMap<string, string>;

const NAMES = new WeakMap<ServerDocument, { readonly version: number; readonly names: ModelNames }>();
/** Labels of sections, kept as long as the sections: most of them are the same after an edit. */
const LABELS = new WeakMap<readonly LocalPrediction[], readonly string[]>();

/** Returns the short names of all models in a document as it is now, computed once for each version. */
export function modelNames(document: ServerDocument): ModelNames {
  const { version } = document;
  const known = NAMES.get(document);
  if (known?.version === version) return known.names;
  const labels = new Set<string>();
  for (const section of document.sections.list) for (const label of sectionLabels(section)) labels.add(label);
  const names = shortLabels([...labels]);
  NAMES.set(document, { version, names });
  return names;
}

function sectionLabels({ predictions }: Pick<Section, 'predictions'>): readonly string[] {
  if (predictions.length === 0) return [];
  const known = LABELS.get(predictions);
  if (known !== undefined) return known;
  const labels = [...new Set(predictions.map(({ label }) => withoutSample(label)))];
  LABELS.set(predictions, labels);
  return labels;
}
