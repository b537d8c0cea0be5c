import type { Clock } from '../protocol/clock.ts';

/** The platform's clock: the same names in Node and in browsers. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
