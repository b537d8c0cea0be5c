import assert from 'node:assert/strict';
import type { Board } from 'chessops/board';
import { Chess, castlingSide } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { isNormal, type NormalMove, type Piece, type Square } from 'chessops/types';
import { kingCastlesTo, rookCastlesTo } from 'chessops/util';
import type { HistoryPly } from '../../../src/core/metrics/placement.ts';

/** A piece that changed its square. */
export interface Way {
  readonly from: Square;
  readonly to: Square;
}

/** A move of a line as chessops plays it. */
export interface PlayedMove {
  /** `3.Bb5` */
  readonly word: string;
  /** What moves; of castling the king. */
  readonly piece: Piece;
  /** Of castling the king's, then the rook's. */
  readonly ways: readonly Way[];
  readonly taken: { readonly square: Square; readonly piece: Piece } | undefined;
  readonly enPassant: boolean;
  readonly promotes: boolean;
}

/** A line with its moves, by chessops alone. */
export interface PlayedLine {
  readonly history: readonly HistoryPly[];
  /** Boards by index of the history. */
  readonly boards: readonly Board[];
  /** `moves[i]` leads from `boards[i]` to `boards[i + 1]`. */
  readonly moves: readonly PlayedMove[];
}

/** Plays SAN moves from a position. */
export function play(startFen: string, sans: readonly string[]): PlayedLine {
  const position = Chess.fromSetup(parseFen(startFen).unwrap()).unwrap();
  const history: HistoryPly[] = [{ ply: 0, fen: makeFen(position.toSetup()) }];
  const boards = [position.board.clone()];
  const moves: PlayedMove[] = [];
  for (const san of sans) {
    const move = parseSan(position, san);
    assert.ok(move !== undefined && isNormal(move), san);
    moves.push(playedMove(position, move, san));
    makeSanAndPlay(position, move);
    boards.push(position.board.clone());
    history.push({ ply: history.length, san, fen: makeFen(position.toSetup()) });
  }
  return { history, boards, moves };
}

function playedMove(position: Chess, move: NormalMove, san: string): PlayedMove {
  const { board, turn, fullmoves } = position;
  const piece = board.get(move.from);
  assert.ok(piece);
  const word = `${fullmoves}${turn === 'white' ? '.' : '...'}${san}`;
  const side = castlingSide(position, move);
  const rook = side && position.castles.rook[turn][side];
  if (side !== undefined && rook !== undefined) {
    const ways = [
      { from: move.from, to: kingCastlesTo(turn, side) },
      { from: rook, to: rookCastlesTo(turn, side) },
    ];
    return { word, piece, ways, taken: undefined, enPassant: false, promotes: false };
  }
  const enPassant = piece.role === 'pawn' && move.to === position.epSquare && board.get(move.to) === undefined;
  const square = enPassant ? move.to + (turn === 'white' ? -8 : 8) : move.to;
  const there = board.get(square);
  return {
    word,
    piece,
    ways: [{ from: move.from, to: move.to }],
    taken: there && { square, piece: there },
    enPassant,
    promotes: move.promotion !== undefined,
  };
}

/** Where the piece of a square at an index of a line stands at its end; undefined when it was taken. */
export function squareAtEnd({ moves }: PlayedLine, index: number, square: Square): Square | undefined {
  let at = square;
  for (const { ways, taken } of moves.slice(index)) {
    if (taken?.square === at) return undefined;
    at = ways.find(({ from }) => from === at)?.to ?? at;
  }
  return at;
}
