import { seeded } from '../base/random.ts';
import { partSeed } from '../base/text/fingerprint.ts';
import { knownGame } from '../mav/author/position.ts';
import { randomLine } from '../mav/author/random-line.ts';
import type { MavGameName } from '../mav/games.ts';

/** How a game begins before its players move. */
export interface Opening {
  /** The state before the first action, as the automaton prints it. */
  readonly start: string;
  readonly actions: readonly string[];
}

/** Which openings a league has. */
export interface OpeningPlan {
  readonly game: MavGameName;
  /** Cells of a side, for Hex. */
  readonly hexSize: number;
  readonly seed: number;
  /** Random legal actions of each opening. */
  readonly plies: number;
}

/** Tries per opening; after them the list of openings ends. */
const MAX_TRIES = 500;

/**
 * Openings of random legal actions from the start of a game (Chess960: from a random start), no two to the same position, none to a
 * game that is over. More of them begin with the same ones: a league may be continued with a higher number. There may be fewer than
 * wanted: an empty board has only so many first moves.
 */
export function leagueOpenings({ game, hexSize, seed, plies }: OpeningPlan, count: number): Opening[] {
  const { automaton } = knownGame(game);
  const openings: Opening[] = [];
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
