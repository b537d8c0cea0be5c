// The engine that StateLens carries: node scripts/refresh-engine.mjs fetches the package with `npm pack`, verifies its files and
// writes them into media/engine; --check only says, without a network, whether what lies there is what it should be. To move to
// another version, change PACKAGE and FILES here and the README in media/engine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PACKAGE = 'stockfish@19.0.0';
const FOLDER = 'media/engine';

/** Name here, path in the package, SHA-256. */
const FILES = [
  [
    'stockfish-19-lite-single.js',
    'bin/stockfish-19-lite-single.js',
    'd3344124ab067fb0b90ee77873bb8e9fbf5fc01bc525fe714b0f942581e889e6',
  ],
  [
    'stockfish-19-lite-single.wasm',
    'bin/stockfish-19-lite-single.wasm',
    '57ac2d72312aba346760e3f173f687a8c211208e97a87268436f7f0e10bb5387',
  ],
  ['LICENSE.txt', 'Copying.txt', '0b383d5a63da644f628d99c33976ea6487ed89aaa59f0b3257992deac1171e6b'],
];

/** The files that are not what they should be, one line each. */
function faults(pathOf) {
  return FILES.flatMap((file) => {
    const [name, , expected] = file;
    const from = pathOf(file);
    if (!fs.existsSync(from)) return [`${name} is missing`];
    const found = createHash('sha256').update(fs.readFileSync(from)).digest('hex');
    return found === expected ? [] : [`${name} has the SHA-256 ${found}, not ${expected}`];
  });
}

/** Fetches the package and writes its files, if they are what they should be; else says what is wrong. */
function refresh() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'));
  try {
    const packed = spawnSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], { encoding: 'utf8' });
    const archive = packed.stdout?.trim().split('\n').pop();
    if (packed.status !== 0 || !archive) return [`${PACKAGE} could not be fetched: ${packed.stderr || packed.error}`];
    const inside = FILES.map(([, from]) => `package/${from}`);
    const tar = ['-xzf', path.join(folder, archive), '-C', folder, ...inside];
    const unpacked = spawnSync('tar', tar, { encoding: 'utf8' });
    if (unpacked.status !== 0) return [`${archive} could not be unpacked: ${unpacked.stderr || unpacked.error}`];
    const from = ([, inPackage]) => path.join(folder, 'package', inPackage);
    const found = faults(from);
    if (found.length > 0) return found;
    for (const file of FILES) {
      fs.copyFileSync(from(file), path.join(FOLDER, file[0]));
      fs.chmodSync(path.join(FOLDER, file[0]), 0o644);
    }
    return [];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const found = process.argv.includes('--check') ? faults(([name]) => path.join(FOLDER, name)) : refresh();
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
