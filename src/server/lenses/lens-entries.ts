import type { LocalPrediction } from '../../core/languages/sections.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import { textComparison } from '../comparison/text-comparison.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { Section } from '../documents/sections.ts';
import type { LensEntry } from './lens.ts';
import { lensKey } from './lens-items.ts';

/** The cheap part of every prediction, kept as long as the prediction is. */
export class LensEntries {
  readonly #texts = new WeakMap<LocalPrediction, TextComparison>();
  /** Sections all of whose predictions are exact: files have thousands of them, and most are asked about at every edit. */
  readonly #exact = new WeakSet<Section>();

  /**
   * The entries of a document, in order. It pauses now and then, so it is not to be used anymore after an edit.
   *
   * @param withExact whether sections are wanted all of whose predictions are exact
   * @param pause is awaited between two predictions; returns false to give up
   * @returns undefined when it gave up
   */
  async of(
    document: ServerDocument,
    m: number,
    withExact: boolean,
    pause: () => Promise<boolean> | undefined,
  ): Promise<LensEntry[] | undefined> {
    const entries: LensEntry[] = [];
    const { list } = document.sections;
    for (let i = 0; i < list.length; i++) {
      const section = list[i];
      if (section === undefined) continue;
      if (section.predictions.length === 0 || (!withExact && this.#exact.has(section))) continue;
      const own: LensEntry[] = [];
      for (const placed of document.predictionsOf(i)) {
        const pausing = pause();
        if (pausing !== undefined && !(await pausing)) return undefined;
        const text = this.#text(document, placed);
        own.push({ placed, text, key: lensKey(placed, text, m) });
      }
      const isExact = own.every(({ text }) => text?.verdict === 'exact');
      if (isExact) this.#exact.add(section);
      if (withExact || !isExact) entries.push(...own);
    }
    return entries;
  }

  #text(document: ServerDocument, placed: PlacedPrediction): TextComparison | undefined {
    const { prediction } = placed;
    const known = this.#texts.get(prediction);
    if (known !== undefined || prediction.trueFen === null) return known;
    const text = textComparison(document, placed, prediction.trueFen);
    this.#texts.set(prediction, text);
    return text;
  }
}
