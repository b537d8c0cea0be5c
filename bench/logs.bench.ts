// CPU time and memory of imports of large logs: node bench/run.mjs logs [--help]; needs `npm run build`
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLI } from './check/contestants.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { logTable, MAX_MB, MAX_SECONDS, runLogs } from './logs/inspect-logs.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  if (!fs.existsSync(CLI)) throw new Error(`${CLI} is missing: npm run build`);
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  try {
    const results = await runLogs(folder, options.quick, progressLine);
    publish(
      {
        name: 'logs',
        machine,
        tables: [logTable(results)],
        data: { results },
        ok: results.every(
          ({ status, cpuSeconds, peakMb = 0 }) => status === 0 && cpuSeconds <= MAX_SECONDS && peakMb <= MAX_MB,
        ),
      },
      options,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
