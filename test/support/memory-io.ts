import { Readable, Writable } from 'node:stream';
import type { Io } from '../../src/cli/io/terminal.ts';
import { systemClock } from '../../src/compute/system-clock.ts';
import type { Clock } from '../../src/protocol/clock.ts';

export interface MemoryIoOptions {
  readonly input?: string | Buffer;
  readonly env?: Io['env'];
  readonly clock?: Clock;
  /** True if the input and both outputs are a terminal, of 80 columns. */
  readonly isTTY?: boolean;
  /** An abort is the user's Ctrl-C. */
  readonly signal?: AbortSignal | undefined;
}

/** What a command reads and writes, in memory. */
export interface MemoryIo extends Io {
  readonly stdout: Collected;
  readonly stderr: Collected;
}

export function memoryIo({ input = '', env = {}, clock, isTTY = false, signal }: MemoryIoOptions = {}): MemoryIo {
  return {
    stdin: Object.assign(Readable.from(input.length === 0 ? [] : [Buffer.from(input)]), { isTTY }),
    stdout: new Collected(isTTY),
    stderr: new Collected(isTTY),
    env,
    clock: clock ?? systemClock,
    onInterrupt(listener) {
      signal?.addEventListener('abort', listener, { once: true });
      return () => signal?.removeEventListener('abort', listener);
    },
  };
}

/** Keeps what is written to it. */
class Collected extends Writable {
  readonly #pieces: Buffer[] = [];
  readonly columns = 80;
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}
