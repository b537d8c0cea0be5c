// Bundles and runs benchmarks and tools: node bench/run.mjs [name ...] [--option[=value] ...]
// Without a name all benchmarks (*.bench.ts) run; tools (*.tool.ts), which write files, run only when named.
// Options go on to what is run: `node bench/run.mjs speed --help`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleNode, entriesBelow } from '../esbuild.mjs';

const OUT = 'out/bench';
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const options = process.argv.slice(2).filter((arg) => arg.startsWith('-'));

const nameOf = (entry) => path.basename(entry).replace(/\.(bench|tool)$/, '');
const benches = entriesBelow('bench', '.bench.ts');
const all = { ...benches, ...entriesBelow('bench', '.tool.ts') };
const chosen = wanted.length === 0 ? Object.keys(benches) : Object.keys(all).filter((e) => wanted.includes(nameOf(e)));
const unknown = wanted.filter((name) => !Object.keys(all).some((entry) => nameOf(entry) === name));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are ${Object.keys(all).map(nameOf).join(', ')}`);
  process.exit(2);
}
// One file each: constants that are imported from another chunk are not folded, which costs speed.
await bundleNode(Object.fromEntries(chosen.map((entry) => [entry, all[entry]])), OUT, {
  splitting: false,
  external: ['playwright-core'],
  // Two benchmarks open pages with the extension's code, as the tests of pages do.
  alias: { vscode: path.resolve('test/support/vscode.ts') },
});
for (const entry of chosen) {
  const script = path.join(OUT, `${entry}.mjs`);
  const run = spawnSync(process.execPath, ['--enable-source-maps', '--expose-gc', script, ...options], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exitCode = run.status ?? 1;
}
