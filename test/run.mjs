// Bundles the tests and runs them with Node's own runner: node test/run.mjs [--host] [part of a file name ...]
// Those in test/host drive a real VS Code: they run when asked for with --host, and then alone.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { bundleNode, entriesBelow } from '../esbuild.mjs';

const host = process.argv.includes('--host');
const OUT = host ? 'out/test-host' : 'out/test';
const FAILED = 'out/failed-host-tests.txt';
/** More failed files than these are no accident. */
const MOST_AGAIN = 2;
const wanted = process.argv.slice(2).filter((argument) => argument !== '--host');
const tests = Object.entries(entriesBelow('test', '.test.ts')).filter(
  ([name]) => /^host[/\\]/.test(name) === host && (wanted.length === 0 || wanted.some((w) => name.includes(w))),
);
if (tests.length === 0) {
  console.error(`no test file matches ${wanted.join(', ')}`);
  process.exit(2);
}
// fast-check stays outside, so that the module that sets its seed and the tests have the same one.
await bundleNode(Object.fromEntries(tests), OUT, { external: ['fast-check', 'playwright-core'] });
const files = tests.map(([name]) => path.join(OUT, `${name}.mjs`));

if (!host) process.exit(run(files));
if (run(files, '--test-concurrency=1', '--test-timeout=300000', ...reporting()) === 0) process.exit(0);
// A whole VS Code on a busy machine may miss a click: what failed is tried once more by itself, and said to be unsteady.
const named = new Set(fs.readFileSync(FAILED, 'utf8').split('\n').map(bare));
const failed = files.filter((file) => named.has(bare(file)));
if (failed.length === 0 || failed.length > MOST_AGAIN) process.exit(1);
console.log(`\nonce more: ${failed.map((file) => path.basename(file)).join(', ')}`);
const status = run(failed, '--test-concurrency=1', '--test-timeout=300000');
if (status === 0) console.log('\nUNSTEADY, green at the second try only: mend them');
process.exit(status);

/** A test file's name, of the source or of the bundle. */
function bare(file) {
  return path.basename(file).replace(/\.(ts|mjs)$/, '');
}

/** The exit status of Node's runner over files. */
function run(files, ...runner) {
  const flags = ['--enable-source-maps', '--import', './test/support/seed.mjs', '--test', ...runner];
  return spawnSync(process.execPath, [...flags, ...files], { stdio: 'inherit' }).status ?? 1;
}

/** What people read, and the list of failed files. */
function reporting() {
  fs.rmSync(FAILED, { force: true });
  const readable = ['--test-reporter', process.stdout.isTTY ? 'spec' : 'tap', '--test-reporter-destination', 'stdout'];
  return [...readable, '--test-reporter', './test/support/failed-files.mjs', '--test-reporter-destination', FAILED];
}
