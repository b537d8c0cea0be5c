/** What a check of PGN, FEN or EPD looks for. Plain data: jobs carry it. */
export interface NotationCheckOptions {
  /** Also list what is wrong inside predicted FENs, as info. Default false: predictions are data. */
  readonly predictions?: boolean;
  /** Also list what the export format asks for (PGN standard 3.2): the seven tags, their order, no needless letters. Default false. */
  readonly strictExport?: boolean;
}
