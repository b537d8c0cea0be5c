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
await bundleNode(Object.fromEntries(tests), OUT, { inject: ['test/support/seed.ts'] });
const files = tests.map(([name]) => path.join(OUT, `${name}.mjs`));
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], { stdio: 'inherit' });
process.exit(run.status ?? 1);
