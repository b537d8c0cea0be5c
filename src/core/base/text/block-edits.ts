import type { TextEdit } from './range.ts';

/**
 * A block of a text that is read block by block, `text[from, to)`, with what stands around it: all white space before it and some
 * characters before that, and maybe the beginning of what follows.
 */
export interface TextBlock {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** True if the whole text ends with it. */
  readonly isLast: boolean;
}

/** Sorted edits of a block, in offsets of its `text`. */
export type BlockEditor = (block: TextBlock) => readonly TextEdit[];

/** Characters kept before white space. */
const KEPT = 8;

/** Applies edits block by block: the blocks together are what `applyEdits` makes of the whole text. */
export class BlockEdits {
  readonly #edit: BlockEditor;
  #before = '';
  /** Length of the next block's beginning that an edit replaced. */
  #done = 0;

  constructor(edit: BlockEditor) {
    this.#edit = edit;
  }

  /**
   * The edited text of the next block.
   *
   * @param rest what is known of the text behind it, as far as the editor needs it
   */
  push(block: string, rest: string, isLast: boolean): { readonly text: string; readonly isEdited: boolean } {
    const from = this.#before.length;
    const to = from + block.length;
    const text = this.#before + block + rest;
    const edits = this.#edit({ text, from, to, isLast });
    const parts: string[] = [];
    const begin = from + this.#done;
    let done = begin;
    for (const { range, newText } of edits) {
      parts.push(text.slice(done, range.start), newText);
      done = range.end;
    }
    parts.push(text.slice(done, to));
    this.#done = Math.max(0, done - to);
    this.#before = endOf(text.slice(0, to));
    return { text: parts.join(''), isEdited: edits.length > 0 || begin > from };
  }
}

/** The end of a text as far as a later block may look back. */
const endOf = (text: string): string => text.slice(Math.max(0, text.trimEnd().length - KEPT));
