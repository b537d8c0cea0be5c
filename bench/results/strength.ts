import { existsSync, readFileSync } from 'node:fs';
import { readLeague } from '../../src/core/league/league-file.ts';
import type { Table } from '../harness/table.ts';
import { fileOf, json, MODEL, words } from './command.ts';

interface Rating {
  readonly player: string;
  readonly elo: number | null;
  readonly low: number | 'unbounded' | null;
  readonly high: number | 'unbounded' | null;
  readonly games: number;
  readonly share: number;
  readonly answers: number;
  readonly illegal: number;
  readonly unreadable: number;
  readonly callsPerMove: number | null;
}

interface Pair {
  readonly first: string;
  readonly second: string;
  readonly elo: number | null;
  readonly low: number | 'unbounded' | null;
  readonly high: number | 'unbounded' | null;
}

const PLAYERS = ['random', `${MODEL}/raw`, `${MODEL}/search:100`, `${MODEL}/internal:2x1`] as const;

/** Plies of an opening: lists were learned from ply 14 on, where the solver is quick. */
const OPENING_PLIES = 14;

/** `54 (−128 to 225)`, or `410 (over 215)` where nothing bounds it above. */
function eloWords({ elo, low, high }: Pick<Pair, 'elo' | 'low' | 'high'>): string {
  const number = (value: number): string => value.toFixed(0).replace('-', '−');
  if (elo === null) return '–';
  if (typeof low === 'number' && typeof high === 'number') return `${number(elo)} (${number(low)} to ${number(high)})`;
  if (typeof low === 'number') return `${number(elo)} (over ${number(low)})`;
  return typeof high === 'number' ? `${number(elo)} (under ${number(high)})` : number(elo);
}

/** Searches of the duel: states, lists and values are the model's. */
const DUEL = [`${MODEL}/raw`, `${MODEL}/search:100:model`] as const;

/** Openings of Connect Four. */
const FOUR = `--game connect_four --opening-plies ${OPENING_PLIES} --seed 7`;

/**
 * Openings of chess: games of people that no model was trained on, after 40 plies. Few are balanced, so that games of deterministic players
 * end by a win, and each is played from both sides.
 */
const CHESS = '--game chess --book training/held-out.pgn --opening-plies 40 --seed 7 --max-plies 160';

/**
 * Search over the model's own world against the raw best action, in chess and Connect Four: Elo with its interval, from
 * games of both sides of each opening.
 *
 * @param progress is called with the time that a game took, in seconds
 */
export function duelResults(openings: number, progress: (seconds: number) => void): Table {
  const duels = [
    { game: 'chess', file: 'duel.league.jsonl', options: `${CHESS} --scoring mean` },
    { game: 'connect_four', file: 'duel-connect_four.league.jsonl', options: FOUR },
  ];
  const rows = duels.flatMap(({ game, file, options }) => {
    const before = gamesIn(fileOf(file));
    const began = performance.now();
    const played = ratingRows(game, file, DUEL, `${options} --openings ${openings} -b 8`);
    const games = gamesIn(fileOf(file)) - before;
    if (games > 0) progress((performance.now() - began) / 1000 / games);
    return played;
  });
  return { title: '', columns: ['game', ...RATING_COLUMNS], rows, notes: [] };
}

/** Plays a league against the raw best action, which is 0, and returns its ratings, each after the game. */
function ratingRows(game: string, file: string, players: readonly string[], options: string): string[][] {
  const { ratings } = json([
    'league',
    ...words(options),
    ...players.flatMap((player) => ['--player', player]),
    ...words(`--concurrency 4 --json --anchor ${MODEL}/raw --out`),
    fileOf(file),
  ]) as { ratings: readonly Rating[] };
  return ratingTable(ratings).rows.map((row) => [game, ...row]);
}

/** Returns the number of games in a league's file; 0 without one. */
function gamesIn(file: string): number {
  const read = existsSync(file) ? readLeague(readFileSync(file, 'utf8')) : undefined;
  return read?.ok === true ? read.value.games.length : 0;
}

const short = (player: string): string => player.replace(`${MODEL}/`, '');

const RATING_COLUMNS = ['player', 'Elo', 'games', 'score', 'legal answers', 'requests a move'] as const;

const ratingTable = (ratings: readonly Rating[]): Table => ({
  title: '',
  columns: RATING_COLUMNS,
  rows: ratings.map(({ player, elo, low, high, games, share, answers, illegal, unreadable, callsPerMove }) => [
    short(player),
    eloWords({ elo, low, high }),
    String(games),
    `${(100 * share).toFixed(1)} %`,
    `${answers - illegal - unreadable} of ${answers}`,
    callsPerMove === null ? '–' : callsPerMove.toFixed(1),
  ]),
  notes: [],
});

/** Internal search against the raw best action, in Connect Four and chess. */
const INTERNAL = [
  { game: 'connect_four', openings: FOUR, shapes: ['2x2', '4x2'] },
  { game: 'chess', openings: CHESS, shapes: ['2x2'] },
] as const;

/** Elo of internal searches of two plies above the raw best action. `openings`: of chess; Connect Four, which is quicker, has four times as many. */
export function internalResults(openings: number): Table {
  const rows = INTERNAL.flatMap(({ game, openings: options, shapes }) => {
    const players = [`${MODEL}/raw`, ...shapes.map((shape) => `${MODEL}/internal:${shape}`)];
    const count = game === 'chess' ? openings : 4 * openings;
    return ratingRows(game, `internal-${game}.league.jsonl`, players, `${options} --openings ${count}`);
  });
  return { title: '', columns: ['game', ...RATING_COLUMNS], rows, notes: [] };
}

const turned = (bound: Pair['low']): Pair['low'] => (typeof bound === 'number' ? -bound : bound);

/** Table 2 and figure 7 of Schultz et al. in shape: Elo in Connect Four against simulations, and against breadth and depth of internal search. */
export function strengthResults(openings: number, svg: string): { readonly table: Table; readonly note: string } {
  const { ratings, pairs } = json([
    'league',
    ...words(`${FOUR} --openings ${openings}`),
    ...PLAYERS.flatMap((player) => ['--player', player]),
    ...words(`-b 8 --concurrency 8 --anchor random --svg ${svg} --json --out`),
    fileOf('strength.league.jsonl'),
  ]) as { ratings: readonly Rating[]; pairs: readonly Pair[] };
  const duel = pairs.find(({ first, second }) =>
    [first, second].every((name) => [`${MODEL}/raw`, `${MODEL}/search:100`].includes(name)),
  );
  const isTurned = duel?.second === `${MODEL}/search:100`;
  const by =
    duel === undefined || !isTurned
      ? duel
      : { elo: duel.elo === null ? null : -duel.elo, low: turned(duel.high), high: turned(duel.low) };
  return {
    table: ratingTable(ratings),
    note:
      by === undefined
        ? ''
        : `Search with 100 simulations against the raw best action, by their own games: ${eloWords(by)} Elo.`,
  };
}
