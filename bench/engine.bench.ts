// How much of the time of check 18 is the engine's: node bench/run.mjs engine [--help]
import { systemClock } from '../src/compute/system-clock.ts';
import { checkText } from '../src/core/languages/check.ts';
import { checkValues, valuedLists } from '../src/core/mav/check/engine-values.ts';
import { readMav } from '../src/core/mav/read-mav.ts';
import { DEFAULT_DEPTH } from '../src/engine/engine-values.ts';
import { openValueSource } from '../src/engine/node-value-source.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, percent, type Table } from './harness/table.ts';
import { chessExamples } from './mav/examples.ts';

/** The least share of the engine in all of the time. */
const TARGET = 0.9;

interface Run {
  readonly depth: number;
  readonly positions: number;
  /** Milliseconds. */
  readonly total: number;
  readonly engine: number;
  readonly findings: number;
}

/** Checks a text and its values with one engine, whose start counts as ours. */
async function run(text: string, depth: number): Promise<Run> {
  let engine = 0;
  const began = performance.now();
  const source = openValueSource({
    bundle: import.meta.url,
    clock: systemClock,
    depth,
    onSearched: (ms) => {
      engine += ms;
    },
  });
  let findings = checkText(text, 'mav').length;
  let positions = 0;
  const { signal } = new AbortController();
  for (const list of readMav(text).flatMap(({ section }) => valuedLists(section.item))) {
    const values = await source.values(list.position, signal);
    if (!values.ok) throw new Error(values.error.message);
    findings += checkValues(list, values.value, { label: source.label }).length;
    positions++;
    progressLine(`depth ${depth}: ${positions} positions`);
  }
  await source.dispose();
  return { depth, positions, total: performance.now() - began, engine, findings };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const count = options.quick ? 20 : 100;
  const text = chessExamples((enough) => enough >= count).join('\n');
  const runs: Run[] = [];
  for (const depth of [4, DEFAULT_DEPTH]) runs.push(await run(text, depth));
  const table: Table = {
    title: 'Values by the bundled engine',
    columns: ['', 'positions', 'total (s)', 'positions a second', 'engine (s)', 'share of the engine', 'target'],
    rows: runs.map(({ depth, positions, total, engine }) => [
      `depth ${depth}`,
      String(positions),
      figure(total / 1000),
      figure((1000 * positions) / total),
      figure(engine / 1000),
      percent(engine / total),
      depth === DEFAULT_DEPTH ? `over ${percent(TARGET)}` : '',
    ]),
    notes: [
      'One engine with one thread, every legal move of every position. The time of the engine is that from `ucinewgame` to `bestmove`; all else is ours: its start, reading, the other checks, pipes.',
    ],
  };
  publish(
    { name: 'engine', machine, tables: [table], data: { runs }, ok: runs.every((r) => r.positions === count) },
    options,
  );
}
