// How many histories a second an attack asks a model of this process about: node bench/run.mjs lab [--help]; some seconds
import { labBaseline } from '../src/core/lab/baselines.ts';
import { STRATEGIES, type WantedUnit } from '../src/core/lab/lab-file.ts';
import { runUnits } from '../src/core/lab/run-units.ts';
import { defaultEpsilon, LAB_DEFAULTS, surveyWorld } from '../src/core/lab/settings.ts';
import { findWorld } from '../src/core/worlds/worlds.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import { timedAsync } from './harness/timed.ts';

/** Histories a second. */
const TARGET = 2000;
const { signal } = new AbortController();

interface Row {
  readonly world: string;
  readonly strategy: string;
  readonly asked: number;
  readonly cpuMs: number;
}

/** Attacks on the oracle, which never fails: the whole budget is spent. */
async function attack(name: string, strategy: number, budget: number): Promise<Row> {
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  const survey = surveyWorld(world.value, LAB_DEFAULTS.length);
  const model = labBaseline('oracle', world.value, survey);
  if (!model.ok) throw new Error(model.error);
  const settings = { ...LAB_DEFAULTS, epsilon: defaultEpsilon(survey.mostLegal), budget };
  // unit 0 warms up
  const wanted = [strategy, strategy + STRATEGIES.length].map((unit): WantedUnit => ({ measure: 'attack', unit }));
  let asked = 0;
  const run = (units: readonly WantedUnit[]) =>
    runUnits({
      world: world.value,
      model: model.value,
      settings,
      survey,
      wanted: units,
      concurrency: 1,
      signal,
      onUnit: (record) => {
        asked = record.asked;
      },
    });
  await run(wanted.slice(0, 1));
  const { cpuMs } = await timedAsync(() => run(wanted.slice(1)));
  return { world: name, strategy: STRATEGIES[strategy], asked, cpuMs };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const rows: Row[] = [];
  for (const world of ['chess', 'othello'])
    for (const strategy of STRATEGIES.keys()) {
      progressLine(`${world}, ${STRATEGIES[strategy]}`);
      rows.push(await attack(world, strategy, options.quick ? 2000 : 10_000));
    }
  const rate = ({ asked, cpuMs }: Row): number => (1000 * asked) / cpuMs;
  const table: Table = {
    title: 'Attacks of the lab',
    columns: ['world and attack', 'histories', 'CPU time (s)', 'histories a second', 'target'],
    rows: rows.map((row) => [
      `${row.world}, ${row.strategy}`,
      String(row.asked),
      figure(row.cpuMs / 1000),
      figure(rate(row)),
      `over ${TARGET}`,
    ]),
    notes: [
      '`baseline:oracle`, which answers by the rules in this process, is never caught, so that an attack spends its budget. Histories of up to 40 actions.',
    ],
  };
  publish({ name: 'lab', machine, tables: [table], data: { rows }, ok: true }, options);
}
