import { Decompress, ZstdErrorCode } from 'fzstd';
import xxhash, { type XXHash } from 'xxhash-wasm';
import { ArchiveError, Unpacked, type Unpacker } from './unpacker.ts';
import { ZstdFrames } from './zstd-frames.ts';

/**
 * Unpacks Zstandard, frames one after another too, and compares their checksums, which the library does not. Windows are at most
 * 32 MB, as those of all levels below `--ultra` and `--long`.
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
