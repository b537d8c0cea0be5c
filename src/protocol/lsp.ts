// What the language server and its clients agree on beyond the Language Server Protocol itself.

/** The server's name: the section of its settings, the source of its diagnostics, the id of its client. */
export const SERVER_ID = 'statelens';

/** The identifiers of the languages that the server works on, as editors call them. `.epd` files are `fen` to an editor. */
export const DOCUMENT_LANGUAGES = ['pgn', 'fen'] as const;

/**
 * Most diagnostics that are published for one document; the rest are counted in one last entry.
 * VS Code shows at most 1,000 of a file.
 */
export const MAX_DIAGNOSTICS = 900;
