// Writes src/core/notation/openings/table.ts from the tables of lichess-org/chess-openings (CC0): node scripts/make-openings.mjs FOLDER
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
  const line = [shared, moves.slice(shared).join(' '), eco, name].join('|');
  if (line.split('|').length !== 4 || /[`\\$]/.test(line)) throw new Error(`cannot be written: ${line}`);
  return line;
});

const out = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/core/notation/openings/table.ts');
fs.writeFileSync(
  out,
  `/*
 * Named openings from lichess-org/chess-openings (https://github.com/lichess-org/chess-openings), dedicated to the public
 * domain under CC0 1.0. Written by scripts/make-openings.mjs; not to be edited.
 */

/**
 * One opening a line, in the order of their moves: how many half-moves it shares with the line before, the moves behind
 * those, the ECO code, the name.
 */
export const OPENING_TABLE = \`${lines.join('\n')}\`;
`,
);
console.log(`${rows.length} openings, ${fs.statSync(out).size} bytes`);
