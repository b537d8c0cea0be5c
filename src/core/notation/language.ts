/**
 * The languages whose files hold predictions as annotations. `epd` is FEN lines with operations instead of counters.
 */
export const ANNOTATED_LANGUAGES = ['pgn', 'fen', 'epd', 'walk'] as const;

/** The languages that `core` reads. The content of a MAV file is itself predicted. */
export const LANGUAGES = [...ANNOTATED_LANGUAGES, 'mav'] as const;
export type Language = (typeof LANGUAGES)[number];
