import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { shuffled } from '../../base/random.ts';
import { type ChessState, parseChess } from '../../games/chess/state.ts';

const SQUARES = Array.from({ length: 64 }, (_, square) => square);
/** Besides the kings. */
const MAX_PIECES = 28;
/** Every second piece or so is a pawn, as in games. */
const PIECES = 'PPPPNBRQ';
/** Tries until fewer pieces are put on the board: with many of them the side that is not to move is mostly in check. */
const TRIES = 8;

/**
 * A chess position that no game leads to: any number of pieces on random squares, no castling rights, nobody in check who is
 * not to move (the second column of Table 3 of Schultz et al.; how its boards were made is not published).
 */
export function randomBoard(random: RandomGenerator): ChessState {
  let most = MAX_PIECES;
  for (let tries = 1; ; tries++) {
    const parsed = parseChess(randomFen(uniformInt(random, 0, most), random), false);
    if (parsed.ok) return parsed.value;
    if (tries % TRIES === 0 && most > 0) most--;
  }
}

function randomFen(pieces: number, random: RandomGenerator): string {
  const board: string[] = SQUARES.map(() => '');
  const free = shuffled(SQUARES, random);
  for (const [i, square] of free.slice(0, 2 + pieces).entries()) {
    if (i < 2) {
      board[square] = i === 0 ? 'K' : 'k';
      continue;
    }
    const isBack = square < 8 || square >= 56;
    const piece = PIECES.charAt(uniformInt(random, isBack ? 4 : 0, PIECES.length - 1));
    board[square] = uniformInt(random, 0, 1) === 0 ? piece : piece.toLowerCase();
  }
  const ranks = Array.from({ length: 8 }, (_, rank) =>
    board
      .slice(8 * rank, 8 * rank + 8)
      .map((piece) => piece || '.')
      .join('')
      .replace(/\.+/g, (empty) => String(empty.length)),
  );
  return `${ranks.join('/')} ${'wb'[uniformInt(random, 0, 1)]} - - 0 ${uniformInt(random, 1, 80)}`;
}
