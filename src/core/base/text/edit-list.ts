import type { TextEdit } from './range.ts';
import type { TextSource } from './text-source.ts';

/** What decides which edits are joined. */
export interface EditLimits {
  /** Edits up to this number stay as they are. */
  readonly most: number;
  /** Code units between two edits that are joined: about as many as a message has for an edit besides its text. */
  readonly gap: number;
  /** Code units that a joined edit replaces at most. */
  readonly longest: number;
}

const LIMITS: EditLimits = { most: 10_000, gap: 100, longest: 4096 };

/**
 * Edits of a text as they are sent: of very many those that stand close together are joined to one that also writes what is
 * between them again, so that a message never grows far beyond the text. Edits of different pieces (games) are never joined.
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

  /** Adds the edits of a piece, sorted, behind those of the pieces before. */
  add(piece: readonly TextEdit[]): void {
    if (piece.length === 0) return;
    this.#count += piece.length;
    this.#pieces.push(this.#isJoining ? this.#joined(piece) : piece);
    if (this.#isJoining || this.#count <= this.#limits.most) return;
    this.#isJoining = true;
    this.#pieces = this.#pieces.map((one) => this.#joined(one));
  }

  /** All edits, sorted. */
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
