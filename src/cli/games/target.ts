import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';

/** Where a command writes bytes: a file, which it replaces at the end, or standard output. */
export class Target {
  readonly #terminal: Terminal;
  readonly #file: ReplacedFile | undefined;
  #waiting: Buffer[] = [];

  /** @param out a path; `-` and undefined are standard output */
  constructor(terminal: Terminal, out: string | undefined) {
    this.#terminal = terminal;
    this.#file = out === undefined || out === '-' ? undefined : new ReplacedFile(out);
  }

  write(bytes: Buffer): void {
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
    this.#file?.commit();
  }

  discard(): void {
    this.#file?.discard();
  }
}
