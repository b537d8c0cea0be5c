/** Steps from one position of a game to another: along its line, or among the alternatives to a move. */
export const BOARD_STEPS = ['first', 'previous', 'next', 'last', 'up', 'down'] as const;
export type BoardStep = (typeof BOARD_STEPS)[number];
