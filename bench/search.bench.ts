// What a simulation costs, and what searches are worth: node bench/run.mjs search [--help]; some minutes
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { measureOverhead, overheadTable } from './search/overhead.ts';
import { measureStrength, strengthTable } from './search/strength.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  progressLine('the cost of a simulation');
  const overhead = await measureOverhead(options.quick);
  const strength = await measureStrength(options.quick, progressLine);
  // games are seeded: a search that is no stronger than its values would be a bug
  const ok = options.quick || strength.every(({ simulations: [, other], score }) => other > 0 || score > 0.5);
  const tables = [overheadTable(overhead), strengthTable(strength)];
  publish({ name: 'search', machine, tables, data: { overhead, strength }, ok }, options);
}
