import type { GameFacts } from './game-facts.ts';
import { finalPositionKey, movesKey, prefixKeys } from './game-keys.ts';

/** When two games count as one: equal moves, equal final positions, or moves of which one continues the other. */
export const UNIQUE_BY = ['moves', 'position', 'prefix'] as const;
export type UniqueBy = (typeof UNIQUE_BY)[number];

/**
 * Decides which games are new. Games are shown in passes, each with all games in the same order: `passes` times to `look`, then to
 * `isNew`. Memory: a key of 16 bytes and its place in a set for each game.
 */
export interface Uniqueness {
  /** Passes over the games before the one that decides. */
  readonly passes: number;
  /** Shows a game that must not come again, such as one of a training set; before all other calls, once a game and pass. */
  readonly exclude: (facts: GameFacts, pass: number) => void;
  readonly look: (facts: GameFacts, pass: number) => void;
  readonly isNew: (facts: GameFacts) => boolean;
}

/**
 * @param within false where only excluded games are left out, and equal ones among the others stay
 */
export function uniqueness(by: UniqueBy, within = true): Uniqueness {
  return by === 'prefix' ? byPrefix(within) : byKey(by === 'moves' ? movesKey : finalPositionKey, within);
}

/** The first game of each key is new. */
function byKey(keyOf: (facts: GameFacts) => string, within: boolean): Uniqueness {
  const seen = new Set<string>();
  return {
    passes: 0,
    exclude: (facts) => void seen.add(keyOf(facts)),
    look: () => {},
    isNew(facts) {
      const key = keyOf(facts);
      if (seen.has(key)) return false;
      if (within) seen.add(key);
      return true;
    },
  };
}

/** New is the first of equal games, unless another game continues it; an excluded game leaves out what it continues and what continues it. */
function byPrefix(within: boolean): Uniqueness {
  /** Whole games, and those of them that another game continues. */
  const whole = new Set<string>();
  const continued = new Set<string>();
  const excluded = new Set<string>();
  const written = new Set<string>();
  const markContinued = (keys: readonly string[]): void => {
    for (const key of keys) if (whole.has(key)) continued.add(key);
  };
  return {
    passes: 2,
    exclude(facts, pass) {
      const keys = prefixKeys(facts);
      if (pass === 0) excluded.add(keys.at(-1) ?? '');
      else markContinued(keys);
    },
    look(facts, pass) {
      const keys = prefixKeys(facts);
      if (pass === 0) whole.add(keys.at(-1) ?? '');
      else if (within) markContinued(keys.slice(0, -1));
    },
    isNew(facts) {
      const keys = prefixKeys(facts);
      const own = keys.at(-1) ?? '';
      if (continued.has(own) || keys.some((key) => excluded.has(key)) || written.has(own)) return false;
      if (within) written.add(own);
      return true;
    },
  };
}
