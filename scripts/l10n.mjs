// Writes l10n/bundle.l10n.json, the English texts of the extension and its pages, out of their sources: node scripts/l10n.mjs [--check]
// --check writes nothing, and fails where the file is not what the source gives.
import fs from 'node:fs';
import process from 'node:process';
import { bundleOf, otherSource, shownSource, textsOf } from './l10n-texts.mjs';

const FILE = 'l10n/bundle.l10n.json';
const { texts, unreadable } = textsOf({ ...shownSource(), ...otherSource() });
for (const { file, line, text } of unreadable) console.error(`${file}:${line}: the text is no literal: ${text}`);
const bundle = `${JSON.stringify(bundleOf(texts), null, 2)}\n`;
const isCurrent = fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === bundle;
if (process.argv.includes('--check')) {
  if (!isCurrent) console.error(`${FILE} is not what the source gives: run node scripts/l10n.mjs`);
  process.exitCode = isCurrent && unreadable.length === 0 ? 0 : 1;
} else {
  fs.mkdirSync('l10n', { recursive: true });
  fs.writeFileSync(FILE, bundle);
  console.log(`${FILE}: ${Object.keys(bundleOf(texts)).length} texts${isCurrent ? ', as before' : ''}`);
  process.exitCode = unreadable.length === 0 ? 0 : 1;
}
