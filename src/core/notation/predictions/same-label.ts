import type { Range } from '../../base/text/range.ts';
import type { FoundPrediction } from './pgn-predictions.ts';
import { type Label, makeLabel, type SameLabel } from './types.ts';

/** The existing labels of each position, and the labels being added. */
export class LabelsAt {
  readonly #ranges = new Map<string, Range | undefined>();

  constructor(found: readonly Pick<FoundPrediction, 'value' | 'range'>[]) {
    for (const { value, range } of found) {
      if (!this.#ranges.has(value.label.text)) this.#ranges.set(value.label.text, range);
    }
  }

  /**
   * The label to write, or the range of the prediction to replace; undefined to skip it. A label that was
   * already taken in the same call is skipped, not replaced twice.
   */
  take(label: Label, sameLabel: SameLabel): Label | { readonly range: Range } | undefined {
    if (!this.#ranges.has(label.text)) {
      this.#ranges.set(label.text, undefined);
      return label;
    }
    if (sameLabel === 'replace') {
      const range = this.#ranges.get(label.text);
      this.#ranges.set(label.text, undefined);
      return range === undefined ? undefined : { range };
    }
    if (sameLabel === 'skip') return undefined;
    for (let n = 2; ; n++) {
      const numbered = makeLabel(label.model, label.template, n, label.note);
      if (this.#ranges.has(numbered.text)) continue;
      this.#ranges.set(numbered.text, undefined);
      return numbered;
    }
  }
}
