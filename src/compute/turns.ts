import type { Clock } from '../protocol/clock.ts';

/** The longest time that long work blocks the rest of the program. */
const TURN_MS = 25;

/** Returns a function for long work to call repeatedly: from time to time it yields to the rest of the program. */
export function turns(clock: Clock): () => Promise<void> {
  let last = clock.now();
  return async () => {
    if (clock.now() - last <= TURN_MS) return;
    await new Promise<void>((resolve) => void clock.after(0, resolve));
    last = clock.now();
  };
}
