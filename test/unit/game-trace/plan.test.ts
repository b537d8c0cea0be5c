import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changesText, findChanges, maxPlies, nextPlies } from '../../../src/core/evaluation/game-trace/game-traces.ts';

/** Asks until there is nothing left to ask; `lost`: what the model does not know. */
function trace(length: number, every: number, lost: (ply: number) => boolean) {
  const known = new Map<number, boolean>();
  for (let rounds = 0; ; rounds++) {
    const plies = nextPlies(known, length, every);
    if (plies.length === 0) return { known, rounds };
    assert.ok(rounds <= length + 1, 'it comes to an end');
    for (const ply of plies) {
      assert.ok(!known.has(ply), 'nothing is asked twice');
      assert.ok(ply >= 1 && ply <= length);
      known.set(ply, !lost(ply));
    }
  }
}

const says = (length: number, every: number, lost: (ply: number) => boolean): string => {
  const { known } = trace(length, every, lost);
  return changesText(findChanges(known, length), known.size, (ply) => `move ${ply}`);
};

describe('the trace of a game', () => {
  it('begins with every k-th position and the last', () => {
    assert.deepEqual(nextPlies(new Map(), 20, 8), [8, 16, 20]);
    assert.deepEqual(nextPlies(new Map([[8, true]]), 20, 8), [16, 20]);
    assert.deepEqual(nextPlies(new Map(), 3, 8), [3]);
    assert.deepEqual(nextPlies(new Map(), 0, 8), []);
  });

  it('finds the very move after which the position is lost, and has it again', () => {
    assert.equal(
      says(40, 8, (ply) => ply >= 16 && ply < 20),
      'first lost after move 16 (ply 16); recovered at 20',
    );
    assert.equal(
      says(40, 8, (ply) => ply >= 11),
      'first lost after move 11 (ply 11)',
    );
    assert.equal(
      says(40, 8, () => true),
      'first lost after move 1 (ply 1)',
    );
    assert.equal(
      says(40, 8, () => false),
      'never lost in 5 positions',
    );
  });

  it('names the first changes, and counts the others', () => {
    const text = says(80, 4, (ply) => Math.floor(ply / 10) % 2 === 1);
    assert.equal(text, 'first lost after move 10 (ply 10); recovered at 20; lost again at 30; 5 more changes');
  });

  it('says between which plies a change is where nobody asked closer', () => {
    const known = new Map([
      [8, true],
      [16, false],
    ]);
    assert.equal(
      changesText(findChanges(known, 16), 2, (ply) => `move ${ply}`),
      'first lost after move 16 (ply 9 to 16)',
    );
  });

  it('asks few positions, none twice, and leaves every change between neighbours', () => {
    const length = fc.integer({ min: 1, max: 150 });
    const lost = fc.uniqueArray(fc.integer({ min: 1, max: 150 }));
    fc.assert(
      fc.property(length, fc.integer({ min: 1, max: 30 }), lost, (plies, every, at) => {
        const set = new Set(at);
        const { known } = trace(plies, every, (ply) => set.has(ply));
        assert.ok(known.size <= maxPlies(plies, every), `${known.size} of ${maxPlies(plies, every)}`);
        for (const { from, to, kind } of findChanges(known, plies)) {
          assert.equal(to - from, 1);
          assert.equal(set.has(to), kind === 'lost');
        }
      }),
    );
  });
});
