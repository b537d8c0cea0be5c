import assert from 'node:assert/strict';
import { thoroughly } from './thorough.ts';

/** From n to 4n linear work takes 4 times as long, quadratic work 16 times. */
const STEP = 4;
const MAX_GROWTH = 8;
/** Shorter times, in milliseconds, are counted as this: they are mostly start-up and the clock. */
const SHORTEST = 3;
/** Measurements above this, in milliseconds, are not repeated, and no larger input is tried: noise does not reach them. */
const CERTAIN = 2000;
/** Collecting garbage on a busy machine doubles a single measurement; of this many one is undisturbed. */
const ROUNDS = 16;
/**
 * Steps of size that must all look quadratic. Linear work has one step where it leaves a cache of the processor or the young generation
 * of the heap, and takes up to 12 times as long there; quadratic work takes 16 times as long at each.
 */
const STEPS = 3;

/**
 * The time that the processor spent on this process while a function ran, in milliseconds. Other processes do not count, nor does the
 * system: fresh pages of memory, which larger inputs need more than in proportion, cost some machines more than the work.
 */
function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

/**
 * Fails unless the processor's time for work grows in proportion to its input, measured from `n` to 4 `n`, and where that looks worse to
 * 16 `n` and 64 `n`. The best of several measurements counts, so that a busy machine changes nothing; where the first is good enough
 * there is no second. Outside of a thorough run all inputs are half as large.
 *
 * @param n size of the smallest input: large enough for a quadratic part to outweigh the linear one
 * @param prepare makes an input of a size, which is not measured
 */
export function assertLinear<T>(what: string, n: number, prepare: (n: number) => T, work: (input: T) => unknown): void {
  const size = thoroughly(n, Math.ceil(n / 2));
  // the first calls compile: a slow first measurement of the smaller input would hide a quadratic part
  work(prepare(Math.ceil(size / STEP)));
  work(prepare(size));
  const steps: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const smaller = size * STEP ** step;
    const { shorter, longer } = growth(prepare(smaller), prepare(STEP * smaller), work);
    if (longer < MAX_GROWTH * Math.max(shorter, SHORTEST)) return;
    steps.push(`${(longer / shorter).toFixed(1)} times as long (${shorter} and ${longer} ms)`);
    if (longer > CERTAIN) break;
  }
  assert.fail(`${what}: ${STEP} times the input took ${steps.join(', then ')}`);
}

/** The best times for two inputs, measured in turn until they are in proportion. */
function growth<T>(small: T, large: T, work: (input: T) => unknown): { shorter: number; longer: number } {
  let shorter = Number.POSITIVE_INFINITY;
  let longer = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    shorter = Math.min(
      shorter,
      cpuTime(() => work(small)),
    );
    longer = Math.min(
      longer,
      cpuTime(() => work(large)),
    );
    if (longer < MAX_GROWTH * Math.max(shorter, SHORTEST) || longer > CERTAIN) break;
  }
  return { shorter, longer };
}

/** The same for texts of a repeated unit; `n` counts UTF-16 code units. */
export const assertLinearText = (n: number, unit: string, work: (text: string) => unknown): void =>
  assertLinear(JSON.stringify(unit), n, (length) => unit.repeat(Math.ceil(length / unit.length)), work);
