import type { Result } from '../base/result.ts';
import { plural } from '../base/text/counts.ts';
import type { Range, TextEdit } from '../base/text/range.ts';
import type { PddlFile } from '../worlds/pddl/problem.ts';
import { CODES, type Code, type Severity } from './diagnostic-codes.ts';
import type { WorldFiles } from './walk/walk-world.ts';

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
  /** Plies up to and including the relevant move; 0 is the start position. */
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

/** Returns a diagnostic with the severity of its code, unless `extra` names another. */
export const diagnostic = (code: Code, range: Range, message: string, extra: DiagnosticExtra = {}): Diagnostic => ({
  code,
  severity: CODES[code].severity,
  range,
  message,
  ...extra,
});

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1, hint: 0 };

/** Returns true if a severity is at least another: `atLeast('error', 'warning')` is true. */
export const atLeast = (severity: Severity, floor: Severity): boolean => RANK[severity] >= RANK[floor];

/** Returns a diagnostic moved to another place in a document, by a number of characters and games. */
export function shiftDiagnostic(d: Diagnostic, by: number, games: number): Diagnostic {
  const move = ({ start, end }: Range): Range => ({ start: start + by, end: end + by });
  const moveEach = <T extends { readonly range: Range }>(all: readonly T[]): T[] =>
    all.map((item) => ({ ...item, range: move(item.range) }));
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
export const sortDiagnostics = (found: Diagnostic[]): Diagnostic[] =>
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);

/** The severities that the user chose by code; `off` hides a code. Other codes keep their default. */
export type Severities = Readonly<Partial<Record<Code, Severity | 'off'>>>;

/** Returns true if a name is a code of the table. */
export const isCode = (name: string): name is Code => Object.hasOwn(CODES, name);

/** Returns the diagnostics with the severities that the user chose. */
export function withSeverities(found: readonly Diagnostic[], wanted: Severities): readonly Diagnostic[] {
  if (!found.some(({ code }) => wanted[code] !== undefined)) return found;
  return found.flatMap((d) => {
    const severity = wanted[d.code];
    return severity === 'off' ? [] : severity === undefined ? d : { ...d, severity };
  });
}

/** Codes about the form of the whole file that are found game by game: a file has one finding of each. */
const ONCE: ReadonlySet<Code> = new Set<Code>([
  'PGN_MIXED_LINE_ENDS',
  'PGN_CONTROL_CHARACTER',
  'PGN_REPLACEMENT_CHARACTER',
]);

/** Maximum number of further places that are named. */
export const MAX_PLACES = 3;

export const isOnceAFile = (code: string): boolean => (ONCE as ReadonlySet<string>).has(code);

/** Returns the message of the first finding of such a code if `others` later games have one too. */
export const onceMessage = (message: string, others: number): string =>
  others === 0
    ? message
    : `${message}; the same in ${others === 1 ? 'one more game' : `${others} more games`} of this file`;

/** The combined safe repairs of a text. */
export interface AllFixes {
  /** Sorted, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** Number of diagnostics that they repair. */
  readonly fixed: number;
  /** Number of diagnostics with a safe repair, whether it is among the edits or not. */
  readonly total: number;
}

/**
 * Returns the first safe fix of each diagnostic. Of fixes that touch each other only the first is kept; the others are
 * found when the text is checked again.
 *
 * @param limit maximum number of edits
 * @param code restricts the fixes to one code
 */
export function allFixes(found: Iterable<Diagnostic>, limit: number, code?: Code): AllFixes {
  const edits: TextEdit[] = [];
  let fixed = 0;
  let total = 0;
  for (const d of found) {
    if (code !== undefined && d.code !== code) continue;
    const fix = d.fixes?.find(({ safe }) => safe);
    if (fix === undefined) continue;
    total++;
    if (edits.length + fix.edits.length > limit) continue;
    const placed = fix.edits.map((edit) => ({ edit, place: placeFor(edits, edit.range.start) }));
    // Several problems of one field are repaired by the same edit.
    if (placed.every(({ edit, place }) => equal(edits[place], edit))) {
      fixed++;
      continue;
    }
    if (placed.some(({ edit, place }) => touches(edits[place - 1], edit) || touches(edit, edits[place]))) continue;
    placed.forEach(({ edit, place }, i) => edits.splice(place + i, 0, edit));
    fixed++;
  }
  return { edits, fixed, total };
}

/** Returns the index of the first edit that starts at or after an offset. */
function placeFor(edits: readonly TextEdit[], offset: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.range.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns true if an edit overlaps the next one; two edits at one offset have no order, so they overlap. */
const touches = (before: TextEdit | undefined, after: TextEdit | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  (before.range.end > after.range.start || before.range.start === after.range.start);

const equal = (a: TextEdit | undefined, b: TextEdit): boolean =>
  a !== undefined && a.range.start === b.range.start && a.range.end === b.range.end && a.newText === b.newText;

/** The scope of a check of PGN, FEN, EPD, walks or PDDL. Plain data that is passed to jobs. */
export interface NotationCheckOptions {
  /** Also reports problems inside predicted FENs, as info. Default false: predictions are data. */
  readonly predictions?: boolean;
  /**
   * Also reports violations of the export format (PGN standard 3.2): missing roster tags, their order, needless
   * disambiguation. Default false.
   */
  readonly strictExport?: boolean;
  /** The variant of the records of FEN and EPD files that declare none, by a name as in a Variant tag. */
  readonly variant?: string;
  /** The files of worlds that walks name. */
  readonly worlds?: WorldFiles;
  /** The domain of a problem in PDDL, or the reason why it is unknown. */
  readonly domain?: Result<PddlFile, string>;
}

/** Returns the finding that holds back where no safe fix is left: the first of the highest severity. */
export function firstHeld(found: Iterable<Diagnostic>): Diagnostic | undefined {
  let first: Diagnostic | undefined;
  for (const d of found) if (first === undefined || isWorse(d, first)) first = d;
  return first;
}

/** Returns true if a finding is more severe than another. */
export const isWorse = (a: Diagnostic, b: Diagnostic): boolean => !atLeast(b.severity, a.severity);

/** Describes a finding that no safe fix repairs: `PGN_ILLEGAL_MOVE, illegal move 6. Qh1 …; no fix of it is certain`. */
export function heldText({ code, message, fixes = [] }: Diagnostic): string {
  const reason =
    fixes.length > 1 ? `${plural(fixes.length, 'fix', 'fixes')} to choose from` : 'no fix of it is certain';
  return `${code}, ${message}; ${reason}`;
}
