import { err, ok, type Result } from '../base/result.ts';
import type { GameFacts } from './game-facts.ts';
import { finalPositionKey, movesKey, positionKeys, prefixKeys } from './game-keys.ts';
import { type KeySet, KeyTable, type NewKeySet } from './key-set.ts';

/**
 * Criteria for equal games: equal moves, equal final positions, moves of which one continues the other; or positions
 * that occur in games before it.
 */
export const UNIQUE_BY = ['moves', 'position', 'prefix', 'positions'] as const;
export type UniqueBy = (typeof UNIQUE_BY)[number];

/** Rule that recognizes equal games. */
export interface UniqueRule {
  readonly by: UniqueBy;
  /** For `positions`: the share of the positions of a game, from 0 to 1, that must be known to leave it out. */
  readonly share: number;
}

/** Reads `moves`, `position`, `prefix`, `positions` or `positions:90%`. */
export function readUniqueRule(text: string): Result<UniqueRule, string> {
  const [, name, share] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  const by = UNIQUE_BY.find((one) => one === name);
  if (by === undefined || (share !== undefined && by !== 'positions'))
    return err(`expected ${UNIQUE_BY.join(', ')} or positions:90%`);
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(share ?? '1') ?? [];
  const value = Number(digits) / (percent === '%' ? 100 : 1);
  if (!(value > 0 && value <= 1)) return err('the share must be above 0 and at most 1 or 100%');
  return ok({ by, share: value });
}

/**
 * Decides which games are new. All games are shown in passes, each in the same order: `passes` times to `look`, then to
 * `isNew`. A key is 16 bytes for each game, and 8 for each position of `positions`.
 */
export interface Uniqueness {
  /** Number of rounds through the games before the one that decides. */
  readonly passes: number;
  /** Excludes a game, such as one of a training set; call it before all other methods, once a game and pass. */
  readonly exclude: (facts: GameFacts, pass: number) => void;
  readonly look: (facts: GameFacts, pass: number) => void;
  readonly isNew: (facts: GameFacts) => boolean;
}

const inMemory: NewKeySet = (words) => new KeyTable(words);

/**
 * Returns the decision by a rule.
 *
 * @param within false to leave out only excluded games, so that equal ones among the others stay
 * @param newSet creates sets of keys
 */
export function uniqueness({ by, share }: UniqueRule, within = true, newSet = inMemory): Uniqueness {
  switch (by) {
    case 'moves':
      return byKey(movesKey, within, newSet(4));
    case 'position':
      return byKey(finalPositionKey, within, newSet(4));
    case 'prefix':
      return byPrefix(within, () => newSet(4));
    case 'positions':
      return byPositions(share, within, newSet(2));
  }
}

/** Returns the decision by keys: the first game of each key is new. */
function byKey(keyOf: (facts: GameFacts) => readonly number[], within: boolean, seen: KeySet): Uniqueness {
  return {
    passes: 0,
    exclude: (facts) => void seen.add(keyOf(facts)),
    look: () => {},
    isNew: (facts) => (within ? seen.add(keyOf(facts)) : !seen.has(keyOf(facts))),
  };
}

/** Returns the decision by positions: a game is new unless at least this share of its positions was in games before it. */
function byPositions(share: number, within: boolean, seen: KeySet): Uniqueness {
  const add = (facts: GameFacts): void => {
    for (const key of positionKeys(facts)) seen.add(key);
  };
  return {
    passes: 0,
    exclude: add,
    look: () => {},
    isNew(facts) {
      const keys = positionKeys(facts);
      const known = keys.filter((key) => seen.has(key)).length;
      if (known >= share * keys.length) return false;
      if (within) add(facts);
      return true;
    },
  };
}

/**
 * Returns the decision by prefixes: the first of equal games is new, unless another game continues it; an excluded game
 * leaves out those that it continues and those that continue it.
 */
function byPrefix(within: boolean, newSet: () => KeySet): Uniqueness {
  /** Whole games, and those of them that another game continues. */
  const whole = newSet();
  const continued = newSet();
  const excluded = newSet();
  const written = newSet();
  const last = (keys: readonly (readonly number[])[]): readonly number[] => keys.at(-1) ?? [];
  const markContinued = (keys: readonly (readonly number[])[]): void => {
    for (const key of keys) if (whole.has(key)) continued.add(key);
  };
  return {
    passes: 2,
    exclude(facts, pass) {
      const keys = prefixKeys(facts);
      if (pass === 0) excluded.add(last(keys));
      else markContinued(keys);
    },
    look(facts, pass) {
      const keys = prefixKeys(facts);
      if (pass === 0) whole.add(last(keys));
      else if (within) markContinued(keys.slice(0, -1));
    },
    isNew(facts) {
      const keys = prefixKeys(facts);
      const own = last(keys);
      if (continued.has(own) || keys.some((key) => excluded.has(key)) || written.has(own)) return false;
      if (within) written.add(own);
      return true;
    },
  };
}
