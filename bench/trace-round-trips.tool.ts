// Reads random searches of every world back in every dialect, and prints how many have a finding; hours for all.
// node bench/run.mjs trace-round-trips [--count=10000] [--seed=1] [--minutes=30] [--only=countdown] [--fresh]
// A run that ends early goes on where it was with the same command: out/trace-round-trips-SEED.json has its place.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allRecipes, findingsOfRow, generatorOf } from '../test/support/generated-traces.ts';

/** How far a combination of world, search and dialect is read. */
interface Progress {
  /** First draw that is not read. */
  next: number;
  read: number;
  found: number;
  seconds: number;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const end = Date.now() + 60_000 * Number(values.minutes);
/** Draws between two looks at the clock; a world with few tasks gives fewer rows than draws. */
const DRAWS = 8;
const file = `out/trace-round-trips-${values.seed}.json`;
const kept: Record<string, Progress> =
  values.fresh || !existsSync(file) ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Progress>);
const save = (): void => writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);

let [all, wrong, unfinished] = [0, 0, 0];
for (const { title, recipe } of allRecipes({ seed: Number(values.seed) })) {
  if (!title.startsWith(values.only)) continue;
  const progress: Progress = kept[title] ?? { next: 0, read: 0, found: 0, seconds: 0 };
  kept[title] = progress;
  const isOpen = (): boolean => progress.read < count && progress.next < 200 * count;
  if (isOpen() && Date.now() < end) {
    const generator = generatorOf(recipe);
    let saved = Date.now();
    let before = process.cpuUsage();
    while (isOpen() && Date.now() < end) {
      for (const row of generator.rows(progress.next, progress.next + DRAWS).rows) {
        if (progress.read >= count) break;
        progress.read++;
        const [first] = findingsOfRow(recipe, generator, row);
        if (first === undefined) continue;
        progress.found++;
        console.log(`  ${title}, draw ${row.index}: ${first.code} ${first.message}`);
      }
      progress.next += DRAWS;
      const used = process.cpuUsage(before);
      progress.seconds += (used.user + used.system) / 1e6;
      before = process.cpuUsage();
      if (Date.now() - saved < 5000) continue;
      save();
      saved = Date.now();
    }
    save();
  }
  all += progress.read;
  wrong += progress.found;
  if (isOpen()) unfinished++;
  const seconds = progress.seconds.toFixed(0);
  console.log(`${title}: ${progress.read} traces, ${progress.found} with a finding, ${seconds} s of CPU`);
}
console.log(`${all} traces, ${wrong} with a finding; ${unfinished} combinations unfinished`);
process.exitCode = wrong > 0 ? 1 : 0;
