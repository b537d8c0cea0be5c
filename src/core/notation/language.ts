/**
 * The languages whose files hold predictions as annotations. `epd` is FEN lines with operations instead of counters.
 */
export const ANNOTATED_LANGUAGES = ['pgn', 'fen', 'epd', 'walk'] as const;

/** The languages of games, positions and walks. The content of a MAV file is itself predicted. */
export const LANGUAGES = [...ANNOTATED_LANGUAGES, 'mav'] as const;

export type GameLanguage = (typeof LANGUAGES)[number];

/** The languages that say what a world is: they are checked, and hold no predictions. */
export const WORLD_LANGUAGES = ['pddl', 'table'] as const;

/** The languages that `core` reads. */
export const CHECKED_LANGUAGES = [...LANGUAGES, ...WORLD_LANGUAGES] as const;
export type Language = (typeof CHECKED_LANGUAGES)[number];

/** True for the language of a text that says what a world is. */
export const isOfWorlds = (language: Language): boolean => WORLD_LANGUAGES.some((one) => one === language);
