import type { TextPosition } from '../core/base/text/lines.ts';
import type { ChessVariant } from '../core/games/chess/chess-variants.ts';
import type { ListComparison } from '../core/mav/features/list-comparison.ts';
import type { Comparison, TextComparison } from '../core/metrics/comparison.ts';
import type { ComparisonRules } from '../core/metrics/comparison-rules.ts';
import type { HistoryPly } from '../core/metrics/placement.ts';
import type { BoardMove, BoardPosition, BoardShape } from '../core/notation/pgn/board-position.ts';
import type { BoardStep } from '../core/notation/pgn/ply-selection.ts';
import type { VariationStep } from '../core/notation/pgn/tree-lookup.ts';
import type { TracePlace, TraceTreeNote } from '../core/search/trace-notes.ts';

// The protocol between the language server and its clients, beyond the Language Server Protocol.

/** Name of the server: section of its settings, source of its diagnostics, id of its client. */
export const SERVER_ID = 'statelens';

/** Identifiers of the server's languages in editors. `.epd` files have the language `fen`. */
export const DOCUMENT_LANGUAGES = ['pgn', 'fen', 'walk', 'mav', 'pddl', 'trace'] as const;

/**
 * Maximum number of diagnostics published for a document; one last entry counts the rest. VS Code shows at most 1,000
 * of a file.
 */
export const MAX_DIAGNOSTICS = 900;

/** A range of a document as in LSP: 0-based lines, characters in UTF-16 code units, end excluded. */
export interface LspRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** `initializationOptions`; every field is optional. */
export interface ServerOptions {
  /** True if the client shows images in hovers (SVG in `data:` URIs); otherwise boards are text. Default: false. */
  readonly images?: boolean;
  /** True if the client renders HTML tables in hovers, and their links to `COMMANDS_OF_HOVERS`. Default: false. */
  readonly html?: boolean;
  /**
   * True if the client implements `OPEN_TREE_COMMAND`; without it no lens offers the tree of a trace. Default: false.
   */
  readonly trees?: boolean;
  /**
   * True if the client implements `EXAMPLE_COMMAND`; without it no lens offers to run a MAV prompt. Default: false.
   */
  readonly examples?: boolean;
  /**
   * True if the client implements `START_PROGRAM_COMMAND`; without it no quick fix offers to start the program of a
   * walk. Default: false.
   */
  readonly worldPrograms?: boolean;
  /** A folder of the client for results that outlive the process. Without it no results are stored. */
  readonly cacheDir?: string;
  /** URL of the extension's folder `media/engine`, for a server in a browser: it has no other way to find it. */
  readonly engineFolder?: string;
  /** The section `statelens` as an object, for clients that do not answer `workspace/configuration`. */
  readonly settings?: unknown;
}

/**
 * The command, implemented by the client, that opens the state view at a prediction. Arguments: `[uri, ComparePlace,
 * AT_ANSWER?]`.
 */
export const COMPARE_COMMAND = 'statelens.compare';

/** Last argument of `COMPARE_COMMAND` that scrolls the view to the model's answer. */
export const AT_ANSWER = 'answer';

/** The command, implemented by the client, that opens the state view. Arguments: `[uri, Position]`. */
export const OPEN_STATE_COMMAND = 'statelens.openStateView';

/** Commands that hovers link to; a client need trust no others. */
export const COMMANDS_OF_HOVERS: readonly string[] = [COMPARE_COMMAND, OPEN_STATE_COMMAND];

/**
 * The command, implemented by the client, that asks the user about a program and allows it. Arguments:
 * `[AllowedProgram]`.
 */
export const START_PROGRAM_COMMAND = 'statelens.startWorldProgram';

/**
 * The command, implemented by the client, that shows a range of a document in its editor. Arguments: `[uri, LspRange]`.
 */
export const REVEAL_COMMAND = 'statelens.reveal';

/**
 * The command, implemented by the server (`workspace/executeCommand`), that scores every prediction of a file with
 * many. Argument: the URI.
 */
export const SCORE_FILE_COMMAND = 'statelens.scoreFile';

/**
 * The command, implemented by the client, that does something with the MAV example at a position. Arguments: `[uri,
 * Position, ExampleAction]`.
 */
export const EXAMPLE_COMMAND = 'statelens.mavExample';

/**
 * Actions on a MAV example. `run`, `reference`: a model or the reference answers it. `copy`: its prompt is copied.
 * `compare`: it is compared with the reference. `keep`: it is appended to a dataset.
 */
