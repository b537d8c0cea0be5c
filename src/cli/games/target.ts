import { createHash } from 'node:crypto';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';

/** Where a command writes bytes: a file, which it replaces at the end, or standard output. */
export class Target {
  readonly #terminal: Terminal;
  readonly #file: ReplacedFile | undefined;
  readonly #hash = createHash('sha256');
  #sha256: string | undefined;
  #waiting: Buffer[] = [];

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
    if (this.#file === undefined) this.#waiting.push(bytes);
    else this.#file.write(bytes);
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
