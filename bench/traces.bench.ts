// CPU time of traces for training: node bench/run.mjs traces [--help]; some seconds
import { openGenerator, type TraceRecipe } from '../src/core/traces/generate/trace-rows.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import { timed } from './harness/timed.ts';

/** CPU time of a trace of Countdown, in ms: 100,000 of them in 60 s on two cores. */
const TARGET_MS = 1.2;

/** Searches that are written: world, dialect, algorithm, and the target. */
const SEARCHES = [
  ['countdown', 'sos', 'dfs', TARGET_MS],
  ['countdown', 'sos', 'bfs', TARGET_MS],
  ['countdown', 'jsonl', 'astar', undefined],
  ['maze', 'astar', 'astar', undefined],
  ['sokoban', 'astar', 'astar', undefined],
  ['blocks', 'lintree', 'bfs', undefined],
] as const;

interface Row {
  readonly name: string;
  readonly traces: number;
  readonly characters: number;
  readonly cpuMs: number;
  readonly targetMs: number | undefined;
}

function row([world, dialect, algorithm, targetMs]: (typeof SEARCHES)[number], draws: number): Row {
  const recipe: TraceRecipe = {
    world: { kind: 'named', name: world },
    search: { dialect, algorithm, nodes: 2000, isShuffled: false, playouts: 16 },
    tasks: {},
    seed: 1,
    faults: 0,
  };
  const opened = openGenerator(recipe);
  if (!opened.ok) throw new Error(opened.error);
  opened.value.rows(0, draws / 10);
  const { value, cpuMs } = timed(() => opened.value.rows(draws, 2 * draws));
  const characters = value.rows.reduce((sum, { prompt, target }) => sum + prompt.length + target.length, 0);
  return { name: `${world}, ${algorithm} in ${dialect}`, traces: value.rows.length, characters, cpuMs, targetMs };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const rows = SEARCHES.map((search) => {
    progressLine(search.slice(0, 3).join(' '));
    const draws = search[0] === 'countdown' ? 3000 : search[0] === 'maze' ? 2000 : 200;
    return row(search, options.quick ? draws / 10 : draws);
  });
  const table: Table = {
    title: 'Traces for training',
    columns: ['search', 'characters a trace', 'CPU time a trace (ms)', 'target'],
    rows: rows.map(({ name, traces, characters, cpuMs, targetMs }) => [
      name,
      figure(characters / traces),
      figure(cpuMs / traces),
      targetMs === undefined ? '' : `below ${targetMs} ms`,
    ]),
    notes: [
      'Drawing a task, searching it and writing the search, in one thread; draws without a solution are in the time of the others. At 1.2 ms, two cores write 100,000 traces in 60 s.',
    ],
  };
  publish({ name: 'traces', machine, tables: [table], data: { rows }, ok: true }, options);
}
