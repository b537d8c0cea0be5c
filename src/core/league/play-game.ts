import type { Outcome } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { partSeed } from '../base/text/hash.ts';
import { HALFMOVES } from '../games/chess/frame.ts';
import type { ChessState } from '../games/chess/state.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import { FIFTY_MOVES, lacksMaterial } from '../mav/check/example-model.ts';
import type { MavGameName } from '../mav/game-names.ts';
import { gameKey, type LeagueOpening, type ScheduledGame } from './schedule.ts';
import { type Choice, hasRepetition, type LeaguePlayer, stateAfterAction } from './seats.ts';

/** End of a game: by the rules of its game or one of their draws, by the ply limit, or by an answer that is no legal action. */
export type GameEnd = 'rules' | DrawReason | 'illegal' | 'unreadable';

/** Record of one side in a game. */
export interface SideRecord {
  /** Number of positions at which it was asked for an action. */
  readonly answers: number;
  /** Number of requests for them. */
  readonly calls: number;
  /** Tokens of these requests and their answers; undefined where they are not known. */
  readonly tokens?: number;
}

/** Game that was played to its end. */
export interface GameRecord extends ScheduledGame {
  /** Result from the first side's view: White's in chess, also where an opening begins with Black to move. */
  readonly result: Outcome;
  readonly end: GameEnd;
  /** Actions after the opening, without an illegal one at the end. */
  readonly actions: readonly string[];
  /** Records of the first and of the second side. */
  readonly sides: readonly [SideRecord, SideRecord];
  /** Answer without a legal action that ended the game, cut, and the reason. */
  readonly said?: string;
}

/** Rules of all games of a league. */
interface GameRules {
  readonly game: MavGameName;
  /** Ply at which a game is drawn, counted from before the opening. */
  readonly maxPlies: number;
  /** Seed of all random numbers; those of a game depend on the seed, the players and the opening. */
  readonly seed: number;
}

interface Counts {
  answers: number;
  calls: number;
  /** Undefined once the tokens of an answer were not known. */
  tokens: number | undefined;
}

/** Returns the counts of a side as a record. */
const sideRecord = ({ answers, calls, tokens }: Counts): SideRecord => ({
  answers,
  calls,
  ...(tokens !== undefined && answers > 0 && { tokens }),
});

/** Maximum number of characters of an answer in a record. */
const MAX_SAID = 300;

/**
 * Plays a game. An answer that names no action, or an illegal one, loses it immediately; the paper does not state the
 * rule of its league, and matches of engines do this. Draws of chess are given without a claim.
 *
 * @returns the record; or the fault, when a player gave no answer: the game must then be played again
 */
export async function playGame(
  scheduled: ScheduledGame,
  opening: LeagueOpening,
  players: readonly [LeaguePlayer, LeaguePlayer],
  { game, maxPlies, seed }: GameRules,
  signal: AbortSignalLike,
): Promise<GameRecord | GameFault> {
  const key = gameKey(scheduled);
  const sitting = (side: 0 | 1) => players[side].sit(partSeed(seed, `${key} side ${side}`));
  const seats = [sitting(0), sitting(1)] as const;
  try {
    return await playBetween(scheduled, opening, players, seats, { game, maxPlies }, signal);
  } finally {
    for (const seat of seats) seat.leave?.();
  }
}

/** Game without a result, because a player gave no answer. */
interface GameFault {
  readonly fault: string;
  readonly player: string;
  /** True if the player cannot play at all. */
  readonly isFinal: boolean;
}

async function playBetween(
  scheduled: ScheduledGame,
  opening: LeagueOpening,
  players: readonly [LeaguePlayer, LeaguePlayer],
  seats: readonly [ReturnType<LeaguePlayer['sit']>, ReturnType<LeaguePlayer['sit']>],
  { game, maxPlies }: Omit<GameRules, 'seed'>,
  signal: AbortSignalLike,
): Promise<GameRecord | GameFault> {
  const { automaton } = knownGame(game);
  const sides: readonly [Counts, Counts] = [
    { answers: 0, calls: 0, tokens: 0 },
    { answers: 0, calls: 0, tokens: 0 },
  ];
  const isSecondFirst = isSecondToMove(game, opening);
  const played: string[] = [];
  const draws = new DrawRules(game);
  let state = startOf(game, opening.start);
  const ended = (result: Outcome, end: GameEnd, said?: string): GameRecord => ({
    ...scheduled,
    result,
    end,
    actions: played.slice(opening.actions.length),
    sides: [sideRecord(sides[0]), sideRecord(sides[1])],
    ...(said !== undefined && { said }),
  });
  for (;;) {
    const outcome = automaton.outcome(state);
    if (outcome !== undefined) return ended(outcome, 'rules');
    const drawn = draws.drawnAt(state);
    if (drawn !== undefined) return ended('1/2-1/2', drawn);
    const given = opening.actions[played.length];
    if (given === undefined && played.length >= maxPlies) return ended('1/2-1/2', 'ply-limit');
    const side = (played.length % 2 === 0) === isSecondFirst ? 1 : 0;
    if (given === undefined) {
      const turn = { game, state, start: opening.start, text: automaton.print(state), actions: [...played] };
      const choice = await seats[side].move(turn, signal);
      const { label: player } = players[side];
      if (signal.aborted) return { fault: 'stopped', player, isFinal: false };
      if (choice.kind === 'fault') return { fault: choice.message, player, isFinal: choice.isFinal === true };
      const own = sides[side];
      own.answers++;
      own.calls += choice.calls;
      own.tokens = own.tokens === undefined || choice.tokens === undefined ? undefined : own.tokens + choice.tokens;
      const lost = side === 0 ? '0-1' : '1-0';
      if (choice.kind === 'unreadable') return ended(lost, 'unreadable', cut(`${choice.reason}: ${choice.text}`));
      const next = stateAfterAction(turn, choice.action);
      if (next === undefined) return ended(lost, 'illegal', cut(choice.action));
      played.push(choice.action);
      state = next;
    } else {
      played.push(given);
      state = stateAfterAction({ game, state }, given);
      if (state === undefined) throw new Error(`the opening has the illegal action ${given}`);
    }
  }
}

