// The parts of unbzip2-stream that its stream is made of: the stream itself unpacks all that is left at the end in one step, into one
// array.

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads this many bits; null: skips to the next byte. */
  interface BitReader {
    (bits: number | null): number;
    /** Number of bytes from which bits were read. */
    readonly bytesRead: number;
  }

  /** @param next returns the next bytes, at least one */
  export default function bitIterator(next: () => Uint8Array): BitReader;
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  import type { BitReader } from 'unbzip2-stream/lib/bit_iterator.js';

  const bzip2: {
    /** Reads the head of a stream; returns its block size in units of 100,000 bytes. */
    header(bits: BitReader): number;
    /** Unpacks a block byte by byte; returns the checksum of the stream so far, or null at the end of the stream. */
    decompress(
      bits: BitReader,
      give: (byte: number) => void,
      buffer: Int32Array,
      size: number,
      checksum: number,
    ): number | null;
  };
  export default bzip2;
}
