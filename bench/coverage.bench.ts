// How many 95 % intervals hold the truth, by simulation: node bench/run.mjs coverage [--help]; two minutes
import { seeded } from '../src/core/base/random.ts';
import { pairedDifference } from '../src/core/base/stats/paired-test.ts';
import { type Coverage, clustersOf, coverageOf, DIFFERENCES, SCORES, SIZES } from './coverage/simulation.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import { timed } from './harness/timed.ts';

const GAMES = [12, 20, 40];

interface Row extends Coverage {
  readonly values: string;
  readonly sizes: string;
  readonly games: number;
}

function rowsOf(cases: typeof DIFFERENCES, runs: number, mean: boolean): Row[] {
  return Object.entries(cases).flatMap(([values, game]) =>
    Object.entries(SIZES).flatMap(([sizes, size]) => {
      progressLine(`${values}, ${sizes}`);
      return GAMES.map((games) => ({ values, sizes, games, ...coverageOf(game, { size, games, runs, mean }) }));
    }),
  );
}

const shareText = (share: number): string => `${(100 * share).toFixed(1)} %`;

function table(title: string, rows: readonly Row[], cell: (row: Row) => string, notes: readonly string[]): Table {
  const lines = new Map<string, string[]>();
  for (const row of rows) {
    const name = `${row.values}; ${row.sizes}`;
    lines.set(name, [...(lines.get(name) ?? []), cell(row)]);
  }
  return {
    title,
    columns: ['values; answers a game', ...GAMES.map((games) => `${games} games`)],
    rows: Array.from(lines, ([name, all]) => [name, ...all]),
    notes,
  };
}

/** Milliseconds of one test with its interval. */
function timesOf(): Table {
  const rows = [12, 40, 500, 5000].map((games) => {
    const clusters = clustersOf(DIFFERENCES['normal'], SIZES['Pareto, exponent 2'], games, seeded(1));
    const random = seeded(2);
    const repeat = (times: number): void => {
      for (let i = 0; i < times; i++) pairedDifference(clusters, random);
    };
    repeat(20);
    const { cpuMs } = timed(() => repeat(50));
    return [String(games), figure(cpuMs / 50)];
  });
  return { title: 'Time of a paired difference', columns: ['games', 'CPU time (ms)'], rows, notes: [] };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const runs = options.quick ? 200 : 2000;
  const pairs = rowsOf(DIFFERENCES, runs, false);
  const means = rowsOf(SCORES, runs, true);
  const contradictions = pairs.reduce((sum, row) => sum + row.contradictions, 0);
  const tables = [
    table(
      'Intervals of paired differences',
      pairs,
      ({ covered, width }) => `${shareText(covered)} (${width.toFixed(2)})`,
      [
        `${runs.toLocaleString('en-US')} simulations a cell, from seeds: the share of 95 % intervals that hold the true mean, and in parentheses the mean width over that of the interval of scores. ${contradictions} intervals contradict their p-value.`,
      ],
    ),
    table('Intervals of the scores of one model', means, ({ covered }) => shareText(covered), []),
    timesOf(),
  ];
  publish({ name: 'coverage', machine, tables, data: { pairs, means }, ok: contradictions === 0 }, options);
}
