import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { FileStore } from '../../../src/server/node/file-store.ts';
import { ScoreCache } from '../../../src/server/scoring/scorer.ts';
import type { Scores } from '../../../src/server/scoring/scores.ts';

describe('the store of results', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-store-'));
  after(() => fs.rmSync(root, { recursive: true, force: true }));
  let folders = 0;
  const folder = () => path.join(root, String(folders++), 'cache');
  const file = (of: string) => path.join(of, 'scores-1.tsv');

  it('gives back what was appended, by an earlier one and by another', async () => {
    const at = folder();
    const [one, two] = [new FileStore(at, 1), new FileStore(at, 1)];
    assert.deepEqual(await one.load(), []);
    await one.append([['a', '1']]);
    await two.append([
      ['b', '2'],
      ['a', '3'],
    ]);
    assert.deepEqual(await new FileStore(at, 1).load(), [
      ['b', '2'],
      ['a', '3'],
    ]);
    assert.deepEqual(await new FileStore(at, 2).load(), []);
  });

  it('keeps the newest, and does not grow without end', async () => {
    const at = folder();
    const store = new FileStore(at, 1, { entries: 10, bytes: 100_000 });
    await store.append(Array.from({ length: 500 }, (_, i) => [`key ${i}`, 'value'] as const));
    const kept = await store.load();
    assert.deepEqual(
      kept.map(([key]) => key),
      Array.from({ length: 10 }, (_, i) => `key ${490 + i}`),
    );
    assert.equal(fs.readFileSync(file(at), 'utf8').split('\n').length, 11);
    assert.deepEqual(fs.readdirSync(at), ['scores-1.tsv']);
  });

  it('reads past a torn line and other text', async () => {
    const at = folder();
    fs.mkdirSync(at, { recursive: true });
    fs.writeFileSync(file(at), 'a\t1\nnothing of ours\n\nb\t2\nc\t');
    assert.deepEqual(await new FileStore(at, 1).load(), [
      ['a', '1'],
      ['b', '2'],
    ]);
    await new FileStore(at, 1).append([['d', '4']]);
    assert.deepEqual((await new FileStore(at, 1).load()).at(-1), ['d', '4']);
  });

  it('keeps the newest of a file that is too large', async () => {
    const at = folder();
    const store = new FileStore(at, 1, { entries: 10, bytes: 100 });
    await store.append([
      ['a', 'x'.repeat(200)],
      ['b', 'ü'.repeat(20)],
      ['c', '3'],
    ]);
    const newest = [
      ['b', 'ü'.repeat(20)],
      ['c', '3'],
    ];
    assert.deepEqual(await store.load(), newest);
    assert.ok(fs.statSync(file(at)).size < 100);
    assert.deepEqual(await store.load(), newest);
  });

  it('never changes a file of something else', async () => {
    for (const text of ['prose\n'.repeat(10), 'prose\n'.repeat(1000), 'prose '.repeat(100)]) {
      const at = folder();
      fs.mkdirSync(at, { recursive: true });
      fs.writeFileSync(file(at), text);
      const store = new FileStore(at, 1, { entries: 10, bytes: 500 });
      assert.deepEqual(await store.load(), []);
      await store.append([['a', '1']]);
      assert.equal(fs.readFileSync(file(at), 'utf8'), text);
    }
  });

  it('is no harm where it cannot write or holds something else', async () => {
    const at = folder();
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, 'a file in the way');
    const cache = new ScoreCache(systemClock);
    cache.use(new FileStore(at, 1));
    await cache.loaded;
    const vacuous = { p: false, r: false };
    const scores: Scores = { m: 1, p: [1], r: [1], samples: null, standardError: null, conditional: null, vacuous };
    cache.set('key', scores);
    await cache.flush();
    assert.deepEqual(cache.get('key'), scores);

    const other = folder();
    await new FileStore(other, 1).append([
      ['number', '7'],
      ['broken', '{"m":'],
      ['share', JSON.stringify({ ...scores, p: [7] })],
      ['good', JSON.stringify(scores)],
    ]);
    const read = new ScoreCache(systemClock);
    read.use(new FileStore(other, 1));
    await read.loaded;
    assert.deepEqual(
      ['number', 'broken', 'share', 'good', 'none'].map((key) => read.get(key)),
      [undefined, undefined, undefined, scores, undefined],
    );
  });
});
