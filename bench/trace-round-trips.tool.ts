// Reads random searches of every world back in every dialect, and prints how many have a finding; minutes.
// node bench/run.mjs trace-round-trips [--count=10000] [--seed=1] [--minutes=30] [--only=countdown]
import { parseArgs } from 'node:util';
import { allRecipes, findingsOfRow, generatorOf, rowsOf } from '../test/support/generated-traces.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const count = Number(values.count);
const end = Date.now() + 60_000 * Number(values.minutes);
let [all, wrong] = [0, 0];
for (const { title, recipe } of allRecipes({ seed: Number(values.seed) })) {
  if (!title.startsWith(values.only) || Date.now() > end) continue;
  const generator = generatorOf(recipe);
  let [read, found] = [0, 0];
  for (const row of rowsOf(generator, count)) {
    if (Date.now() > end) break;
    read++;
    const findings = findingsOfRow(recipe, generator, row);
    if (findings.length === 0) continue;
    found++;
    console.log(`  draw ${row.index}: ${findings[0]?.code} ${findings[0]?.message}`);
  }
  all += read;
  wrong += found;
  console.log(`${title}: ${read} traces, ${found} with a finding`);
}
console.log(`${all} traces, ${wrong} with a finding`);
process.exitCode = wrong > 0 ? 1 : 0;
