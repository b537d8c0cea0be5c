import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import {
  addPoints,
  computeRatings,
  type ScoreTable,
  scoreTable,
  shareToElo,
} from '../../../src/core/league/bradley-terry.ts';
import { playerRatings } from '../../../src/core/league/ratings.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { expectedShare, simulatedOpenings } from './simulated.ts';

/** A table of points: a from b, and b from a. */
function tableOf(count: number, scores: readonly (readonly [number, number, number, number])[]): ScoreTable {
  const table = scoreTable(count);
  for (const [a, b, ofA, ofB] of scores) addPoints(table, a, b, ofA, ofB);
  return table;
}

const near = (found: number | null | undefined, expected: number, within = 1e-6): void =>
  assert.ok(typeof found === 'number' && Math.abs(found - expected) <= within, `${found}, expected ${expected}`);

const arbitraryScores = fc
  .integer({ min: 2, max: 7 })
  .chain((count) =>
    fc.record({
      count: fc.constant(count),
      // every two players took points from each other: all ratings are finite
      points: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: count * count, maxLength: count * count }),
    }),
  )
  .map(({ count, points }): ScoreTable => {
    const table = scoreTable(count);
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++)
        addPoints(table, a, b, points[a * count + b] ?? 1, points[b * count + a] ?? 1);
    return table;
  });

