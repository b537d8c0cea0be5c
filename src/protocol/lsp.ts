import type { TextPosition } from '../core/base/text/lines.ts';
import type { ListComparison } from '../core/mav/features/list-comparison.ts';
import type { Comparison, TextComparison } from '../core/metrics/comparison.ts';
import type { ComparisonRules } from '../core/metrics/comparison-rules.ts';
import type { HistoryPly } from '../core/metrics/placement.ts';
import type { Grade } from '../core/metrics/wording.ts';
import type { BoardMove, BoardPosition, BoardShape } from '../core/notation/pgn/board-position.ts';
import type { BoardStep } from '../core/notation/pgn/ply-selection.ts';
import type { VariationStep } from '../core/notation/pgn/tree-lookup.ts';
import type { TraceTreeNote } from '../core/search/trace-notes.ts';

// The protocol of the language server and its clients beyond the Language Server Protocol itself.

/** The server's name: the section of its settings, the source of its diagnostics, the id of its client. */
export const SERVER_ID = 'statelens';

/** The identifiers of the languages that the server works on, as editors call them. `.epd` files are `fen` to an editor. */
export const DOCUMENT_LANGUAGES = ['pgn', 'fen', 'walk', 'mav', 'pddl'] as const;

/**
 * Most diagnostics that are published for one document; the rest are counted in one last entry.
 * VS Code shows at most 1,000 of a file.
 */
export const MAX_DIAGNOSTICS = 900;

/** A range of a document as in LSP: 0-based lines, characters in UTF-16 code units, the end not included. */
export interface LspRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** `initializationOptions`; every field may be missing. */
export interface ServerOptions {
  /** True if the client shows pictures in hovers (SVG in `data:` URIs); else boards are text. Default false. */
  readonly images?: boolean;
  /** True if the client renders tables of HTML in hovers, and links there to `COMMANDS_OF_HOVERS`. Default false. */
  readonly html?: boolean;
  /** True if the client implements `OPEN_TREE_COMMAND`; without it no lens offers the tree of a trace. Default false. */
  readonly trees?: boolean;
  /** True if the client implements `START_PROGRAM_COMMAND`; without it no quick fix offers to start the program of a walk. Default false. */
  readonly worldPrograms?: boolean;
  /** A folder of the client's for results that outlive the process. Without one nothing is kept. */
  readonly cacheDir?: string;
  /** URL of the folder `media/engine` of the extension, for a server in a browser: it has no other way to find it. */
  readonly engineFolder?: string;
  /** For clients that do not answer `workspace/configuration`: the section `statelens`, as an object. */
  readonly settings?: unknown;
}

/** Opens the state view at a prediction; the client implements it. Its arguments are `[uri, ComparePlace, AT_ANSWER?]`. */
export const COMPARE_COMMAND = 'statelens.compare';

/** The last argument of `COMPARE_COMMAND` for a view that is scrolled to what the model wrote. */
export const AT_ANSWER = 'answer';

/** Opens the state view; the client implements it. Its arguments are `[uri, Position]`. */
export const OPEN_STATE_COMMAND = 'statelens.openStateView';

/** The commands that hovers link to; a client need trust no others. */
export const COMMANDS_OF_HOVERS: readonly string[] = [COMPARE_COMMAND, OPEN_STATE_COMMAND];

/** Asks the user about a program and allows it; the client implements it. Its arguments are `[AllowedProgram]`. */
export const START_PROGRAM_COMMAND = 'statelens.startWorldProgram';

/** Shows a range of a document in its editor; the client implements it. Its arguments are `[uri, LspRange]`. */
export const REVEAL_COMMAND = 'statelens.reveal';

/** Scores every prediction of a file with many; the server implements it (`workspace/executeCommand`). Its argument is the URI. */
export const SCORE_FILE_COMMAND = 'statelens.scoreFile';

/** The position that predictions speak of. */
export interface ComparePlace {
  /** 0-based index of the game, or of the record in a FEN file. */
  readonly game: number;
  /**
   * Half-moves played from the start of the game. In a FEN file it is what the record says, in a MAV file the number of the
   * position in its section.
   */
  readonly ply: number;
  /** The variation; empty on the main line. */
  readonly path: readonly VariationStep[];
  /** One prediction (or list of a MAV file) alone; without it all of that position. */
  readonly label?: string;
}

/** Request, client to server: everything about the predictions at a position. `null` where there is no such position. */
export const COMPARISON_REQUEST = 'statelens/comparison';