export const EXAMPLE_ACTIONS = ['run', 'reference', 'copy', 'compare', 'keep'] as const;
export type ExampleAction = (typeof EXAMPLE_ACTIONS)[number];

/** The position that predictions describe. */
export interface ComparePlace {
  /** 0-based index of the game, or of the record in a FEN file. */
  readonly game: number;
  /**
   * Plies from the start of the game. In a FEN file, the number that the record states; in a MAV file, the number of
   * the position in its section.
   */
  readonly ply: number;
  /** Path of the variation; empty for the main line. */
  readonly path: readonly VariationStep[];
  /** One prediction (or list of a MAV file); without it, all of the position. */
  readonly label?: string;
}

/** Request, client to server: the comparison of the predictions at a position. `null` if there is no such position. */
export const COMPARISON_REQUEST = 'statelens/comparison';

export interface ComparisonParams extends ComparePlace {
  readonly uri: string;
}

export interface ComparisonResult {
  /** The players, and the position in the game: `Carlsen – Karjakin, after 8...Ne4 (ply 16)`. */
  readonly title: string;
  readonly trueFen: string;
  /** The line from its start to the position; the entry of the start has no `san`. */
  readonly history: readonly HistoryPly[];
  /** Squares of the move that led to the position: `e2`, `e4`. */
  readonly lastMove: readonly [string, string] | null;
  /** Rules of the comparison. States of Connect Four, Hex and Othello are in their own notation: `x || cells ||`. */
  readonly variant: ComparisonRules;
  /** Meaning of the labels: several models, or the states of one answer. */
  readonly labels: 'models' | 'states';
  readonly predictions: readonly ComparedPrediction[];
  /** Lists about the position, in a MAV file; otherwise empty. */
  readonly lists: readonly ComparedList[];
}

/** A list of actions of a MAV file, compared with the legal ones; fields as in `ListComparison`. */
export interface ComparedList extends Omit<ListComparison, 'range'> {
  readonly range: LspRange;
}

/**
 * Request, client to server: the comparison of states predicted for the end of a line outside any document. Ranges in
 * the answer are empty.
 */
export const LINE_COMPARISON_REQUEST = 'statelens/lineComparison';

export interface LineComparisonParams
  extends Pick<ComparisonResult, 'title' | 'history' | 'lastMove' | 'variant' | 'labels'> {
  /** Depth of p and r. */
  readonly m: number;
  readonly predictions: readonly Pick<ComparedPrediction, 'label' | 'fen'>[];
}

export interface ComparedPrediction {
  /** The label as written: `model[@template][#sample]`. */
  readonly label: string;
  /** The predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** Range of the whole command in the document. */
  readonly range: LspRange;
  /** Every metric, with moves lost and invented, conditional and set-based scores; null if it could not be computed. */
  readonly comparison: Comparison | null;
  /** The part that needs no walk through the moves. */
  readonly text: TextComparison;
  /** Range of the move of each entry of `history`; null at the start. */
  readonly moveRanges: readonly (LspRange | null)[];
}

/**
 * Request, client to server: the position at an offset of the text, with the line through it, for a board. `null` if
 * the document is unknown.
 */
export const POSITION_REQUEST = 'statelens/position';

export interface PositionParams {
  readonly uri: string;
  /** Selects the position after the move at or before it, in its variation; in a FEN file, the record. */
  readonly position: TextPosition;
}

/** A move of a line, with its range in the document. */
export type ListedMove = Omit<BoardMove, 'range' | 'instead'> & { readonly range: LspRange };

export interface PositionResult {
  /** Version of the document that the answer was read from. */
  readonly version: number;
  /** The players, or the number of the record. */
  readonly title: string;
  /** The tag Result; null without one, or in a FEN file. */
  readonly result: string | null;
  readonly variant: ChessVariant;
  /** True if moves can be inserted: in games, not in FEN files. */
  readonly accepts: boolean;
  /** Null if there is no position; `reason` then says why. */
  readonly shown: BoardContent | null;
  readonly reason: string | null;
}

/** A position for a board; fields as in `BoardPosition`. */
export interface BoardContent
  extends Pick<
    BoardPosition,
    'fen' | 'ply' | 'lastMove' | 'check' | 'situation' | 'legal' | 'at' | 'cut' | 'glyphs' | 'comment' | 'stuckAt'
  > {
  readonly line: readonly (ListedMove & { readonly instead: readonly ListedMove[] })[];
  readonly shapes: readonly BoardShape[];
  readonly steps: Readonly<Record<BoardStep, TextPosition | null>>;
}

