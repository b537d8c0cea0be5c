// What the bundled model knows, and what that is worth in play: the tables and pictures of docs/mav-small.md.
// node esbuild.mjs && node bench/run.mjs results [--only=tracker,lists,strength,internal,duel,world] [--quick] [--openings=10]
// Each part asks the model some thousand times, half an hour for all; a league and runs that were stopped go on.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceBetween } from './harness/readme.ts';
import { tableLines } from './harness/table.ts';
import { listResults } from './results/lists.ts';
import { duelResults, internalResults, strengthResults } from './results/strength.ts';
import { trackerResults } from './results/tracker.ts';
import { worldResults } from './results/world.ts';

const PAGE = 'docs/mav-small.md';
const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, openings: { type: 'string' } },
});
/** Openings of a league, each played twice by every two players. */
const OPENINGS = Number(values.openings ?? (values.quick ? 4 : 10));
if (!Number.isInteger(OPENINGS) || OPENINGS < 1) throw new Error('--openings must be a whole number of at least 1');

const PARTS: Readonly<Record<string, () => string>> = {
  tracker() {
    const { table, svg } = trackerResults();
    writeFileSync('docs/pictures/results-tracker.svg', svg);
    return tableLines(table);
  },
  lists: () => tableLines(listResults()),
  strength() {
    const { table, note } = strengthResults(OPENINGS, 'docs/pictures/results-strength.svg');
    return `${tableLines(table)}\n\n${note}`;
  },
  internal: () => tableLines(internalResults(values.openings === undefined && !values.quick ? 30 : OPENINGS)),
  duel: () => tableLines(duelResults(OPENINGS, (seconds) => console.error(`${seconds.toFixed(0)} s a game`))),
  world: () => tableLines(worldResults(values.quick ? 3 : 6)),
};

const wanted = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = wanted.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
for (const name of wanted) {
  console.error(name);
  const text = PARTS[name]?.() ?? '';
  console.log(text);
  if (!values.quick) writeFileSync(PAGE, replaceBetween(readFileSync(PAGE, 'utf8'), name, text));
}
