import { createGunzip } from 'node:zlib';
import type { BitReader } from 'unbzip2-stream/lib/bit_iterator.js';
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js';
import bzip2 from 'unbzip2-stream/lib/bzip2.js';

/** Unpacks one compression format, piece by piece. */
export interface Unpacker {
  /** Takes bytes of the archive; rejects with an `ArchiveError`, or any other error of damaged data. */
  readonly push: (bytes: Buffer) => void | Promise<void>;
  /** The archive ends here; true where a part was unpacked and more is left, for which it is called again. */
  readonly end: () => boolean | Promise<boolean>;
  /** What was unpacked since the last call; complete before a failure, too. */
  readonly take: () => readonly Buffer[];
  /** Frees what is held. */
  readonly close?: () => void;
}

/** Why an archive cannot be read on, where the words of a library would not tell. */
export class ArchiveError extends Error {
  /** `cut`: bytes are missing at the end; `refused`: the archive is well, and unpacking it would take too much. */
  readonly reason: 'cut' | 'refused';

  constructor(reason: ArchiveError['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

/** Collects what a library gives synchronously. */
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

/** Unpacks gzip, members one after another too, by Node's zlib. */
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
/** A compressed block is never longer than its text by more than this. */
const OVERHEAD = 25_000;
/** Bytes of a head. */
const HEAD = 4;
/** How much longer than its block size the text of a block may be: that of games is not, that of a bomb is 50 times as long. */
const MAX_EXPANSION = 10;

/** The bytes of a block, as far as it may expand. */
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

/** Unpacks bzip2 block by block, streams one after another too. */
export function bunzip2(): Unpacker {
  const unpacked = new Unpacked();
  const waiting: Buffer[] = [];
  let given = 0;
  let bits: BitReader | undefined;
  /** Block size of the stream that is open; 0 before its head. */
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
      // a block is begun when all of it is there
      while (left() > (isOpen() ? size + OVERHEAD : HEAD)) step();
    },
    end: () => {
      if (left() > 0 || isOpen()) step();
      return left() > 0 || isOpen();
    },
    take: () => unpacked.take(),
  };
}
