import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again until the answer pleases, and returns it.
 *
 * @param what is waited for, for the error's text
 * @param patience in milliseconds, after which it throws
 */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  pleases: (answer: T) => boolean,
  patience = 30_000,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await ask();
    if (pleases(answer)) return answer;
    if (performance.now() > end) throw new Error(`${what}: still ${JSON.stringify(answer)} after ${patience} ms`);
    await pause(50);
  }
}