describe('ratings by maximum likelihood', () => {
  it('of two players are the Elo difference of their share of the points', () => {
    const { elo } = computeRatings(tableOf(2, [[0, 1, 7.5, 2.5]]));
    near((elo[0] ?? 0) - (elo[1] ?? 0), shareToElo(0.75));
    near(shareToElo(0.75), 190.848, 1e-3);
    near((elo[0] ?? 0) + (elo[1] ?? 0), 0);
  });

  it('give each player the points that it took: the condition of the likelihood', () => {
    fc.assert(
      fc.property(arbitraryScores, (table) => {
        const { elo } = computeRatings(table);
        const { count, points } = table;
        for (let a = 0; a < count; a++) {
          let [taken, expected] = [0, 0];
          for (let b = 0; b < count; b++) {
            const own = points[a * count + b] ?? 0;
            taken += own;
            if (a !== b) expected += (own + (points[b * count + a] ?? 0)) * expectedShare(elo[a] ?? 0, elo[b] ?? 0);
          }
          near(taken, expected, 1e-6 * Math.max(1, taken));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are symmetric: points the other way round turn their signs, and players in another order keep theirs', () => {
    fc.assert(
      fc.property(arbitraryScores, fc.nat(100), (table, by) => {
        const { count, points } = table;
        const { elo } = computeRatings(table);
        const turned = scoreTable(count);
        const moved = scoreTable(count);
        const to = (player: number): number => (player + by) % count;
        for (let a = 0; a < count; a++)
          for (let b = 0; b < count; b++) {
            turned.points[a * count + b] = points[b * count + a] ?? 0;
            moved.points[to(a) * count + to(b)] = points[a * count + b] ?? 0;
          }
        const [other, same] = [computeRatings(turned).elo, computeRatings(moved).elo];
        for (let a = 0; a < count; a++) {
          near(other[a], -(elo[a] ?? 0));
          near(same[to(a)], elo[a] ?? 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('recover known strengths from many games', () => {
    const known = [-300, -80, 0, 120, 260];
    const openings = simulatedOpenings(known, 4000, seeded(7), 0.3);
    const found = playerRatings(known.length, openings, [], seeded(1), 2);
    const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
    for (const [i, elo] of known.entries()) near(found[i]?.elo, elo - mean, 12);
    // from an anchor they differ by a constant
    const anchored = playerRatings(known.length, openings, [{ player: 1, elo: 1000 }], seeded(1), 2);
    for (const [i, one] of found.entries()) near(anchored[i]?.elo, (one.elo ?? 0) - (found[1]?.elo ?? 0) + 1000);
    assert.equal(anchored[1]?.none, 'anchor');
  });

  it('are finite only among players who all took points from each other', () => {
    // 0 and 1 beat each other, both beat 2 always, 3 has no games
    const { component, order } = computeRatings(
      tableOf(4, [
        [0, 1, 3, 1],
        [0, 2, 4, 0],
        [1, 2, 4, 0],
      ]),
    );
    assert.deepEqual([...component], [0, 0, 2, 3]);
    assert.deepEqual([order(0, 2), order(2, 0), order(0, 3)], ['above', 'below', 'apart']);
  });
});

describe('intervals of ratings', () => {
  itLong('cover the true difference in about 95 of 100 leagues', () => {
    const known = [-150, 0, 50, 200];
    const random = seeded(2026);
    for (const count of [12, 40]) {
      let [covered, all] = [0, 0];
      for (let league = 0; league < thoroughly(300, 120); league++) {
        const openings = simulatedOpenings(known, count, random, 0.2);
        const found = playerRatings(known.length, openings, [{ player: 1, elo: 0 }], random, 300);
        for (const [i, { low, high }] of found.entries()) {
          if (i === 1) continue;
          assert.ok(low !== null && high !== null);
          all++;
          if (low <= (known[i] ?? 0) && (known[i] ?? 0) <= high) covered++;
        }
      }
      const share = covered / all;
      assert.ok(share > 0.915 && share < 0.985, `${count} openings: ${share.toFixed(3)} of ${all} intervals cover`);
    }
  });

  it('around the mean cover as well, and are narrower with more openings', () => {
    const known = [-200, -50, 60, 190];
    const random = seeded(5);
    let [covered, all] = [0, 0];
    const widths: number[] = [];
    for (const count of [20, 80])
      for (let league = 0; league < 40; league++) {
        const found = playerRatings(known.length, simulatedOpenings(known, count, random), [], random, 300);
        for (const [i, { low, high }] of found.entries()) {
          all++;
          if ((low ?? 0) <= (known[i] ?? 0) && (known[i] ?? 0) <= (high ?? 0)) covered++;
          if (i === 0) widths.push((high ?? 0) - (low ?? 0));
        }
      }
    const mean = (list: number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
    assert.ok(covered / all > 0.9 && covered / all < 0.99, (covered / all).toFixed(3));
    const [few, many] = [mean(widths.slice(0, 40).filter(Number.isFinite)), mean(widths.slice(40))];
    assert.ok(many < 0.65 * few, `${few} with 20 openings, ${many} with 80`);
  });

  it('are none with fewer than ten openings, without variation, and where a player won or lost everything', () => {
    const opening = (ofA: number): ScoreTable => tableOf(2, [[0, 1, ofA, 2 - ofA]]);
    const nine = Array.from({ length: 9 }, (_, i) => opening(i % 2 === 0 ? 1.5 : 1));
    assert.equal(playerRatings(2, nine, [], seeded(1))[0]?.none, 'few-openings');
    const alike = Array.from({ length: 20 }, () => opening(1));
    assert.equal(playerRatings(2, alike, [], seeded(1))[0]?.none, 'no-variation');
    const won = Array.from({ length: 20 }, () => opening(2));
    const [above, below] = playerRatings(2, won, [], seeded(1));
    assert.deepEqual([above?.elo, above?.standing, above?.none], [null, 'above', 'unbounded']);
    assert.deepEqual([below?.elo, below?.standing], [null, 'below']);
  });

  it('have no end on the side where one lost point decides, and treat both players alike', () => {
    const openings = Array.from({ length: 20 }, (_, i) => tableOf(2, [[0, 1, i === 0 ? 1 : 2, i === 0 ? 1 : 0]]));
    const [better, worse] = playerRatings(2, openings, [], seeded(1));
    assert.ok(better !== undefined && worse !== undefined && better.elo !== null && worse.elo !== null);
    assert.equal(better.high, Number.POSITIVE_INFINITY);
    assert.equal(worse.low, Number.NEGATIVE_INFINITY);
    assert.ok((better.low ?? 0) > 0 && (worse.high ?? 0) < 0);
    near(better.low, -(worse.high ?? 0), 1e-6);
  });

  it('of other players stay bounded where one player nearly lost everything', () => {
    const random = seeded(3);
    const openings = simulatedOpenings([0, 40, -30, -2000], 40, random);
    // the last took a single point
    addPoints(openings[0], 3, 0, 1, 0);
    const found = playerRatings(4, openings, [], seeded(1));
    for (const { low, high } of found.slice(0, 3)) assert.ok(Number.isFinite(low) && Number.isFinite(high));
    assert.equal(found[3]?.low, Number.NEGATIVE_INFINITY);
  });
});
