import { differences } from './compare-fields.ts';
import type { PlacedState, Position } from './example-model.ts';

/** The state of a position that is nearest to what a text says; undefined when the position has none. */
export function nearestState({ reading }: PlacedState, position: Position): unknown {
  let nearest: unknown;
  let least = Number.POSITIVE_INFINITY;
  for (const state of position.states()) {
    const { length } = differences(position.game, reading.fields, position.fieldsOf(state));
    if (length < least) {
      nearest = state;
      least = length;
    }
    if (least === 0) break;
  }
  return nearest;
}
