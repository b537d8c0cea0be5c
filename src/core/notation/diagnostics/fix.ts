import type { TextEdit } from '../../base/text/edits.ts';

/** A repair of a fault, offered with its diagnostic. */
export interface Fix {
  /** What it does, as a command: `Write Nf3`. */
  readonly title: string;
  /** Sorted, without overlaps; offsets count as the diagnostic's do. */
  readonly edits: readonly TextEdit[];
  /**
   * Whether it can be applied unseen: it keeps moves, variations, comments and glyphs of every game, and there is no
   * second way to repair the fault. Only these take part in "fix all".
   */
  readonly safe: boolean;
}
