// Writes what is generated in docs/diagnostics.md (from the table of codes and its explanations) and docs/cli.md (from the help of the
// commands): node scripts/docs.mjs [--check]. --check writes nothing, and fails where a page is not what the sources give.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'docs-'));
const names = ['cli-page', 'diagnostics-page', 'page-text'];
await bundleNode(Object.fromEntries(names.map((name) => [name, `test/support/${name}.ts`])), dir);
const [{ cliText }, { diagnosticsText }, { withGenerated }] = await Promise.all(
  names.map((name) => import(pathToFileURL(path.join(dir, `${name}.mjs`)).href)),
);
const pages = { 'docs/cli.md': await cliText(), 'docs/diagnostics.md': diagnosticsText() };
fs.rmSync(dir, { recursive: true, force: true });
for (const [page, generated] of Object.entries(pages)) {
  const before = fs.readFileSync(page, 'utf8');
  const after = withGenerated(before, generated);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`${page} is not what the sources give: run npm run docs`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(page, after);
    console.log(`${page}: written`);
  }
}
