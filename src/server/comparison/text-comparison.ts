import { LruMap } from '../../core/base/lru.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { Comparers } from '../../core/metrics/comparers.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import type { History, HistoryPly } from '../../core/metrics/placement.ts';
import type { Language } from '../../core/notation/language.ts';
import type { Prediction } from '../../core/notation/predictions/types.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { PlacedSection, Section } from '../documents/sections.ts';

const COMPARERS = new Comparers();

/** Comparisons as text, as long as their predictions are there: a prediction is made anew when the text of its section changes. */
const TEXTS = new WeakMap<LocalPrediction, TextComparison>();

/** The comparison that `textComparison` has made of a prediction. */
export const knownText = (prediction: LocalPrediction): TextComparison | undefined => TEXTS.get(prediction);

/**
 * A prediction compared as text, with the blame of wrong squares.
 *
 * @param line gives the line that leads to it, where that is at hand
 */
export function textComparison(
  document: ServerDocument,
  placed: PlacedPrediction,
  trueFen: string,
  line: () => History = () => historyAt(document, placed),
): TextComparison {
  const { prediction } = placed;
  const known = TEXTS.get(prediction);
  if (known !== undefined) return known;
  const { fen, variant, world } = prediction;
  const comparer = COMPARERS.of(variant, world);
  const input = { trueFen, predictedFen: fen ?? undefined };
  // of what is right nobody asks when it was so before; worlds know no squares that were right before
  const text = comparer.text(fen === trueFen || isComparedWorld(variant) ? input : { ...input, history: line() });
  TEXTS.set(prediction, text);
  return text;
}

/** The last sections whose predictions were read: most are asked about one after the other. */
const READ = new LruMap<Section, readonly Pick<Prediction, 'history'>[]>(4);

/** The lines of the predictions of a section, in order. */
function historiesIn(
  document: ServerDocument,
  placed: PlacedSection,
  language: Language,
): readonly Pick<Prediction, 'history'>[] {
  const text = document.sectionText(placed);
  return predictionsIn(text, language, document.sections.worldsOf(text));
}

/** The line that leads to a prediction. */
export function historyAt(document: ServerDocument, { offset, index }: PlacedPrediction): readonly HistoryPly[] {
  const { kit, sections } = document;
  if (kit === undefined) return [];
  const placed = sections.at(sections.indexAt(offset));
  let predictions = READ.get(placed.section);
  if (predictions === undefined) {
    predictions = kit.sections.histories?.(document.mavView(placed)) ?? historiesIn(document, placed, kit.id);
    READ.set(placed.section, predictions);
  }
  return predictions[index]?.history() ?? [];
}
