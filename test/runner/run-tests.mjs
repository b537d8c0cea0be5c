// Runs groups of bundled test files and prints what came of it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { runGroups } from './processes.mjs';
import { Summary } from './summary.mjs';

/**
 * @param groups by `groupsOf`; those with `isThorough` take all cases
 * @param jobs how many of them at a time
 * @param fileOf the bundle of a test file, by its name
 * @param command runs the tests of the file or folder that is put behind it
 * @param left says of tests that were left out what they are, and how all are run
 * @param passed keeps which files passed, and with what; without it nothing is kept
 * @returns the exit status: 1 when a test failed or a process did not end well
 */
export async function runTests(groups, { jobs, fileOf, command, left, passed }) {
  const rerun = (place, { names }) =>
    `${command} ${/^test\/(.*)\.test\.ts:/.exec(place ?? '')?.[1] ?? names.join(' ')}`;
  const summary = new Summary(groups, { rerun, left });
  const traces = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-traces-'));
  const traceOf = (group) => path.join(traces, String(groups.indexOf(group)));
  await runGroups(groups, jobs, {
    filesOf: ({ names }) => names.map(fileOf),
    envOf: (group) => ({
      ...(passed?.environment(traceOf(group)) ?? process.env),
      ...(group.isThorough ? { STATELENS_THOROUGH: '1' } : {}),
    }),
    onMessage: (group, message) => summary.message(group, message),
    onEnd: (group, result) => {
      summary.end(group, result);
      if (group.hasFailed || group.hasSkipped) passed?.forget(group.names);
      else passed?.keep(group.names, traceOf(group));
    },
  });
  fs.rmSync(traces, { recursive: true, force: true });
  summary.close();
  return summary.hasFailed ? 1 : 0;
}
