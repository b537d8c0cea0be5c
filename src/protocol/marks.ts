// What an editor marks beside and in the text of predictions.

import type { Mark } from '../core/metrics/mark.ts';
import type { LspRange } from './lsp.ts';

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
  readonly mark: Mark;
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
  readonly lines: Readonly<Record<Exclude<Mark, 'exact'>, readonly (readonly [first: number, last: number])[]>>;
}

/** Notification, server to client: the marks of a document have changed, and its text has not: what it is about has another world. */
export const MARKS_CHANGED_NOTIFICATION = 'statelens/marksChanged';

export interface MarksChangedParams {
  readonly uri: string;
}
