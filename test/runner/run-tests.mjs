// Runs groups of bundled test files and prints what came of it.
import { runGroups } from './processes.mjs';
import { Summary } from './summary.mjs';

/**
 * @param groups by `groupsOf`
 * @param jobs how many of them at a time
 * @param fileOf the bundle of a test file, by its name
 * @param command runs the tests of the file or folder that is put behind it
 * @returns the exit status: 1 when a test failed or a process did not end well
 */
export async function runTests(groups, { jobs, fileOf, command }) {
  const rerun = (place, { folder }) => `${command} ${/^test\/(.*)\.test\.ts:/.exec(place ?? '')?.[1] ?? folder}`;
  const summary = new Summary(groups, { rerun });
  await runGroups(groups, jobs, {
    filesOf: ({ names }) => names.map(fileOf),
    onMessage: (group, message) => summary.message(group, message),
    onEnd: (group, result) => summary.end(group, result),
  });
  summary.close();
  return summary.hasFailed ? 1 : 0;
}
