import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { compression } from '../../../src/cli/io/archives/archives.ts';
import { fileBlocks } from '../../../src/cli/io/file-blocks.ts';
import { Terminal } from '../../../src/cli/io/terminal.ts';
import { memoryIo } from '../../support/memory-io.ts';

describe('compressed files', () => {
  it('are told by how they begin, and text is none', () => {
    const begins = (...bytes: number[]): string | undefined => compression(Uint8Array.from(bytes))?.name;
    assert.equal(begins(0x1f, 0x8b, 8, 0), 'gzip');
    assert.equal(begins(0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59), 'bzip2');
    assert.equal(begins(0x28, 0xb5, 0x2f, 0xfd), 'zstd');
    assert.equal(begins(0x50, 0x2a, 0x4d, 0x18), 'zstd');
    assert.equal(begins(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), 'xz');
    assert.equal(begins(0x50, 0x4b, 3, 4), 'zip');
    for (const text of ['', '[Event "x"]', 'BZh, a player', 'PK'])
      assert.equal(compression(Buffer.from(text)), undefined);
  });

  it('are refused with the command that unpacks them where they cannot be read, whatever they are called', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'compressed-'));
    try {
      for (const name of ['games.pgn', 'games.pgn.xz']) {
        const file = path.join(folder, name);
        writeFileSync(file, Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1, 2, 3]));
        const blocks = fileBlocks(new Terminal(memoryIo()), [file], {
          language: undefined,
          readAs: 'auto',
          options: {},
        });
        await assert.rejects(
          blocks.next(),
          /games\.pgn\S* is compressed \(xz\); decompress it first: xz -dc \S+ \| statelens check -$/,
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
