import { seeded } from '../base/random.ts';
import { ClusterSums } from '../base/stats/clusters.ts';
import { meanInterval } from '../base/stats/confidence-interval.ts';
import { partSeed } from '../base/text/hash.ts';
import { addPoints, type ScoreTable, scoreTable, shareToElo } from './bradley-terry.ts';
import type { LeagueHeader } from './league-file.ts';
import type { GameEnd, GameRecord } from './play-game.ts';
import { type ExternalScale, fitScale, type PlayerRating, playerRatings } from './ratings.ts';
import { gameKey, makeSchedule } from './schedule.ts';

/** Wins, draws and losses. */
export interface ResultCounts {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** Player with its results and its rating. */
export interface LeagueRow extends PlayerRating, ResultCounts {
  readonly player: string;
  readonly games: number;
  /** Share of the points, 0 to 1; null without games. */
  readonly share: number | null;
  /** Number of positions at which it was asked, and of answers with legal actions, illegal ones, or none. */
  readonly answers: number;
  readonly illegal: number;
  readonly unreadable: number;
  /** Mean number of requests for an answer; null without answers. */
  readonly callsPerMove: number | null;
  /** Mean number of tokens of prompts and answers for a move; null unless those of all its answers are known. */
  readonly tokensPerMove: number | null;
}

/** Two players against each other, from the first one's view. */
export interface LeaguePair extends ResultCounts {
  readonly first: string;
  readonly second: string;
  /** Number of openings that both played with both colors. */
  readonly openings: number;
  readonly share: number | null;
  /** Elo difference by these games alone: null where all points went one way. */
  readonly elo: number | null;
  /** Its 95 % interval over openings; null where there is none. An end where all points may go one way is infinite. */
  readonly low: number | null;
  readonly high: number | null;
}

/** League with the contents of its tables, charts and exports. */
export interface League {
  readonly header: LeagueHeader;
  /**
   * Players of known Elo. One has its own in the league; with several, or none, the mean of all comparable players is 0.
   */
  readonly anchors: readonly { readonly player: string; readonly elo: number }[];
  /** Line from the Elo of the league to that of several anchors; null without one. */
  readonly scale: ExternalScale | null;
  /** Highest first; those without a finite rating above or below them. */
  readonly rows: readonly LeagueRow[];
  readonly pairs: readonly LeaguePair[];
  /** Number of counted games: both colors of an opening were played. */
  readonly games: number;
  /** Number of planned games. */
  readonly scheduled: number;
  /** Number of games without their counterpart, which are left out. */
  readonly unpaired: number;
  /** Ends of the counted games. */
  readonly ends: Readonly<Partial<Record<GameEnd, number>>>;
}

/** Returns the points of the side that moved first. */
const firstPoints = ({ result }: GameRecord): number => (result === '1-0' ? 1 : result === '0-1' ? 0 : 0.5);

/**
 * Returns the table of a league. Only openings count that two players have played with both colors; games that the
 * header does not schedule are left out. The result does not depend on the order of the games.
 */
export function computeLeague(
  header: LeagueHeader,
  records: readonly GameRecord[],
  anchors: League['anchors'] = header.anchors ?? [],
): League {
  const { players, openings, seed } = header;
  const byKey = new Map(records.map((record) => [gameKey(record), record]));
  const schedule = makeSchedule(players, openings, header);
  const found = schedule.map((game) => byKey.get(gameKey(game)));
  const paired: GameRecord[] = [];
  // The two games of an opening are adjacent.
  for (let i = 0; i < found.length; i += 2) {
    const [one, other] = [found[i], found[i + 1]];
    if (one !== undefined && other !== undefined) paired.push(one, other);
  }
  const number = new Map(players.map((player, i) => [player, i]));
  const anchored = anchors.flatMap(({ player, elo }) => {
    const own = number.get(player);
    return own === undefined ? [] : [{ player: own, elo }];
  });
  const ratings = playerRatings(
    players.length,
    pointsByOpening(paired, number),
    anchored,
    seeded(partSeed(seed, 'ratings')),
  );
  const rows = players.map((player, i) => rowOf(player, paired, ratings[i] as PlayerRating));
  const ends: Partial<Record<GameEnd, number>> = {};
  for (const { end } of paired) ends[end] = (ends[end] ?? 0) + 1;
  return {
    header,
    anchors,
    scale:
      fitScale(
        anchored,
        ratings.map(({ elo }) => elo ?? Number.NaN),
      ) ?? null,
    rows: rows.sort((a, b) => heightOf(b) - heightOf(a) || (b.share ?? 0) - (a.share ?? 0)),
    pairs: pairsOf(players, paired),
    games: paired.length,
    scheduled: schedule.length,
    unpaired: found.filter((one) => one !== undefined).length - paired.length,
    ends,
  };
}

/** Returns the sort key of a row; unrated players come last. */
const heightOf = ({ elo, standing }: LeagueRow): number =>
  elo ?? (standing === 'above' ? Number.MAX_VALUE : standing === 'below' ? -Number.MAX_VALUE / 2 : -Number.MAX_VALUE);

/** Returns the points of each opening that has games. */
function pointsByOpening(games: readonly GameRecord[], number: ReadonlyMap<string, number>): ScoreTable[] {
  const tables = new Map<number, ScoreTable>();
  for (const game of games) {
    const table = tables.get(game.opening) ?? scoreTable(number.size);
    tables.set(game.opening, table);
    const points = firstPoints(game);
    addPoints(table, number.get(game.first) ?? 0, number.get(game.second) ?? 0, points, 1 - points);
  }
  return [...tables.values()];
}

/** Returns wins, draws and losses of a player. */
function tallyOf(player: string, games: readonly GameRecord[]): ResultCounts {
  const tally = { wins: 0, draws: 0, losses: 0 };
  for (const game of games) {
    const points = game.first === player ? firstPoints(game) : 1 - firstPoints(game);
    tally[points === 1 ? 'wins' : points === 0 ? 'losses' : 'draws']++;
  }
  return tally;
}

const shareOf = ({ wins, draws, losses }: ResultCounts): number | null => {
  const games = wins + draws + losses;
  return games === 0 ? null : (wins + draws / 2) / games;
};

function rowOf(player: string, games: readonly GameRecord[], rating: PlayerRating): LeagueRow {
  const own = games.filter(({ first, second }) => first === player || second === player);
  const tally = tallyOf(player, own);
  let [answers, calls, illegal, unreadable] = [0, 0, 0, 0];
  let tokens: number | undefined = 0;
  for (const { first, sides, end, result } of own) {
    const isFirst = first === player;
    const side = sides[isFirst ? 0 : 1];
    answers += side.answers;
    calls += side.calls;
    if (side.answers > 0) tokens = side.tokens === undefined || tokens === undefined ? undefined : tokens + side.tokens;
    const hasLost = result === (isFirst ? '0-1' : '1-0');
    if (hasLost && end === 'illegal') illegal++;
    if (hasLost && end === 'unreadable') unreadable++;
  }
  return {
    player,
    ...rating,
    ...tally,
    games: own.length,
    share: shareOf(tally),
    answers,
    illegal,
    unreadable,
    callsPerMove: answers === 0 ? null : calls / answers,
    tokensPerMove: answers === 0 || tokens === undefined ? null : tokens / answers,
  };
}

/** Returns every two players, each with the games between them. */
function pairsOf(players: readonly string[], games: readonly GameRecord[]): LeaguePair[] {
  const between = new Map<string, GameRecord[]>();
  const keyOf = (a: string, b: string): string => JSON.stringify([a, b].sort());
  for (const game of games) {
    const key = keyOf(game.first, game.second);
    const own = between.get(key) ?? [];
    own.push(game);
    between.set(key, own);
  }
  return players.flatMap((first, i) =>
    players.slice(i + 1).map((second) => pairOf(first, second, between.get(keyOf(first, second)) ?? [])),
  );
}

function pairOf(first: string, second: string, games: readonly GameRecord[]): LeaguePair {
  const tally = tallyOf(first, games);
  const share = shareOf(tally);
  const sums = new ClusterSums(1);
  for (const game of games) {
    const points = game.first === first ? firstPoints(game) : 1 - firstPoints(game);
    sums.add(sums.row(game.opening), 0, points);
  }
  const [points] = sums.columns();
  const { low = null, high = null } = (points && meanInterval(points)) ?? {};
  const isOneSided = share === null || share === 0 || share === 1;
  return {
    first,
    second,
    ...tally,
    openings: sums.count,
    share,
    elo: isOneSided ? null : shareToElo(share),
    low: isOneSided || low === null ? null : shareToElo(low),
    high: isOneSided || high === null ? null : shareToElo(high),
  };
}