export interface ComparisonParams extends ComparePlace {
  readonly uri: string;
}

export interface ComparisonResult {
  /** The players, and the place in the game: `Carlsen – Karjakin, after 8...Ne4 (ply 16)`. */
  readonly title: string;
  readonly trueFen: string;
  /** The line from its start to the position; `san` is missing at the start. */
  readonly history: readonly HistoryPly[];
  /** Squares (`e2`, `e4`) of the move that led to the position. */
  readonly lastMove: readonly [string, string] | null;
  /** States of Connect Four, Hex and Othello are native texts: `x || cells ||`. */
  readonly variant: ComparisonRules;
  /** Whose predictions stand side by side: those of several models, or the states of one answer. */
  readonly labels: 'models' | 'states';
  readonly predictions: readonly ComparedPrediction[];
  /** In a MAV file the lists about the position; else none. */
  readonly lists: readonly ComparedList[];
}

/** A list of actions of a MAV file beside the legal ones; the fields are those of `ListComparison`. */
export interface ComparedList extends Omit<ListComparison, 'range'> {
  readonly range: LspRange;
}

/**
 * Request, client to server: everything about states that were predicted for the end of a line that is no document's. Ranges in the
 * answer are empty.
 */
export const LINE_COMPARISON_REQUEST = 'statelens/lineComparison';

export interface LineComparisonParams
  extends Pick<ComparisonResult, 'title' | 'history' | 'lastMove' | 'variant' | 'labels'> {
  /** Depth of p and r. */
  readonly m: number;
  readonly predictions: readonly Pick<ComparedPrediction, 'label' | 'fen'>[];
}

export interface ComparedPrediction {
  /** As it is written: `model[@template][#sample]`. */
  readonly label: string;
  /** The predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** Range of the whole command in the document. */
  readonly range: LspRange;
  /** Every metric, with moves lost and invented, conditional and set-based scores; null when it could not be computed. */
  readonly comparison: Comparison | null;
  /** The part that needs no walk through the moves. */
  readonly text: TextComparison;
  /** For each entry of `history` where its move is written; null at the start. */
  readonly moveRanges: readonly (LspRange | null)[];
}

/**
 * Request, client to server: the position at a place of the text, with the line through it, for a board. `null` where the
 * document is not known.
 */
export const POSITION_REQUEST = 'statelens/position';

export interface PositionParams {
  readonly uri: string;
  /** "Here" is behind the move at or before it, in its variation; in a FEN file its record. */
  readonly position: TextPosition;
}

/** A move of a line; with `range` where it is written. */
export type ListedMove = Omit<BoardMove, 'range' | 'instead'> & { readonly range: LspRange };

export interface PositionResult {
  /** Version of the document that all of this was read from. */
  readonly version: number;
  /** The players, or the number of the record. */
  readonly title: string;
  /** The tag Result; null without one, or in a FEN file. */
  readonly result: string | null;
  readonly variant: 'chess' | 'chess960';
  /** True if moves can be written there: in games, not in FEN files. */
  readonly accepts: boolean;
  /** Null where there is no position; then `reason` says why. */
  readonly shown: BoardContent | null;
  readonly reason: string | null;
}

/** A position as a board shows it; the meaning of the fields is that of `BoardPosition`. */
export interface BoardContent
  extends Pick<
    BoardPosition,
    'fen' | 'ply' | 'lastMove' | 'check' | 'situation' | 'legal' | 'at' | 'cut' | 'glyphs' | 'comment' | 'stuckAt'
  > {
  readonly line: readonly (ListedMove & { readonly instead: readonly ListedMove[] })[];
  readonly shapes: readonly BoardShape[];
  readonly steps: Readonly<Record<BoardStep, TextPosition | null>>;
}

/** Request, client to server: the edits that write a move into a game. `null` where the document is not known. */
export const INSERT_MOVE_REQUEST = 'statelens/insertMove';

export interface InsertMoveParams extends PositionParams {
  /** The version of the document that `position` counts in; another one is refused. */
  readonly version: number;
  /** UCI, or a move as people write it: `Nf3`, `nf3`, `0-0`. */
  readonly move: string;
}

