import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type FileStamp, FileStamps } from '../../../src/extension/platform/files/watch.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function lookAt(first: FileStamp) {
  const clock = new ManualClock();
  const file: { stamp: FileStamp; looks: number; changes: number } = { stamp: first, looks: 0, changes: 0 };
  const looked = new FileStamps(
    () => {
      file.looks++;
      return Promise.resolve(file.stamp);
    },
    () => void file.changes++,
    clock,
  );
  const wait = async (): Promise<void> => {
    await turn();
    clock.pass(2000);
    await turn();
  };
  return { clock, file, looked, wait };
}

describe('a file that is looked at', () => {
  it('is told as changed once for each change that no event told, and not where nothing changed', async () => {
    const { file, wait } = lookAt({ mtime: 1, size: 10 });
    await wait();
    assert.deepEqual([file.looks, file.changes], [2, 0]);
    for (const [changes, stamp] of [
      [1, { mtime: 1, size: 11 }],
      [2, { mtime: 2, size: 11 }],
      [3, undefined],
      [4, { mtime: 2, size: 11 }],
    ] as const) {
      file.stamp = stamp;
      await wait();
      await wait();
      assert.equal(file.changes, changes);
    }
  });

  it('is told as made where it was not there', async () => {
    const { file, wait } = lookAt(undefined);
    await wait();
    assert.equal(file.changes, 0);
    file.stamp = { mtime: 1, size: 0 };
    await wait();
    assert.equal(file.changes, 1);
  });

  it('is told as changed once where a watcher tells of it, and again where it is another at the next look', async () => {
    const { file, looked, wait } = lookAt({ mtime: 1, size: 10 });
    await turn();
    file.stamp = { mtime: 2, size: 20 };
    looked.told();
    await wait();
    await wait();
    assert.equal(file.changes, 1);
    file.stamp = { mtime: 2, size: 30 };
    await wait();
    assert.equal(file.changes, 2);
  });

  it('is left alone when it is closed, in the middle of a look too', async () => {
    const { clock, file, looked } = lookAt({ mtime: 1, size: 10 });
    looked.dispose();
    await turn();
    assert.equal(clock.waiting, 0);
    const other = lookAt({ mtime: 1, size: 10 });
    await turn();
    other.looked.dispose();
    assert.equal(other.clock.waiting, 0);
    assert.deepEqual([file.looks, file.changes, other.file.looks], [1, 0, 1]);
  });
});
