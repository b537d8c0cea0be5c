import type { LeagueHeader } from '../../core/league/league-file.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { MAV_SMALL_LABEL } from '../../models/sources/mav-small.ts';
import { usageError } from '../command.ts';
import type { LeagueFlags } from './league-options.ts';

/** Preset of `--quick` in a game. */
interface QuickPreset {
  readonly openings: number;
  /** Number of random plies, or the positions to begin with. */
  readonly begin: { readonly openingPlies: number } | { readonly book: NonNullable<LeagueHeader['book']> };
  readonly maxPlies?: number;
  readonly pairings: number;
  readonly players: readonly string[];
}

/** Number of concurrent games, whose requests the bundled model answers together. */
export const QUICK_CONCURRENCY = 8;

/** Positions of weak play in which the side to move can mate in one move, to be found or missed: games between searches take hours. */
const MATES = [
  '8/r7/4p3/B2p2P1/2kP4/K1b2p2/5P2/8 b - - 2 55',
  '8/7k/5P2/8/1p4P1/p7/2q5/K7 b - - 2 18',
  '4Q3/R7/6pk/1p5p/PP2N2P/2p2KP1/8/8 w - - 3 74',
  '8/8/B7/qp2k3/4b3/4K3/8/8 b - - 7 68',
  '1R5r/3b2pn/2k1p3/2p5/p1BpPQ1p/P2P3P/2P3P1/7K w - - 2 34',
  '8/p6k/7P/3p4/8/2p5/4q3/K7 b - - 7 25',
  '1nb2kBr/1pN1n1pp/r4p2/p7/P2P4/P3P3/Q4PPP/R1B1K1NR w KQ - 3 17',
  'r1bqk1nr/ppp2ppp/2n5/4P3/6P1/N1p5/PP1BPP1P/R3KBNR b Kkq - 1 9',
  '2bq1bnr/rp2k1pp/2p2p2/pN2p2Q/2B1p3/P2P3P/1PP2PP1/RNB2RK1 w - - 0 11',
  'r1bqkb1r/1pp2ppp/p7/4n1P1/4p2N/PpP4P/1n3P1R/RNB1K3 b kq - 1 15',
  '2B1k1nr/p4p1p/1pn1N1p1/3Qp3/2pp3P/PP2P3/4NP1P/R1B1K2R w KQ - 0 26',
  '4k3/1p2r3/4RP1Q/6pP/2N3B1/2P5/P4PP1/3R2K1 w - - 1 41',
];

/**
 * Presets by game: tables with intervals, which ten openings are the fewest for, within minutes on two cores. Connect
 * Four begins where the bundled model has learned values.
 */
export const QUICK: Readonly<Partial<Record<MavGameName, QuickPreset>>> = {
  connect_four: {
    openings: 12,
    begin: { openingPlies: 16 },
    pairings: 3,
    players: ['random', ...ofModel('raw', 'search:8', 'internal:2x1')],
  },
  chess: {
    openings: MATES.length,
    begin: {
      book: { file: 'positions with a mate in one', lines: MATES.map((start) => ({ start, actions: [] })) },
    },
    maxPlies: 4,
    pairings: 2,
    players: ['random', ...ofModel('raw', 'search:4', 'internal:2x1')],
  },
};

function ofModel(...ways: readonly string[]): string[] {
  return ways.map((way) => `${MAV_SMALL_LABEL}/${way}`);
}

/** Options that hold one league, so that `--quick` needs a game for them. */
const OF_ONE = ['out', 'html', 'svg', 'pgn', 'book', 'anchor'] as const;

/** Returns the games of `--quick`: that of `--game`, else all presets. */
export function quickGames(flags: LeagueFlags, isGiven: (option: string) => boolean): MavGameName[] {
  const isChosen = isGiven('game');
  const file = isChosen ? undefined : OF_ONE.find((name) => flags[name] !== undefined);
  const games = Object.keys(QUICK) as MavGameName[];
  if (file !== undefined)
    throw usageError(
      `--quick plays a league of each game, and --${file} is of one: choose it with --game ${games.join(' or --game ')}`,
    );
  const wanted = isChosen ? [flags.game] : games;
  const other = wanted.find((game) => QUICK[game] === undefined);
  if (other !== undefined) throw usageError(`--quick has no preset of ${other}; choose ${games.join(' or ')}`);
  return wanted;
}
