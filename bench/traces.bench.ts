// How long it takes to read and check a megabyte of searches: node bench/run.mjs traces [--help]; half a minute

import { buildTraceTree, openTraceWorld } from '../src/core/traces/build-tree.ts';
import { checkTrace } from '../src/core/traces/check-trace.ts';
import type { TraceDialect } from '../src/core/traces/dialect.ts';
import { ASTAR_TOKENS } from '../src/core/traces/dialects/astar-tokens.ts';
import { STREAM_OF_SEARCH } from '../src/core/traces/dialects/stream-of-search.ts';
import { divideTraces } from '../src/core/traces/trace-sections.ts';
import { countdownTrace, mazeTrace } from '../test/support/traces/reference-searches.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { spreadRow, type Table } from './harness/table.ts';
import { tidy, timed } from './harness/timed.ts';

/** Milliseconds for a megabyte. */
const TARGET = 1500;
const MEGABYTE = 1_000_000;

interface Sample {
  readonly name: string;
  readonly dialect: TraceDialect;
  readonly text: string;
}

/** Repeats traces, each with another seed, until a text has a megabyte. */
function fill(trace: (seed: number) => string): string {
  const parts: string[] = [];
  for (let seed = 0, length = 0; length < MEGABYTE; seed++) {
    const part = trace(seed);
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join('\n').slice(0, MEGABYTE);
}

const maze = (seed: number, side: number): string => {
  const { prompt, steps, plan } = mazeTrace(seed, side);
  return [prompt, ...steps, ...plan].join(' ');
};

/** One search of a megabyte: the same search again and again under other names. */
function longSearch(): string {
  const lines = countdownTrace(5, { search: 'dfs' });
  const text = lines.join('\n');
  return text.repeat(Math.ceil(MEGABYTE / text.length)).slice(0, MEGABYTE);
}

const SAMPLES = (): readonly Sample[] => [
  {
    name: 'Stream of Search, many searches',
    dialect: STREAM_OF_SEARCH,
    text: fill((seed) => countdownTrace(seed, { search: seed % 2 === 0 ? 'dfs' : 'bfs' }).join('\n')),
  },
  { name: 'A* tokens, mazes of 10 x 10', dialect: ASTAR_TOKENS, text: fill((seed) => maze(seed, 10)) },
  { name: 'A* tokens, mazes of 30 x 30', dialect: ASTAR_TOKENS, text: fill((seed) => maze(seed, 30)) },
  { name: 'Stream of Search, one trace that loops', dialect: STREAM_OF_SEARCH, text: longSearch() },
];

/** Reads, links and checks all traces of a text; returns the numbers of traces and findings. */
function check({ dialect, text }: Sample): { readonly traces: number; readonly findings: number } {
  let [traces, findings] = [0, 0];
  for (const { range } of divideTraces(text, { dialect })) {
    const part = text.slice(range.start, range.end);
    const read = dialect.read(part);
    const world = openTraceWorld(read.events.find((event) => event.kind === 'task'));
    const tree = buildTraceTree(read, world.ok ? { world: world.value } : {});
    findings += checkTrace(tree, part).length;
    traces++;
  }
  return { traces, findings };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const rows = SAMPLES().map((sample) => {
    progressLine(sample.name);
    // The first ones compile.
    for (let i = 0; i < 2; i++) check(sample);
    const ms = Array.from({ length: options.quick ? 3 : 9 }, () => {
      tidy();
      return timed(() => check(sample)).cpuMs;
    });
    return { name: sample.name, ms, ...check(sample) };
  });
  const table: Table = {
    title: 'A megabyte of searches, read and checked',
    columns: ['text', 'median (ms)', 'p95', 'most', 'target'],
    rows: rows.map(({ name, ms }) => spreadRow(name, ms, `under ${TARGET}`)),
    notes: [
      'CPU time of one million characters: divided into traces, read, built into trees by the rules of their worlds, and checked.',
    ],
  };
  publish({ name: 'traces', machine, tables: [table], data: { rows }, ok: true }, options);
}
