import { thrownMessage } from '../../core/base/result.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ByteSource, Deflate, OpenBytes } from '../platform/files/bytes.ts';

/** The receiver of a file's text. */
export interface FeedSink {
  /** Begins a text; everything before is void. `head` is its start. */
  begin(size: number, head: string): void;
  /** Receives the next piece; `done`: nothing more follows, as far as known. Resolves when the next one may follow. */
  piece(text: string, done: boolean): Thenable<unknown>;
  /** Called when nothing can be read. */
  failed(reason: string): void;
}

/** Numbers of bytes read and sent at a time: a small first one, for a quick display. */
const FIRST_PIECE = 1 << 18;
const PIECE = 1 << 22;
/** Number of bytes at the start of a file, and of those read last, that identify a file that has grown. */
const MARK = 512;
/** Usual maximum length of a header, in bytes. */
const HEAD = 1 << 14;
/** Time to wait for the end of an incomplete last line, in milliseconds: a writer may be in the middle of it. */
const SETTLE_MS = 1500;

/**
 * Feeds the text of a file to a page, piece by piece, and later additions; a file that was replaced or cut is fed from
 * its start. One pass at a time: events during a pass are handled by the next.
 */
export class TreeFileFeed {
  readonly #source: ByteSource;
  readonly #sink: FeedSink;
  readonly #clock: Clock;
  #running: Promise<void> | undefined;
  #anew = false;
  #changed = false;
  #isClosed = false;
  /** Number of bytes sent. */
  #sent = 0;
  #first: Uint8Array = new Uint8Array();
  #last: Uint8Array = new Uint8Array();
  #decoder = new TextDecoder();
  #line = new LastLine();
  /** True if the last line was sent as done without its end: later text cannot be added to it. */
  #isCut = false;
  #isDone = false;
  #forget: (() => void) | undefined;

  constructor(source: ByteSource, sink: FeedSink, clock: Clock) {
    this.#source = source;
    this.#sink = sink;
    this.#clock = clock;
  }

  /** Feeds everything again to a page that has nothing. Resolves when all existing text was fed. */
  restart(): Promise<void> {
    this.#anew = true;
    return this.#run();
  }

  /** Feeds the changes of the file. */
  changed(): Promise<void> {
    this.#changed = true;
    return this.#run();
  }

  /** Ends the feed, even in the middle of a pass. */
  close(): void {
    this.#isClosed = true;
    this.#forget?.();
  }

  #run(): Promise<void> {
    this.#running ??= this.#passes();
    return this.#running;
  }

  async #passes(): Promise<void> {
    while (!this.#isClosed && (this.#anew || this.#changed)) {
      const anew = this.#anew;
      this.#anew = false;
      this.#changed = false;
      this.#forget?.();
      try {
        await this.#pass(anew);
      } catch (error) {
        this.#sent = 0;
        if (!this.#isClosed) this.#sink.failed(thrownMessage(error));
      }
    }
    this.#running = undefined;
  }

  /** True if the current pass must end. */
  get #isOver(): boolean {
    return this.#isClosed || this.#anew;
  }

  async #pass(anew: boolean): Promise<void> {
    const bytes = await this.#source.open();
    try {
      if (anew || !(await this.#goesOn(bytes))) await this.#begin(bytes);
      else if (bytes.size === this.#sent && this.#isDone) return;
      this.#isDone = false;
      while (this.#sent < bytes.size && !this.#isOver) {
        const piece = await bytes.read(this.#sent, this.#sent === 0 ? FIRST_PIECE : PIECE);
        if (piece.length === 0 || this.#isOver) break;
        this.#remember(piece);
        const text = this.#decoder.decode(piece, { stream: true });
        this.#line.push(text);
        await this.#sink.piece(text, false);
        await new Promise<void>((resolve) => void this.#clock.after(0, resolve));
      }
      if (!this.#isOver) await this.#finish();
    } finally {
      await bytes.close();
    }
  }

  async #begin(bytes: OpenBytes): Promise<void> {
    this.#sent = 0;
    this.#first = new Uint8Array();
    this.#last = new Uint8Array();
    this.#decoder = new TextDecoder();
    this.#line = new LastLine();
    this.#isCut = false;
    const head = await bytes.read(0, HEAD);
    if (!this.#isOver) this.#sink.begin(bytes.size, new TextDecoder().decode(head));
  }

  /** Returns true if a file begins with the sent text, as far as samples of it show. */
  async #goesOn(bytes: OpenBytes): Promise<boolean> {
    if (this.#isCut || this.#sent === 0 || bytes.size < this.#sent) return false;
    const first = await bytes.read(0, this.#first.length);
    const last = await bytes.read(this.#sent - this.#last.length, this.#last.length);
    return isSame(first, this.#first) && isSame(last, this.#last);
  }

  #remember(piece: Uint8Array): void {
    if (this.#sent === 0) this.#first = piece.slice(0, MARK);
    this.#last = piece.slice(-MARK);
    this.#sent += piece.length;
  }

  /** Marks the text as done; later, if the last line seems to be incomplete. */
  async #finish(): Promise<void> {
    if (this.#line.isWhole) {
      // A later line end alone only ends it.
      this.#isCut = !this.#line.isEnded;
      this.#isDone = true;
      await this.#sink.piece('', true);
      return;
    }
    this.#forget = this.#clock.after(SETTLE_MS, () => {
      this.#isCut = true;
      this.#isDone = true;
      void this.#sink.piece(this.#decoder.decode(), true);
    });
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Maximum length of a line that is parsed, in UTF-16 units. */
const MAX_LINE_LENGTH = 1 << 24;

/** The last line of a text. */
class LastLine {
  #parts: string[] = [];
  #length = 0;

  push(text: string): void {
    const end = text.lastIndexOf('\n');
    if (end >= 0) {
      this.#parts = [];
      this.#length = 0;
    }
    const rest = text.slice(end + 1);
    this.#length += rest.length;
    if (rest !== '' && this.#length <= MAX_LINE_LENGTH) this.#parts.push(rest);
  }

  get isEnded(): boolean {
    return this.#length === 0;
  }

  /** True if it has its end, or is a JSON object without one. */
  get isWhole(): boolean {
    if (this.isEnded) return true;
    if (this.#length > MAX_LINE_LENGTH) return false;
    try {
      JSON.parse(this.#parts.join(''));
      return true;
    } catch {
      return false;
    }
  }
}

/** Maximum number of pieces being compressed or sent. */
const AHEAD = 4;

/** A piece of a tree's text in a message to its page. */
export type TextPiece =
  | { readonly type: 'lines'; readonly text: string; readonly done: boolean }
  | { readonly type: 'packed'; readonly bytes: Uint8Array };

/**
 * Sends a text to a page in pieces, compressed if that is quicker: a tree of 80 MB as text takes VS Code many seconds.
 * Pieces arrive in order, some ahead of each other, so that compressing, sending and reading run in parallel.
 */
export class PieceSender {
  readonly #post: (piece: TextPiece) => Thenable<unknown>;
  readonly #deflate: Deflate | undefined;
  /** Pieces that were not sent yet, oldest first. */
  #open: Promise<unknown>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #number = 0;

  constructor(post: (piece: TextPiece) => Thenable<unknown>, deflate: Deflate | undefined) {
    this.#post = post;
    this.#deflate = deflate;
  }

  /** Begins another text; pending pieces are dropped. */
  begin(): void {
    this.#number++;
    this.#open = [];
  }

  /** Sends a piece; resolves when the next one may follow. */
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
