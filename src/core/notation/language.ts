/** The identifier of a language, such as `pgn`: a row of the table in `core/languages/languages.ts`. */
export type Language = string;
