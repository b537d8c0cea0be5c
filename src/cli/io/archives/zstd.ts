import { Decompress, ZstdErrorCode } from 'fzstd';
import type { XXHash } from 'xxhash-wasm';
import xxhash from 'xxhash-wasm';
import { ArchiveError, Unpacked, type Unpacker } from './unpacker.ts';

/**
 * Unpacks Zstandard, including several frames, and verifies their checksums, which the library does not. Windows are at most 32 MB, as with
 * all levels below `--ultra` and `--long`.
 */
export function unzstd(): Unpacker {
  const unpacked = new Unpacked();
  const frames = new ZstdFrames();
  let begin: (() => XXHash<bigint>) | undefined;
  let hash: XXHash<bigint> | undefined;
  const stream = new Decompress((piece) => {
    hash?.update(piece);
    unpacked.add(piece);
  });
  const push = (bytes: Uint8Array, isLast: boolean): void => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === ZstdErrorCode.UnexpectedEOF) throw new ArchiveError('cut');
      if (code === ZstdErrorCode.WindowSizeTooLarge || code === ZstdErrorCode.DistanceTooFarBack)
        throw new ArchiveError('refused', 'its window is larger than 32 MB; unpack it with zstd --long=31 -d');
      throw error;
    }
  };
  return {
    push: async (bytes) => {
      if (begin === undefined) {
        const api = await xxhash();
        begin = () => api.create64();
      }
      hash ??= begin();
      let from = 0;
      for (const { end, checksum } of frames.push(bytes)) {
        push(bytes.subarray(from, end), false);
        from = end;
        const wrong = checksum !== undefined && Number(hash.digest() & 0xffffffffn) !== checksum;
        if (wrong) throw new Error('the checksum of a frame does not match');
        hash = begin();
      }
      push(bytes.subarray(from), false);
    },
    end: () => {
      push(new Uint8Array(0), true);
      return false;
    },
    take: () => unpacked.take(),
  };
}

const MAGIC = 0xfd2fb528;
/** First of the sixteen numbers that begin a skippable frame. */
const SKIPPABLE = 0x184d2a50;
const SIZES_OF_DICTIONARY = [0, 1, 2, 4] as const;
const SIZES_OF_CONTENT = [0, 2, 4, 8] as const;
/** Type of a block whose one byte is repeated. */
const REPEATED = 1;

/** Field that is read next. */
type State = 'magic' | 'skippable' | 'descriptor' | 'block' | 'checksum';

/** A complete frame. */
export interface FrameEnd {
  /** Offset of its end in the bytes pushed last. */
  readonly end: number;
  /** Lower half of the XXH64 of its content; undefined if the frame has none. */
  readonly checksum: number | undefined;
}

/**
 * Follows the frames of a Zstandard archive (RFC 8878, 3.1) without unpacking them, to find their ends and checksums.
 */
export class ZstdFrames {
  #state: State = 'magic';
  /** Available bytes of the current field, and its length. */
  #field: number[] = [];
  #length = 4;
  /** Number of bytes to skip before the field. */
  #skip = 0;
  #hasChecksum = false;

  /**
   * Reads the next bytes; returns the frames that end in them. A frame without checksum may end at the start of the bytes after it.
   */
  push(bytes: Uint8Array): readonly FrameEnd[] {
    const ends: FrameEnd[] = [];
    for (let at = 0; at < bytes.length; ) {
      const passed = Math.min(this.#skip, bytes.length - at);
      this.#skip -= passed;
      at += passed;
      while (this.#skip === 0 && at < bytes.length && this.#field.length < this.#length)
        this.#field.push(bytes[at++] ?? 0);
      if (this.#skip > 0 || this.#field.length < this.#length) continue;
      const checksum = this.#read(this.#field);
      if (checksum !== undefined) ends.push({ end: at, checksum: checksum < 0 ? undefined : checksum });
    }
    return ends;
  }

  /** Reads a whole field; returns the checksum at the end of a frame, -1 without one. */
  #read(field: readonly number[]): number | undefined {
    const value = field.reduce((sum, byte, i) => sum + byte * 2 ** (8 * i), 0);
    switch (this.#state) {
      case 'magic':
        if (value === MAGIC) this.#expect('descriptor', 1);
        else if (value >= SKIPPABLE && value < SKIPPABLE + 16) this.#expect('skippable', 4);
        else this.#expect('magic', 4);
        return undefined;
      case 'skippable':
        this.#expect('magic', 4, value);
        return undefined;
      case 'descriptor': {
        const isSingle = (value & 0x20) !== 0;
        const content = value >> 6 === 0 && isSingle ? 1 : (SIZES_OF_CONTENT[value >> 6] ?? 0);
        this.#hasChecksum = (value & 4) !== 0;
        this.#expect('block', 3, (isSingle ? 0 : 1) + (SIZES_OF_DICTIONARY[value & 3] ?? 0) + content);
        return undefined;
      }
      case 'block': {
        const size = ((value >> 1) & 3) === REPEATED ? 1 : value >> 3;
        const isLast = (value & 1) !== 0;
        if (isLast) this.#expect('checksum', this.#hasChecksum ? 4 : 0, size);
        else this.#expect('block', 3, size);
        return undefined;
      }
      case 'checksum':
        this.#expect('magic', 4);
        return this.#hasChecksum ? value : -1;
    }
  }

  /** @param skip bytes before the field */
  #expect(state: State, length: number, skip = 0): void {
    this.#state = state;
    this.#field = [];
    this.#length = length;
    this.#skip = skip;
  }
}
