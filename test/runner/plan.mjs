// Which test files share a process.
import fs from 'node:fs';
import path from 'node:path';

/** Lines of test source that one process runs: a long folder is tested by several at a time. */
const MAX_LINES = 3000;

const linesOf = (file) => fs.readFileSync(file, 'utf8').split('\n').length;

/**
 * Groups of test files, each for a process of its own: files of one folder, the longest group first, so that none is left over
 * at the end. `alone` gives each file a process, and a line of its own.
 */
export function groupsOf(tests, { alone = false } = {}) {
  const groups = [];
  for (const [name, source] of tests) {
    const file = name.split(path.sep).join('/');
    const folder = alone ? file : path.posix.dirname(file);
    const lines = linesOf(source);
    const last = groups.at(-1);
    if (!alone && last?.folder === folder && last.lines + lines <= MAX_LINES) {
      last.names.push(name);
      last.lines += lines;
    } else groups.push({ folder, names: [name], lines });
  }
  return groups.sort((a, b) => b.lines - a.lines);
}
