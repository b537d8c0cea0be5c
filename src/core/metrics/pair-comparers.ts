import { PairComparer } from './compare.ts';
import type { ComparedGame } from './compared-games.ts';

/** One comparer for each game, created on first use: each keeps tables from one comparison to the next. */
export class PairComparers {
  readonly #comparers = new Map<ComparedGame, PairComparer>();

  of(game: ComparedGame): PairComparer {
    const known = this.#comparers.get(game);
    if (known !== undefined) return known;
    const comparer = new PairComparer(game);
    this.#comparers.set(game, comparer);
    return comparer;
  }
}
