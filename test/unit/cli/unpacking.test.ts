import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileMetaData } from 'hyparquet';
import { Archive } from '../../../src/cli/io/archives/archives.ts';
import { rowWindows } from '../../../src/cli/io/parquet-text.ts';
import { Terminal } from '../../../src/cli/io/terminal.ts';
import { memoryIo } from '../../support/memory-io.ts';

/** Bytes of a block in which one byte is repeated. */
const BLOCK = 1 << 17;
const BLOCKS = 3000;

/** A Zstandard frame of 12 KB that unpacks to 390 MB of line ends (RFC 8878, 3.1.1). */
function bomb(): Buffer {
  const blocks = Array.from({ length: BLOCKS }, (_, i) => {
    const head = (BLOCK << 3) | (1 << 1) | (i === BLOCKS - 1 ? 1 : 0);
    return Buffer.from([head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff, 0x0a]);
  });
  // a window of 1 MB
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 10 << 3]), ...blocks]);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Unpacks the bomb; the user interrupts as soon as the event loop turns. */
async function unpacked(listens: boolean): Promise<number> {
  const user = new AbortController();
  const terminal = new Terminal(memoryIo({ signal: user.signal }));
  let length = 0;
  await terminal.interruptible(async (signal) => {
    setImmediate(() => user.abort());
    for await (const piece of new Archive(terminal, listens ? signal : undefined).unpack('x', undefined, once(bomb())))
      length += piece.length;
  });
  return length;
}

describe('an archive that unpacks for long', () => {
  it('lets an interrupt in, which ends its bytes', async () => {
    const length = await unpacked(true);
    assert.ok(length > 0 && length < BLOCK * BLOCKS, String(length));
  });

  it('fails at an interrupt where nobody would see that its bytes end early', async () => {
    await assert.rejects(unpacked(false), /^Error: interrupted$/);
  });

  it('gives all of its bytes where nobody interrupts', async () => {
    const terminal = new Terminal(memoryIo());
    let length = 0;
    for await (const piece of new Archive(terminal).unpack('x', undefined, once(bomb()))) length += piece.length;
    assert.equal(length, BLOCK * BLOCKS);
  });
});

describe('the rows of a Parquet file', () => {
  it('are read in windows of some megabytes, however large its row groups are', () => {
    const groups = [
      { num_rows: 1000n, total_byte_size: 100_000n },
      { num_rows: 1_000_000n, total_byte_size: 1_000_000_000n },
      { num_rows: 2n, total_byte_size: 100_000_000n },
    ] as FileMetaData['row_groups'];
    const windows = [...rowWindows({ row_groups: groups } as FileMetaData, 50_000)];
    assert.deepEqual(windows[0], { rowStart: 0, rowEnd: 1000, isFirst: true });
    assert.deepEqual(windows.at(-1), { rowStart: 1_001_001, rowEnd: 1_001_002, isFirst: false });
    assert.equal(windows.filter(({ isFirst }) => isFirst).length, 3);
    let at = 0;
    for (const { rowStart, rowEnd } of windows) {
      assert.equal(rowStart, at);
      assert.ok(rowEnd - rowStart <= 8400);
      at = rowEnd;
    }
    assert.equal(at, 1_001_002);
  });
});
