import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { unzstd, ZstdFrames } from '../../../src/cli/io/archives/zstd.ts';

const archive = (name: string): Buffer => readFileSync(`test/fixtures/archives/${name}`);

describe('frames of a zstd archive', () => {
  it('are found wherever the bytes are cut', () => {
    for (const [name, checksums] of [
      ['games.pgn.zst', [true]],
      ['frames.pgn.zst', [true, false]],
    ] as const) {
      const bytes = archive(name);
      for (const step of [1, 2, 7, 1000, 100_000]) {
        const frames = new ZstdFrames();
        const ends: number[] = [];
        const found: boolean[] = [];
        for (let at = 0; at < bytes.length; at += step)
          for (const { end, checksum } of frames.push(bytes.subarray(at, at + step))) {
            ends.push(at + end);
            found.push(checksum !== undefined);
          }
        assert.deepEqual(found, checksums, `${name} by ${step}`);
        // behind the second frame there is a skippable one of 12 bytes
        assert.equal(ends.at(-1), name === 'games.pgn.zst' ? bytes.length : bytes.length - 12);
      }
    }
  });

  it('whose content is not that of the checksum are damaged', async () => {
    const bytes = archive('games.pgn.zst');
    const unpacker = unzstd();
    await unpacker.push(bytes);
    assert.equal(Buffer.concat([...unpacker.take()]).toString(), archive('games.pgn').toString());
    bytes[bytes.length - 1] ^= 1;
    await assert.rejects(async () => unzstd().push(bytes), /the checksum of a frame does not match/);
  });
});
