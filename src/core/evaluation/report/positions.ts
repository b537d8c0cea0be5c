import type { ReportRun, ReportSample } from './report-sample.ts';

/** A position that was asked about; the next is another one at the same place, of a run over other games. */
interface Known {
  readonly ply: number;
  readonly trueFen: string;
  readonly number: number;
  readonly next: Known | undefined;
}

/** Plies of a game are below it, or two games share a list. */
const PLIES = 4096;

/**
 * Numbers for the positions and games that runs ask about, from 0 in the order in which they come. The true state is part of a
 * position: runs over other games may count alike. Of 100,000 samples texts as keys would take longer than most else.
 */
export class Positions {
  readonly #known = new Map<string, { readonly places: Map<number, Known>; readonly games: Map<number, number> }>();
  #positions = 0;
  #games = 0;

  /** Number of positions there are. */
  get count(): number {
    return this.#positions;
  }

  /** The position of a sample. */
  of({ games = '' }: Pick<ReportRun, 'games'>, { game, ply, trueFen }: ReportSample): number {
    const { places } = this.#ofRun(games);
    const place = game * PLIES + ply;
    const first = places.get(place);
    for (let known = first; known !== undefined; known = known.next)
      if (known.trueFen === trueFen && known.ply === ply) return known.number;
    const number = this.#positions++;
    places.set(place, { ply, trueFen, number, next: first });
    return number;
  }

  /** The game of a sample. */
  gameOf({ games = '' }: Pick<ReportRun, 'games'>, { game }: ReportSample): number {
    const numbers = this.#ofRun(games).games;
    const number = numbers.get(game);
    if (number !== undefined) return number;
    numbers.set(game, this.#games);
    return this.#games++;
  }

  #ofRun(games: string) {
    const known = this.#known.get(games) ?? { places: new Map<number, Known>(), games: new Map<number, number>() };
    this.#known.set(games, known);
    return known;
  }
}
