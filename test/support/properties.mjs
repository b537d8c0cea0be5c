// What tests import as fast-check. Outside of a thorough run (`node test/run.mjs --thorough`) a property is tried
// on a slice of the cases that its test names.
import process from 'node:process';
import original from 'fast-check';

const DEFAULT_RUNS = 100;
/** A slice is a tenth, but never fewer cases than this. */
const SLICE = 10;
const MIN_SLICE = 10;

const isThorough = process.env.STATELENS_THOROUGH === '1';
const sliceOf = (runs) => Math.min(runs, Math.max(MIN_SLICE, Math.ceil(runs / SLICE)));

function assert(property, parameters = {}) {
  const runs = parameters.numRuns ?? DEFAULT_RUNS;
  return original.assert(property, { ...parameters, numRuns: isThorough ? runs : sliceOf(runs) });
}

export default { ...original, assert };
