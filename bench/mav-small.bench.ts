// The learned model in the box as the command line runs it, in a worker thread: node bench/run.mjs mav-small [--help]

import { readFileSync } from 'node:fs';
import { parsePgn } from 'chessops/pgn';
import { PUBLISHED_DIALECT } from '../src/core/mav/syntax.ts';
import type { Model, StateTask } from '../src/models/model.ts';
import { packagedModel } from '../src/models/onnx/node-onnx.ts';
import { fenAfter } from '../src/models/sources/baselines.ts';
import { builtinSource } from '../src/models/sources/builtin.ts';
import { MAV_SMALL } from '../src/models/sources/mav-small.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { quantile } from './harness/spread.ts';
import { figure, type Table } from './harness/table.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** Plies of the game of the target. */
const PLIES = 80;
/** Lists that are asked for at a time. */
const TOGETHER = 16;

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const [game] = parsePgn(readFileSync('samples/whole-game.pgn', 'utf8'));
  const moves = [...(game?.moves.mainline() ?? [])].map(({ san }) => san).slice(0, PLIES);
  const before = process.memoryUsage().rss;
  progressLine('the first answer');
  const model = openModel();
  const first = await answered(model, moves.slice(0, 1), 0);
  const steps: number[] = [];
  const games: number[] = [];
  const rounds = options.quick ? 1 : 5;
  for (let round = 1; round <= rounds; round++) {
    progressLine(`game ${round}`);
    const times: number[] = [];
    // another sample is asked for anew
    for (let ply = 1; ply <= moves.length; ply++) times.push(await answered(model, moves.slice(0, ply), round));
    steps.push(...times);
    games.push(times.reduce((sum, ms) => sum + ms, 0));
  }
  progressLine('lists');
  const fens = moves.map((_, ply) => fenAfter(START, moves, ply)).flatMap((fen) => (fen.ok ? [fen.value] : []));
  const lists: number[] = [];
  for (const fen of fens) lists.push(await listed(model, [fen]));
  const together: number[] = [];
  for (let at = 0; at + TOGETHER <= fens.length; at += TOGETHER)
    together.push((await listed(model, fens.slice(at, at + TOGETHER))) / TOGETHER);
  const megabytes = (process.memoryUsage().rss - before) / 1e6;
  const row = (name: string, values: readonly number[], target: string): string[] => [
    name,
    figure(quantile(values, 0.5)),
    figure(quantile(values, 0.95)),
    figure(Math.max(...values)),
    target,
  ];
  const table: Table = {
    title: 'The built-in model',
    columns: ['', 'median', 'p95', 'most', 'target'],
    rows: [
      row('the first answer: a thread, the runtime, the model (ms)', [first], '800'),
      row('a transition of chess (ms)', steps, '50'),
      row('a list of chess with values, `%top_all` (ms)', lists, '37'),
      row(`a list of ${TOGETHER} that are asked for at a time (ms)`, together, '37'),
      row(
        `a game of ${moves.length} plies, position by position (s)`,
        games.map((ms) => ms / 1000),
        '15',
      ),
      ['memory of all this (MB)', figure(megabytes), '', '', '250'],
    ],
    notes: [
      'One thread of WebAssembly. The game is that of `samples/whole-game.pgn`; each transition is from the state that the model wrote before.',
    ],
  };
  publish(
    {
      name: 'mav-small',
      machine,
      tables: [table],
      data: { first, steps, lists, together, games, megabytes },
      ok: true,
    },
    options,
  );
}

function openModel(): Model {
  const model = builtinSource(packagedModel(import.meta.url)).open(MAV_SMALL.name);
  if (!model.ok) throw new Error(model.error.message);
  return model.value;
}

/** Milliseconds to the answer for the state after moves. */
async function answered(model: Model, moves: readonly string[], sample: number): Promise<number> {
  const task: StateTask = { kind: 'state', variant: 'chess', startFen: START, moves, sample };
  const began = performance.now();
  const answer = await model.complete({ task, messages: [], settings: {} }, new AbortController().signal);
  if (!answer.ok) throw new Error(answer.error.message);
  return performance.now() - began;
}

/** Milliseconds to the lists of positions that are asked for together. */
async function listed(model: Model, fens: readonly string[]): Promise<number> {
  const began = performance.now();
  const answers = fens.map((fen) => {
    const prompt = `<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN ${fen}]\n`;
    const task = { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 } as const;
    return model.complete({ task, messages: [], settings: {} }, new AbortController().signal);
  });
  for (const answer of await Promise.all(answers)) if (!answer.ok) throw new Error(answer.error.message);
  return performance.now() - began;
}
