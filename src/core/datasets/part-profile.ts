import { mean } from '../base/stats/mean.ts';
import type { GameFacts } from './game-facts.ts';
import { fieldNamed } from './query/fields.ts';

/** Properties of a game by which parts of a dataset are compared. */
export interface GameProfile {
  readonly plies: number;
  /** Mean of both ratings; undefined where one is absent. */
  readonly elo: number | undefined;
  readonly result: string;
  /** First letter of the ECO code, by tag or by the moves; `?` without one. */
  readonly eco: string;
}

/** Means and shares of the games of a part. */
export interface PartProfile {
  /** Mean number of plies; null without games. */
  readonly plies: number | null;
  /** Mean rating of the games that have both; null where none has. */
  readonly elo: number | null;
  /** Shares of the results and of the letters of ECO codes, 0 to 1, in the order of their names. */
  readonly results: Readonly<Record<string, number>>;
  readonly eco: Readonly<Record<string, number>>;
}

const ECO = fieldNamed('eco');
const ELO = fieldNamed('elo.mean');

/** Reads the properties of a game. */
export function profileOf(facts: GameFacts): GameProfile {
  const elo = ELO?.read(facts)[0];
  const eco = ECO?.read(facts)[0];
  return {
    plies: facts.line.length,
    elo: typeof elo === 'number' ? elo : undefined,
    result: facts.result ?? '*',
    eco: typeof eco === 'string' ? eco.slice(0, 1).toUpperCase() : '?',
  };
}

/** Summarizes the games of a part. */
export function partProfile(games: readonly GameProfile[]): PartProfile {
  const elos = games.flatMap(({ elo }) => elo ?? []);
  return {
    plies: roundedMean(games.map(({ plies }) => plies)),
    elo: roundedMean(elos),
    results: shares(games.map(({ result }) => result)),
    eco: shares(games.map(({ eco }) => eco)),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function roundedMean(values: readonly number[]): number | null {
  const value = mean(values);
  return value === undefined ? null : rounded(value);
}

function shares(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, n]) => [value, rounded(n / values.length)]),
  );
}
