import { Chess } from 'chessops/chess';
import { makeBoardFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { isNormal } from 'chessops/types';
import { makeUci, squareFile } from 'chessops/util';
import type { StateTask } from '../model.ts';

/**
 * The moves of a task as UCI writes them, up to the first that cannot be played: `e2e4 e7e5 e1g1`. Castling is the king's two steps in chess, and
 * the king onto its rook in Chess960.
 */
export function uciMoves(task: StateTask): string[] {
  return replayed(task).written;
}

/** The board after the moves of a task, up to the first that cannot be played, as a FEN writes it; undefined without a start. */
export function boardAfter(task: StateTask): string | undefined {
  const { chess } = replayed(task);
  return chess && makeBoardFen(chess.board);
}

function replayed({ variant, startFen, moves }: StateTask): { written: string[]; chess?: Chess } {
  const position = parseFen(startFen).chain((setup) => Chess.fromSetup(setup));
  if (position.isErr) return { written: [] };
  const chess = position.value;
  const written: string[] = [];
  for (const san of moves) {
    const move = parseSan(chess, san);
    if (move === undefined) break;
    let { to } = move;
    if (isNormal(move) && variant === 'chess' && chess.board.getRole(move.from) === 'king') {
      const ontoRook = chess.board[chess.turn].has(to);
      if (ontoRook) to = to - squareFile(to) + (squareFile(to) > squareFile(move.from) ? 6 : 2);
    }
    written.push(makeUci({ ...move, to }));
    chess.play(move);
  }
  return { written, chess };
}
