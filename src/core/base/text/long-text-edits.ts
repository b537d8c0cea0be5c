import type { TextEdit, TextSource } from './range.ts';

/**
 * A block of a text that is read block by block, `text[from, to)`, with its surroundings: all white space before it and
 * some characters before that, and perhaps the beginning of the following text.
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
   * Returns the edited text of the next block.
   *
   * @param rest the known text after it, as far as the editor needs it
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
    this.#before = takeEnd(text.slice(0, to));
    return { text: parts.join(''), isEdited: edits.length > 0 || begin > from };
  }
}

/** Returns the end of a text as far as a later block may look back. */
const takeEnd = (text: string): string => text.slice(Math.max(0, text.trimEnd().length - KEPT));

/** Limits that decide which edits are joined. */
export interface EditLimits {
  /** Number of edits up to which they stay separate. */
  readonly most: number;
  /** Code units between two edits that are joined: about as many as a message has for an edit besides its text. */
  readonly gap: number;
  /** Maximum number of code units that a joined edit replaces. */
  readonly longest: number;
}

const LIMITS: EditLimits = { most: 10_000, gap: 100, longest: 4096 };

/**
 * Edits of a text in a message: among very many, those close together are joined to one that also rewrites the text
 * between them, so that a message never grows far beyond the text. Edits of different pieces (games) are never joined.
 */
export class EditList {
  readonly #text: TextSource;
  readonly #limits: EditLimits;
  #pieces: (readonly TextEdit[])[] = [];
  #count = 0;
  #isJoining = false;

  constructor(text: TextSource, limits: EditLimits = LIMITS) {
    this.#text = text;
    this.#limits = limits;
  }

  /** Adds the sorted edits of a piece, after those of earlier pieces. */
  add(piece: readonly TextEdit[]): void {
    if (piece.length === 0) return;
    this.#count += piece.length;
    this.#pieces.push(this.#isJoining ? this.#joined(piece) : piece);
    if (this.#isJoining || this.#count <= this.#limits.most) return;
    this.#isJoining = true;
    this.#pieces = this.#pieces.map((one) => this.#joined(one));
  }

  /** Returns all edits, sorted. */
  edits(): TextEdit[] {
    return this.#pieces.flat();
  }

  #joined(piece: readonly TextEdit[]): readonly TextEdit[] {
    const { gap, longest } = this.#limits;
    const joined: TextEdit[] = [];
    let parts: string[] = [];
    let start = 0;
    let end = 0;
    const close = (): void => {
      if (parts.length > 0) joined.push({ range: { start, end }, newText: parts.join('') });
      parts = [];
    };
    for (const { range, newText } of piece) {
      if (parts.length === 0 || range.start - end > gap || range.end - start > longest) {
        close();
        start = range.start;
      } else parts.push(this.#text.slice(end, range.start));
      parts.push(newText);
      end = range.end;
    }
    close();
    return joined;
  }
}
