import type { Range, TextEdit } from '../../base/text/range.ts';
import { CODES, type Code, type Severity } from './codes.ts';

/** Another place that explains a diagnostic. */
export interface Related {
  readonly range: Range;
  readonly message: string;
}

/** A problem at a place in a document. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** UTF-16 offsets in the document. */
  readonly range: Range;
  /** States what is wrong and why, in one sentence without a final period. */
  readonly message: string;
  readonly related?: readonly Related[];
  /** The most likely first. */
  readonly fixes?: readonly Fix[];
  /** 0-based index of the game (or of the FEN record) in the document. */
  readonly game?: number;
  /** Half-moves up to and including the move concerned; 0 is the start position. */
  readonly ply?: number;
}

/** Optional data of a diagnostic besides code, range and message. */
export interface DiagnosticExtra {
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
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

/** True if a severity is at least another: `atLeast('error', 'warning')` is true. */
export const atLeast = (severity: Severity, floor: Severity): boolean => RANK[severity] >= RANK[floor];

/** A diagnostic moved to another place in a document, by a number of characters and games. */
export function shiftDiagnostic(d: Diagnostic, by: number, games: number): Diagnostic {
  const move = ({ start, end }: Range): Range => ({ start: start + by, end: end + by });
  const moveEach = <T extends { readonly range: Range }>(all: readonly T[]): T[] =>
    all.map((one) => ({ ...one, range: move(one.range) }));
  return {
    ...d,
    range: move(d.range),
    ...(d.related !== undefined && { related: moveEach(d.related) }),
    ...(d.fixes !== undefined && { fixes: d.fixes.map((fix) => ({ ...fix, edits: moveEach(fix.edits) })) }),
    ...(d.game !== undefined && { game: d.game + games }),
  };
}

/** A repair offered with a diagnostic. */
export interface Fix {
  /** The repair as a command: `Write Nf3`. */
  readonly title: string;
  /** Sorted, without overlaps; offsets are those of the diagnostic's document. */
  readonly edits: readonly TextEdit[];
  /**
   * True if it can be applied without review: it keeps moves, variations, comments and glyphs of every game, and there
   * is no second way to repair the problem. Only safe fixes take part in "fix all".
   */
  readonly safe: boolean;
  /** True if it decides what the text does not show: it is made only by a person who looks at it. */
  readonly isGuess?: true;
}

/** Sorts diagnostics in place, in the order of the text. */
export const sorted = (found: Diagnostic[]): Diagnostic[] =>
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
