import type { ReadMention } from './mention.ts';
import type { ProseNode } from './prose-tree.ts';

/** Number of words for branches that are remembered. */
const MOST_WORDS = 16;

/** The branches that a text names: `Option B` stands beside `Option A`. */
export class NamedBranches {
  /** The parent and number of the last branch with each word. */
  readonly #last = new Map<string, { readonly parent: ProseNode; readonly ordinal: number }>();

  /** Returns the parent of the branches before one; undefined unless it is the next of them. */
  parentOf({ label }: ReadMention): ProseNode | undefined {
    const before = label && this.#last.get(label.kind);
    return label?.ordinal === (before?.ordinal ?? 0) + 1 ? before?.parent : undefined;
  }

  /** Remembers the place of an action, if it is the first of a named branch. */
  keep({ label }: ReadMention, { parent }: ProseNode): void {
    if (label === undefined || parent === undefined) return;
    if (this.#last.has(label.kind) || this.#last.size < MOST_WORDS)
      this.#last.set(label.kind, { parent, ordinal: label.ordinal });
  }
}
