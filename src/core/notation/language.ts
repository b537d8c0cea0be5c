import type { Range } from '../base/text/range.ts';

/** The identifier of a language, such as `pgn`: a row of the table in `core/languages/languages.ts`. */
export type Language = string;

/** The kind of text a completion inserts; clients show a different icon for each. */
export type CompletionKind = 'move' | 'tag' | 'value' | 'glyph' | 'result' | 'command' | 'field';

/** A text that can be inserted at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The range that `text` replaces: the word under the cursor, in offsets of the completed text. */
  readonly range: Range;
  readonly text: string;
  /** `text` has placeholders in the syntax of LSP snippets; `label` serves clients without them. */
  readonly isSnippet?: boolean;
  /** A few words shown next to the label. */
  readonly detail?: string;
  /** True if the entry is marked as the likeliest; only the first can be. Entries are in list order. */
  readonly isLikely?: boolean;
}

/** A note shown inside a line without being part of its text. */
export interface Inlay {
  /** It stands before this offset. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip?: string;
}
