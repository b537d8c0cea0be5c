// Memory and speed of the commands that read large files of games: node bench/run.mjs streams [--help]; needs `npm run build`
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLI } from './check/contestants.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { BOUND_MB, runStreams, streamTable } from './streams/commands.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  if (!fs.existsSync(CLI)) throw new Error(`${CLI} is missing: npm run build`);
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  try {
    const results = await runStreams(folder, options.quick, progressLine);
    publish(
      {
        name: 'streams',
        machine,
        tables: [streamTable(results)],
        data: { results },
        ok: results.every(({ status, peakMb = 0 }) => status === 0 && peakMb <= BOUND_MB),
      },
      options,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
