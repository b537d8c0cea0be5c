/** As in LSP; `check` exits with 1 from `warning` up. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** What kind of fault a code names; reports and settings group by it. */
export type Category = 'syntax' | 'game' | 'move' | 'tag' | 'command' | 'position' | 'encoding' | 'limit';

export interface CodeInfo {
  readonly severity: Severity;
  /** One short sentence for lists and documentation; the message of a diagnostic says what was found. */
  readonly title: string;
  readonly category: Category;
  /** Whether fixes are offered, wherever one can be told. */
  readonly fixable: boolean;
}

const entry = (severity: Severity, category: Category, title: string, fixable = false): CodeInfo => ({
  severity,
  title,
  category,
  fixable,
});

/**
 * Every diagnostic, each once. A new one is an entry here and the place that finds it. Codes are stable: settings,
 * suppressions and other tools name them.
 */
export const CODES = {
  PGN_BYTE_ORDER_MARK: entry('info', 'encoding', 'The file starts with a byte order mark'),
  PGN_ENCODING: entry('info', 'encoding', 'The file is not in UTF-8'),
  PGN_STRAY_TEXT: entry('error', 'syntax', 'Text that is neither a move nor a tag, comment, glyph or result'),
  PGN_UNCLOSED_COMMENT: entry('error', 'syntax', 'A comment is opened with { and never closed'),
  PGN_UNCLOSED_PAREN: entry('error', 'syntax', 'A variation is opened with ( and never closed'),
  PGN_STRAY_PAREN: entry('error', 'syntax', 'A ) without a variation to close'),
  PGN_EARLY_VARIATION: entry('warning', 'syntax', 'A variation before any move has nothing to vary'),
  PGN_UNCLOSED_STRING: entry('error', 'tag', 'The value of a tag has no closing quotation mark'),
  PGN_BAD_TAG: entry('error', 'tag', 'A tag pair that is not [Name "value"]'),
  PGN_RESERVED: entry('error', 'syntax', 'The characters < and > are reserved'),
  PGN_NESTING: entry('warning', 'limit', 'Variations are nested deeper than is checked'),
  PGN_TOO_MANY_MOVES: entry('warning', 'limit', 'A game has more moves than are checked'),
  PGN_MISSING_RESULT: entry('warning', 'game', 'The movetext does not end with a result', true),
  PGN_RESULT_MISMATCH: entry('warning', 'game', 'The result after the moves is not the one in the Result tag', true),
  PGN_RESULT_BOARD: entry('warning', 'game', 'The result contradicts the final position', true),
  PGN_BAD_FEN: entry('error', 'tag', 'The FEN tag holds no usable position'),
  PGN_UNKNOWN_VARIANT: entry('info', 'tag', 'The moves of this variant are not checked'),
  PGN_ILLEGAL_MOVE: entry('error', 'move', 'A move that the rules do not allow', true),
  PGN_AMBIGUOUS_MOVE: entry('error', 'move', 'A move that two or more pieces can make', true),
  PGN_MOVE_AFTER_END: entry('error', 'move', 'A move after mate or stalemate'),
  PGN_MISSING_PROMOTION: entry('error', 'move', 'A pawn reaches the last rank and does not say what it becomes', true),
  PGN_WRONG_CHECK_SIGN: entry(
    'warning',
    'move',
    'A check or mate sign is missing, false or not the standard one',
    true,
  ),
  PGN_WRONG_CAPTURE_SIGN: entry('warning', 'move', 'The x of a capture is missing, false or another sign', true),
  PGN_CASTLING_FORM: entry('warning', 'move', 'Castling that is not written O-O or O-O-O', true),
  PGN_LONG_NOTATION: entry('warning', 'move', 'Coordinates or long algebraic notation where SAN is meant', true),
  PGN_PIECE_LETTER: entry('warning', 'move', 'A piece that is not written with its capital English letter', true),
  PGN_PROMOTION_FORM: entry('warning', 'move', 'A promotion that is not written as =Q is', true),
  PGN_EN_PASSANT_MARK: entry('warning', 'move', 'A mark such as e.p. behind a move', true),
  PGN_GLUED_EVALUATION: entry('info', 'move', 'An evaluation sign is glued to its move', true),
  PGN_NEEDLESS_DISAMBIGUATION: entry('info', 'move', 'A move tells its piece otherwise than export format does', true),
  PGN_WRONG_MOVE_NUMBER: entry('warning', 'move', 'A move number or its dots do not fit the move behind it', true),
  PGN_NULL_MOVE: entry('info', 'move', 'A null move passes the turn'),
  PGN_BAD_PFEN: entry('error', 'command', 'A [%pfen] command without a label or a FEN'),
  FEN_BYTE_ORDER_MARK: entry('info', 'encoding', 'The file starts with a byte order mark'),
  FEN_ENCODING: entry('info', 'encoding', 'The file is not in UTF-8'),
  FEN_RANK_COUNT: entry('error', 'position', 'The board does not have eight ranks'),
  FEN_RANK_WIDTH: entry('error', 'position', 'A rank does not have eight squares'),
  FEN_ADJACENT_DIGITS: entry('error', 'position', 'Two digits for one run of empty squares'),
  FEN_UNKNOWN_PIECE: entry('error', 'position', 'A character that is no piece and no digit from 1 to 8'),
  FEN_KINGS: entry('error', 'position', 'A side does not have exactly one king'),
  FEN_BACKRANK_PAWN: entry('error', 'position', 'A pawn on the first or eighth rank'),
  FEN_OPPOSITE_CHECK: entry('error', 'position', 'The side not to move is in check'),
  FEN_BAD_SIDE: entry('error', 'position', 'The side to move is not w or b'),
  FEN_BAD_CASTLING: entry('error', 'position', 'The castling rights are not - or letters such as KQkq'),
  FEN_CASTLING_PIECES: entry('warning', 'position', 'A castling right without its king or rook in place', true),
  FEN_BAD_EN_PASSANT: entry('error', 'position', 'The en passant square is not - or a square of rank 3 or 6'),
  FEN_EN_PASSANT_PAWN: entry('warning', 'position', 'No pawn can just have passed the en passant square', true),
  FEN_BAD_COUNTER: entry('error', 'position', 'A counter is not a whole number'),
  FEN_FULLMOVE_ZERO: entry('warning', 'position', 'The fullmove number starts at 1', true),
  FEN_MISSING_FIELDS: entry('warning', 'position', 'Fields are missing at the end', true),
  FEN_EXTRA_TEXT: entry('error', 'position', 'Text after the last field'),
  FEN_BAD_PFEN: entry('error', 'command', 'A "# pfen" line without a label or a FEN'),
  FEN_ORPHAN_PFEN: entry('error', 'command', 'A "# pfen" line without a FEN above it'),
} as const satisfies Record<string, CodeInfo>;

/** A code of the table. */
export type Code = keyof typeof CODES;
