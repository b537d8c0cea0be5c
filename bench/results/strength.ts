import type { Table } from '../harness/table.ts';
import { type Figure, fileOf, inWords, json, MODEL } from './command.ts';

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

const PLAYERS = [
  'random',
  'reference:2',
  `${MODEL}/raw`,
  `${MODEL}/search:10`,
  `${MODEL}/search:30`,
  `${MODEL}/search:100`,
  `${MODEL}/internal:2x1`,
  `${MODEL}/internal:3x1`,
  `${MODEL}/internal:2x2`,
] as const;

/** Plies of an opening: lists were learned from ply 14 on, where the solver is quick. */
const OPENING_PLIES = 14;

const bound = (value: number | 'unbounded' | null): number | null => (typeof value === 'number' ? value : null);
const difference = ({ elo, low, high }: Pick<Pair, 'elo' | 'low' | 'high'>): Figure => ({
  value: elo,
  low: bound(low),
  high: bound(high),
});

/** Table 2 and figure 7 of Schultz et al. in shape: Elo in Connect Four against simulations, and against breadth and depth of internal search. */
export function strengthResults(openings: number, svg: string): { readonly table: Table; readonly note: string } {
  const { ratings, pairs } = json<{ ratings: readonly Rating[]; pairs: readonly Pair[] }>([
    'league',
    ...[
      '--game',
      'connect_four',
      '--openings',
      String(openings),
      '--opening-plies',
      String(OPENING_PLIES),
      '--seed',
      '7',
    ],
    ...PLAYERS.flatMap((player) => ['--player', player]),
    ...[
      '-b',
      '8',
      '--concurrency',
      '8',
      '--anchor',
      'random',
      '--out',
      fileOf('strength.league.jsonl'),
      '--svg',
      svg,
      '--json',
    ],
  ]);
  const short = (player: string): string => player.replace(`${MODEL}/`, '');
  const rows = ratings.map(({ player, elo, low, high, games, share, answers, illegal, unreadable, callsPerMove }) => [
    short(player),
    inWords(difference({ elo, low, high }), 0),
    String(games),
    `${(100 * share).toFixed(1)} %`,
    `${answers - illegal - unreadable} of ${answers}`,
    callsPerMove === null ? '–' : callsPerMove.toFixed(1),
  ]);
  const duel = pairs.find(({ first, second }) =>
    [first, second].every((name) => [`${MODEL}/raw`, `${MODEL}/search:100`].includes(name)),
  );
  const sign = duel?.first === `${MODEL}/search:100` ? 1 : -1;
  const by = duel === undefined ? undefined : difference(duel);
  const turn = (value: number | null): number | null => (value === null ? null : sign * value);
  const oriented = by && {
    value: turn(by.value),
    low: turn(sign === 1 ? by.low : by.high),
    high: turn(sign === 1 ? by.high : by.low),
  };
  return {
    table: {
      title: '',
      columns: ['player', 'Elo', 'games', 'score', 'legal answers', 'requests a move'],
      rows,
      notes: [],
    },
    note:
      oriented === undefined
        ? ''
        : `Search with 100 simulations against the raw best action, by their own games: ${inWords(oriented, 0)} Elo.`,
  };
}
