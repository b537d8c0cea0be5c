// The request of the state view to the server, and the content of the view.

import type { AnswerCandidate } from '../core/answers/answer-reading.ts';
import type { TextPosition } from '../core/base/text/lines.ts';
import type { StateLine } from '../core/evaluation/game-trace/timeline.ts';
import type { AnswerLine } from '../core/mav/features/answer-comparison.ts';
import type { ListRow } from '../core/mav/features/list-table.ts';
import type { ReadingView } from './answer-reading.ts';
import type { BoardContent, ComparePlace, LspRange, PositionParams } from './lsp.ts';

/**
 * Request, client to server: the line of states through an offset of a document, with its predictions. `null` if the
 * document is unknown.
 */
export const STATE_REQUEST = 'statelens/state';

export interface StateParams extends PositionParams {
  /** `lineId` of the line that the client has; it is not sent again. */
  readonly known?: string;
}

export interface StateResult {
  /** Version of the document that the answer was read from. */
  readonly version: number;
  /**
   * Identifier of the line with its content; changes with its moves, its predictions, their scores and their ranges.
   */
  readonly lineId: string;
  /** Null if the client has the line, or if there is nothing to show: `reason` then says why. */
  readonly line: DocumentLine | null;
  /** The position at the cursor, or the last known one before it; null for none. */
  readonly here: StateHere | null;
  /**
   * The reason why there is no position, without a period: `there is no game here`. After a move that cannot be played,
   * `here` is the last known position, and this is `7.Nf9 is illegal: there is no square f9`. Otherwise null.
   */
  readonly reason: string | null;
}

/**
 * Notification, server to client: the line that was requested last in a document has new scores, or settings that it
 * depends on have changed. A client that shows it must request it again.
 */
export const STATE_CHANGED_NOTIFICATION = 'statelens/stateChanged';

export interface StateChangedParams {
  readonly uri: string;
}

/** A line of a document. */
export interface DocumentLine extends StateLine {
  /** Position of the cursor for each step. */
  readonly cursors: readonly (TextPosition | null)[];
  /** True if moves can be inserted: in games. */
  readonly accepts: boolean;
  /** True if models can be asked: in games and walks. */
  readonly predicts: boolean;
  /** Range of the example or trace, which reads the same without the text around it; in MAV files. */
  readonly section?: LspRange;
}

/** Details of the position at the cursor alone. */
export interface StateHere {
  /** Index in `steps`. */
  readonly at: number;
  /** Parameters of `COMPARISON_REQUEST`, without a label. */
  readonly place: ComparePlace;
  /** Label of the prediction at the cursor, as written (in MAV that of its row); null for none. */
  readonly label: string | null;
  /** Null if no moves can be made: in MAV files. */
  readonly board: Pick<
    BoardContent,
    'check' | 'situation' | 'legal' | 'glyphs' | 'comment' | 'shapes' | 'steps' | 'stuckAt'
  > | null;
  /** Alternatives to the move that leads here, such as `4...d6`, and their positions. */
  readonly instead: readonly { readonly name: string; readonly cursor: TextPosition }[];
}

/** A request and its answer, as a run file stores them. */
export interface StoredAnswer {
  /** The label as written in the text. */
  readonly label: string;
  /** The request as text; for a chat its messages, each after its role. Null if it was not stored. */
  readonly prompt: string | null;
  /** The whole unchanged answer; null if there was none (`fault` says why). */
  readonly raw: string | null;
  /**
   * The reading of `raw`: its states, in UTF-16 offsets, and the chosen one; null if it was not read, or is no answer.
   */
  readonly reading: ReadingView | null;
  /** Reasoning that was sent separately from the answer; null for none. */
  readonly reasoning: string | null;
  /** States in `reasoning`, in the order of its text; none of them is the answer. */
  readonly drafts: readonly AnswerCandidate[];
  readonly finishReason: string | null;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null } | null;
  /** Duration of the request that was answered. */
  readonly seconds: number | null;
  /** Number of requests until there was an answer; 0 for one from the cache. */
  readonly attempts: number | null;
  /** Time of the answer, ISO 8601; null if unknown. */
  readonly at: string | null;
  /** The error, such as `429: rate limited`; null for an answer. */
  readonly fault: string | null;
  /** Name of the run file that contains it. */
  readonly source: string;
  /** True if the moves were edited since, so that the request was about other ones. */
  readonly otherMoves: boolean;
}

/** The answer of an example of a MAV file beside its reference, once requested. */
export interface ReferenceView {
  /** Source of the reference's values: `Stockfish 19 lite, depth 8`; null if it needs none. */
  readonly values: string | null;
  /** Each line of the answer in words, in the order of the reference. */
  readonly lines: readonly AnswerLine[];
  /** Rows of the list, if both the reference and the answer have one. */
  readonly rows: readonly ListRow[];
}

/**
 * The command that shows a line outside any document: the states of a run's sample, or of the path to a node of a tree.
 * Its argument is a `StandaloneLine`. It brings the view to the front; with `'if-open'` as the second argument, it
 * neither opens nor moves it.
 */
export const SHOW_STATE_COMMAND = 'statelens.showState';

/** The command that opens a model's new answer in the view. Arguments: a URI and a label. */
export const PREDICTED_COMMAND = 'statelens.showPredicted';

export interface StandaloneLine {
  readonly line: StateLine;
  /** Index in `line.steps`. */
  readonly at: number;
  /** The label that is open; null for all. */
  readonly label: string | null;
  /** Answers, each with the index of its step in `line.steps`. */
  readonly answers: readonly (StoredAnswer & { readonly step: number })[];
}
