import { MIN_CLUSTERS } from '../base/stats/confidence-interval.ts';
import { plural } from '../base/text/counts.ts';
import { type ReportTable, withoutEmpty } from '../evaluation/report/tables.ts';
import type { MavGameName } from '../mav/game-names.ts';
import { SEARCH_FIELDS, type SearchField } from '../search/settings-fields.ts';
import type { GameEnd } from './play-game.ts';
import { type PlayerRating, RESAMPLES } from './ratings.ts';
import type { League, LeaguePair, LeagueRow } from './standings.ts';

const count = (value: number): string => value.toLocaleString('en-US');

/** Returns the players with their ratings, highest first. */
export const ratingTable = ({ rows }: League): ReportTable =>
  withoutEmpty({
    caption: 'Elo, results and legal answers',
    head: [
      'player',
      'Elo',
      '95 % interval',
      'external Elo',
      '95 % interval',
      'games',
      'won',
      'drawn',
      'lost',
      'score',
      'legal answers',
      'requests a move',
      'tokens a move',
    ],
    rows: rows.map((row) => ({
      head: row.player,
      cells: [
        ratingText(row),
        intervalText(row),
        row.external === undefined ? NO_RATING : ratingText({ elo: row.external.elo, standing: row.standing }),
        row.external === undefined ? NO_RATING : intervalText({ ...row, ...row.external }),
        ...[row.games, row.wins, row.draws, row.losses].map(count),
        shareText(row.share),
        legalText(row),
        row.callsPerMove === null || row.callsPerMove === 0 ? NO_RATING : row.callsPerMove.toFixed(1),
        row.tokensPerMove === null ? NO_RATING : count(Math.round(row.tokensPerMove)),
      ],
    })),
  });

/** Returns every two players that met, the higher one first. */
export function pairTable({ rows, pairs }: League): ReportTable {
  const place = new Map(rows.map(({ player }, i) => [player, i]));
  const met = pairs
    .filter(({ openings }) => openings > 0)
    .map((pair) =>
      (place.get(pair.first) ?? 0) <= (place.get(pair.second) ?? 0)
        ? pair
        : {
            ...pair,
            first: pair.second,
            second: pair.first,
            wins: pair.losses,
            losses: pair.wins,
            share: pair.share === null ? null : 1 - pair.share,
            elo: pair.elo === null ? null : -pair.elo,
            low: pair.high === null ? null : -pair.high,
            high: pair.low === null ? null : -pair.low,
          },
    )
    .sort(
      (a, b) =>
        (place.get(a.first) ?? 0) - (place.get(b.first) ?? 0) ||
        (place.get(a.second) ?? 0) - (place.get(b.second) ?? 0),
    );
  return {
    caption: 'Games between every two players',
    head: ['player', 'against', 'openings', 'won', 'drawn', 'lost', 'score', 'Elo difference', '95 % interval'],
    texts: 2,
    rows: met.map((pair) => ({
      head: pair.first,
      cells: [
        pair.second,
        ...[pair.openings, pair.wins, pair.draws, pair.losses].map(count),
        shareText(pair.share),
        eloDifferenceText(pair),
        eloDifferenceInterval(pair),
      ],
    })),
  };
}

/** Placeholder for a missing value. */
const NO_RATING = '–';

const GAME_NAMES: Readonly<Record<MavGameName, string>> = {
  chess: 'Chess',
  chess960: 'Chess960',
  connect_four: 'Connect Four',
  hex: 'Hex',
  othello: 'Othello',
};

/** Formats a whole number of Elo with a true minus sign. */
export const formatElo = (value: number): string => {
  const rounded = Math.round(value);
  return rounded < 0 ? `−${-rounded}` : String(rounded);
};

/** Formats the Elo of a player, or the reason why it has none. */
function ratingText({ elo: value, standing }: Pick<PlayerRating, 'elo' | 'standing'>): string {
  if (value !== null) return formatElo(value);
  return standing === 'above' ? 'above the others' : standing === 'below' ? 'below the others' : 'not comparable';
}

/** Formats the two ends of an interval: `−12 to 40`, `over 30` where the upper end is unbounded. */
export function endsText(low: number, high: number): string {
  if (Number.isFinite(low))
    return Number.isFinite(high) ? `${formatElo(low)} to ${formatElo(high)}` : `over ${formatElo(low)}`;
  return Number.isFinite(high) ? `under ${formatElo(high)}` : 'unbounded';
}

/** Formats the interval of a player, or the reason why it has none. */
function intervalText({ low, high, none, standing, wins, draws, losses }: LeagueRow): string {
  if (low !== null && high !== null) return endsText(low, high);
  switch (none) {
    case 'anchor':
      return 'none: set';
    case 'few-openings':
      return `none: fewer than ${MIN_CLUSTERS} openings`;
    case 'no-variation':
      return 'none: all openings alike';
    default:
      break;
  }
  if (wins + draws + losses === 0) return 'none: no games';
  if (draws + losses === 0) return 'unbounded: won all games';
  if (draws + wins === 0) return 'unbounded: lost all games';
  return standing === 'apart' ? 'none: no games with the others' : 'unbounded: no points exchanged with the others';
}

/** Formats the Elo difference of two players by their own games. */
function eloDifferenceText({ elo: value, share }: LeaguePair): string {
  if (value !== null) return formatElo(value);
  return share === null ? NO_RATING : share === 1 ? 'unbounded: won all' : 'unbounded: lost all';
}

/** Formats its interval, or the reason why there is none. */
function eloDifferenceInterval({ low, high, openings, share }: LeaguePair): string {
  if (low !== null && high !== null) return endsText(low, high);
  if (share === null || share === 0 || share === 1) return NO_RATING;
  return openings < MIN_CLUSTERS ? `none: fewer than ${MIN_CLUSTERS} openings` : 'none: all openings alike';
}

