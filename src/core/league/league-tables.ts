import { type ReportTable, withoutEmpty } from '../evaluation/report/tables.ts';
import type { League } from './standings.ts';
import {
  differenceInterval,
  differenceText,
  intervalText,
  legalText,
  NOTHING,
  ratingText,
  shareText,
} from './words.ts';

const count = (value: number): string => value.toLocaleString('en-US');

/** The players with their ratings, highest first. */
export const ratingTable = ({ rows }: League): ReportTable =>
  withoutEmpty({
    caption: 'Elo, results and legal answers',
    head: [
      'player',
      'Elo',
      '95 % interval',
      'games',
      'won',
      'drawn',
      'lost',
      'score',
      'legal answers',
      'requests a move',
    ],
    rows: rows.map((row) => ({
      head: row.player,
      cells: [
        ratingText(row),
        intervalText(row),
        ...[row.games, row.wins, row.draws, row.losses].map(count),
        shareText(row.share),
        legalText(row),
        row.callsPerMove === null || row.callsPerMove === 0 ? NOTHING : row.callsPerMove.toFixed(1),
      ],
    })),
  });

/** Every two players that met, the higher one first. */
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
        differenceText(pair),
        differenceInterval(pair),
      ],
    })),
  };
}
