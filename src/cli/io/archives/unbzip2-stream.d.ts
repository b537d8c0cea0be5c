// The parts of unbzip2-stream that its stream is made of: the stream itself unpacks all that is left at the end at once, in one array.

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads so many bits; null: goes to the next byte. */
  interface BitReader {
    (bits: number | null): number;
    /** Bytes from which bits were read. */
    readonly bytesRead: number;
  }

  /** @param next gives the next bytes, one at least */
  export default function bitIterator(next: () => Uint8Array): BitReader;
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  import type { BitReader } from 'unbzip2-stream/lib/bit_iterator.js';

  const bzip2: {
    /** Reads the head of a stream; returns its block size in units of 100,000 bytes. */
    header(bits: BitReader): number;
    /** Unpacks a block byte by byte; returns the checksum of the stream so far, or null where the stream has ended. */
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
