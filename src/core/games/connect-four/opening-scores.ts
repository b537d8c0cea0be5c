// Made by scripts/make-connect-four-table.mjs. Do not edit.
/** Plies from the empty board to the positions of the table. */
export const OPENING_PLY = 1;
/** Their scores, a character each (`scoreCharacter`), in ascending order of their keys. */
export const OPENING_SCORES = 'GFED';
