// Speed of choosing and checking games, with pgn-extract in the same run: node bench/run.mjs games [--help]; needs `npm run build`
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contest, gamesTable, type JobResult } from './games/contest.ts';
import { writeCorpus } from './games/corpus.ts';
import { pgnExtract } from './games/cpu-child.ts';
import { JOBS } from './games/jobs.ts';
import { scalingOf, scalingTable } from './games/scaling.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';

const CHARACTERS = 100e6;
const QUICK = 15e6;

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  try {
    const file = path.join(folder, 'games.pgn');
    const { bytes } = writeCorpus(file, options.quick ? QUICK : CHARACTERS);
    const program = pgnExtract();
    const results: JobResult[] = [];
    for (const job of program === undefined ? [] : JOBS) {
      progressLine(`${job.name}, ${Math.round(bytes / 1e6)} MB`);
      results.push(contest(job, program ?? '', { path: file, bytes }, options.quick ? 1 : 3, folder));
    }
    const scaling = scalingOf({ path: file, bytes }, options.quick ? 1 : 3, folder);
    if (program === undefined) progressLine('pgn-extract is not installed: only the scaling is measured');
    publish(
      {
        name: 'games',
        machine,
        tables: [...(results.length > 0 ? [gamesTable(results)] : []), scalingTable(scaling)],
        data: { results, scaling },
        ok: results.every(({ agrees }) => agrees),
      },
      options,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
