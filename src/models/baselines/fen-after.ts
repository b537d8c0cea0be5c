import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { err, ok, type Result } from '../../core/base/result.ts';

/**
 * The FEN after the first `ply` of `moves` (SAN), from a start FEN. Its en passant field names a square only where a
 * capture there is legal. The error is one sentence: no position to start from, or the first move that is not legal.
 * Chess960 castling needs no mark: chessops reads it from the rights of the start FEN.
 */
export const fenAfter = (startFen: string, moves: readonly string[], ply: number): Result<string, string> => {
  const position = parseFen(startFen).chain((setup) => Chess.fromSetup(setup));
  if (position.isErr) return err(`the start position is not legal: ${startFen}`);
  if (ply > moves.length) return err(`the line has ${moves.length} half-moves, not ${ply}`);
  const chess = position.value;
  for (const [i, san] of moves.slice(0, ply).entries()) {
    const move = parseSan(chess, san);
    if (move === undefined) return err(`half-move ${i + 1}, ${san}, is not legal`);
    chess.play(move);
  }
  return ok(makeFen(chess.toSetup()));
};
