// Compiles the kernels of chess and Connect Four: node scripts/build-kernel.mjs writes kernel-bytes.ts beside the source
// of each, --check only says whether what is checked in is what the sources give. The compiler is fetched on demand: it is
// large, and nobody needs it who does not change a kernel.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
const KERNELS = ['src/core/games/chess/kernel', 'src/core/games/connect-four/kernel'];
const FLAGS = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--memoryBase',
  '131072',
];

function compiled(source) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kernel-'));
  const wasm = path.join(dir, 'kernel.wasm');
  const run = spawnSync('npx', ['--yes', '--package', COMPILER, 'asc', source, ...FLAGS, '--outFile', wasm], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(1);
  const hex = fs.readFileSync(wasm).toString('hex');
  fs.rmSync(dir, { recursive: true });
  return hex;
}

for (const folder of KERNELS) {
  const hex = compiled(`${folder}/assembly/kernel.ts`);
  const lines = hex.match(/.{1,112}/g).map((line) => `  '${line}'`);
  const text = `// Made by scripts/build-kernel.mjs from assembly/kernel.ts. Do not edit.
/** The compiled kernel: ${hex.length / 2} bytes of WebAssembly, two hexadecimal digits each. */
export const KERNEL_HEX =
${lines.join(' +\n')};
`;
  const target = `${folder}/kernel-bytes.ts`;
  if (!process.argv.includes('--check')) fs.writeFileSync(target, text);
  else if (fs.readFileSync(target, 'utf8') !== text) {
    console.error(`${target} is not what ${folder}/assembly compiles to: run npm run kernel`);
    process.exit(1);
  }
}
