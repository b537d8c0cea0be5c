/** Columns and rows of the board. */
export const COLUMNS = 7;
export const ROWS = 6;
