import bitIterator, { type BitReader } from 'unbzip2-stream/lib/bit_iterator.js';
import bzip2 from 'unbzip2-stream/lib/bzip2.js';
import { ArchiveError, Unpacked, type Unpacker } from './unpacker.ts';

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
