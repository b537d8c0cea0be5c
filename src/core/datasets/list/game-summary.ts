import type { GameFacts } from '../game-facts.ts';

/** What a list shows of a game; undefined is what its tags do not say. */
export interface GameSummary {
  readonly white: string | undefined;
  readonly black: string | undefined;
  readonly whiteElo: number | undefined;
  readonly blackElo: number | undefined;
  readonly event: string | undefined;
  /** As written. */
  readonly date: string | undefined;
  readonly result: string | undefined;
  /** Of the tag, else by the positions, as `opening`. */
  readonly eco: string | undefined;
  readonly opening: string | undefined;
  /** Half-moves of the main line, as written. */
  readonly plies: number;
}

/** Summarizes a game; positions are computed only where a tag for the opening is missing. */
export function summaryOf(facts: GameFacts): GameSummary {
  return {
    white: facts.tag('White'),
    black: facts.tag('Black'),
    whiteElo: facts.elo('White'),
    blackElo: facts.elo('Black'),
    event: facts.tag('Event'),
    date: facts.tag('Date') ?? facts.tag('UTCDate'),
    result: facts.result,
    eco: facts.tag('ECO') ?? facts.opening?.eco,
    opening: facts.tag('Opening') ?? facts.opening?.name,
    plies: facts.line.length,
  };
}
