/** As in LSP; `check` exits with 1 from `warning` up. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** What kind of fault a code names; reports and settings group by it. */
export type Category =
  | 'syntax'
  | 'game'
  | 'move'
  | 'tag'
  | 'command'
  | 'position'
  | 'encoding'
  | 'limit'
  | 'value'
  | 'search';

export interface CodeInfo {
  readonly severity: Severity;
  /** One short sentence for lists and documentation; the message of a diagnostic says what was found. */
  readonly title: string;
  readonly category: Category;
  /** Whether an edit that keeps the game as it is can repair it. */
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
  PGN_RESULT_BOARD: entry('warning', 'game', 'The result contradicts the final position'),
  PGN_BAD_FEN: entry('error', 'tag', 'The FEN tag holds no usable position'),
  PGN_UNKNOWN_VARIANT: entry('info', 'tag', 'The moves of this variant are not checked'),
  PGN_ILLEGAL_MOVE: entry('error', 'move', 'A move that the rules do not allow'),
  PGN_AMBIGUOUS_MOVE: entry('error', 'move', 'A move that two or more pieces can make'),
  PGN_MOVE_AFTER_END: entry('error', 'move', 'A move after mate or stalemate'),
  PGN_NULL_MOVE: entry('info', 'move', 'A null move passes the turn'),
  PGN_BAD_PFEN: entry('error', 'command', 'A [%pfen] command without a label or a FEN'),
  FEN_BYTE_ORDER_MARK: entry('info', 'encoding', 'The file starts with a byte order mark'),
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
  MAV_STRAY_TEXT: entry('error', 'syntax', 'Text that belongs to no header, line or step'),
  MAV_HEADER_BRACKET: entry('warning', 'syntax', 'The header has no > behind the game', true),
  MAV_UNCLOSED_HEADER: entry('error', 'syntax', 'The header has no </mav>', true),
  MAV_UNCLOSED_LINE: entry('error', 'syntax', 'A line has no closing ]', true),
  MAV_MISSING_OUTPUT: entry('info', 'command', 'Outputs that the header asks for are missing: a prompt'),
  MAV_COMMAND_ORDER: entry('error', 'command', 'The lines are not those that the header names, in its order'),
  MAV_NO_INPUT: entry('error', 'command', 'Neither a state nor a previous state with its action is given'),
  MAV_BEST_WITHOUT_LIST: entry('warning', 'command', '%best_action without a %top_k before it'),
  MAV_FEN_GAME: entry('error', 'command', 'A FEN command in a game without FENs'),
  MAV_NO_ARGUMENT: entry('error', 'syntax', 'A line without what its command takes'),
  MAV_BAD_STATE: entry('error', 'position', 'A %state that is no state of its game'),
  MAV_BAD_FEN: entry('error', 'position', 'A %FEN that is no position'),
  MAV_STATES_DIFFER: entry('error', 'position', 'The %state and the %FEN of one position disagree'),
  MAV_PREVIOUS_ACTION: entry('error', 'move', 'The previous action is not legal in the previous state'),
  MAV_WRONG_STATE: entry('error', 'position', 'The state is not the one that the previous action leads to'),
  MAV_WRONG_FIELD: entry(
    'warning',
    'position',
    'Castling rights, en passant square or counters are not those that the action leads to',
  ),
  MAV_WRONG_FINAL_STATE: entry('error', 'position', 'The last state is not the one that the best action leads to'),
  MAV_ILLEGAL_ACTION: entry('error', 'move', 'An action that is not legal'),
  MAV_DUPLICATE_ACTION: entry('error', 'move', 'An action is listed twice'),
  MAV_ACTION_COUNT: entry('error', 'move', 'The list is not as long as the header asks for'),
  MAV_MISSING_ACTIONS: entry('error', 'move', 'The list of all actions lacks legal ones'),
  MAV_TOP_ZERO: entry('error', 'command', 'A list of no actions is asked for'),
  MAV_BUCKET: entry('error', 'value', 'A value outside of the buckets'),
  MAV_NO_VALUE: entry('error', 'value', 'An action without a value'),
  MAV_NOT_TERMINAL: entry('error', 'move', 'The state is called terminal, and is not'),
  MAV_TERMINAL: entry('error', 'move', 'The state is terminal, and actions are listed'),
  MAV_WRONG_RESULT: entry('error', 'move', 'The result is not that of the terminal state'),
  MAV_BEST_ILLEGAL: entry('error', 'move', 'The best action is not legal'),
  MAV_BEST_UNLISTED: entry('warning', 'move', 'The best action is not in the list'),
  MAV_BEST_NOT_HIGHEST: entry('info', 'value', 'The best action has not the highest value of the list'),
  TRACE_PARAMETER: entry('warning', 'search', 'Breadth or depth are missing or outside of what was trained'),
  TRACE_SIZE: entry('info', 'search', 'Depth 3 with breadth 5 was left out of the training'),
  TRACE_INPUTS: entry('error', 'search', 'A node is given other inputs than its place in the search asks for'),
  TRACE_NODE: entry('error', 'search', 'A node that does not follow from its parent'),
  TRACE_EXPANSION_COUNT: entry('error', 'search', 'A node is expanded by another number of actions than the breadth'),
  TRACE_EXPANSION_CHOICE: entry('warning', 'search', 'A node is expanded by others than its best actions'),
  TRACE_NOT_EVALUATED: entry(
    'error',
    'search',
    'A node is announced and not evaluated, or evaluated and not announced',
  ),
  TRACE_ORDER: entry('warning', 'search', 'Nodes are evaluated in another order than they were announced'),
  TRACE_DEPTH: entry('error', 'search', 'A node is expanded at the depth limit, or not expanded above it'),
  TRACE_LEAF_DECISION: entry('error', 'search', 'A leaf selects an action or a value that its list does not have'),
  TRACE_LEAF_CHOICE: entry('warning', 'search', 'A leaf selects another action than its best'),
  TRACE_DECISION_LIST: entry('error', 'search', 'A decision weighs other actions than those that were expanded'),
  TRACE_DECISION_VALUE: entry('error', 'search', 'A decision gives an action another value than its node has'),
  TRACE_SELECTION: entry('error', 'search', 'A decision does not select the highest value'),
  TRACE_PLAYING: entry('error', 'search', 'The action that is played is not the one that the root selects'),
  TRACE_CHANGED: entry('info', 'search', 'The search changed the best action of the root'),
  TRACE_UNDECIDED: entry('warning', 'search', 'A node was evaluated and not decided'),
  MAV_UNKNOWN_GAME: entry('error', 'command', 'The header names no game that is known'),
  MAV_UNKNOWN_COMMAND: entry('error', 'command', 'A command that is not known'),
  MAV_LOOSE_COMMAND: entry('warning', 'command', 'A command that is written without its underscore', true),
} as const satisfies Record<string, CodeInfo>;

/** A code of the table. */
export type Code = keyof typeof CODES;
