import { ReplayedTree, type StoredSearch, TreeReader } from '../../core/search/read-tree.ts';

/** Characters that are read between two checks of the clock. */
const PIECE = 1 << 16;

/** Reader of the lines of a tree as they arrive: in pieces, so that the page stays responsive. */
export class TreeFeed {
  readonly #reader = new TreeReader();
  readonly #waiting: string[] = [];
  /** Characters read of the first piece. */
  #at = 0;
  #nodes = 0;
  #closed = false;
  /** Pieces that wait, and those that were unpacked, in order. */
  #pushed = 0;
  #unpacked = 0;
  #order: Promise<void> = Promise.resolve();
  #fault: string | undefined;
  #ended = false;
  #stored: StoredSearch | undefined;
  #tree: ReplayedTree | undefined;
  hallucinations = 0;
  /** Characters that are read. */
  received = 0;

  /**
   * Takes the next piece, text or compressed text.
   *
   * @param ready is called once it can be read
   */
  push(piece: string | Uint8Array, done: boolean, ready: () => void): void {
    if (typeof piece === 'string' && this.#unpacked === this.#pushed) return this.#add(piece, done, ready);
    this.#pushed++;
    const text = typeof piece === 'string' ? piece : inflate(piece);
    this.#order = this.#order.then(async () => {
      try {
        this.#add(await text, done, ready);
      } catch {
        this.#fault = 'it was damaged on its way here';
        this.#add('', true, ready);
      }
      this.#unpacked++;
    });
  }

  #add(text: string, done: boolean, ready: () => void): void {
    if (text !== '') this.#waiting.push(text);
    if (done) this.#closed = true;
    ready();
  }

  /** True if everything is read. */
  get done(): boolean {
    return this.#ended;
  }

  /** True if there is something to read. */
  get hasInput(): boolean {
    return this.#waiting.length > 0 || this.#closed !== this.#ended;
  }

  /** The reason for which nothing can be shown, once everything is read. */
  get error(): string | undefined {
    const { result } = this.#reader;
    return this.#fault ?? (this.#ended && !result.ok ? result.error : undefined);
  }

  get stored(): StoredSearch | undefined {
    return this.#stored;
  }

  get tree(): ReplayedTree | undefined {
    return this.#tree;
  }

  /** Reads until the time is up. True when something was read. */
  read(until: number): boolean {
    if (!this.hasInput) return false;
    for (let [text] = this.#waiting; text !== undefined && performance.now() < until; [text] = this.#waiting) {
      const piece = text.slice(this.#at, this.#at + PIECE);
      this.#reader.push(piece);
      this.received += piece.length;
      this.#at += PIECE;
      if (this.#at >= text.length) {
        this.#waiting.shift();
        this.#at = 0;
      }
    }
    if (this.#closed && this.#waiting.length === 0 && !this.#ended) {
      this.#reader.end();
      this.#ended = true;
    }
    this.#take();
    return true;
  }

  #take(): void {
    const { result } = this.#reader;
    if (!result.ok) return;
    this.#stored = result.value;
    const { nodes } = result.value;
    if (this.#tree === undefined) this.#tree = new ReplayedTree(result.value);
    else this.#tree.grow();
    for (; this.#nodes < nodes.length; this.#nodes++)
      if (nodes[this.#nodes]?.kind === 'hallucination') this.hallucinations++;
  }
}

/** Reads compressed UTF-8. */
const inflate = (bytes: Uint8Array): Promise<string> =>
  new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
