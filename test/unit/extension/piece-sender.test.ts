import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { PieceSender, type TextPiece } from '../../../src/extension/search/tree-file-feed.ts';
import { TreeFeed } from '../../../src/webview/tree/feed.ts';
import { discSearch } from '../../support/searched-tree.ts';

const deflate = (bytes: Uint8Array): Promise<Uint8Array> => promisify(deflateRaw)(bytes, { level: 1 });
const textOf = (piece: TextPiece): string =>
  piece.type === 'lines' ? piece.text : inflateRawSync(piece.bytes).toString('utf8');

describe('the pieces of a tree on their way to its page', () => {
  it('arrive in order, the end last, though the first takes longest to compress', async () => {
    const posted: TextPiece[] = [];
    let isFirst = true;
    const slow = async (bytes: Uint8Array): Promise<Uint8Array> => {
      if (isFirst) {
        isFirst = false;
        for (let i = 0; i < 20; i++) await turn();
      }
      return deflate(bytes);
    };
    const sender = new PieceSender(async (piece) => posted.push(piece), slow);
    const parts = Array.from({ length: 12 }, (_, i) => `{"é":${i}}\n`.repeat(i + 1));
    for (const part of parts) await sender.send(part, false);
    await sender.send('', true);
    assert.deepEqual(posted.slice(0, -1).map(textOf), parts);
    assert.deepEqual(new Set(posted.slice(0, -1).map(({ type }) => type)), new Set(['packed']));
    assert.deepEqual(posted.at(-1), { type: 'lines', text: '', done: true });
  });

  it('are text where nothing compresses', async () => {
    const posted: TextPiece[] = [];
    const sender = new PieceSender(async (piece) => posted.push(piece), undefined);
    await sender.send('a\n', false);
    assert.deepEqual(posted, [{ type: 'lines', text: 'a\n', done: false }]);
  });

  it('are not sent any more once another text begins', async () => {
    const posted: TextPiece[] = [];
    const sender = new PieceSender(async (piece) => posted.push(piece), deflate);
    void sender.send('old\n', false);
    sender.begin();
    await sender.send('new\n', false);
    await sender.send('', true);
    assert.deepEqual(posted.map(textOf), ['new\n', '']);
  });

  it('make the same tree on the page, and a damaged one is told of', async () => {
    const { text, tree } = await discSearch();
    const feed = new TreeFeed();
    const sender = new PieceSender(async (piece) => {
      if (piece.type === 'packed') feed.push(piece.bytes, false, () => undefined);
      else feed.push(piece.text, piece.done, () => undefined);
    }, deflate);
    for (let at = 0; at < text.length; at += 5000) await sender.send(text.slice(at, at + 5000), false);
    await sender.send('', true);
    while (!feed.done) {
      await turn();
      feed.read(Number.POSITIVE_INFINITY);
    }
    assert.equal(feed.error, undefined);
    assert.equal(feed.stored?.nodes.length, tree.size);
    assert.equal(feed.received, text.length);
    const damaged = new TreeFeed();
    damaged.push(new Uint8Array([255, 1, 2, 3]), false, () => undefined);
    while (!damaged.done) {
      await turn();
      damaged.read(Number.POSITIVE_INFINITY);
    }
    assert.equal(damaged.error, 'it was damaged on its way here');
  });
});