/** Formats a share of points: `62.5 %`. */
const shareText = (share: number | null): string => (share === null ? NO_RATING : `${(100 * share).toFixed(1)} %`);

/** Formats the share of answers that were legal actions: `100 %` and `0 %` only when exactly so. */
function legalText({ answers, illegal, unreadable }: LeagueRow): string {
  if (answers === 0) return NO_RATING;
  const percent = 100 * (1 - (illegal + unreadable) / answers);
  const rounded = percent.toFixed(2);
  const text = rounded === '100.00' ? (percent === 100 ? '100' : '>99.99') : rounded;
  return `${text} % of ${answers.toLocaleString('en-US')}`;
}

/** Formats the title of a league: `Connect Four, 12 openings of 4 random plies (seed 1), 5 players, 240 games`. */
export function leagueTitle({ header, games, scheduled }: League): string {
  const { game, hexSize, openings, openingPlies, seed, players, pairings, book } = header;
  const size = game === 'hex' ? ` ${hexSize}×${hexSize}` : '';
  const played =
    games === scheduled ? plural(games, 'game') : `${games.toLocaleString('en-US')} of ${plural(scheduled, 'game')}`;
  const begun =
    book === undefined
      ? `${plural(openings, 'opening')} of ${plural(openingPlies, 'random ply', 'random plies')} (seed ${seed})`
      : `${plural(openings, 'opening')} of ${book.file}`;
  const drawn = pairings === 0 ? '' : `, ${plural(pairings, 'pairing')} an opening`;
  return `${GAME_NAMES[game]}${size}, ${begun}, ${plural(players.length, 'player')}${drawn}, ${played}`;
}

const END_WORDS: Readonly<Record<GameEnd, string>> = {
  rules: 'by the rules',
  repetition: 'drawn by repetition',
  'fifty-moves': 'drawn by the fifty-move rule',
  material: 'drawn for lack of material',
  'ply-limit': 'drawn at the ply limit',
  illegal: 'lost by an illegal action',
  unreadable: 'lost by an unreadable answer',
};

/** Formats the end of a game: `drawn at the ply limit of 100`. */
export const gameEndWords = (end: GameEnd, maxPlies: number): string =>
  `${END_WORDS[end]}${end === 'ply-limit' ? ` of ${maxPlies}` : ''}`;

/** Formats the ends of games: `200 by the rules, 3 drawn at the ply limit of 100`. */
export function endsSentence({ ends, header }: League): string {
  const found = (Object.keys(END_WORDS) as GameEnd[]).flatMap((end) => {
    const count = ends[end] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${gameEndWords(end, header.maxPlies)}`];
  });
  return found.length === 0 ? 'No game is over.' : `Games ended: ${found.join(', ')}.`;
}

/** Default settings of searches, by name: notes leave them out. */
const USUAL: ReadonlyMap<string, string> = new Map(
  Object.entries(SEARCH_FIELDS as Readonly<Record<string, SearchField<unknown>>>).map(([name, { print, initial }]) => [
    name,
    print(initial),
  ]),
);

/** Returns notes on the zero of the ratings, and on the line to another scale. */
function anchorNotes({ anchors, scale, rows }: League): string[] {
  const [first, second] = anchors;
  if (first !== undefined && second === undefined) return [`${first.player} is set to ${formatElo(first.elo)}.`];
  const mean = 'The mean of the players who can be compared is 0.';
  if (first === undefined) return [mean];
  const names = anchors.map(({ player, elo }) => `${player} ${formatElo(elo)}`).join(', ');
  if (scale === null)
    return [
      mean,
      `No external Elo: the anchors (${names}) have no finite ratings that rise with their Elo, so no line can be fitted.`,
    ];
  const { slope, intercept, residual } = scale;
  const off = anchors.length === 2 ? '' : `, off by up to ${formatElo(residual)}`;
  const known = anchors.map(({ elo }) => elo);
  const outside = rows.filter(
    ({ external }) =>
      external?.elo !== undefined &&
      external.elo !== null &&
      (external.elo < Math.min(...known) - 0.5 || external.elo > Math.max(...known) + 0.5),
  );
  return [
    mean,
    `External Elo by a line fitted to the anchors (${names}): ${formatElo(intercept)} + ${slope.toFixed(2)} × Elo${off}. Its intervals fit the line again in each draw.`,
    ...(outside.length === 0
      ? []
      : [`Beyond the anchors the line is extrapolated: ${outside.map(({ player }) => player).join(', ')}.`]),
  ];
}

/** Returns notes on the method of the numbers. */
export function leagueMethodNotes(league: League): string[] {
  const { unpaired, header } = league;
  const settings = Object.entries(header.settings).flatMap(([name, value]) =>
    USUAL.get(name) === value ? [] : [`${name} ${value}`],
  );
  return [
    'Elo by maximum likelihood (Bradley and Terry), a draw as half a point, from these games alone: it cannot be compared with ratings of other leagues.',
    ...anchorNotes(league),
    `Intervals are 95 %, by drawing the openings again ${RESAMPLES.toLocaleString('en-US')} times: all games of an opening stay together, and each was played with both colors.`,
    'An illegal action or an unreadable answer loses the game at once.',
    ...(unpaired > 0
      ? [`${plural(unpaired, 'game')} without the one with swapped colors ${unpaired === 1 ? 'is' : 'are'} left out.`]
      : []),
    ...(settings.length > 0 ? [`Settings: ${settings.join(', ')}.`] : []),
  ];
}
