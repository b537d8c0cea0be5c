import { createGunzip } from 'node:zlib';
import type { BitReader } from 'unbzip2-stream/lib/bit_iterator.js';
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js';
import bzip2 from 'unbzip2-stream/lib/bzip2.js';

/** Unpacks one compression format, piece by piece. */
export interface Unpacker {
  /** Takes bytes of the archive; rejects with an `ArchiveError`, or any other error for damaged data. */
  readonly push: (bytes: Buffer) => void | Promise<void>;
  /** Ends the archive; true if a part was unpacked and more is left, for which it is called again. */
  readonly end: () => boolean | Promise<boolean>;
  /** Returns the output since the last call; complete also before a failure. */
  readonly take: () => readonly Buffer[];
  /** Frees resources. */
  readonly close?: () => void;
}

/** Reason why an archive cannot be read further, if the library's message would not explain it. */
export class ArchiveError extends Error {
  /** `cut`: bytes are missing at the end; `refused`: the archive is valid, but unpacking it would take too much. */
  readonly reason: 'cut' | 'refused';

  constructor(reason: ArchiveError['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

/** Collects the synchronous output of a library. */
export class Unpacked {
  #pieces: Buffer[] = [];

  add(piece: Uint8Array): void {
    this.#pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  }

  take(): readonly Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

/** Unpacks gzip, including several members, with Node's zlib. */
export function gunzip(): Unpacker {
  const stream = createGunzip();
  const unpacked = new Unpacked();
  const failed = new Promise<never>((_, reject) =>
    stream.once('error', (error) => {
      reject('code' in error && error.code === 'Z_BUF_ERROR' ? new ArchiveError('cut') : error);
    }),
  );
  failed.catch(() => undefined);
  const ended = new Promise<false>((resolve) => stream.once('end', () => resolve(false)));
  stream.on('data', (piece: Buffer) => unpacked.add(piece));
  return {
    push: (bytes) => {
      const taken = new Promise<void>((resolve) => stream.write(bytes, (error) => void (error ?? resolve())));
      return Promise.race([failed, taken]);
    },
    end: () => {
      stream.end();
      return Promise.race([failed, ended]);
    },
    take: () => unpacked.take(),
    close: () => void stream.destroy(),
  };
}

/** Bytes in a unit of the block size. */
const UNIT = 100_000;
/** Largest excess of a compressed block over its text, in bytes. */
const OVERHEAD = 25_000;
/** Bytes of a head. */
const HEAD = 4;
/** Limit of a block's text as a multiple of its block size: games stay below it, a bomb reaches 50 times. */
const MAX_EXPANSION = 10;

/** Bytes of a block, as far as it may expand. */
class Block {
  readonly #most: number;
  #bytes: Buffer;
  #length = 0;

  constructor(size: number) {
    this.#bytes = Buffer.alloc(size);
    this.#most = size * MAX_EXPANSION;
  }

  readonly give = (byte: number): void => {
    if (this.#length === this.#bytes.length) {
      if (this.#length >= this.#most)
        throw new ArchiveError('refused', `a block expands to more than ${this.#most.toLocaleString('en-US')} bytes`);
      this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length);
    }
    this.#bytes[this.#length++] = byte;
  };

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Unpacks bzip2 block by block, including several streams. */
export function bunzip2(): Unpacker {
  const unpacked = new Unpacked();
  const waiting: Buffer[] = [];
  let given = 0;
  let bits: BitReader | undefined;
  /** Block size of the open stream; 0 before its head. */
  let size = 0;
  let buffer = new Int32Array(0);
  let checksum = 0;
  const step = (): void => {
    bits ??= bitIterator(() => {
      const next = waiting.shift();
      if (next === undefined) throw new ArchiveError('cut');
      return next;
    });
    if (size === 0) {
      size = bzip2.header(bits) * UNIT;
      if (buffer.length < size) buffer = new Int32Array(size);
      checksum = 0;
      return;
    }
    const block = new Block(size);
    const next = bzip2.decompress(bits, block.give, buffer, size, checksum);
    if (next === null) size = 0;
    else {
      checksum = next;
      unpacked.add(block.bytes);
    }
  };
  const left = (): number => given - (bits?.bytesRead ?? 0);
  const isOpen = (): boolean => size > 0;
  return {
    push: (bytes) => {
      if (bytes.length === 0) return;
      waiting.push(bytes);
      given += bytes.length;
      // A block is started when all of it is available.
      while (left() > (isOpen() ? size + OVERHEAD : HEAD)) step();
    },
    end: () => {
      if (left() > 0 || isOpen()) step();
      return left() > 0 || isOpen();
    },
    take: () => unpacked.take(),
  };
}
