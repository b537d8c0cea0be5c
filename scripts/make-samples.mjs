// Makes samples/ from the real answers in test/fixtures/pgn2fen: node scripts/make-samples.mjs (after npm run build).
// The benchmark asked about twenty-odd games cut at every length, so that the cuts of one game together are one game that was
// asked about at many plies. No game occurs twice. The same bytes every time.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const FIXTURES = 'test/fixtures/pgn2fen';
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'samples-'));
const unzip = (file) => zlib.gunzipSync(fs.readFileSync(path.join(FIXTURES, file))).toString('utf8');

function statelens(...args) {
  const run = spawnSync(process.execPath, ['dist/cli.mjs', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`statelens ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

const [GPT_4O, O3_MINI, GEMINI, CHESSGPT, START] = [
  'openai_gpt-4o-2024-08-06',
  'openai_o3-mini-2025-01-31',
  'google_gemini-2.0-flash-001',
  'chessgpt_chessgpt-chat-v1.Q4_K',
  'baseline_starting_board_standard',
];
const CHESS960 = 'openai_gpt-4.1-mini-2025-04-14_fischer_random';

/** A cut as the benchmark names it: half-moves, and the number among its cuts of this length. */
const cutName = (plies, number) => `halfmoves${String(plies).padStart(4, '0')}_${String(number).padStart(3, '0')}.pgn`;

/** The games of a PGN by the name of their cut. */
function cutsOf(pgn) {
  const cuts = new Map();
  for (const text of unzip(`games/${pgn}.pgn.gz`).split(/(?=^\[Event )/m)) {
    const name = /halfmoves\d+_\d+\.pgn(?="\])/.exec(text)?.[0];
    if (name !== undefined) cuts.set(name, text);
  }
  return cuts;
}

/** Start, players and moves of a cut, without the result: that of a shorter cut of the game begins that of a longer one. */
function courseOf(text) {
  const tag = (name) => new RegExp(`^\\[${name} "(.*)"\\]`, 'm').exec(text)?.[1];
  const moves = text
    .slice(text.indexOf('\n\n'))
    .replaceAll(/\s+/g, ' ')
    .replace(/\*\s*$/, '');
  return `${tag('White')} ${tag('FEN')} ${moves}`;
}

/** The lines of a log about a game at chosen plies, as if each were cut from the longest cut. */
function linesOf(log, cuts, name, plies) {
  const course = courseOf(cuts.get(name));
  const found = new Map();
  for (const line of unzip(`logs/${log}.jsonl.gz`).split('\n')) {
    const [asked] = /halfmoves\d+_\d+\.pgn/.exec(line) ?? [];
    const ply = Number(asked?.slice(9, 13));
    if (!plies.includes(ply) || !course.startsWith(courseOf(cuts.get(asked)))) continue;
    found.set(ply, line.replace(asked, name));
  }
  if (found.size !== plies.length)
    throw new Error(`${log} has ${[...found.keys()].join(' ')} of ${name}, not ${plies.join(' ')}`);
  return plies.map((ply) => found.get(ply));
}

/** Writes games with what models answered: `[plies, number]` of the longest cut, and by log the plies that were asked about. */
function sample(target, pgn, games, run) {
  const cuts = cutsOf(pgn);
  const source = path.join(work, path.basename(target));
  fs.writeFileSync(source, games.map(([plies, number]) => cuts.get(cutName(plies, number))).join(''));
  const logs = new Map();
  for (const [plies, number, asked] of games)
    for (const [log, at] of Object.entries(asked))
      logs.set(log, [...(logs.get(log) ?? []), ...linesOf(log, cuts, cutName(plies, number), at)]);
  const files = [...logs].map(([log, lines]) => {
    const file = path.join(work, `${log}.jsonl`);
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  });
  statelens('import', 'pgn2fen', ...files, '--games', source, '--annotate', target, '--overwrite');
  if (run === undefined) return;
  const asked = files.filter((file) => !file.includes(START));
  statelens('import', 'pgn2fen', ...asked, '--games', source, '--out', run, '--overwrite');
  // The instant of the import is no part of the sample; a line that was changed has no checksum.
  const [header, ...rest] = fs.readFileSync(run, 'utf8').split('\n');
  const { created: _, sum: __, ...kept } = JSON.parse(header);
  fs.writeFileSync(run, [JSON.stringify(kept), ...rest].join('\n'));
}

const all = (ply, ...logs) =>
  Object.fromEntries([...logs, O3_MINI, GEMINI, CHESSGPT, START].map((log) => [log, [ply]]));

sample(
  'samples/world-cup.pgn',
  'world-cup',
  [
    // one model, so that its sentence is seen at once: the log of GPT-4o ends at 20 half-moves
    [20, 3, { [GPT_4O]: [2, 11, 15, 20] }],
    [18, 6, { [GPT_4O]: [18] }],
    [12, 5, { [GPT_4O]: [12] }],
    [8, 8, { [GPT_4O]: [8] }],
    // several models about one position
    [9, 10, all(9, GPT_4O)],
    [13, 4, all(13, GPT_4O)],
    [16, 7, all(16, GPT_4O)],
    [28, 2, all(28)],
    [40, 9, all(40)],
    ...[
      [60, 10],
      [68, 10],
      [83, 10],
      [86, 10],
      [90, 10],
      [92, 10],
      [95, 10],
      [96, 9],
      [96, 10],
      [97, 10],
    ].map(([plies, number]) => [plies, number, all(plies)]),
  ],
  'samples/world-cup.run.jsonl',
);

const EVERY = Array.from({ length: 100 }, (_, i) => i + 1);
sample(
  'samples/whole-game.pgn',
  'world-cup',
  [[100, 1, { [GPT_4O]: EVERY.slice(0, 20), [O3_MINI]: EVERY, [GEMINI]: EVERY }]],
  'samples/whole-game.run.jsonl',
);

sample(
  'samples/chess960.pgn',
  'fischer-random',
  [
    [5, 1],
    [8, 2],
    [10, 3],
    [13, 4],
    [16, 5],
    [20, 6],
    [24, 8],
    [30, 9],
    [36, 10],
    [51, 10],
  ].map(([plies, number]) => [plies, number, { [CHESS960]: [plies] }]),
);

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
