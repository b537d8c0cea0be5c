import { narrowedQuery } from '../../core/datasets/facets.ts';
import { printQuery } from '../../core/datasets/query/syntax.ts';
import type { GameRow, RowSpan, ToGames } from '../../protocol/games-messages.ts';
import type { GameSession } from './game-session.ts';

/** Maximum number of values listed per facet. */
const MAX_LISTED = 12;

/** Returns counts and facets of a session, for its page. */
export function listMessage(
  session: GameSession,
  isStale: boolean,
): Omit<Extract<ToGames, { type: 'list' }>, 'version'> {
  const { progress, ...counts } = session.counts;
  return {
    type: 'list',
    ...counts,
    shown: session.shown,
    facets: session.facets(MAX_LISTED),
    progress: progress ?? null,
    isStale,
  };
}

/** Returns the expression of a session with its facets; empty for all games. */
export function narrowedText({ query, choice }: GameSession): string {
  const narrowed = narrowedQuery(query, choice);
  return narrowed === undefined ? '' : printQuery(narrowed);
}

/**
 * Returns up to `count` rows of the list, starting at `from`.
 *
 * @param names of the files, if rows show them
 */
export function rowsFrom(session: GameSession, from: number, count: number, names: readonly string[]): GameRow[] {
  const rows: GameRow[] = [];
  for (let row = from; row < from + count; row++) {
    const game = session.gameAt(row);
    const summary = game === undefined ? undefined : session.summary(game);
    const place = game === undefined ? undefined : session.place(game);
    if (game === undefined || summary === undefined || place === undefined) break;
    const { white, black, whiteElo, blackElo, result, eco, opening, event, date, plies } = summary;
    const name = names[place.file];
    rows.push({
      game,
      white: white ?? '?',
      black: black ?? '?',
      whiteElo: whiteElo ?? null,
      blackElo: blackElo ?? null,
      result: result ?? '',
      eco: eco ?? '',
      opening: opening ?? '',
      event: event ?? '',
      date: date ?? '',
      plies,
      place: name === undefined ? String(place.number) : `${name}:${place.number}`,
    });
  }
  return rows;
}

/** Returns the games of rows, in their order; rows beyond the end are omitted. */
export function gamesIn(session: GameSession, spans: readonly RowSpan[] | null): number[] {
  const games: number[] = [];
  for (const [from, to] of spans ?? [[0, session.shown]]) {
    for (let row = from; row < Math.min(to, session.shown); row++) {
      const game = session.gameAt(row);
      if (game !== undefined) games.push(game);
    }
  }
  return games;
}
