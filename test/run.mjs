// Bundles the tests and runs them with Node's own runner:
// node test/run.mjs [--all] [--host] [--thorough [--part I/N]] [--jobs N] [part of a file name ...]
// Test files that passed with everything as it is now (sources, what they read and started, packages, Node) are left out and counted; with
// --all, --thorough or a name they are not.
// Those in test/host drive a real VS Code: they run when asked for with --host, and then alone.
// --thorough runs every property on all of its cases (test/support/properties.mjs), every table whole, long tests (`itLong`) and the files
// of LONG, which otherwise run when they are named. With --part 2/3 only a third of the files does so, the second: the hash of the tree
// decides which one CI takes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleNode, bundleWebview, entriesBelow } from '../esbuild.mjs';
import { groupsOf, sharesOf } from './runner/plan.mjs';
import { runTests } from './runner/run-tests.mjs';
import { PassedTests } from './runner/unchanged.mjs';

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    host: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    jobs: { type: 'string' },
  },
});
const { all, host, thorough } = values;
const [part, parts] = values.part.split('/').map(Number);
if (!(part >= 1 && part <= parts)) {
  console.error(`--part ${values.part} is no part: 1/3, 2/3 and 3/3 are all of three`);
  process.exit(2);
}
// Who names a file wants all of its tests; all scenes are played in every VS Code.
if (wanted.length > 0 || (host && all)) process.env.STATELENS_LONG = '1';
// No test keeps answers in the user's own cache.
const answers = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-answers-'));
process.env.STATELENS_CACHE = answers;
process.once('exit', () => fs.rmSync(answers, { recursive: true, force: true }));
const OUT = host ? 'out/test-host' : 'out/test';
/** The packed extension, and pages in a browser as long as that takes: their looks and languages, narrow ones, and ways through all answers of a report. */
const LONG =
  /^(?:vsix[/\\]|webview[/\\](?:state-look|tree-look|state-details|state-narrow|tree-trace-keys|tree-reference|languages|report-reader|report-export)\.)/;
const isWanted = (name) =>
  /^host[/\\]/.test(name) === host && (wanted.length === 0 || wanted.some((text) => name.includes(text)));
const files = Object.entries(entriesBelow('test', '.test.ts')).filter(([name]) => isWanted(name));
const isWhole = (index) => thorough && index % parts === part - 1;
const whole = files.filter((_, index) => isWhole(index));
const sliced = files.filter(([name], index) => !isWhole(index) && (wanted.length > 0 || !LONG.test(name)));
const tests = [...whole, ...sliced];
if (tests.length === 0) {
  console.error(`no test file matches ${wanted.join(', ')}`);
  process.exit(2);
}
// fast-check stays outside, so that the module that sets its seed and the tests have the same one.
const properties = path.resolve('test/support/properties.mjs');
const metafile = await bundleNode(Object.fromEntries(tests), OUT, {
  external: [properties, 'playwright-core', 'typescript'],
  // There is no VS Code here; test/host has one.
  alias: { 'fast-check': properties, vscode: path.resolve('test/support/vscode.ts') },
});

const fileOf = (name) => path.join(OUT, `${name}.mjs`);
// All tests, each with the same options: what passed is known by that alone.
const passed = host || thorough || wanted.length > 0 ? undefined : new PassedTests(metafile, fileOf);
const run = all || passed === undefined ? tests : tests.filter(([name]) => !passed.isUnchanged(name));
const unchanged = tests.length - run.length;

if (run.some(([name]) => /^webview[/\\]/.test(name))) {
  const pages = 'out/webview';
  const { metafile: of } = await bundleWebview(pages);
  fs.writeFileSync(path.join(pages, 'inputs.json'), JSON.stringify(Object.keys(of.inputs)));
  process.env.STATELENS_PAGES = pages;
}

// Tests wait for processes, browsers and timers: one more than there are cores keeps the cores busy. A VS Code has processes enough:
// two of them keep any machine busy.
const cores = os.availableParallelism();
const jobs = Number(values.jobs ?? (host ? Math.min(cores, 2) : cores + 1));
// Files that run in one process share a VS Code and its window.
const groups = host
  ? sharesOf(run, jobs)
  : [
      ...groupsOf(whole).map((group) => ({ ...group, isThorough: true })),
      ...groupsOf(run.filter((file) => !whole.includes(file))),
    ];
const slices = `slices of properties and loops${wanted.length > 0 ? '' : ', no long tests'} (all: --thorough)`;
const extent = host || sliced.length === 0 ? '' : `; ${thorough ? `in ${sliced.length} of them ` : ''}${slices}`;
const left = unchanged === 0 ? '' : `, ${unchanged} unchanged since they passed (--all runs them, too)`;
console.log(`${run.length} test files${left}, ${groups.length} processes, ${jobs} at a time${extent}\n`);
process.exitCode = await runTests(groups, {
  jobs,
  fileOf,
  command: `node test/run.mjs${host ? ' --host' : ''}`,
  left: host
    ? 'scenes that are the same in every VS Code left out (all: --all)'
    : 'longer tests left out (all: --thorough)',
  passed,
});
