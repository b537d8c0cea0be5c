// What the run engine adds to each sample, with 64 requests in flight: node bench/run.mjs runs [--help]
import { openModel } from '../src/models/sources/registry.ts';
import { plainGames } from './check/texts.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import type { Cost } from './harness/timed.ts';
import { startServer } from './runs/local-server.ts';
import { IN_FLIGHT, measureFetch, measureRun, tasksOf } from './runs/measured-run.ts';

/** Milliseconds that a sample may cost. */
const TARGET = 1;
/** What a fast model server takes for an answer. */
const DELAY_MS = 100;

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const work = tasksOf(plainGames(), options.quick ? 500 : 5000);
  const count = work.numbers.length;
  const runs: { readonly name: string; readonly cost: Cost; readonly ownMs?: number }[] = [];
  let ok = true;
  const measured = async (
    name: string,
    label: string,
    baseUrl: string | undefined,
    hasCache: boolean,
    alone = 0,
  ): Promise<void> => {
    progressLine(name);
    const model = openModel(label, baseUrl === undefined ? {} : { baseUrl });
    if (!model.ok) throw new Error(model.error.message);
    const cost = await measureRun(model.value, work, hasCache);
    ok &&= cost.samples === count;
    runs.push({ name, cost, ownMs: (cost.cpuMs - alone) / count });
  };
  await measured('a model of this process', 'baseline:start-position', undefined, false);
  for (const delay of [0, DELAY_MS]) {
    const server = await startServer(delay);
    try {
      const after = delay === 0 ? 'at once' : `after ${delay} ms`;
      progressLine('fetch alone');
      // What is compiled with the first requests is charged to none of both.
      await measureFetch(server.baseUrl, 200, 'x');
      const cost = await measureFetch(server.baseUrl, count, 'x'.repeat(400));
      runs.push({ name: `fetch alone, a server that answers ${after}`, cost });
      await measured(`a run, the same server`, 'openai:m', server.baseUrl, false, cost.cpuMs);
      await measured(`a run with its cache, the same server`, 'openai:m', server.baseUrl, true, cost.cpuMs);
    } finally {
      server.stop();
    }
  }
  const table: Table = {
    title: `A run with ${IN_FLIGHT} requests in flight`,
    columns: ['', 'samples', 'CPU a sample (ms)', 'wall a sample (ms)', 'own CPU a sample (ms)', 'target'],
    rows: runs.map(({ name, cost, ownMs }) => [
      name,
      String(count),
      figure(cost.cpuMs / count),
      figure(cost.wallMs / count),
      ownMs === undefined ? '' : figure(ownMs),
      ownMs === undefined ? '' : `under ${TARGET}`,
    ]),
    notes: [
      `Every sample is on the disk (fdatasync) before it counts. CPU time is that of the whole process; own CPU is what fetch alone does not take for the same requests. The server is another process. After ${DELAY_MS} ms the server alone takes ${figure(DELAY_MS / IN_FLIGHT)} ms a sample.`,
    ],
  };
  publish({ name: 'runs', machine, tables: [table], data: { runs }, ok }, options);
}
