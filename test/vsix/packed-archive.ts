import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

let archive: string | undefined;

/** The archive that `npm pack` makes of the dist/ that is there, once in a process; it is removed with it. */
export function packedArchive(): string {
  if (archive !== undefined) return archive;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-packed-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const packed = spawnSync('npm', pack, { encoding: 'utf8' });
  assert.equal(packed.status, 0, packed.stderr);
  const [name] = fs.readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  assert.ok(name);
  archive = path.join(folder, name);
  return archive;
}
