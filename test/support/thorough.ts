import process from 'node:process';
import { it } from 'node:test';

const isThorough = process.env['STATELENS_THOROUGH'] === '1';

/** `all` in a thorough run (`node test/run.mjs --thorough`), else the `slice` of it that `npm test` has time for. */
export const thoroughly = <T>(all: T, slice: T): T => (isThorough ? all : slice);

/** Every fourth of some cases, from all of a table. */
export const eachFourth = <T>(all: readonly T[]): T[] => all.filter((_, i) => i % 4 === 0);

/** Leaves a test out, and tells the process that counts tests. */
const leaveOut = (): Promise<void> => {
  process.send?.({ kind: 'left-out' });
  return Promise.resolve();
};

/**
 * A test that takes about a second or more. It runs in a thorough run, and when its file or folder is named (`node test/run.mjs unit/cli`);
 * `npm test`, which developers run all the time, leaves it out and says how many there are. No other test of the file depends on it.
 */
export const itLong = isThorough || process.env['STATELENS_LONG'] === '1' ? it : (leaveOut as unknown as typeof it);
