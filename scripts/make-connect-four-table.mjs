// Solves the first positions of Connect Four: node scripts/make-connect-four-table.mjs [PLY] writes
// src/core/games/connect-four/opening-scores.ts, the same bytes every time.
// It takes 128 MB of memory, and of one core 10 minutes for ply 1 (the default), measured. Ply 2 has 25 positions of one to
// three minutes each, ply 3 has 121.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';

const FOLDER = 'src/core/games/connect-four';
const TARGET = `${FOLDER}/opening-scores.ts`;
/** Slots of the table of bounds, as a power of two. */
const TABLE_BITS = 24;
const ply = Number(process.argv[2] ?? 1);

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'connect-four-'));
await bundleNode(
  {
    openings: `${FOLDER}/opening-table.ts`,
    solver: `${FOLDER}/solver.ts`,
    kernel: `${FOLDER}/kernel/kernel-search.ts`,
  },
  dir,
);
const load = (name) => import(pathToFileURL(path.join(dir, `${name}.mjs`)).href);
const [{ openingPositions, scoreCharacter }, { ConnectFourSolver }, { kernelSearch }] = await Promise.all(
  ['openings', 'solver', 'kernel'].map(load),
);
fs.rmSync(dir, { recursive: true });

const search = kernelSearch(TABLE_BITS);
if (search === undefined) throw new Error('no WebAssembly, or too little memory');
const solver = new ConnectFourSolver(undefined, search);
const positions = [...openingPositions(ply)[ply]].sort(([a], [b]) => a - b);
let characters = '';
for (const [, board] of positions) {
  const steps = solver.score(board);
  let step = steps.next();
  while (!step.done) step = steps.next();
  characters += scoreCharacter(step.value);
  const seconds = Math.round(process.cpuUsage().user / 1e6);
  console.error(`${characters.length} of ${positions.length} positions, ${seconds} s: ${characters}`);
}
const lines = characters.match(/.{1,110}/g).map((line) => `'${line}'`);
const written = lines.length === 1 ? ` ${lines[0]}` : `\n  ${lines.join(' +\n  ')}`;
fs.writeFileSync(
  TARGET,
  `// Made by scripts/make-connect-four-table.mjs. Do not edit.
/** Plies from the empty board to the positions of the table. */
export const OPENING_PLY = ${ply};
/** Their scores, a character each (\`scoreCharacter\`), in ascending order of their keys. */
export const OPENING_SCORES =${written};
`,
);
