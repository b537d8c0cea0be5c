import type { TextPosition } from '../core/base/text/lines.ts';
import type { Grade } from '../core/metrics/wording.ts';
import type { ComparePlace, LspRange } from './lsp.ts';

// Marks of predictions in an editor: in the gutter and in the text.

/**
 * Request, client to server: the predictions in some ranges of a document, such as the visible ones, with the errors in
 * their text. `null` if the document is unknown, or has changed meanwhile.
 */
export const MARKS_REQUEST = 'statelens/marks';

export interface MarksParams {
  readonly uri: string;
  readonly ranges: readonly LspRange[];
  /** True to get chips, too; their scores are then computed. */
  readonly chips?: boolean;
}

export interface MarksResult {
  /** Version of the document that the answer was read from. */
  readonly version: number;
  /** Marks in the order of the text, without predictions whose true state is unknown. */
  readonly marks: readonly PredictionMark[];
  /** In the order of the text; missing if they were not requested. */
  readonly chips?: readonly PredictionChips[];
}

export interface PredictionMark {
  /** Range of the whole command. */
  readonly range: LspRange;
  readonly mark: Grade;
  /** Wrong ranks and fields of the predicted FEN. */
  readonly wrong: readonly LspRange[];
}

/** Short summaries of predictions of one position that stand together. */
export interface PredictionChips {
  /** They stand after the text before this position. */
  readonly at: TextPosition;
  /** Text of predictions that stand in this line itself, so that no fold hides it. */
  readonly text: readonly LspRange[];
  readonly chips: readonly PredictionChip[];
  /** Number of further predictions without a chip. */
  readonly more: number;
}

/** A prediction in a few letters: `✗ gpt-4o 0.56`. */
export interface PredictionChip {
  /** Short name of the model, unique in the file. */
  readonly name: string;
  /** Null if the true state is unknown. */
  readonly grade: Grade | null;
  /** p_m of a wrong state as text; empty for others, and until it is computed. */
  readonly score: string;
  /** The line of a lens without its label: the error in words, and scores. */
  readonly line: string;
  readonly place: ComparePlace;
}

/**
 * Request, client to server: the folds of predictions on their own lines, as lines from 0, sorted. Those of
 * `textDocument/foldingRange` without other comments. `null` as for `MARKS_REQUEST`.
 */
export const PREDICTION_FOLDS_REQUEST = 'statelens/predictionFolds';

export interface PredictionFoldsResult {
  readonly version: number;
  readonly folds: readonly (readonly [head: number, last: number])[];
}

/** Request, client to server: the lines of all predictions that are not exact. `null` as for `MARKS_REQUEST`. */
export const MARKED_LINES_REQUEST = 'statelens/markedLines';

export interface MarkedLinesParams {
  readonly uri: string;
}

export interface MarkedLinesResult {
  readonly version: number;
  /** Number of predictions in the document, exact ones included. */
  readonly count: number;
  /**
   * First and last line, 0-based; adjacent lines are one entry. A line with several predictions counts as its worst.
   */
  readonly lines: Readonly<Record<Exclude<Grade, 'exact'>, readonly (readonly [first: number, last: number])[]>>;
}

/**
 * Notification, server to client: the marks of a document have changed although its text has not: its world has, or
 * scores of chips are computed.
 */
export const MARKS_CHANGED_NOTIFICATION = 'statelens/marksChanged';

export interface MarksChangedParams {
  readonly uri: string;
  /** True if scores alone have changed. */
  readonly scores?: boolean;
}
