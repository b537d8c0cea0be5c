import type { ComparisonParams, ComparisonResult } from '../../protocol/lsp.ts';
import type { Orientation } from '../../protocol/settings.ts';
import { samePosition, shownLabel, type ToPage, WEBVIEW_VERSION } from '../../protocol/webview.ts';

/** A comparison that was read, and the version of the document that it is of. */
export interface ReadComparison {
  readonly place: ComparisonParams;
  readonly result: ComparisonResult;
  readonly version: number;
}

/** What the panel of comparisons shows. Title, page and what the buttons do all follow from it, so that they never part. */
export class ComparisonState {
  #wanted: ComparisonParams | undefined;
  #shown: ReadComparison | undefined;
  /** Why what is wanted is not shown. */
  #reason: string | undefined;

  /** The place that was asked for last. */
  get wanted(): ComparisonParams | undefined {
    return this.#wanted;
  }

  /** What is on the page; of another place than the wanted one where that cannot be shown. */
  get shown(): ReadComparison | undefined {
    return this.#shown;
  }

  /** The title of the panel; undefined where nothing is shown. */
  get title(): string | undefined {
    if (this.#shown === undefined) return undefined;
    const { place, result } = this.#shown;
    return `Compare: ${shownLabel(place, result) ?? `all ${result.labels}`}`;
  }

  go(place: ComparisonParams): void {
    this.#wanted = place;
  }

  /** The comparison at the wanted place has come. */
  take(result: ComparisonResult, version: number): void {
    if (this.#wanted === undefined) return;
    this.#shown = { place: this.#wanted, result, version };
    this.#reason = undefined;
  }

  /** The wanted place cannot be shown. */
  miss(reason: string): void {
    this.#reason = reason;
  }

  /** A label was chosen on the page, or with null all of them. */
  select(label: string | null): void {
    if (this.#shown === undefined) return;
    const { label: _, ...position } = this.#shown.place;
    const place: ComparisonParams = label === null ? position : { ...position, label };
    this.#shown = { ...this.#shown, place };
    if (this.#wanted !== undefined && samePosition(this.#wanted, place)) this.#wanted = place;
  }

  /** What a page is told that has just been opened, or opened again. */
  messages(orientation: Orientation): ToPage[] {
    const messages: ToPage[] = [];
    if (this.#shown !== undefined) {
      const { place, result } = this.#shown;
      messages.push({ version: WEBVIEW_VERSION, type: 'show', place, result, orientation });
    }
    if (this.#reason !== undefined)
      messages.push({ version: WEBVIEW_VERSION, type: 'unavailable', reason: this.#reason });
    return messages;
  }

  clear(): void {
    this.#wanted = undefined;
    this.#shown = undefined;
    this.#reason = undefined;
  }
}
