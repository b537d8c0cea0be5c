import type { Range } from '../text/range.ts';
import { CODES, type Code, type Severity } from './codes.ts';

/** Another place that explains a diagnostic. */
export interface Related {
  readonly range: Range;
  readonly message: string;
}

/** A fault at a place of a document. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** UTF-16 offsets in the document. */
  readonly range: Range;
  /** What is wrong and why, in one sentence without a final stop. */
  readonly message: string;
  readonly related?: readonly Related[];
  /** 0-based index of the game (or of the FEN record) in the document. */
  readonly game?: number;
  /** Half-moves played before and including the move that this is about; 0 is the start position. */
  readonly ply?: number;
}

/** What a finder adds to code, range and message. */
export interface DiagnosticExtra {
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  readonly game?: number;
  readonly ply?: number;
}

/** A diagnostic with the severity of its code, unless `extra` names another. */
export const diagnostic = (code: Code, range: Range, message: string, extra: DiagnosticExtra = {}): Diagnostic => ({
  code,
  severity: CODES[code].severity,
  range,
  message,
  ...extra,
});

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1, hint: 0 };

/** Whether a severity is at least another: `atLeast('error', 'warning')` is true. */
export const atLeast = (severity: Severity, floor: Severity): boolean => RANK[severity] >= RANK[floor];