/** Returns true if Black is to move before a chess game: all other games begin with the first side. */
const isSecondToMove = (game: MavGameName, { start }: LeagueOpening): boolean =>
  knownGame(game).hasFen && start.split(' ')[1] === 'b';

const cut = (text: string): string => (text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text);

function startOf(game: MavGameName, text: string): unknown {
  const parsed = knownGame(game).automaton.parse(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Draws of chess that do not follow from the position alone, and that of a limit. */
type DrawReason = 'repetition' | 'fifty-moves' | 'material' | 'ply-limit';

/** Number of occurrences of a position that draws the game (9.2). */
const REPETITIONS = 3;

/** Draw rules that need the course of a game, which its automaton does not have. Keep one a game, and pass it every position. */
export class DrawRules {
  readonly #game: MavGameName;
  readonly #seen = new Map<string, number>();

  constructor(game: MavGameName) {
    this.#game = game;
  }

  /** Returns the reason why the game is drawn at this position; undefined where it continues. */
  drawnAt(state: unknown): DrawReason | undefined {
    if (!hasRepetition(this.#game)) return undefined;
    const game = knownGame(this.#game);
    const key = game.automaton.key(state);
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    if (times >= REPETITIONS) return 'repetition';
    if (((state as ChessState).words[HALFMOVES] ?? 0) >= FIFTY_MOVES) return 'fifty-moves';
    return lacksMaterial(game.fieldsOf(state).board ?? '') ? 'material' : undefined;
  }
}

const NEVER = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/** Returns true if a game of a file, replayed by its own actions, ends as the file says; otherwise its line was changed. */
export async function replaysAsStored(record: GameRecord, opening: LeagueOpening, rules: GameRules): Promise<boolean> {
  const { first, second, actions, end, result, said = '' } = record;
  const next = (played: number): Choice => {
    const action = actions[played - opening.actions.length];
    if (action !== undefined) return { kind: 'action', action, calls: 0 };
    // The losing answer, which is not one of the actions.
    if (end === 'illegal') return { kind: 'action', action: said, calls: 0 };
    return { kind: 'unreadable', text: '', reason: '', calls: 0 };
  };
  const player = (label: string): LeaguePlayer => ({
    label,
    sit: () => ({ move: (turn) => Promise.resolve(next(turn.actions.length)) }),
  });
  const again = await playGame(record, opening, [player(first), player(second)], rules, NEVER);
  return (
    !('fault' in again) &&
    again.end === end &&
    again.result === result &&
    again.actions.length === actions.length &&
    again.sides.every(({ answers }, side) => answers === record.sides[side]?.answers)
  );
}

export interface LeagueTask {
  /** Games to play, in order. */
  readonly games: readonly ScheduledGame[];
  readonly openings: readonly LeagueOpening[];
  readonly players: ReadonlyMap<string, LeaguePlayer>;
  readonly rules: GameRules;
  /** Number of games in parallel. */
  readonly concurrency: number;
  /** Aborting it ends running games without a record. */
  readonly signal: AbortSignalLike;
  /** Called with each game when it is over, in the order in which they end. */
  readonly onGame: (record: GameRecord) => void;
}

/** Games that could not be played to their end. */
export interface LeagueFaults {
  readonly games: number;
  /** Last fault, with its player. */
  readonly message: string | undefined;
  /** True if the league ended early because too many games failed in succession. */
  readonly isGivenUp: boolean;
}

/** Number of successive failed games that ends a league: a player is gone. */
const MAX_FAILED = 4;

/** Plays games, several at a time. Their results do not depend on the order in which they are played. */
export async function playLeague(task: LeagueTask): Promise<LeagueFaults> {
  const { games, openings, players, rules, concurrency, signal, onGame } = task;
  let next = 0;
  let failed = 0;
  let inARow = 0;
  let message: string | undefined;
  const playerNamed = (label: string): LeaguePlayer => {
    const player = players.get(label);
    if (player === undefined) throw new Error(`there is no player ${label}`);
    return player;
  };
  const work = async (): Promise<void> => {
    for (let game = games[next++]; game !== undefined; game = games[next++]) {
      if (signal.aborted || inARow >= MAX_FAILED) return;
      const opening = openings[game.opening];
      if (opening === undefined) throw new Error(`there is no opening ${game.opening}`);
      const played = await playGame(game, opening, [playerNamed(game.first), playerNamed(game.second)], rules, signal);
      if (signal.aborted) return;
      if ('fault' in played) {
        failed++;
        inARow++;
        message = `${played.player}: ${played.fault}`;
        if (played.isFinal) inARow = MAX_FAILED;
      } else {
        inARow = 0;
        onGame(played);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return { games: failed, message, isGivenUp: inARow >= MAX_FAILED };
}
