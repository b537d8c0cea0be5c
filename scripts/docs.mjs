// Writes what is generated in docs/diagnostics.md (from the table of codes and its explanations), docs/cli.md (from the help of the
// commands) and docs/runs.md (from the table of columns of samples): node scripts/docs.mjs [--check]. --check writes nothing, and fails where
// a page is not what the sources give.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'docs-'));
const names = ['cli-page', 'diagnostics-page', 'page-text', 'sample-columns-page'];
await bundleNode(Object.fromEntries(names.map((name) => [name, `test/support/${name}.ts`])), dir);
const [{ cliText }, { diagnosticsText }, { withGenerated }, { withColumns }] = await Promise.all(
  names.map((name) => import(pathToFileURL(path.join(dir, `${name}.mjs`)).href)),
);
const [commands, diagnostics] = [await cliText(), diagnosticsText()];
const pages = {
  'docs/cli.md': (page) => withGenerated(page, commands),
  'docs/diagnostics.md': (page) => withGenerated(page, diagnostics),
  'docs/runs.md': (page) => withColumns(page),
};
fs.rmSync(dir, { recursive: true, force: true });
for (const [page, write] of Object.entries(pages)) {
  const before = fs.readFileSync(page, 'utf8');
  const after = write(before);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`${page} is not what the sources give: run npm run docs`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(page, after);
    console.log(`${page}: written`);
  }
}
