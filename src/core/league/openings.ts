import { seeded } from '../base/random.ts';
import { partSeed } from '../base/text/hash.ts';
import { randomLine } from '../mav/author/game-line.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import type { MavGameName } from '../mav/game-names.ts';
import type { LeagueHeader } from './league-file.ts';
import type { LeagueOpening } from './schedule.ts';

/** Returns the openings of a league: those of its book, else random ones. */
export const headerOpenings = (header: LeagueHeader, count = header.openings): readonly LeagueOpening[] =>
  header.book?.lines.slice(0, count) ?? leagueOpenings({ ...header, plies: header.openingPlies }, count);

/** Options of a league's openings. */
export interface OpeningPlan {
  readonly game: MavGameName;
  /** Cells of a side, for Hex. */
  readonly hexSize: number;
  readonly seed: number;
  /** Number of random legal actions of each opening. */
  readonly plies: number;
}

/** Maximum number of tries per opening; after them the list of openings ends. */
const MAX_TRIES = 500;

/**
 * Returns openings of random legal actions from the start of a game (Chess960: from a random start), no two to the same
 * position, none to a game that is over. A larger number begins with the same openings, so that a league can be
 * continued with more. There may be fewer than requested: an empty board has few first moves.
 */
export function leagueOpenings({ game, hexSize, seed, plies }: OpeningPlan, count: number): LeagueOpening[] {
  const { automaton } = knownGame(game);
  const openings: LeagueOpening[] = [];
  const keys = new Set<string>();
  for (let attempt = 0, missed = 0; openings.length < count && missed < MAX_TRIES; attempt++) {
    const random = seeded(partSeed(seed, `opening ${attempt}`));
    const { states, actions } = randomLine(game, random, { hexSize, most: plies });
    const last = states.at(-1);
    const key = automaton.key(last);
    if (actions.length < plies || automaton.outcome(last) !== undefined || keys.has(key)) {
      missed++;
      continue;
    }
    missed = 0;
    keys.add(key);
    openings.push({ start: automaton.print(states[0]), actions });
  }
  return openings;
}
