import type { Clock } from '../protocol/clock.ts';

/** The platform's clock, with the same names in Node and in browsers. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Longest time that long work blocks the rest of the program, in milliseconds. */
const TURN_MS = 25;

/** Returns a function that long work calls repeatedly: from time to time it yields to the rest of the program. */
export function turns(clock: Clock): () => Promise<void> {
  let last = clock.now();
  return async () => {
    if (clock.now() - last <= TURN_MS) return;
    await new Promise<void>((resolve) => void clock.after(0, resolve));
    last = clock.now();
  };
}

/** Returns a function that calls back after pending events; timers would be clamped to 4 ms. */
export function immediates(): (callback: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  return (callback) => {
    waiting.push(callback);
    channel.port2.postMessage(undefined);
  };
}

/**
 * Iterates over items, and yields to the rest of the program from time to time.
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
