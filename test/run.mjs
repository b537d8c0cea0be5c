// Bundles the tests and runs them with Node's own runner: node test/run.mjs [part of a file name ...]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleNode, entriesBelow } from '../esbuild.mjs';

const OUT = 'out/test';
const wanted = process.argv.slice(2);
const tests = Object.entries(entriesBelow('test', '.test.ts')).filter(
  ([name]) => wanted.length === 0 || wanted.some((w) => name.includes(w)),
);
if (tests.length === 0) {
  console.error(`no test file matches ${wanted.join(', ')}`);
  process.exit(2);
}
// fast-check stays outside, so that the module that sets its seed and the tests have the same one.
await bundleNode(Object.fromEntries(tests), OUT, { external: ['fast-check'] });
const files = tests.map(([name]) => path.join(OUT, `${name}.mjs`));
const flags = ['--enable-source-maps', '--import', './test/support/seed.mjs', '--test'];
const run = spawnSync(process.execPath, [...flags, ...files], { stdio: 'inherit' });
process.exit(run.status ?? 1);
