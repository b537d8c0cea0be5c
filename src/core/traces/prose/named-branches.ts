import type { ItemMark, ReadMention } from './mention.ts';
import type { ProseNode } from './prose-tree.ts';

/** Number of words for branches that are remembered. */
const MOST_WORDS = 16;

/** The branches that a text names or lists: `Option B` stands beside `Option A`, an item of a list beside the others. */
export class NamedBranches {
  /** The parent and number of the last branch with each word. */
  readonly #last = new Map<string, { readonly parent: ProseNode; readonly ordinal: number }>();
  /** The open lists, the outermost first. */
  #lists: { readonly mark: ItemMark; readonly parent: ProseNode }[] = [];

  /**
   * Returns the parent of the branches before one; undefined unless it is the next of them.
   *
   * @param current the node that the text is at: a list within an item continues from there
   */
  parentOf({ label, item, isBlockStart }: ReadMention, current: ProseNode): ProseNode | undefined {
    if (item !== undefined) return this.#parentOfItem(item, current);
    if (isBlockStart) this.#lists = [];
    const before = label && this.#last.get(label.kind);
    return label?.ordinal === (before?.ordinal ?? 0) + 1 ? before?.parent : undefined;
  }

  #parentOfItem(item: ItemMark, current: ProseNode): ProseNode | undefined {
    this.#lists = this.#lists.filter(({ mark }) => mark.indent < item.indent || isSame(mark, item));
    const list = this.#lists.at(-1);
    if (list === undefined) return undefined;
    return isSame(list.mark, item) ? list.parent : current;
  }

  /** Remembers the place of an action, if it is the first of a branch. */
  keep({ label, item }: ReadMention, { parent }: ProseNode): void {
    if (parent === undefined) return;
    if (label !== undefined && (this.#last.has(label.kind) || this.#last.size < MOST_WORDS))
      this.#last.set(label.kind, { parent, ordinal: label.ordinal });
    const list = this.#lists.at(-1);
    if (item !== undefined && !(list !== undefined && isSame(list.mark, item)))
      this.#lists.push({ mark: item, parent });
  }
}

const isSame = (one: ItemMark, other: ItemMark): boolean => one.indent === other.indent && one.kind === other.kind;
