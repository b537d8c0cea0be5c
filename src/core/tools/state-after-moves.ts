import { SINK } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { isChessVariant } from '../games/chess/chess-variants.ts';
import type { ComparedGame } from '../metrics/compared-games.ts';
import type { HistoryPly } from '../metrics/placement.ts';
import { replayActions } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import { buildWorld } from '../worlds/world-spec.ts';
import { replayLine } from './replay-moves.ts';

/** Start and rules of a line of moves. */
export interface MovesOrigin {
  /** State before the moves; default: the usual start. */
  readonly start?: string | undefined;
  /** Default: chess. */
  readonly game?: ComparedGame | undefined;
  /** Name of a world, in place of a game. */
  readonly world?: string | undefined;
}

/** The state that a line of moves leads to. */
export interface StateAfterMoves {
  readonly state: string;
  /** Rules of the game; meaningless if the moves are those of a world. */
  readonly variant: ComparedGame;
  /** Positions from the start on; chess only. */
  readonly history?: readonly HistoryPly[];
}

/** Reason why a line has no last state: a move that cannot be played, or a wrong start, game or world. */
export interface MovesFault {
  readonly code: 'bad-moves' | 'bad-request';
  readonly message: string;
}

const badMoves = (message: string) => err({ code: 'bad-moves', message } as const);
const badRequest = (message: string) => err({ code: 'bad-request', message } as const);

/** Plays moves: in chess SAN or UCI, with or without numbers, otherwise names of actions. */
export function stateAfterMoves(
  moves: string | readonly string[],
  { start, game: named, world }: MovesOrigin,
): Result<StateAfterMoves, MovesFault> {
  const game = named ?? 'chess';
  const line = typeof moves === 'string' ? moves : moves.join(' ');
  if (world === undefined && isChessVariant(game)) {
    const played = replayLine(line, start, game);
    if (!played.ok) return badRequest(played.error);
    const { plies, failed, variant } = played.value;
    if (failed !== undefined)
      return badMoves(`half-move ${failed.ply}, ${failed.written}, cannot be played: ${failed.reason}`);
    return ok({ state: plies.at(-1)?.fen ?? '', variant, history: plies });
  }
  const opened = buildWorld({ kind: 'named', name: world ?? game });
  if (!opened.ok) return badRequest(opened.error[0]?.message ?? 'there is no such world');
  return walked(
    opened.value,
    line.split(/\s+/).filter((word) => word !== ''),
    start,
    game,
  );
}

function walked(
  world: World<unknown>,
  actions: readonly string[],
  start: string | undefined,
  variant: ComparedGame,
): Result<StateAfterMoves, MovesFault> {
  const { automaton } = world;
  const first = start === undefined ? ok(world.start) : automaton.parse(start);
  if (!first.ok) return badRequest(`the start is no state: ${first.error}`);
  const { states, illegal } = replayActions(world, actions, first.value);
  if (illegal !== undefined) return badMoves(`action ${illegal.at + 1}, ${illegal.action}, is not legal`);
  const last = states.at(-1) ?? SINK;
  return last === SINK ? badRequest('there is no state') : ok({ state: automaton.print(last), variant });
}
