// Which test files share a process.
import fs from 'node:fs';
import path from 'node:path';

/** Lines of test source that one process runs: a long folder is tested by several at a time. */
const MAX_LINES = 3000;
/** The same of folders that take several times as long, for browsers, processes or many cases. They begin first, so that none is left over at the end. */
const MAX_SLOW_LINES = 1500;
const SLOW =
  /^(?:lsp|vsix|webview|unit\/(?:answers|cli|docs|extension|fuzz|house|mav|search|sentence|trace-generation|traces))$/;

const linesOf = (file) => fs.readFileSync(file, 'utf8').split('\n').length;

/**
 * Groups of test files, each for a process of its own: files of one folder, and short folders together, for a process costs a third of a
 * second before its first test. Slow folders come first, then the longest group.
 */
export function groupsOf(tests) {
  const groups = [];
  for (const [name, source] of tests) {
    const folder = path.posix.dirname(name.split(path.sep).join('/'));
    const lines = linesOf(source);
    const last = groups.at(-1);
    const isSlow = SLOW.test(folder);
    if (last?.folder === folder && last.lines + lines <= (isSlow ? MAX_SLOW_LINES : MAX_LINES)) {
      last.names.push(name);
      last.lines += lines;
    } else groups.push({ folder, names: [name], lines, isSlow });
  }
  return together(groups).sort((a, b) => Number(b.isSlow) - Number(a.isSlow) || b.lines - a.lines);
}

/** The groups, those of short folders that are not slow put together. */
function together(groups) {
  const result = groups.filter(({ isSlow }) => isSlow);
  let last;
  for (const group of groups.filter(({ isSlow }) => !isSlow)) {
    if (last !== undefined && last.lines + group.lines <= MAX_LINES) {
      last.folder += `, ${path.posix.basename(group.folder)}`;
      last.names.push(...group.names);
      last.lines += group.lines;
    } else {
      last = group;
      result.push(group);
    }
  }
  return result;
}

/** The files in so many groups of about the same length, of whose suites each has a line of its own: they take minutes. */
export function sharesOf(tests, count) {
  const groups = Array.from({ length: Math.min(count, tests.length) }, (_, i) => ({
    folder: count === 1 ? 'host' : `host ${i + 1}`,
    names: [],
    lines: 0,
    tellsSuites: true,
  }));
  const files = tests.map(([name, source]) => ({ name, lines: linesOf(source) })).sort((a, b) => b.lines - a.lines);
  for (const { name, lines } of files) {
    const least = groups.reduce((found, group) => (group.lines < found.lines ? group : found));
    least.names.push(name);
    least.lines += lines;
  }
  return groups;
}
