import { systemClock } from '../../compute/system-clock.ts';

/** The extension host has other work: it gets a turn so often. */
const TURN_MS = 25;

/**
 * Goes through items, and lets the host do other things in between.
 *
 * @param each false ends it
 * @param isOver asked after every turn; true ends it
 * @returns whether there were no items left
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
