import { wilsonInterval } from '../../src/core/base/stats/confidence-interval.ts';
import type { MatchResult } from './match.ts';

/** How much stronger the first player is. Infinite where all games have one result. */
export interface Strength {
  /** Points a game, 0 to 1, with the 95 % interval. */
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** The Elo difference of each. */
  readonly elo: number;
  readonly eloLow: number;
  readonly eloHigh: number;
}

/** The Elo difference at which a player scores so much. */
export const eloOf = (score: number): number => 400 * Math.log10(score / (1 - score));

/**
 * The score of a match with Wilson's interval, in which a draw is half of a win and half of a loss: wider than the spread of
 * three results asks for, and of use where all games are won.
 */
export function strengthOf({ wins, draws, losses }: Pick<MatchResult, 'wins' | 'draws' | 'losses'>): Strength {
  const games = wins + draws + losses;
  const interval = wilsonInterval(wins + draws / 2, games);
  if (interval === undefined) throw new Error('a match without games');
  const { rate, low, high } = interval;
  return { score: rate, low, high, elo: eloOf(rate), eloLow: eloOf(low), eloHigh: eloOf(high) };
}
