/** Longest movetext: a few hundred times a game. */
export const MAX_MOVETEXT_LENGTH = 500_000;
export const MAX_FEN_LENGTH = 1000;

/** A line of moves as a tool takes it. */
export const MOVES_FIELDS = {
  moves: {
    kind: 'text',
    most: MAX_MOVETEXT_LENGTH,
    required: true,
    description: 'Moves in SAN, with or without numbers ("1. e4 e5 2. Nf3"), or one PGN game.',
  },
  start_fen: {
    kind: 'text',
    most: MAX_FEN_LENGTH,
    description: 'FEN of the start position; omit it for the standard start position or if the PGN has a FEN tag.',
  },
  variant: { kind: 'text', most: 20, oneOf: ['chess', 'chess960'], description: 'Rules; default: chess.' },
} as const;

/** m, as the tools take it that compute p_m and r_m. */
export const DEPTH_FIELD = {
  kind: 'whole',
  least: 1,
  most: 8,
  default: 4,
  description: 'm, the length of the move sequences in p_m and r_m.',
} as const;
