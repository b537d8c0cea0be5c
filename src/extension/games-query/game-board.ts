import { moveName } from '../../core/games/chess/moves.ts';
import { fenAfter } from '../../core/notation/pgn/replay.ts';
import type { GameBoard } from '../../protocol/games-messages.ts';
import type { GameSession } from './game-session.ts';

/** The position that the row of a game shows; undefined for a game that is not in the list, or cannot be read any more. */
export async function boardOf(session: GameSession, game: number): Promise<GameBoard | undefined> {
  const read = await session.read(game).catch(() => undefined);
  if (read === undefined) return undefined;
  const { facts } = read;
  if (facts.replay.start.state === undefined) return { game, fen: null, lastMove: null, ply: 0, isMatch: false };
  const { ply, isMatch } = session.plyOf(facts);
  const move = facts.playedLine[ply - 1] ?? -1;
  const played = facts.replay.moves[move] ?? -1;
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(move < 0 || played < 0 ? '' : moveName(played));
  const [, from = '', to = ''] = squares ?? [];
  const lastMove = squares === null ? null : ([from, to] as const);
  return { game, fen: fenAfter(facts.replay, move) ?? null, lastMove, ply, isMatch };
}
