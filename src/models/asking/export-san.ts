import { FRAME } from '../../core/games/chess/frame.ts';
import { playLoose, readLoose } from '../../core/games/chess/san-loose.ts';
import { sanOf } from '../../core/games/chess/san-print.ts';
import { moveText, PLAYED, type Replay } from '../../core/notation/pgn/replay.ts';
import { NULL_MOVE } from '../../core/notation/pgn/tokens.ts';

/**
 * A move of a game as it is sent to a model: SAN in export format, whatever its spelling in the file. Undefined for a move
 * that cannot be played or passes the turn.
 */
export function exportSan(text: string, { tree, status, frames }: Replay, move: number): string | undefined {
  if (status[move] !== PLAYED || tree.chunk.kinds[tree.moveToken[move] ?? 0] === NULL_MOVE) return undefined;
  const loose = readLoose(moveText(text, tree, move));
  if (loose === undefined) return undefined;
  const from = ((tree.movePrevious[move] ?? -1) + 1) * FRAME;
  // Played again onto its own frame, to learn which move the text meant.
  return sanOf(frames, from, playLoose(frames, from, (move + 1) * FRAME, loose));
}
