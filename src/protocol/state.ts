// The request of the state view to the server, and what the view shows.

import type { AnswerCandidate } from '../core/answers/answer-reading.ts';
import type { TextPosition } from '../core/base/text/lines.ts';
import type { StateLine } from '../core/evaluation/game-trace/timeline.ts';
import type { AnswerLine } from '../core/mav/features/answer-comparison.ts';
import type { ListRow } from '../core/mav/features/list-rows.ts';
import type { ReadingView } from './answer-reading.ts';
import type { BoardContent, ComparePlace, PositionParams } from './lsp.ts';

/**
 * Request, client to server: the line of states through a place of a document, with its predictions. `null` where the document
 * is not known.
 */
export const STATE_REQUEST = 'statelens/state';

export interface StateParams extends PositionParams {
  /** `lineId` of the line that the client has: it is not sent again. */
  readonly known?: string;
}

export interface StateResult {
  /** Version of the document that all of this was read from. */
  readonly version: number;
  /** Names the line with everything in it; changes with its moves, its predictions, their scores and where they are written. */
  readonly lineId: string;
  /** Null if the client has it, or there is nothing to show: then `reason` says why. */
  readonly line: DocumentLine | null;
  /** The position at the place, or the last one that is known before it; null where there is none. */
  readonly here: StateHere | null;
  /**
   * Why there is no position, without a period: `there is no game here`. Behind a move that cannot be played `here` is the last
   * known position, and this says `7.Nf9 is illegal: there is no square f9`. Else null.
   */
  readonly reason: string | null;
}

/**
 * Notification, server to client: the line that was asked for last in a document has new scores, or the settings that it depends on
 * have changed. It is to be asked for again where it is shown.
 */
export const STATE_CHANGED_NOTIFICATION = 'statelens/stateChanged';

export interface StateChangedParams {
  readonly uri: string;
}

/** A line of a document. */
export interface DocumentLine extends StateLine {
  /** For each step where the cursor goes to be there. */
  readonly cursors: readonly (TextPosition | null)[];
  /** True if moves can be written: in games. */
  readonly accepts: boolean;
  /** True if models can be asked: in games and walks. */
  readonly predicts: boolean;
}

/** What only the position at the cursor has. */
export interface StateHere {
  /** Index in `steps`. */
  readonly at: number;
  /** What `COMPARISON_REQUEST` asks with, without a label. */
  readonly place: ComparePlace;
  /** The label of the prediction that the cursor is in, as it is written (in MAV that of its row); null for none. */
  readonly label: string | null;
  /** Null where no moves can be made: in MAV files. */
  readonly board: Pick<
    BoardContent,
    'check' | 'situation' | 'legal' | 'glyphs' | 'comment' | 'shapes' | 'steps' | 'stuckAt'
  > | null;
  /** Other moves in place of the one that leads here: `4...d6`, and where they are. */
  readonly instead: readonly { readonly name: string; readonly cursor: TextPosition }[];
}

/** What was asked and answered, as a run file keeps it. */
export interface StoredAnswer {
  /** As it stands in the text. */
  readonly label: string;
  /** The request as text: of a chat its messages, each behind its role. Null where it was not kept. */
  readonly prompt: string | null;
  /** The whole answer, as it came; null where there was none (`fault` says why). */
  readonly raw: string | null;
  /** How `raw` was read: its states, in UTF-16 offsets, and which of them was taken; null where it was not read, or is no answer. */
  readonly reading: ReadingView | null;
  /** Reasoning that came apart from the answer; null for none. */
  readonly reasoning: string | null;
  /** States that stand in `reasoning`, in the order of its text: none of them is the answer. */
  readonly drafts: readonly AnswerCandidate[];
  readonly finishReason: string | null;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null } | null;
  /** Of the request that was answered. */
  readonly seconds: number | null;
  /** Requests until there was an answer; 0 for one out of the cache. */
  readonly attempts: number | null;
  /** When it was answered, ISO 8601; null where it is not known. */
  readonly at: string | null;
  /** `429: rate limited`; null for an answer. */
  readonly fault: string | null;
  /** Where it is kept: the name of a run file. */
  readonly source: string;
  /** True if the moves were edited since: it was asked about other ones. */
  readonly otherMoves: boolean;
}

/** The answer of an example of a MAV file beside its reference, once somebody has asked for that. */
export interface ReferenceView {
  /** Where the values of the reference come from: `Stockfish 19 lite, depth 8`; null where it needs none. */
  readonly values: string | null;
  /** Each line of the answer in words, in the order of the reference. */
  readonly lines: readonly AnswerLine[];
  /** Of the list, if the reference has one and the answer too. */
  readonly rows: readonly ListRow[];
}

/**
 * The command that shows a line that is no document's: the states of a run's sample, of the path to a node of a tree. Its argument
 * is a `GivenLine`; it brings the view to the front, and with `'if-open'` as a second one neither opens nor moves it.
 */
export const SHOW_STATE_COMMAND = 'statelens.showState';

/** The command that opens what a model has just answered where the view is: its arguments are a URI and a label. */
export const PREDICTED_COMMAND = 'statelens.showPredicted';

export interface StandaloneLine {
  readonly line: StateLine;
  /** Index in `line.steps`. */
  readonly at: number;
  /** The label that is open; null for all. */
  readonly label: string | null;
  /** What was answered, with the index in `line.steps` that it is about. */
  readonly answers: readonly (StoredAnswer & { readonly step: number })[];
}
