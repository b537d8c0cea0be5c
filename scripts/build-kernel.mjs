// Compiles the chess kernel: node scripts/build-kernel.mjs writes src/core/games/chess/kernel/kernel-bytes.ts,
// --check only says whether what is checked in is what the source gives. The compiler is fetched on demand: it is
// large, and nobody needs it who does not change the kernel.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
const SOURCE = 'src/core/games/chess/kernel/assembly/kernel.ts';
const TARGET = 'src/core/games/chess/kernel/kernel-bytes.ts';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kernel-'));
const wasm = path.join(dir, 'kernel.wasm');
const flags = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--memoryBase',
  '131072',
];
const run = spawnSync('npx', ['--yes', '--package', COMPILER, 'asc', SOURCE, ...flags, '--outFile', wasm], {
  stdio: 'inherit',
});
if (run.status !== 0) process.exit(1);
const hex = fs.readFileSync(wasm).toString('hex');
fs.rmSync(dir, { recursive: true });
const lines = hex.match(/.{1,112}/g).map((line) => `  '${line}'`);
const text = `// Made by scripts/build-kernel.mjs from assembly/kernel.ts. Do not edit.
/** The compiled kernel: ${hex.length / 2} bytes of WebAssembly, two hexadecimal digits each. */
export const KERNEL_HEX =
${lines.join(' +\n')};
`;
if (!process.argv.includes('--check')) fs.writeFileSync(TARGET, text);
else if (fs.readFileSync(TARGET, 'utf8') !== text) {
  console.error(`${TARGET} is not what ${SOURCE} compiles to: run npm run kernel`);
  process.exit(1);
}
