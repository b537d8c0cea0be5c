import type { Range } from '../base/text/range.ts';

/** What a completion inserts; clients show another sign for each. */
export type CompletionKind = 'move' | 'tag' | 'value' | 'glyph' | 'result' | 'command' | 'field';

/** Something that can be written at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** What `text` replaces: the word under the cursor, in offsets of the text that was completed. */
  readonly range: Range;
  readonly text: string;
  /** `text` has placeholders in the syntax of LSP snippets; `label` serves clients without them. */
  readonly isSnippet?: boolean;
  /** A few words beside the label. */
  readonly detail?: string;
  /** The order of entries is that of the list; the first may be marked as the likeliest. */
  readonly isLikely?: boolean;
}

/** A note that is shown inside of a line without being part of it. */
export interface Inlay {
  /** It stands before this offset. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip?: string;
}
