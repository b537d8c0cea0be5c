import { FRAME } from '../../core/games/chess/frame.ts';
import { sanOf } from '../../core/games/chess/san-print.ts';
import { PLAYED, type Replay } from '../../core/notation/pgn/replay.ts';
import { NULL_MOVE } from '../../core/notation/pgn/tokens.ts';

/**
 * A move of a game as it is sent to a model: SAN in export format, whatever its spelling in the file. Undefined for a move
 * that cannot be played or passes the turn.
 */
export function exportSan({ tree, status, frames, moves }: Replay, move: number): string | undefined {
  if (status[move] !== PLAYED || tree.chunk.kinds[tree.moveToken[move] ?? 0] === NULL_MOVE) return undefined;
  return sanOf(frames, ((tree.movePrevious[move] ?? -1) + 1) * FRAME, moves[move] ?? -1);
}
