// Positions, legal actions and values of games for the training, by the rules of StateLens: node training/positions.mjs [COMMAND ...]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-training-'));
const outfile = path.join(folder, 'positions.mjs');
await esbuild.build({
  entryPoints: [path.join(here, 'main.tool.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2022',
  loader: { '.tsv': 'text' },
  logLevel: 'warning',
});
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
await import(pathToFileURL(outfile).href);
