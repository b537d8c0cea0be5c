// Reads random searches of every world back in every dialect, and prints how many have a finding; hours for all.
// node bench/run.mjs trace-round-trips [--count=10000] [--seed=1] [--minutes=30] [--only=countdown] [--fresh]
// --size=6 draws grids of 6 cells a side, --nodes=300 leaves out longer searches: of small problems more are read.
// --shuffled tries children in a random order: a world with few tasks has more traces then.
// A run that ends early goes on where it was with the same command: out/trace-round-trips-SEED.json has its place.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fingerprint } from '../src/core/base/text/hash.ts';
import { allRecipes, findingsOfRow, generatorOf, type NamedRecipe, textOf } from '../test/support/generated-traces.ts';

/** How far a combination of world, search and dialect is read. */
interface Progress {
  /** First draw that is not read. */
  next: number;
  /** Different traces that were read. */
  read: number;
  found: number;
  seconds: number;
  /** Traces in a row that were read before: a small world has few. */
  repeats: number;
  /** Fingerprints of the traces, until the combination is finished. */
  seen?: string[];
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    size: { type: 'string' },
    nodes: { type: 'string' },
    shuffled: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const end = Date.now() + 60_000 * Number(values.minutes);
/** Draws between two looks at the clock; a world with few tasks gives fewer rows than draws. */
const DRAWS = 8;
/** Repeated traces in a row after which a world is taken to have no others. */
const EXHAUSTED = 1000;
const file = `out/trace-round-trips-${values.seed}.json`;
const kept: Record<string, Progress> =
  values.fresh || !existsSync(file) ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Progress>);
const save = (): void => writeFileSync(file, `${JSON.stringify(kept)}\n`);

const isOpen = ({ read, next, repeats }: Progress): boolean =>
  read < count && next < 200 * count && repeats < EXHAUSTED;

/** Reads on until the combination is finished or the time is over. */
function readOn({ title, recipe }: NamedRecipe, progress: Progress): void {
  const generator = generatorOf(recipe);
  const seen = new Set(progress.seen);
  let saved = Date.now();
  let before = process.cpuUsage();
  while (isOpen(progress) && Date.now() < end) {
    for (const row of generator.rows(progress.next, progress.next + DRAWS).rows) {
      if (!isOpen(progress)) break;
      const print = fingerprint(textOf(row));
      progress.repeats = seen.has(print) ? progress.repeats + 1 : 0;
      if (progress.repeats > 0) continue;
      seen.add(print);
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
    if (Date.now() - saved < 20_000) continue;
    progress.seen = [...seen];
    save();
    saved = Date.now();
  }
  progress.seen = [...seen];
  if (!isOpen(progress)) delete progress.seen;
  save();
}

const limits = [
  ...(values.size === undefined ? [] : [`${values.size} cells a side`]),
  ...(values.nodes === undefined ? [] : [`up to ${values.nodes} nodes`]),
  ...(values.shuffled ? ['shuffled'] : []),
];
const recipes = allRecipes({
  seed: Number(values.seed),
  only: values.only,
  ...(values.size !== undefined && { tasks: { size: [Number(values.size), Number(values.size)] } }),
  search: { isShuffled: values.shuffled, ...(values.nodes !== undefined && { nodes: Number(values.nodes) }) },
});
let [all, wrong, unfinished] = [0, 0, 0];
for (const { title: name, recipe } of recipes) {
  const title = [name, ...limits].join(', ');
  const progress = (kept[title] ??= { next: 0, read: 0, found: 0, seconds: 0, repeats: 0 });
  if (isOpen(progress) && Date.now() < end) readOn({ title, recipe }, progress);
  const { read, found, repeats } = progress;
  all += read;
  wrong += found;
  if (isOpen(progress)) unfinished++;
  const seconds = progress.seconds.toFixed(0);
  const few = repeats < EXHAUSTED ? '' : ' (no others in 1,000 draws)';
  console.log(`${title}: ${read} traces${few}, ${found} with a finding, ${seconds} s of CPU`);
}
console.log(`${all} traces, ${wrong} with a finding; ${unfinished} combinations unfinished`);
process.exitCode = wrong > 0 ? 1 : 0;
