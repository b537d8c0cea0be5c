import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { writeZip, zipEntries } = (await import(pathToFileURL(path.resolve('scripts/zip.mjs')).href)) as {
  writeZip: (file: string, entries: ReadonlyMap<string, Buffer>) => void;
  zipEntries: (file: string) => Promise<ReadonlyMap<string, Buffer>>;
};

describe('zips of packages', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  const written = (entries: ReadonlyMap<string, Buffer>, name = 'a.zip'): string => {
    const file = path.join(folder, name);
    writeZip(file, entries);
    return file;
  };
  const numbers = Buffer.from(Array.from({ length: 60_000 }, (_, i) => Math.round(8 * Math.sin(i * i)) & 255));

  it('are read as they were written, empty files and names beyond ASCII too', async () => {
    const entries = new Map([
      ['b/ä.txt', Buffer.from('text '.repeat(1000))],
      ['empty', Buffer.alloc(0)],
      ['a.bin', numbers],
      ['tiny', Buffer.from('x')],
    ]);
    const read = await zipEntries(written(entries));
    assert.deepEqual([...read.keys()], ['a.bin', 'b/ä.txt', 'empty', 'tiny']);
    for (const [name, content] of entries) assert.ok(read.get(name)?.equals(content), name);
  });

  it('have the same bytes in whatever order their entries come', () => {
    const entries: [string, Buffer][] = [
      ['b', Buffer.from('1')],
      ['extension.vsixmanifest', Buffer.from('2')],
      ['a', numbers],
    ];
    const [one, other] = [written(new Map(entries)), written(new Map(entries.reverse()), 'b.zip')];
    assert.ok(fs.readFileSync(one).equals(fs.readFileSync(other)));
  });

  it('hold numbers in less than plain deflate needs, and texts in no more', () => {
    const text = fs.readFileSync('LICENSE');
    const size = (content: Buffer): number => fs.statSync(written(new Map([['x', content]]))).size;
    const plain = (content: Buffer): number => zlib.deflateRawSync(content, { level: 9 }).length;
    const around = size(Buffer.alloc(0));
    assert.ok(size(numbers) - around < plain(numbers), `${size(numbers)} and ${plain(numbers)}`);
    assert.ok(size(text) - around <= plain(text));
  });
});
