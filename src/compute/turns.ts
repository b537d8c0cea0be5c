import type { Clock } from '../protocol/clock.ts';

/** Long work holds the rest of the program up for so long at most. */
const TURN_MS = 25;

/** What long work calls again and again: now and then it lets the rest of the program have its turn. */
export function turns(clock: Clock): () => Promise<void> {
  let last = clock.now();
  return async () => {
    if (clock.now() - last <= TURN_MS) return;
    await new Promise<void>((resolve) => void clock.after(0, resolve));
    last = clock.now();
  };
}
