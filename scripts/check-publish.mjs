// Checks the VSIX against the rules of both registries: node scripts/check-publish.mjs [--release] [FILE]
// What needs the address of a repository is said, and fails with --release, the check before a publication.
import fs from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { publishFaults } from './publish-rules.mjs';
import { zipEntries } from './zip.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { release: { type: 'boolean' } } });
const { name, version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const file = positionals[0] ?? `${name}-${version}.vsix`;
if (!fs.existsSync(file)) {
  console.error(`${file} does not exist: npm run package makes it`);
  process.exit(2);
}
const { faults, open } = publishFaults(await zipEntries(file));
for (const fault of faults) console.error(`fault: ${fault}`);
for (const one of open) console.error(`open: ${one}`);
const failed = faults.length > 0 || (values.release === true && open.length > 0);
console.log(`${file}: ${faults.length} faults, ${open.length} open${failed ? '' : '; ready as far as it is checked'}`);
process.exitCode = failed ? 1 : 0;
