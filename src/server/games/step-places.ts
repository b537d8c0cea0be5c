import type { Position } from '../../core/base/text/line-index.ts';
import type { BoardStep } from '../../core/notation/pgn/board-steps.ts';

/** Where the steps of a board lead. */
export function stepPlaces(
  steps: Readonly<Record<BoardStep, number | null>>,
  placeOf: (offset: number) => Position,
): Readonly<Record<BoardStep, Position | null>> {
  const place = (at: number | null) => (at === null ? null : placeOf(at));
  return {
    first: place(steps.first),
    previous: place(steps.previous),
    next: place(steps.next),
    last: place(steps.last),
    up: place(steps.up),
    down: place(steps.down),
  };
}
