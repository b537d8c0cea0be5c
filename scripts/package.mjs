// Makes the VSIX and its SBOM: node scripts/package.mjs [--built] [--check] [--if-changed] [--out FILE]
// One commit gives the same bytes, whenever and wherever it is packed with the same Node. --built packs the dist/ that is there; --check
// packs a second time, in a copy of the sources, and compares. --if-changed does nothing where the VSIX was made from the same sources,
// and makes no SBOM: it is for a start, which needs none.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import vsce from '@vscode/vsce';
import { buildDist } from '../esbuild.mjs';
import { isPreRelease } from './publish-rules.mjs';
import { sbomText } from './sbom.mjs';
import { writeZip, zipEntries } from './zip.mjs';

/**
 * Packs `dist/` and what lies beside it. Odd minor versions are pre-releases; without a repository links stay as they are.
 *
 * vsce compares every file of its folder with every line of `.vscodeignore`, which takes ten seconds where VS Codes and outputs of tests
 * lie, too: it gets a folder of links to what those lines let in.
 */
async function pack(out, { version, repository }) {
  fs.mkdirSync('out', { recursive: true });
  const folder = fs.mkdtempSync(path.resolve('out/pack-'));
  try {
    const packagePath = path.join(folder, 'packed.vsix');
    const isLinked = repository !== undefined;
    const cwd = path.join(folder, 'sources');
    linkAllowed(cwd);
    await vsce.createVSIX({
      cwd,
      packagePath,
      dependencies: false,
      preRelease: isPreRelease(version),
      allowMissingRepository: !isLinked,
      rewriteRelativeLinks: isLinked,
    });
    writeZip(out, await zipEntries(packagePath));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const digest = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** A copy of a folder whose files are the same on the disk. */
function linkFolder(from, to) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else fs.linkSync(source, target);
  }
}

/** Links what lies at the top and begins a line of `.vscodeignore` that lets files in. */
function linkAllowed(to) {
  const lines = fs.readFileSync('.vscodeignore', 'utf8').split(/\r?\n/);
  const tops = lines
    .filter((line) => line.startsWith('!'))
    .map((line) => new RegExp(`^${line.slice(1).split('/')[0].replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync('.', { withFileTypes: true })) {
    const { name } = entry;
    if (name !== '.vscodeignore' && !tops.some((top) => top.test(name))) continue;
    if (entry.isDirectory()) linkFolder(name, path.join(to, name));
    else fs.linkSync(name, path.join(to, name));
  }
}

/** What git knows and does not ignore. */
const sources = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter((name) => name !== '' && fs.existsSync(name));

/** A digest of all that a VSIX is made of: sources, installed packages and Node. */
function digestOfSources() {
  const hash = createHash('sha256').update(process.version);
  const files = sources().filter((name) => !/^(?:test|docs|bench|training)\//.test(name));
  for (const name of [...files, 'node_modules/.package-lock.json']) hash.update(`\0${name}\0${digest(name)}`);
  return hash.digest('hex');
}

/** Notes of which sources a VSIX was made. */
const RECORD = 'out/packed.json';

/** True if a VSIX is there that the same sources gave. */
function isUpToDate(out) {
  try {
    const record = JSON.parse(fs.readFileSync(RECORD, 'utf8'));
    return record.out === out && record.vsix === digest(out) && record.sources === digestOfSources();
  } catch {
    // it was never packed here, or this is no clone
    return false;
  }
}

function record(out) {
  try {
    fs.writeFileSync(RECORD, JSON.stringify({ out, vsix: digest(out), sources: digestOfSources() }));
  } catch {
    // without git nobody knows what the sources are, and every start packs
  }
}

/** Packs a copy of what git knows and does not ignore, in another folder, zone of time and umask; returns its digest. */
function packedElsewhere() {
  const folder = path.resolve('out/package-check');
  fs.rmSync(folder, { recursive: true, force: true });
  for (const file of sources()) fs.cpSync(file, path.join(folder, file));
  linkFolder('node_modules', path.join(folder, 'node_modules'));
  const umask = process.umask(0o077);
  const run = spawnSync(process.execPath, ['scripts/package.mjs', '--out', 'again.vsix'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  });
  process.umask(umask);
  if (run.status !== 0) throw new Error(`the copy cannot be packed: ${run.stderr}`);
  const found = digest(path.join(folder, 'again.vsix'));
  fs.rmSync(folder, { recursive: true, force: true });
  return found;
}

async function main() {
  const { values } = parseArgs({
    options: {
      built: { type: 'boolean' },
      check: { type: 'boolean' },
      'if-changed': { type: 'boolean' },
      out: { type: 'string' },
    },
  });
  const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const out = values.out ?? `${manifest.name}-${manifest.version}.vsix`;
  if (values['if-changed'] === true && isUpToDate(out)) {
    console.log(`${out} is up to date`);
    return;
  }
  if (values.built !== true) await buildDist({ minify: true });
  await pack(out, manifest);
  if (values['if-changed'] !== true) fs.writeFileSync(out.replace(/\.vsix$/, '.cdx.json'), sbomText(manifest));
  if (values.built !== true) record(out);
  const channel = isPreRelease(manifest.version) ? 'pre-release' : 'release';
  console.log(`${out}: ${fs.statSync(out).size.toLocaleString('en-US')} bytes, ${channel}, sha256 ${digest(out)}`);
  if (values.check !== true) return;
  const again = packedElsewhere();
  console.log(again === digest(out) ? 'packed again elsewhere: the same bytes' : `packed again elsewhere: ${again}`);
  if (again !== digest(out)) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