export type InsertMoveResult =
  | {
      readonly ok: true;
      /** Apart from each other; empty when the move stands there already. */
      readonly edits: readonly { readonly range: LspRange; readonly newText: string }[];
      /** Behind the move: UTF-16 code units from the start of the edited document. */
      readonly cursor: number;
      readonly san: string;
    }
  /** The reason, as text that follows "Ke4 was not written: ", without a final period. */
  | { readonly ok: false; readonly reason: string };

/**
 * Request, client to server: the tree of the trace at a place of a MAV file, in the form of a search. `null` where there is no
 * trace.
 */
export const TRACE_TREE_REQUEST = 'statelens/traceTree';

/** Opens the tree of a trace; the client implements it. Its arguments are `[uri, Position]`. */
export const OPEN_TREE_COMMAND = 'statelens.openTree';

export interface TraceTreeParams {
  readonly uri: string;
  readonly position: TextPosition;
}

export interface TraceTreeResult {
  /** Version of the document that all of this was read from. */
  readonly version: number;
  /** `Trace, breadth 3, depth 1`. */
  readonly title: string;
  /**
   * The lines of a `.mcts.jsonl` file (docs/search-tree.md): a simulation for each evaluation, in the order of the text, backed up
   * by minimax.
   */
  readonly lines: string;
  /** Notes of a trace that a search does not have, by number of the node. */
  readonly notes: readonly TraceNote[];
}

/** A trace's notes on a node besides its evaluation; its first range is shown when the node is selected. */
export interface TraceNote extends Omit<TraceTreeNote, 'ranges'> {
  readonly ranges: readonly LspRange[];
}

/** Notification, client to server: what of a document is on the screen. Its predictions are scored first. */
export const VISIBLE_RANGES_NOTIFICATION = 'statelens/visibleRanges';

export interface VisibleRangesParams {
  readonly uri: string;
  readonly ranges: readonly LspRange[];
}

/** Notification, server to client: how far the scoring of a document is. `done === total` ends it. */
export const SCORING_NOTIFICATION = 'statelens/scoring';

export interface ScoringParams {
  readonly uri: string;
  readonly done: number;
  readonly total: number;
}

// What an editor marks beside and in the text of predictions.

/**
 * Request, client to server: the predictions in some ranges of a document, such as those on the screen, with what is wrong in their
 * text. `null` where the document is not known, or has changed meanwhile.
 */
export const MARKS_REQUEST = 'statelens/marks';

export interface MarksParams {
  readonly uri: string;
  readonly ranges: readonly LspRange[];
}

export interface MarksResult {
  /** Version of the document that all of this was read from. */
  readonly version: number;
  /** In the order of the text. Predictions whose true state is not known are left out. */
  readonly marks: readonly PredictionMark[];
}

export interface PredictionMark {
  /** Range of the whole command. */
  readonly range: LspRange;
  readonly mark: Grade;
  /** The ranks and fields of the predicted FEN that are wrong. */
  readonly wrong: readonly LspRange[];
}

/** Request, client to server: the lines of all predictions that are not exact. `null` as for `MARKS_REQUEST`. */
export const MARKED_LINES_REQUEST = 'statelens/markedLines';

export interface MarkedLinesParams {
  readonly uri: string;
}

export interface MarkedLinesResult {
  readonly version: number;
  /** Predictions of the document, exact ones too. */
  readonly count: number;
  /** First and last line, from 0: lines without a gap between them are one entry. Of a line with several predictions the worst counts. */
  readonly lines: Readonly<Record<Exclude<Grade, 'exact'>, readonly (readonly [first: number, last: number])[]>>;
}

/** Notification, server to client: the marks of a document have changed, and its text has not: what it is about has another world. */
export const MARKS_CHANGED_NOTIFICATION = 'statelens/marksChanged';

export interface MarksChangedParams {
  readonly uri: string;
}

// Programs as worlds of walks: what the user of an editor lets the language server start.

/**
 * Request, client to server: allows a program as a world, and starts it anew where it runs. Only an act of the user names one, never a
 * file or a setting of a workspace. The answer is null, or why it is not possible, as a sentence without a period.
 */
export const ALLOW_PROGRAM_REQUEST = 'statelens/allowProgram';

/** Request, client to server: ends all programs; none is allowed from then on. The answer is null. */
export const REVOKE_PROGRAMS_REQUEST = 'statelens/revokePrograms';

/** A program that walks name as their world, in one folder. */
export interface AllowedProgram {
  /** The program and its arguments, exactly. */
  readonly words: readonly string[];
  /** The folder of the walks, as a URI: the program runs there. */
  readonly folder: string;
}
