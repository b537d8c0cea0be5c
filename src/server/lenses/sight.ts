import type { ServerDocument } from '../documents/document.ts';
import type { LensEntry, LensItem } from './lens.ts';

/** Above this number only lenses on or near the screen are resolved at once; the client requests the others. */
const MAX_WORDED = 500;
/** Code units around the screen that count as near at least. */
const MIN_MARGIN = 4000;
/** Predictions assumed visible when the client does not state what is. */
const FIRST_SCREEN = 50;

/** Which lenses have their words at once: all where they are few, else those not farther from the screen than it is high. */
export function nearness(document: ServerDocument, items: readonly LensItem[]): (item: LensItem) => boolean {
  if (items.length <= MAX_WORDED) return () => true;
  const { start, end } = document.visibleSpan() ?? { start: 0, end: 0 };
  const margin = Math.max(MIN_MARGIN, end - start);
  return ({ range }) => range.end >= start - margin && range.start <= end + margin;
}

/** Which entries are on the screen: by what the client says, else the first ones. */
export function visibility(
  document: ServerDocument,
  entries: readonly LensEntry[],
): (entry: LensEntry, i: number) => boolean {
  const span = document.visibleSpan();
  if (span === undefined) return (_, i) => i < FIRST_SCREEN || entries.length <= FIRST_SCREEN;
  return ({ placed: { prediction, offset } }) =>
    offset + prediction.range.end >= span.start && offset + prediction.range.start <= span.end;
}
