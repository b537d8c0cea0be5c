import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Places } from '../../../src/server/documents/section-places.ts';

interface Placed {
  readonly length: number;
  readonly reading: { readonly counts: boolean } | undefined;
}

const section = fc.record({
  length: fc.integer({ min: 1, max: 9 }),
  reading: fc.constantFrom(undefined, { counts: true }, { counts: false }),
});

describe('the places of sections', () => {
  it('are sums of what stands before them, after any changes', () => {
    const change = fc.record({ at: fc.nat(30), removed: fc.nat(4), added: fc.array(section, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(section, { maxLength: 30 }), fc.array(fc.tuple(change, fc.nat(40))), (before, changes) => {
        const sections: Placed[] = [...before];
        const places = new Places(sections);
        for (const [{ at, removed, added }, asked] of changes) {
          // some of them may never have been asked for
          if (asked < sections.length) places.offsetOf(asked);
          const first = Math.min(at, sections.length);
          const { length } = sections.splice(first, removed, ...added);
          places.moved(first, first + length, first + added.length);
        }
        let [offset, game] = [0, 0];
        for (const [i, one] of sections.entries()) {
          assert.deepEqual([places.offsetOf(i), places.gameOf(i)], [offset, game]);
          assert.equal(places.indexAt(offset), i);
          offset += one.length;
          game += one.reading?.counts === true ? 1 : 0;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('move by the same amount behind a change: those sections are not looked at', () => {
    let looks = 0;
    const game = (): Placed => ({
      get length() {
        looks++;
        return 10;
      },
      reading: { counts: true },
    });
    const sections = Array.from({ length: 10_000 }, game);
    const places = new Places(sections);
    places.indexAt(0);
    looks = 0;
    sections.splice(5000, 2, game());
    places.moved(5000, 5002, 5001);
    assert.equal(places.offsetOf(9998), 99_980);
    assert.equal(places.gameOf(9998), 9998);
    assert.ok(looks <= 2, `${looks} sections were looked at`);
  });
});
