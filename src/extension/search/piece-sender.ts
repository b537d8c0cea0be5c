import type { Deflate } from '../platform/files/bytes.ts';

/** Pieces that are compressed or on their way at a time. */
const AHEAD = 4;

/** A piece of a tree's text, as its page gets it. */
export type TextPiece =
  | { readonly type: 'lines'; readonly text: string; readonly done: boolean }
  | { readonly type: 'packed'; readonly bytes: Uint8Array };

/**
 * Sends a text to a page in pieces, compressed where that is quicker: as text a tree of 80 MB takes VS Code many seconds. Pieces
 * arrive in order, some ahead of each other, so that compressing, sending and reading go on side by side.
 */
export class PieceSender {
  readonly #post: (piece: TextPiece) => Thenable<unknown>;
  readonly #deflate: Deflate | undefined;
  /** Those that were not sent yet, oldest first. */
  #open: Promise<unknown>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #number = 0;

  constructor(post: (piece: TextPiece) => Thenable<unknown>, deflate: Deflate | undefined) {
    this.#post = post;
    this.#deflate = deflate;
  }

  /** Another text begins: what is still on its way is not sent. */
  begin(): void {
    this.#number++;
    this.#open = [];
  }

  /** Sends a piece; resolves when the next one may come. */
  async send(text: string, done: boolean): Promise<void> {
    const deflate = this.#deflate;
    if (deflate === undefined || done || text === '') {
      await this.#last;
      await this.#post({ type: 'lines', text, done });
      return;
    }
    const number = this.#number;
    const packed = deflate(new TextEncoder().encode(text));
    const sent = this.#last.then(async () => {
      const bytes = await packed;
      if (number === this.#number) await this.#post({ type: 'packed', bytes });
    });
    this.#last = sent.catch(() => undefined);
    this.#open.push(sent);
    if (this.#open.length >= AHEAD) await this.#open.shift();
  }
}