/** Request, client to server: the edits that insert a move into a game. `null` if the document is unknown. */
export const INSERT_MOVE_REQUEST = 'statelens/insertMove';

export interface InsertMoveParams extends PositionParams {
  /** Version of the document that `position` refers to; another version is refused. */
  readonly version: number;
  /** UCI, or a move as people write it: `Nf3`, `nf3`, `0-0`. */
  readonly move: string;
}

export type InsertMoveResult =
  | {
      readonly ok: true;
      /** Edits that do not overlap; empty if the move already exists. */
      readonly edits: readonly { readonly range: LspRange; readonly newText: string }[];
      /** Offset after the move, in UTF-16 code units from the start of the edited document. */
      readonly cursor: number;
      readonly san: string;
    }
  /** The reason, as text that follows "Ke4 was not written: ", without a final period. */
  | { readonly ok: false; readonly reason: string };

/**
 * Request, client to server: the tree of the trace at an offset of a MAV file, in the form of a search. `null` if there
 * is no trace.
 */
export const TRACE_TREE_REQUEST = 'statelens/traceTree';

/** The command, implemented by the client, that opens the tree of a trace. Arguments: `[uri, Position]`. */
export const OPEN_TREE_COMMAND = 'statelens.openTree';

export interface TraceTreeParams {
  readonly uri: string;
  readonly position: TextPosition;
}

export interface TraceTreeResult {
  /** Version of the document that the answer was read from. */
  readonly version: number;
  /** Range of the section with the trace, which reads the same without the text around it. */
  readonly section: LspRange;
  /** `Trace, breadth 3, depth 1`. */
  readonly title: string;
  /**
   * Lines of a `.mcts.jsonl` file (docs/search.md): of a MAV trace a simulation for each evaluation, in the order of
   * the text, backed up by minimax; of another trace nodes with a status, and a step for each event.
   */
  readonly lines: string;
  /** Notes of the trace that a search does not have, by index of the node. */
  readonly notes: readonly TraceNote[];
}

/**
 * Notes of a trace on a node besides its evaluation; the first range is shown when the node is selected. What a decision
 * weighs is in MAV traces alone.
 */
export interface TraceNote
  extends Omit<TracePlace, 'ranges'>,
    Partial<Pick<TraceTreeNote, 'weighed' | 'selected' | 'unlisted'>> {
  readonly ranges: readonly LspRange[];
}

/** Notification, client to server: the visible ranges of a document. Their predictions are scored first. */
export const VISIBLE_RANGES_NOTIFICATION = 'statelens/visibleRanges';

export interface VisibleRangesParams {
  readonly uri: string;
  readonly ranges: readonly LspRange[];
}

/** Languages whose documents may be written in own dialects. */
export const DIALECT_LANGUAGES = ['trace'] as const;

/** Names of dialect files, as a test of a path and as a glob pattern. */
export const DIALECT_FILE = /\.dialect\.json$/i;
export const DIALECT_PATTERN = '**/*.dialect.json';
/** Maximum size of a dialect file, in bytes, and number of those that are read. */
export const MAX_DIALECT_BYTES = 1 << 18;
export const MAX_DIALECTS = 50;

/** A dialect file. */
export interface DialectText {
  readonly uri: string;
  readonly text: string;
}

/**
 * Notification, client to server: the dialect files of the workspace, as they are stored. Without it the server knows
 * open ones, and those in the folder of a trace.
 */
export const DIALECTS_NOTIFICATION = 'statelens/dialects';

export interface DialectsParams {
  readonly files: readonly DialectText[];
}

/** Notification, server to client: progress of the scoring of a document. `done === total` is the last one. */
export const SCORING_NOTIFICATION = 'statelens/scoring';

export interface ScoringParams {
  readonly uri: string;
  readonly done: number;
  readonly total: number;
}

// Programs as worlds of walks that the user allows the language server to start.

/**
 * Request, client to server: allows a program as a world, and restarts it if it runs. Only an action of the user names
 * a program, never a file or a workspace setting. The answer is null, or the reason of a failure as a sentence without
 * a period.
 */
export const ALLOW_PROGRAM_REQUEST = 'statelens/allowProgram';

/** Request, client to server: ends all programs and withdraws all permissions. The answer is null. */
export const REVOKE_PROGRAMS_REQUEST = 'statelens/revokePrograms';

/** A program that walks in one folder name as their world. */
export interface AllowedProgram {
  /** The program and its arguments, compared exactly. */
  readonly words: readonly string[];
  /** Folder of the walks, as a URI; the program runs in it. */
  readonly folder: string;
}
