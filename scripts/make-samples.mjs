// Makes samples/ from the real answers in test/fixtures/pgn2fen: node scripts/make-samples.mjs (after npm run build).
// World Cup and Chess960 games, each cut once, with what models answered when they were asked for the position, beside the
// baseline that always answers the start position. The logs have prefixes of 20 and 21 games; of each game one is taken.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const FIXTURES = 'test/fixtures/pgn2fen';
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'samples-'));
const unzip = (file) => zlib.gunzipSync(fs.readFileSync(path.join(FIXTURES, file))).toString('utf8');

const statelens = (...args) => {
  const run = spawnSync(process.execPath, ['dist/cli.mjs', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`statelens ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
};

/** The games of a PGN whose SourceFile is chosen, in order, as they stand. */
const games = (pgn, chosen) =>
  pgn
    .split(/(?=^\[Event )/m)
    .filter((game) => chosen.some((name) => game.includes(`${name}.pgn"]`)))
    .join('');

/** The lines of a log that speak of a chosen game. */
const lines = (log, chosen) =>
  unzip(`logs/${log}.jsonl.gz`)
    .split('\n')
    .filter((line) => chosen.some((name) => line.includes(`${name}.pgn"`)));

const name = (plies, i) => `halfmoves${String(plies).padStart(4, '0')}_${String(i).padStart(3, '0')}`;

function sample(target, pgn, chosen, logs) {
  const source = path.join(work, 'games.pgn');
  fs.writeFileSync(source, games(unzip(`games/${pgn}.pgn.gz`), chosen));
  const files = logs.map((log) => {
    const file = path.join(work, `${log}.jsonl`);
    fs.writeFileSync(file, `${lines(log, chosen).join('\n')}\n`);
    return file;
  });
  statelens('import', 'pgn2fen', ...files, '--games', source, '--annotate', target);
}

// the log of GPT-4o ends at 20 half-moves
const WORLD_CUP = [
  [5, 9], [8, 1], [10, 3], [13, 4], [16, 7], [20, 2], [24, 5], [28, 8], [40, 10], [50, 6],
  [60, 10], [68, 10], [83, 10], [86, 10], [90, 10], [92, 10], [95, 10], [96, 9], [96, 10], [97, 10],
]; // biome-ignore format: half-moves and number
const worldCup = WORLD_CUP.map(([plies, i]) => name(plies, i));
sample('samples/world-cup.pgn', 'world-cup', worldCup, [
  'openai_gpt-4o-2024-08-06',
  'openai_o3-mini-2025-01-31',
  'google_gemini-2.0-flash-001',
  'baseline_starting_board_standard',
]);
const chess960 = [5, 8, 10, 13, 16, 20, 24, 30, 36, 51].map((plies, i) =>
  name(plies, [1, 2, 3, 4, 5, 6, 8, 9, 10, 10][i]),
);
sample('samples/chess960.pgn', 'fischer-random', chess960, ['openai_gpt-4.1-mini-2025-04-14_fischer_random']);

// A FEN file: the position that each prediction speaks of, and the predictions below it.
const scored = statelens('score', 'samples/world-cup.pgn', '-m', '1').trim().split('\n').map(JSON.parse);
const positions = new Map();
for (const { true: fen, predicted, model, ply } of scored.filter(({ ply }) => [8, 16, 28, 40].includes(ply))) {
  if (!positions.has(fen)) positions.set(fen, [`# after ${ply} half-moves`, fen]);
  positions.get(fen).push(`# pfen ${model} ${predicted ?? '?'}`);
}
const credit = '# Positions and answers of the PGN2FEN benchmark, (c) 2025 Aidan Cooper, MIT license; see README.md.';
fs.writeFileSync('samples/states.fen', `${[credit, ...[...positions.values()].flat()].join('\n')}\n`);
fs.rmSync(work, { recursive: true });
