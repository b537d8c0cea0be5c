// Writes src/core/notation/openings/openings.tsv from the tables of lichess-org/chess-openings (CC0): node scripts/make-openings.mjs FOLDER
// FOLDER holds a.tsv to e.tsv with the columns eco, name and pgn.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node scripts/make-openings.mjs FOLDER');
  process.exit(2);
}

const rows = ['a', 'b', 'c', 'd', 'e'].flatMap((volume) =>
  fs
    .readFileSync(path.join(folder, `${volume}.tsv`), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [eco, name, pgn] = line.split('\t');
      return { eco, name, moves: pgn.replace(/\d+\.+\s*/g, '').split(/\s+/) };
    }),
);
const key = ({ moves }) => moves.map((san) => san.padEnd(8)).join('');
rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));

let before = [];
const lines = rows.map(({ eco, name, moves }) => {
  let shared = 0;
  while (shared < before.length && before[shared] === moves[shared]) shared++;
  before = moves;
  const line = [shared, moves.slice(shared).join(' '), eco, name].join('\t');
  if (line.split('\t').length !== 4) throw new Error(`cannot be written: ${line}`);
  return line;
});

const out = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/core/notation/openings/openings.tsv');
fs.writeFileSync(out, `${lines.join('\n')}\n`);
console.log(`${rows.length} openings, ${fs.statSync(out).size} bytes`);
