// Repairs of games with one transcription error each: the table in bench/README.md.
// node bench/run.mjs repair [--games=400] [--seed=17] [--write-readme]
import { parseArgs } from 'node:util';
import { type Census, census, REPAIRED } from '../test/support/repair-census.ts';
import { writeToReadme } from './harness/readme.ts';
import { type Table, tableMarkdown, tableText } from './harness/table.ts';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '400' },
    seed: { type: 'string', default: '17' },
    'write-readme': { type: 'boolean', default: false },
  },
});
const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

const row = (one: Omit<Census, 'mistake'>, name: string): string[] => [
  name,
  `${one.shown}`,
  `${one.determined}`,
  percent(one.determinedFirst, one.determined),
  percent(one.first, one.shown),
  percent(one.inThree, one.shown),
  `${one.preferred}`,
  percent(one.preferredRight, one.preferred),
  `${one.cut}`,
];

const counted = REPAIRED.map((mistake) => {
  console.error(mistake);
  return census(mistake, Number(values.games), Number(values.seed));
});
const sum = (key: keyof Omit<Census, 'mistake'>): number => counted.reduce((total, one) => total + one[key], 0);
const total: Omit<Census, 'mistake'> = {
  games: sum('games'),
  shown: sum('shown'),
  first: sum('first'),
  inThree: sum('inThree'),
  determined: sum('determined'),
  determinedFirst: sum('determinedFirst'),
  preferred: sum('preferred'),
  preferredRight: sum('preferredRight'),
  cut: sum('cut'),
};
const table: Table = {
  title: 'Repairs of single transcription errors',
  columns: [
    'error',
    'games in which it shows',
    'determined',
    'of these the first offer is the original',
    'first offer, of all',
    'one of three, of all',
    'preferred',
    'of these the original',
    'budget ended',
  ],
  rows: counted.map((one) => row(one, one.mistake)).concat([row(total, 'all')]),
  notes: [`${values.games} games for each error, drawn with seed ${values.seed}.`],
};
console.log(tableText(table));
if (values['write-readme']) writeToReadme('repair', tableMarkdown(table));
