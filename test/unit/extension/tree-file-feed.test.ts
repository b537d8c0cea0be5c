import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { TreeFileFeed } from '../../../src/extension/search/tree-file-feed.ts';
import type { Clock } from '../../../src/protocol/clock.ts';

/** A file in memory, a page that keeps what it is given, and a clock whose waits end when they are told to. */
class Scene {
  bytes: Uint8Array = new Uint8Array();
  fault: string | undefined;
  /** Bytes that were read. */
  read = 0;
  readonly told: string[] = [];
  text = '';
  done = false;
  closes = 0;
  onPiece: () => void = () => undefined;
  #settle: (() => void) | undefined;
  readonly #clock: Clock = {
    now: () => 0,
    after: (ms, callback) => {
      if (ms === 0) {
        const timer = setImmediate(callback);
        return () => clearImmediate(timer);
      }
      this.#settle = callback;
      return () => {
        this.#settle = undefined;
      };
    },
  };
  readonly feed = new TreeFileFeed(
    {
      open: () => {
        if (this.fault !== undefined) return Promise.reject(new Error(this.fault));
        const now = this.bytes;
        return Promise.resolve({
          size: now.length,
          read: (from: number, length: number) => {
            this.read += Math.min(length, now.length - from);
            return Promise.resolve(now.subarray(from, from + length));
          },
          close: () => {
            this.closes++;
            return Promise.resolve();
          },
        });
      },
    },
    {
      begin: (size, head) => {
        this.told.push(`begin ${size} ${head.slice(0, 5)}`);
        this.text = '';
        this.done = false;
      },
      piece: async (text, done) => {
        this.text += text;
        this.done = done;
        this.onPiece();
        await turn();
      },
      failed: (reason) => this.told.push(`failed ${reason}`),
    },
    this.#clock,
  );

  write(text: string): void {
    this.bytes = new TextEncoder().encode(text);
  }

  /** Lets the time pass after which a last line without an end counts as it is. */
  settle(): void {
    this.#settle?.();
  }
}

describe('the feed of a tree file', () => {
  it('gives the whole text whatever its characters and length are, and says when it is done', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.integer({ min: 1, max: 90_000 }),
        async (part, times) => {
          const scene = new Scene();
          const text = `{"a":1}\n${part}`.repeat(times);
          scene.write(text);
          await scene.feed.restart();
          scene.settle();
          assert.equal(scene.text, text);
          assert.equal(scene.done, true);
          assert.equal(scene.closes, 1);
        },
      ),
      { numRuns: 12 },
    ));

  it('reads of a file that grew what was appended alone', async () => {
    const scene = new Scene();
    const start = '{"node":0,"state":"é"}\n'.repeat(5000);
    scene.write(start);
    await scene.feed.restart();
    const before = scene.read;
    scene.write(`${start}{"node":1}\n`);
    await scene.feed.changed();
    assert.equal(scene.text, `${start}{"node":1}\n`);
    assert.equal(scene.told.length, 1);
    assert.ok(scene.read - before < 2000, `${scene.read - before} bytes`);
    await scene.feed.changed();
    assert.equal(scene.text, `${start}{"node":1}\n`);
  });

  it('starts anew when the file was cut, or replaced by a longer one', async () => {
    const scene = new Scene();
    const line = '{"node":0}\n';
    scene.write(line.repeat(9));
    await scene.feed.restart();
    scene.write(line.repeat(4));
    await scene.feed.changed();
    assert.equal(scene.text, line.repeat(4));
    scene.write('{"node":9}\n'.repeat(40));
    await scene.feed.changed();
    assert.equal(scene.text, '{"node":9}\n'.repeat(40));
    assert.equal(scene.told.length, 3);
  });

  it('waits for the end of a line that is being written', async () => {
    const scene = new Scene();
    scene.write('{"node":0}\n{"no');
    await scene.feed.restart();
    assert.equal(scene.done, false);
    scene.write('{"node":0}\n{"node":1}\n');
    await scene.feed.changed();
    assert.equal(scene.text, '{"node":0}\n{"node":1}\n');
    assert.equal(scene.done, true);
    assert.equal(scene.told.length, 1);
  });

  it('takes a line that stays cut for the last one, and starts anew when it goes on after all', async () => {
    const scene = new Scene();
    scene.write('{"node":0}\n{"no');
    await scene.feed.restart();
    await scene.feed.changed();
    scene.settle();
    assert.equal(scene.done, true);
    scene.write('{"node":0}\n{"node":1}\n');
    await scene.feed.changed();
    assert.equal(scene.text, '{"node":0}\n{"node":1}\n');
    assert.equal(scene.told.length, 2);
  });

  it('begins again when the page comes anew in the middle', async () => {
    const scene = new Scene();
    const text = '{"node":0}\n'.repeat(400_000);
    scene.write(text);
    let pieces = 0;
    scene.onPiece = () => {
      if (++pieces === 2) void scene.feed.restart();
    };
    await scene.feed.restart();
    assert.equal(scene.text.length, text.length);
    assert.equal(scene.done, true);
    assert.equal(scene.told.length, 2);
  });

  it('sends nothing more once it is closed', async () => {
    const scene = new Scene();
    scene.write('{"node":0}\n'.repeat(400_000));
    scene.onPiece = () => scene.feed.close();
    await scene.feed.restart();
    assert.equal(scene.text.length, 1 << 18);
    assert.equal(scene.done, false);
    assert.equal(scene.closes, 1);
    await scene.feed.restart();
    assert.equal(scene.told.length, 1);
  });

  it('says why a file cannot be read, and reads it once it can', async () => {
    const scene = new Scene();
    scene.fault = 'no such file';
    await scene.feed.restart();
    assert.deepEqual(scene.told, ['failed no such file']);
    scene.fault = undefined;
    scene.write('{"node":0}\n');
    await scene.feed.changed();
    assert.equal(scene.text, '{"node":0}\n');
    assert.equal(scene.done, true);
  });
});
