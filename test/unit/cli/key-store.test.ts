import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { KeyStore } from '../../../src/cli/games/disk-keys.ts';
import { itLong } from '../../support/thorough.ts';

const kept = (): string[] => readdirSync(os.tmpdir()).filter((name) => name.startsWith(`statelens-keys-`));

describe('sets of keys', () => {
  it('are sets, in memory and on disk', () => {
    const key = fc.array(fc.oneof(fc.constantFrom(0, 1, -1), fc.integer()), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.constantFrom(0, 1e9), (keys, most) => {
        const store = new KeyStore(most);
        try {
          const set = store.newSet(2);
          const seen = new Set<string>();
          for (const one of keys) {
            // nothing but zeros counts as a key with one
            const name = one.every((word) => word === 0) ? '1,0' : one.join();
            assert.equal(set.has(one), seen.has(name));
            assert.equal(set.add(one), !seen.has(name));
            seen.add(name);
          }
          assert.equal(store.isOnDisk, most === 0 && keys.length > 0);
        } finally {
          store.close();
        }
      }),
      { numRuns: 200 },
    );
  });

  itLong('continue on disk above a size, grow there, and leave nothing behind', () => {
    const before = kept();
    const store = new KeyStore(100_000);
    const keys = Array.from({ length: 20_000 }, (_, i) => [1, 2, 3, 5].map((k) => Math.imul(i * k + 1, 0x9e3779b1)));
    const sets = [store.newSet(4), store.newSet(4)];
    for (const one of keys) for (const set of sets) assert.ok(set.add(one));
    assert.ok(store.isOnDisk);
    for (const one of keys) for (const set of sets) assert.ok(!set.add(one) && set.has(one));
    assert.ok(!sets[0]?.has([1, 2, 3, 4]));
    store.close();
    assert.deepEqual(kept(), before);
  });
});
