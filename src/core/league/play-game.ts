import type { Outcome } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { partSeed } from '../base/text/fingerprint.ts';
import { knownGame } from '../mav/author/position.ts';
import type { MavGameName } from '../mav/games.ts';
import { type DrawReason, DrawRules } from './draws.ts';
import type { Opening } from './openings.ts';
import { gameKey, type ScheduledGame } from './schedule.ts';
import type { LeaguePlayer } from './seat.ts';
import { stateAfter } from './simple-seats.ts';

/** Why a game ended: by the rules of its game or one of their draws, by the ply limit, or by an answer that is no legal action. */
export type GameEnd = 'rules' | DrawReason | 'illegal' | 'unreadable';

/** Record of one side in a game. */
export interface SideRecord {
  /** Positions at which it was asked for an action. */
  readonly answers: number;
  /** Requests that these took. */
  readonly calls: number;
}

/** A game that was played to its end. */
export interface GameRecord extends ScheduledGame {
  /** From the first side's view. */
  readonly result: Outcome;
  readonly end: GameEnd;
  /** Actions after the opening; an illegal one is not among them. */
  readonly actions: readonly string[];
  /** Records of the first and of the second side. */
  readonly sides: readonly [SideRecord, SideRecord];
  /** If an answer without a legal action ended the game: that answer, cut, and the reason. */
  readonly said?: string;
}

/** The rules that all games of a league have. */
export interface GameRules {
  readonly game: MavGameName;
  /** Plies, those of the opening included, after which a game is drawn. */
  readonly maxPlies: number;
  /** Seed of all random numbers; those of a game depend on the seed, the players and the opening. */
  readonly seed: number;
}

interface Counts {
  answers: number;
  calls: number;
}

/** Characters of an answer that a record keeps. */
const MAX_SAID = 300;

/**
 * Plays a game. An answer that names no action, or an illegal one, loses it immediately; the paper does not say what its league does with
 * them, and matches of engines do this. Draws of chess are given without a claim.
 *
 * @returns the record; or what failed, when a player gave no answer: then the game is to be played again
 */
export async function playGame(
  scheduled: ScheduledGame,
  opening: Opening,
  players: readonly [LeaguePlayer, LeaguePlayer],
  { game, maxPlies, seed }: GameRules,
  signal: AbortSignalLike,
): Promise<GameRecord | { readonly fault: string; readonly player: string }> {
  const { automaton } = knownGame(game);
  const key = gameKey(scheduled);
  const sitting = (side: 0 | 1) => players[side].sit(partSeed(seed, `${key} side ${side}`));
  const seats = [sitting(0), sitting(1)] as const;
  const sides: readonly [Counts, Counts] = [
    { answers: 0, calls: 0 },
    { answers: 0, calls: 0 },
  ];
  const played: string[] = [];
  const draws = new DrawRules(game);
  let state = startOf(game, opening.start);
  const ended = (result: Outcome, end: GameEnd, said?: string): GameRecord => ({
    ...scheduled,
    result,
    end,
    actions: played.slice(opening.actions.length),
    sides,
    ...(said !== undefined && { said }),
  });
  for (;;) {
    const outcome = automaton.outcome(state);
    if (outcome !== undefined) return ended(outcome, 'rules');
    const drawn = draws.drawnAt(state);
    if (drawn !== undefined) return ended('1/2-1/2', drawn);
    const given = opening.actions[played.length];
    if (given === undefined && played.length >= maxPlies) return ended('1/2-1/2', 'ply-limit');
    const side = played.length % 2 === 0 ? 0 : 1;
    if (given === undefined) {
      const turn = { game, state, text: automaton.print(state), actions: [...played] };
      const choice = await seats[side].move(turn, signal);
      if (signal.aborted) return { fault: 'stopped', player: players[side].label };
      if (choice.kind === 'fault') return { fault: choice.message, player: players[side].label };
      sides[side].answers++;
      sides[side].calls += choice.calls;
      const lost = side === 0 ? '0-1' : '1-0';
      if (choice.kind === 'unreadable') return ended(lost, 'unreadable', cut(`${choice.reason}: ${choice.text}`));
      const next = stateAfter(turn, choice.action);
      if (next === undefined) return ended(lost, 'illegal', cut(choice.action));
      played.push(choice.action);
      state = next;
    } else {
      played.push(given);
      state = stateAfter({ game, state }, given);
      if (state === undefined) throw new Error(`the opening has the illegal action ${given}`);
    }
  }
}

const cut = (text: string): string => (text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text);

function startOf(game: MavGameName, text: string): unknown {
  const parsed = knownGame(game).automaton.parse(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
