import type { CompareJob } from '../../compute/jobs/jobs.ts';
import { LruMap } from '../../core/base/lru-map.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { Comparers } from '../../core/metrics/comparers.ts';
import type { Comparison, TextComparison } from '../../core/metrics/comparison.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { HistoryInput, HistoryPly } from '../../core/metrics/placement.ts';
import type { Language } from '../../core/notation/language.ts';
import type { Prediction } from '../../core/notation/predictions/prediction.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';
import type { Compares } from '../scoring/scores.ts';

/** Full comparisons for hovers and the state view, with priority over the scores of lenses. */
export class Comparer {
  readonly #compare: Compares;
  readonly #m: () => number;

  /** @param m returns the depth of p and r, called for each comparison */
  constructor(compare: Compares, m: () => number) {
    this.#compare = compare;
    this.#m = m;
  }

  /** Compares a prediction; undefined if it could not be computed, or the document was closed. Never rejects. */
  async compare(
    document: ServerDocument,
    placed: DocumentPrediction,
    trueFen: string,
    options: CompareOptions,
  ): Promise<Comparison | undefined> {
    const { variant, world, fen } = placed.prediction;
    // only chess uses the line
    const history = isComparedWorld(variant) ? [] : historyAt(document, placed);
    const job = {
      variant,
      world,
      trueFen,
      predictedFen: fen,
      history,
      options: { ...options, affordance: { m: this.#m() } },
    };
    return await this.compareStates(job, document.signal);
  }

  /**
   * Compares states outside any document, at the depth of the options. Undefined if it could not be computed. Never
   * rejects.
   */
  async compareStates(job: CompareJob, signal?: AbortSignal): Promise<Comparison | undefined> {
    const result = await this.#compare(job, {
      priority: 'visible',
      ...(signal !== undefined && { signal }),
    });
    return result.ok && !('stopped' in result.value) ? result.value : undefined;
  }
}

const COMPARERS = new Comparers();

/** Text comparisons, kept as long as their predictions: a change of a section's text makes new predictions. */
const TEXTS = new WeakMap<LocalPrediction, TextComparison>();

/** Returns the comparison that `textComparison` has made of a prediction. */
export const knownText = (prediction: LocalPrediction): TextComparison | undefined => TEXTS.get(prediction);

/**
 * Compares a prediction as text, with the blame of wrong squares.
 *
 * @param line returns the line that leads to it, if that is available
 */
export function textComparison(
  document: ServerDocument,
  placed: DocumentPrediction,
  trueFen: string,
  line: () => HistoryInput = () => historyAt(document, placed),
): TextComparison {
  const { prediction } = placed;
  const known = TEXTS.get(prediction);
  if (known !== undefined) return known;
  const { fen, variant, world } = prediction;
  const comparer = COMPARERS.of(variant, world);
  const input = { trueFen, predictedFen: fen ?? undefined };
  // a correct state needs no history, and worlds have no earlier squares
  const text = comparer.text(fen === trueFen || isComparedWorld(variant) ? input : { ...input, history: line() });
  TEXTS.set(prediction, text);
  return text;
}

/** Sections whose predictions were read last: most requests concern the same one. */
const READ = new LruMap<Section, readonly Pick<Prediction, 'history'>[]>(4);

/** Returns the lines of the predictions of a section, in order. */
function historiesIn(
  document: ServerDocument,
  placed: SectionLocation,
  language: Language,
): readonly Pick<Prediction, 'history'>[] {
  const text = document.sectionText(placed);
  return predictionsIn(text, language, document.sections.worldsOf(text));
}

/** Returns the line that leads to a prediction. */
export function historyAt(document: ServerDocument, { offset, index }: DocumentPrediction): readonly HistoryPly[] {
  const { kit, sections } = document;
  if (kit === undefined) return [];
  const placed = sections.at(sections.indexAt(offset));
  const predictions = READ.getOrMake(
    placed.section,
    () => kit.sections.histories?.(document.mavView(placed)) ?? historiesIn(document, placed, kit.id),
  );
  return predictions[index]?.history() ?? [];
}
