// Bundles the tests and runs them with Node's own runner: node test/run.mjs [--host] [part of a file name ...]
// Those in test/host drive a real VS Code: they run when asked for with --host, and then alone.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleNode, entriesBelow } from '../esbuild.mjs';

const host = process.argv.includes('--host');
const OUT = host ? 'out/test-host' : 'out/test';
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

// One VS Code after the other: each has processes enough. None may hang for ever.
const runner = host ? ['--test-concurrency=1', '--test-timeout=300000'] : [];
const flags = ['--enable-source-maps', '--import', './test/support/seed.mjs', '--test', ...runner];
process.exit(spawnSync(process.execPath, [...flags, ...files], { stdio: 'inherit' }).status ?? 1);
