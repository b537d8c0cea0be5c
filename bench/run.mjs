// Bundles and runs the benchmarks: node bench/run.mjs [name ...]; each name is a file of bench/, without .bench.ts.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleNode, entriesBelow } from '../esbuild.mjs';

const OUT = 'out/bench';
const wanted = process.argv.slice(2);
const benches = Object.entries(entriesBelow('bench', '.bench.ts')).filter(
  ([name]) => wanted.length === 0 || wanted.includes(name.replace(/\.bench$/, '')),
);
if (benches.length === 0) {
  console.error(`no benchmark is called ${wanted.join(', ')}`);
  process.exit(2);
}
await bundleNode(Object.fromEntries(benches), OUT);
for (const [name] of benches) {
  const run = spawnSync(process.execPath, ['--enable-source-maps', path.join(OUT, `${name}.mjs`)], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
