import { LineIndex } from '../../core/base/text/line-index.ts';
import type { LinkOf } from '../../core/evaluation/report/html/worst-boards.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import { mainLines } from '../asking/asked-positions.ts';

/** A PGN that runs were made of. */
export interface FoundGames {
  /** As a reader of the report knows it. */
  readonly file: string;
  readonly text: string;
  /** A link that opens it; with a colon and a number behind it, at that line. Undefined where nothing does. */
  readonly link?: string;
}

/** PGNs that were found, by the name that runs have for them; empty for runs that name none. */
export type GamesByName = ReadonlyMap<string, FoundGames>;

/** The report with the places of its worst answers, as far as their PGNs were found. */
export function withPlaces(report: Report, found: GamesByName): Report {
  const places = new Map([...found].map(([name, { text }]) => [name, new Places(text, gamesOf(report, name))]));
  const worst = report.worst.map((one) => {
    const line = places.get(one.games ?? '')?.lineOf(one.game, one.ply);
    const pgn = found.get(one.games ?? '');
    return pgn === undefined || line === undefined ? one : { ...one, place: { file: pgn.file, line } };
  });
  return { ...report, worst };
}

/** Links to those places. */
export const linksTo =
  (found: GamesByName): LinkOf =>
  ({ games, place }) => {
    const link = found.get(games ?? '')?.link;
    return link === undefined || place === undefined ? undefined : `${link}:${place.line}`;
  };

const gamesOf = ({ worst }: Report, name: string): Set<number> =>
  new Set(worst.flatMap(({ games, game }) => ((games ?? '') === name ? [game] : [])));

/** Lines of a PGN in which moves of its main lines stand. */
class Places {
  readonly #index: LineIndex;
  readonly #starts = new Map<number, (ply: number) => number | undefined>();

  /** @param games those that will be asked for; a file may hold thousands of others */
  constructor(pgn: string, games: ReadonlySet<number>) {
    this.#index = new LineIndex(pgn);
    for (const line of mainLines(pgn, games)) this.#starts.set(line.game, (ply) => line.rangeOf(ply)?.start);
  }

  /** The line, from 1, of the half-move that leads to a ply; undefined where it is not there, and before the first one. */
  lineOf(game: number, ply: number): number | undefined {
    const start = this.#starts.get(game)?.(ply);
    return start === undefined ? undefined : this.#index.positionAt(start).line + 1;
  }
}
