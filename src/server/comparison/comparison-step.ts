import type { ComparePlace, ComparisonStepParams } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';

/** Everything in a document that can be compared, in its order: predictions, and in MAV files lists of actions. */
export function comparePlaces({ sections }: ServerDocument): ComparePlace[] {
  const places: ComparePlace[] = [];
  for (let i = 0; i < sections.count; i++) {
    const { section, game } = sections.at(i);
    const own: ComparePlace[] = section.predictions.map(({ ply, path, label }) => ({ game, ply, path, label }));
    const lists = section.reading?.lists ?? [];
    if (lists.length > 0) {
      for (const { position, label } of lists) own.push({ game, ply: position, path: [], label });
      own.sort((a, b) => a.ply - b.ply);
    }
    places.push(...own);
  }
  return places;
}

const positionKey = ({ game, ply, path }: Omit<ComparePlace, 'label'>): string => JSON.stringify([game, ply, path]);

/**
 * The place after or before another, around the ends; the first for a place that is not there. With a label it is the next
 * prediction or list, without one the next position that has any.
 *
 * @param all in the order of the text
 */
export function neighboringPlace(
  all: readonly ComparePlace[],
  { place, to }: { readonly place: ComparePlace; readonly to: ComparisonStepParams['to'] },
): ComparePlace | undefined {
  const isOne = place.label !== undefined;
  const places: ComparePlace[] = [];
  const seen = new Set<string>();
  for (const { label, ...position } of all) {
    const key = positionKey(position);
    if (!isOne && seen.has(key)) continue;
    seen.add(key);
    places.push(isOne && label !== undefined ? { ...position, label } : position);
  }
  const at = places.findIndex(
    (other) => positionKey(other) === positionKey(place) && (!isOne || other.label === place.label),
  );
  if (at < 0) return places[0];
  return places.at((at + (to === 'next' ? 1 : -1)) % places.length);
}
