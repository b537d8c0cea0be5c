/** Ways from a position of a game to another: along its line, or among the moves that the game has in place of one. */
export const BOARD_STEPS = ['first', 'previous', 'next', 'last', 'up', 'down'] as const;
export type BoardStep = (typeof BOARD_STEPS)[number];
