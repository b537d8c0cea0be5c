import type { Language } from '../notation/language.ts';
import type { ReadTrace, TraceEvent } from './events.ts';

/** A way to write a search as text. Readers never throw, are linear in the length, and lose no text. */
export interface TraceDialect {
  /** Name in `--dialect`, settings and reports: `sos`, `astar`, `lintree`, `tags`, `jsonl`. */
  readonly id: string;
  readonly title: string;
  /** Language whose checks judge its traces in place of those of the stream; default: none. */
  readonly language?: Language;
  /** Returns how sure it is that a text begins in this dialect, 0 to 1. @param head the first 4,000 characters or fewer */
  readonly recognize: (head: string) => number;
  /**
   * Returns true if a trace starts with this line, after one that has started already. Sections of a document are divided
   * by it, and by blank lines.
   *
   * @param before the line before it that is not blank; undefined at the start of the text
   */
  readonly starts: (line: string, before: string | undefined) => boolean;
  /**
   * Returns a test in place of `starts` for the lines of a section, which it gets in their order: for dialects where
   * the lines before decide.
   */
  readonly openStarts?: () => TraceDialect['starts'];
  /** True if it is recognized only where no other dialect is. */
  readonly isLast?: true;
  /** True if blank lines part traces of this dialect. */
  readonly partedByBlankLines: boolean;
  readonly read: (text: string) => ReadTrace;
  /**
   * Writes events, so that they are read back as the same events; undefined for dialects that are only read. Ranges of
   * the events are ignored. The last line has an end where the dialect's own generator writes one.
   */
  readonly write?: (events: readonly TraceEvent[]) => string;
}

/** First lines that certainly begin a trace, whatever the file is called. */
const STARTS: readonly RegExp[] = [
  // Stream of Search: the state of the root, with the target before it
  /^Current State: ?-?\d+:\[[-\d, ]*\], Operations: \[/,
  // A* as tokens: a task, or a search whose task stands elsewhere
  /^(?:bos )?start(?: worker)? \d+ \d+ (?:goal|wall|box|dock) /,
  /^(?:bos )?create (?:worker )?\d+ \d+ (?:box \d+ \d+ )*c-?\d+ c-?\d+(?: |$)/,
];

/**
 * Returns true if a first line certainly begins a trace. Every command calls it, so it loads no dialect; a file with
 * another dialect is named `.trace`.
 */
export const looksLikeTrace = (line: string): boolean => STARTS.some((pattern) => pattern.test(line));
