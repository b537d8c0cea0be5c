// Bundles the fuzzer and runs it: npm run fuzz -- [--cases N] [--seed S] [--jobs J] [--case I]
import { spawnSync } from 'node:child_process';
import { bundleNode } from '../esbuild.mjs';

await bundleNode({ fuzz: 'test/fuzz/main.ts' }, 'out/fuzz');
const run = spawnSync(process.execPath, ['--enable-source-maps', 'out/fuzz/fuzz.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
