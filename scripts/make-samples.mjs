// Makes samples/ from the real answers in test/fixtures/pgn2fen: node scripts/make-samples.mjs (after npm run build).
// World Cup and Chess960 games cut at 5 to 60 half-moves, each with what models answered when they were asked for the
// position, beside the baseline that always answers the start position.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const FIXTURES = 'test/fixtures/pgn2fen';
const LENGTHS = [5, 8, 10, 13, 16, 20, 24, 28, 32, 36, 40, 45, 50, 55, 60];
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

// two games a length at most: the log of GPT-4o has the first two of each
const worldCup = LENGTHS.flatMap((plies, i) => (i % 3 === 0 ? [name(plies, 1)] : [name(plies, 1), name(plies, 2)]));
sample('samples/world-cup.pgn', 'world-cup', worldCup, [
  'openai_gpt-4o-2024-08-06',
  'openai_o3-mini-2025-01-31',
  'google_gemini-2.0-flash-001',
  'baseline_starting_board_standard',
]);
const chess960 = [5, 8, 10, 13, 16, 20, 24, 30].map((plies) => name(plies, 1));
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
