/** Names of the pieces in the order of frames: pawn 0 to king 5. */
export const PIECE_NAMES: readonly string[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** Number of a piece by its English name, in letters of any case; -1 for other words. */
export const roleOf = (word: string | undefined): number => PIECE_NAMES.indexOf((word ?? '').toLowerCase());

/** Number of a square by its name, 0 (a1) to 63 (h8), in letters of any case. */
export const squareOf = (name: string): number => {
  const lower = name.toLowerCase();
  return lower.charCodeAt(0) - 97 + 8 * (lower.charCodeAt(1) - 49);
};
