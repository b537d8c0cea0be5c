import { LruMap } from '../base/lru-map.ts';
import { fingerprint } from '../base/text/hash.ts';
import { buildWorld, type WorldSpec } from '../worlds/world-spec.ts';
import { PairComparer } from './compare.ts';
import type { ComparedGame } from './compared-games.ts';
import { type ComparisonRules, comparedWorldName, describedWorld, isComparedWorld } from './comparison-rules.ts';
import { worldReader } from './world-pair-reading.ts';

/** Returns a short text that is equal for equal descriptions of worlds, and practically only for them. */
export function worldKey(spec: WorldSpec): string {
  const text = JSON.stringify(spec);
  return text.length <= 100 ? text : fingerprint(text);
}

/** Maximum number of worlds with cached comparers, each with its tables. */
const KEPT = 8;

/** Comparers of all games and of the most recent worlds. */
export class Comparers {
  readonly #games = new PairComparers();
  readonly #worlds = new LruMap<string, PairComparer>(KEPT);

  /** @param world source of the world of a `ComparedWorld`; by default the built-in one of its name */
  of(compared: ComparisonRules, world?: WorldSpec): PairComparer {
    if (!isComparedWorld(compared)) return this.#games.of(compared);
    const spec = world ?? describedWorld(comparedWorldName(compared) ?? '');
    if (spec === undefined) throw new Error('there is no such world');
    return this.#worlds.getOrMake(worldKey(spec), () => {
      const built = buildWorld(spec);
      if (!built.ok) throw new Error(built.error[0]?.message ?? 'there is no such world');
      return new PairComparer(worldReader(built.value));
    });
  }
}

/** Comparers of games, created on first use: each keeps its tables between comparisons. */
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
