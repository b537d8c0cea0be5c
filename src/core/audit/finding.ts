import type { Range } from '../base/text/range.ts';
import type { HistoryPly } from '../metrics/placement.ts';
import type { Code, Severity } from '../notation/diagnostics/codes.ts';

export type AuditCode = Extract<Code, `AUDIT_${string}`>;

/** A true and a written state, for a view of both. */
export interface StatePair {
  readonly truth: string;
  readonly written: string;
  readonly history: readonly HistoryPly[];
}

/** A fault of a transcript. */
export interface AuditFinding {
  readonly code: AuditCode;
  readonly severity: Severity;
  /** UTF-16 offsets in the document. */
  readonly range: Range;
  readonly message: string;
  /** Half-moves up to the position or move that is meant; null where that is not known. */
  readonly ply: number | null;
  readonly states?: StatePair;
  /** The line up to the position that is meant, made when it is asked for. */
  readonly history?: () => readonly HistoryPly[];
}
