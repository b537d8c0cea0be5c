/*
 * Codes of squares for networks, as the side to move sees them: 0 empty, 1 to 6 own pawn, knight, bishop, rook, queen, king; 7 to 12
 * those of the other side; 13 and 14 an own and another rook that may still castle; 15 an empty square that an en passant capture may go
 * to.
 */

/** Number of codes. */
export const SQUARE_CODES = 16;
export const OWN_PAWN = 1;
export const OWN_KING = 6;
/** Distance from an own piece to that of the other side. */
export const THEIRS = 6;
/** Own rook that may castle; the next code is that of the other side. */
export const CASTLING_ROOK = 13;
export const EN_PASSANT = 15;

/** Returns a square as the side to move sees it, and back: 0 is a1 for White and a8 for Black, whose pawns go up the board so. */
export const seenFrom = (square: number, isWhite: boolean): number => (isWhite ? square : square ^ 56);
