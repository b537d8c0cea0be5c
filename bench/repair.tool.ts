// Repairs of games with one transcription error each: the tables in bench/README.md.
// node bench/run.mjs repair [--games=400] [--seed=17] [--pgn=FILE] [--write-readme]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type FixCensus, fixCensus } from '../test/support/fix-census.ts';
import { games as fixture } from '../test/support/pgn2fen.ts';
import { type Census, census, REPAIRED } from '../test/support/repair-census.ts';
import { type CleanGame, cleanGames, cleanGamesOf, MISTAKES } from '../test/support/transcription.ts';
import { writeToReadme } from './harness/readme.ts';
import { type Table, tableMarkdown, tableText } from './harness/table.ts';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '400' },
    seed: { type: 'string', default: '17' },
    pgn: { type: 'string' },
    'write-readme': { type: 'boolean', default: false },
  },
});
const games = Number(values.games);
const seed = Number(values.seed);
const note = `${games} games for each error, drawn with seed ${seed}.`;

/** The games that are damaged, by name. */
const sets: readonly (readonly [name: string, from: readonly CleanGame[]])[] =
  values.pgn === undefined
    ? [
        ['World Cup and Lichess', cleanGames],
        ['Chess960', cleanGamesOf(fixture('fischer-random'))],
        ['random play', cleanGamesOf(fixture('randomised'))],
      ]
    : [[path.basename(values.pgn), cleanGamesOf(readFileSync(values.pgn, 'utf8'))]];

const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

/** Numbers by name, added up. */
const added = (all: readonly object[], key: string): number =>
  all.reduce((sum, one) => sum + (one as Readonly<Record<string, number>>)[key], 0);

function repairRow(name: string, error: string, all: readonly Census[]): string[] {
  const sum = (key: keyof Census): number => added(all, key);
  return [
    name,
    error,
    `${sum('shown')}`,
    `${sum('determined')}`,
    percent(sum('determinedFirst'), sum('determined')),
    percent(sum('first'), sum('shown')),
    percent(sum('inThree'), sum('shown')),
    `${sum('preferred')}`,
    percent(sum('preferredRight'), sum('preferred')),
    `${sum('cut')}`,
  ];
}

function fixRow(name: string, error: string, all: readonly FixCensus[]): string[] {
  const keys = ['shown', 'safeMoved', 'safeSilent', 'restored', 'other'] as const;
  return [name, error, ...keys.map((key) => `${added(all, key)}`)];
}

const repairs: string[][] = [];
const fixes: string[][] = [];
for (const [name, from] of sets) {
  console.error(`${name}: ${from.length} games`);
  const found = REPAIRED.map((mistake) => census(mistake, games, seed, from));
  repairs.push(...found.map((one) => repairRow(name, one.mistake, [one])), repairRow(name, 'all', found));
  const fixed = MISTAKES.map((mistake) => fixCensus(mistake, games, seed, from));
  fixes.push(...fixed.map((one) => fixRow(name, one.mistake, [one])), fixRow(name, 'all', fixed));
}
const tables: readonly Table[] = [
  {
    title: 'Repairs of single transcription errors',
    columns: [
      'games',
      'error',
      'in which it shows',
      'determined',
      'of these the first offer is the original',
      'first offer, of all',
      'one of three, of all',
      'preferred',
      'of these the original',
      'budget ended',
    ],
    rows: repairs,
    notes: [note],
  },
  {
    title: 'The same errors under check --fix',
    columns: [
      'games',
      'error',
      'in which it shows',
      '--fix safe: a move was changed',
      '--fix safe: nothing is found now',
      '--fix all: the original',
      '--fix all: another game without an error',
    ],
    rows: fixes,
    notes: [note, 'After safe fixes nothing may be found where only a number was wrong.'],
  },
];
for (const table of tables) console.log(tableText(table));
if (values['write-readme']) writeToReadme('repair', tables.map(tableMarkdown).join('\n'));
