import { createHash } from 'node:crypto';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';

/** Ends of games to remember before those on disk are forgotten. */
const MAX_ENDS = 4096;

/** Where a command writes bytes: a file, which it replaces at the end, or standard output. */
export class Target {
  readonly #terminal: Terminal;
  readonly #file: ReplacedFile | undefined;
  readonly #hash = createHash('sha256');
  #sha256: string | undefined;
  #waiting: Buffer[] = [];
  #bytes = 0;
  /** Where games end, and how many there are up to there: those that may not be on disk yet, and the last one that is. */
  #ends: { readonly at: number; readonly games: number }[] = [{ at: 0, games: 0 }];

  /** @param out a path; `-` and undefined are standard output */
  constructor(terminal: Terminal, out: string | undefined) {
    this.#terminal = terminal;
    this.#file = out === undefined || out === '-' ? undefined : new ReplacedFile(out);
  }

  /** SHA-256 of what was written; known once it is committed. */
  get sha256(): string | undefined {
    return this.#sha256;
  }

  write(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#file === undefined) this.#waiting.push(bytes);
    else this.#file.write(bytes);
  }

  /** Says that a game ends here. */
  endGame(): void {
    const last = this.#ends.at(-1);
    this.#ends.push({ at: this.#bytes, games: (last?.games ?? 0) + 1 });
    const written = this.#file?.written ?? this.#bytes;
    if (this.#ends.length > MAX_ENDS && (this.#ends[MAX_ENDS >> 1]?.at ?? 0) <= written)
      this.#ends.splice(0, MAX_ENDS >> 1);
  }

  /** Keeps the whole games that are on disk in another file; returns how many, undefined where there is no such file. */
  keep(file: string): number | undefined {
    const written = this.#file?.written ?? 0;
    const end = this.#ends.filter(({ at }) => at <= written).at(-1);
    return end !== undefined && this.#file?.keep(end.at, file) === true ? end.games : undefined;
  }

  /** Waits while the reader of standard output is behind. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    await this.#terminal.print(bytes);
  }

  commit(): void {
    this.#sha256 = this.#hash.digest('hex');
    this.#file?.commit();
  }

  discard(): void {
    this.#file?.discard();
  }
}
