import { systemClock } from '../../compute/system-clock.ts';

/** Time slice before the extension host gets a turn, in milliseconds. */
const TURN_MS = 25;

/**
 * Iterates over items, and lets the host do other work in between.
 *
 * @param each returns false to end the iteration
 * @param isOver called after every turn; true ends the iteration
 * @returns true if no items are left
 */
export async function inTurns<T>(
  items: Iterable<T>,
  each: (item: T) => boolean,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  let turn = systemClock.now();
  for (const item of items) {
    if (!each(item)) return false;
    if (systemClock.now() - turn < TURN_MS) continue;
    await new Promise<void>((resolve) => void systemClock.after(0, resolve));
    if (isOver()) return false;
    turn = systemClock.now();
  }
  return true;
}
