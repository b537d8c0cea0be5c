import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SearchLines, TreeWriter } from '../../../src/extension/search/tree-writer.ts';

describe('the lines of a search', () => {
  it('come in pieces of whole chunks, to each reader from the start, and anew after a rewind', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 9 })), fc.integer({ min: 1, max: 20 }), (chunks, most) => {
        const lines = new SearchLines();
        const reader = lines.reader();
        let read = '';
        const take = (): void => {
          for (let text = reader.next(most); text !== undefined; text = reader.next(most)) {
            assert.ok(text.length < most + 9);
            read += text;
          }
        };
        for (const [i, chunk] of chunks.entries()) {
          lines.push(chunk);
          if (i % 3 === 0) take();
        }
        take();
        assert.equal(read, chunks.join(''));
        assert.equal(lines.length, read.length);
        assert.equal(lines.text, read);
        reader.rewind();
        read = '';
        take();
        assert.equal(read, lines.text);
      }),
    ));
});

describe('the file of a search', () => {
  it('is added to where it has what is there already, in whole lines however long that is', async () => {
    const lines = new SearchLines();
    const before = `${'x'.repeat(700_000)}\n`.repeat(3);
    lines.pushAll(before);
    let file = before;
    const append = (text: string): Promise<void> => Promise.resolve(void (file += text));
    const writer = new TreeWriter(lines, { append, write: () => assert.fail() }, assert.fail, true);
    await writer.save(true);
    assert.equal(file, before);
    lines.push('more\n');
    await writer.save(true);
    assert.equal(file, `${before}more\n`);
    const reader = lines.reader();
    for (let text = reader.next(); text !== undefined; text = reader.next()) {
      assert.ok(text.endsWith('\n'));
      assert.ok(text.length < 2_000_000);
    }
  });

  it('is added to, each text once, however often it is saved', async () => {
    const lines = new SearchLines();
    let file = '';
    const append = async (text: string): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      file += text;
    };
    const writer = new TreeWriter(lines, { append, write: () => assert.fail() }, assert.fail);
    lines.push('a\n');
    const first = writer.save(false);
    lines.push('b\n');
    void writer.save(false);
    await writer.save(true);
    await first;
    assert.equal(file, 'a\nb\n');
    await writer.save(true);
    assert.equal(file, 'a\nb\n');
  });

  it('is written as a whole where it cannot be added to, not with every line, and at the end', async () => {
    const lines = new SearchLines();
    let file = '';
    let bytes = 0;
    const write = (text: string): Promise<void> => {
      file = text;
      bytes += text.length;
      return Promise.resolve();
    };
    const writer = new TreeWriter(lines, { write }, assert.fail);
    for (let i = 0; i < 2000; i++) {
      lines.push(`${'x'.repeat(999)}\n`);
      await writer.save(false);
    }
    await writer.save(true);
    assert.equal(file, lines.text);
    assert.ok(bytes < 7 * lines.length, `${bytes}`);
  });

  it('is given up after a fault, which is told once', async () => {
    const lines = new SearchLines();
    const told: string[] = [];
    let tries = 0;
    const append = (): Promise<void> => {
      tries++;
      return Promise.reject(new Error('the disk is full'));
    };
    const writer = new TreeWriter(lines, { append, write: () => Promise.resolve() }, (why) => told.push(why));
    for (let i = 0; i < 5; i++) {
      lines.push('a\n');
      await writer.save(true);
    }
    assert.deepEqual(told, ['the disk is full']);
    assert.equal(tries, 1);
  });
});
