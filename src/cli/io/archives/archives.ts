import { thrownMessage } from '../../../core/base/result.ts';
import { compressedFile, readerTurns } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { ArchiveError, bunzip2, gunzip, type Unpacker } from './unpacker.ts';
import { unzstd } from './zstd.ts';

/** A compression format. */
interface Format {
  readonly name: string;
  /** First bytes; -1 matches any. */
  readonly start: readonly number[];
  /** Command that decompresses to standard output. */
  readonly command: string;
  /**
   * Bytes unpacked at a time: this bounds the output of a bomb, which expands a thousandfold, before the next check.
   */
  readonly step: number;
  readonly open?: () => Unpacker;
}

const FORMATS: readonly Format[] = [
  { name: 'gzip', start: [0x1f, 0x8b, 0x08], command: 'gzip -dc', step: 1 << 14, open: gunzip },
  {
    name: 'bzip2',
    start: [0x42, 0x5a, 0x68, -1, 0x31, 0x41, 0x59],
    command: 'bzip2 -dc',
    step: 1 << 12,
    open: bunzip2,
  },
  // Blocks of 4 bytes give 128 KB.
  { name: 'zstd', start: [0x28, 0xb5, 0x2f, 0xfd], command: 'zstd -dc', step: 1 << 10, open: unzstd },
  // A skippable frame, with which parallel compressors begin.
  { name: 'zstd', start: [-1, 0x2a, 0x4d, 0x18], command: 'zstd -dc', step: 1 << 10, open: unzstd },
  { name: 'xz', start: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], command: 'xz -dc', step: 0 },
  { name: 'zip', start: [0x50, 0x4b, 0x03, 0x04], command: 'unzip -p', step: 0 },
  { name: '7-Zip', start: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], command: '7z e -so', step: 0 },
];

/** Endings of compressed files that can be read. */
export const ARCHIVE_ENDINGS: readonly string[] = ['.gz', '.bz2', '.zst'];

/** Returns a name without the ending of a compressed file. */
export const bareName = (name: string): string => {
  const ending = ARCHIVE_ENDINGS.find((item) => name.toLowerCase().endsWith(item));
  return ending === undefined ? name : name.slice(0, -ending.length);
};

/** Returns the compression format of a file that starts with these bytes; undefined for text. */
export const compression = (bytes: Uint8Array): Format | undefined =>
  FORMATS.find(({ start }) => start.every((byte, i) => byte < 0 || bytes[i] === byte));

/** Reads one archive, or an uncompressed file. A small one may unpack for minutes: signals are handled meanwhile. */
export class Archive {
  readonly #isEnded: () => Promise<boolean>;
  #read = 0;
  #failure: string | undefined;
  #format: Format | undefined;

  /** @param signal ends the bytes early when aborted; without one, an interrupt throws */
  constructor(terminal: Pick<Terminal, 'clock' | 'stop'>, signal?: AbortSignal) {
    this.#isEnded = readerTurns(terminal, signal);
  }

  /** Name of the compression format, once the first bytes were read; undefined for text. */
  get format(): string | undefined {
    return this.#format?.name;
  }

  /** Reason why the archive ended early, with the offset in it; undefined if it was read to its end, and for text. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /**
   * Yields the bytes of a file, unpacked if it is compressed. A truncated or damaged one gives the bytes before the damage, and a failure.
   *
   * @param file its name, and `command`, which reads it, for the message that refuses a format
   */
  async *unpack(
    file: string,
    command: string | undefined,
    bytes: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer, void, undefined> {
    let format: Format | undefined;
    let unpacker: Unpacker | undefined;
    let isFirst = true;
    try {
      for await (const piece of bytes) {
        if (isFirst) {
          isFirst = false;
          format = compression(piece);
          this.#format = format;
          unpacker = format?.open?.();
          if (format !== undefined && unpacker === undefined)
            throw compressedFile(file, format.name, format.command, command);
        }
        if (format === undefined || unpacker === undefined) yield piece;
        else {
          yield* this.#pieces(unpacker, piece, format.step);
          if (this.#failure !== undefined || (await this.#isEnded())) return;
        }
      }
      if (unpacker !== undefined) yield* this.#rest(unpacker);
    } finally {
      unpacker?.close?.();
    }
  }

  async *#pieces(unpacker: Unpacker, piece: Buffer, size: number): AsyncGenerator<Buffer, void, undefined> {
    for (let at = 0; at < piece.length; at += size) {
      const step = piece.subarray(at, at + size);
      yield* this.#taken(unpacker, () => unpacker.push(step));
      if (this.#failure !== undefined || (await this.#isEnded())) return;
      this.#read += step.length;
    }
  }

  async *#rest(unpacker: Unpacker): AsyncGenerator<Buffer, void, undefined> {
    const left = { isAny: true };
    while (left.isAny && this.#failure === undefined) {
      yield* this.#taken(unpacker, async () => {
        left.isAny = await unpacker.end();
      });
      if (await this.#isEnded()) return;
    }
  }

  /** Yields the output of a call, including the part before its failure. */
  async *#taken(unpacker: Unpacker, call: () => void | Promise<void>): AsyncGenerator<Buffer, void, undefined> {
    try {
      await call();
    } catch (error) {
      this.#failure = this.#words(error);
    }
    for (const piece of unpacker.take()) {
      yield piece;
      if (await this.#isEnded()) return;
    }
  }

  #words(error: unknown): string {
    const at = this.#read.toLocaleString('en-US');
    if (error instanceof ArchiveError)
      return error.reason === 'cut'
        ? `the archive is cut off after ${at} bytes`
        : `the archive was not read behind byte ${at}: ${error.message}`;
    return `the archive is damaged behind byte ${at} (${thrownMessage(error)})`;
  }
}
