/** The languages that hold predictions as annotations. `epd` is FEN lines with operations instead of counters. */
export const ANNOTATED_LANGUAGES = ['pgn', 'fen', 'epd'] as const;

/** The languages that `core` reads. What is in a MAV file is predicted itself. */
export const LANGUAGES = [...ANNOTATED_LANGUAGES, 'mav'] as const;
export type Language = (typeof LANGUAGES)[number];
