/*
 * Legal move generation into a "move map": for each piece of the side to move its legal target squares, and for pawns
 * the targets by direction. Counting moves, and counting those that two positions share, then needs no move list.
 *
 * A map takes MAP words: [COUNT] number of legal moves; [MOVERS] squares of pieces (no pawns) with an entry in the
 * table; pawn targets by direction at [PUSH], [DOUBLE], [WEST], [EAST] (en passant included); from [TARGETS] on the
 * target set of the piece on square s, at [TARGETS + 2 s].
 */
export const COUNT = 0;
export const MOVERS = 2;
export const PUSH = 4;
export const DOUBLE = 6;
export const WEST = 8;
export const EAST = 10;
export const TARGETS = 12;
/** Words of a move map. */
export const MAP = 140;
