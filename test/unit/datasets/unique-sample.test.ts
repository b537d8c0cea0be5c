import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { type Allocation, isInShare, Sampler } from '../../../src/core/datasets/sampler.ts';
import { readStrata, readWeight } from '../../../src/core/datasets/strata.ts';
import { readUniqueRule, uniqueness } from '../../../src/core/datasets/uniqueness.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';
import { itLong } from '../../support/thorough.ts';

const factsOf = (text: string): GameFacts => new GameFacts(text, readChunk(text, 0), 0);

/** The games that are new, by their place. */
function newOnes(by: string, games: readonly string[], excluded: readonly string[] = [], within = true): number[] {
  const rule = readUniqueRule(by);
  assert.ok(rule.ok, by);
  const uniques = uniqueness(rule.value, within);
  for (let pass = 0; pass < Math.max(1, uniques.passes); pass++) {
    for (const game of excluded) uniques.exclude(factsOf(game), pass);
    for (const game of games) uniques.look(factsOf(game), pass);
  }
  return [...games.keys()].filter((i) => uniques.isNew(factsOf(games[i] ?? '')));
}

describe('unique games', () => {
  it('by moves differ in a move, however it is written', () => {
    const games = ['1. e4 e5 *', '1. e2-e4 {x} e7e5 1-0', '1. e4 *', '1. e5', '1. e5 *', '1. e6'];
    assert.deepEqual(newOnes('moves', games), [0, 2, 3, 5]);
    assert.deepEqual(newOnes('moves', games, ['1. e4']), [0, 3, 5]);
    assert.deepEqual(newOnes('moves', games, ['1. e4'], false), [0, 1, 3, 4, 5]);
    const other = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *';
    assert.deepEqual(newOnes('moves', ['1. e4 *', other, other]), [0, 1]);
  });

  it('by position differ at the end', () => {
    assert.deepEqual(
      newOnes('position', ['1. e4 e5 2. Nf3', '1. Nf3 e5 2. e4', '1. Nf3', '1. Nf3 e4 2. e5']),
      [0, 2, 3],
    );
  });

  it('by prefix are not continued by another', () => {
    const games = ['1. e4', '1. e4 e5', '1. e4 e5', '1. d4', '1. e4 c5', '*'];
    assert.deepEqual(newOnes('prefix', games), [1, 3, 4]);
    assert.deepEqual(newOnes('prefix', games, ['1. d4 d5', '1. e4 c5']), [1]);
    assert.deepEqual(newOnes('prefix', games, ['1. d4 d5'], false), [0, 1, 2, 4]);
  });

  it('by positions have more new ones than the share allows', () => {
    const games = [
      '1. e4 e5 2. Nf3 Nc6',
      '1. e4 e5 2. Nf3 d6',
      '1. Nf3 e5 2. e4 Nc6',
      '1. e4 e5',
      '*',
      '*',
      '1. d5',
      '1. d5',
    ];
    assert.deepEqual(newOnes('positions', games), [0, 1, 2, 4, 6]);
    assert.deepEqual(newOnes('positions:75%', games), [0, 2, 4, 6]);
    assert.deepEqual(newOnes('positions:0.5', games), [0, 4, 6]);
    assert.deepEqual(newOnes('positions:75%', games, ['1. e4 e5 2. Nf3 Nc6'], false), [2, 4, 5, 6, 7]);
    for (const wrong of ['moves:1', 'positions:0', 'positions:101%', 'position:1', 'x', 'positions:'])
      assert.ok(!readUniqueRule(wrong).ok, wrong);
  });

  it('are those of a naive comparison', () => {
    const line = fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 });
    const SAN: Readonly<Record<string, readonly string[]>> = {
      a: ['a3', 'a6', 'a4', 'a5'],
      b: ['b3', 'b6', 'b4', 'b5'],
    };
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const moves = lines.map((letters) => letters.map((letter, i) => SAN[letter]?.[i] ?? ''));
        const text = moves.map((one) => one.join(' '));
        const isContinued = (one: string): boolean => text.some((other) => other !== one && other.startsWith(one));
        const first = [...text.keys()].filter((i) => text.indexOf(text[i] ?? '') === i);
        const games = text.map((one) => `${one} *`);
        assert.deepEqual(newOnes('moves', games), first);
        assert.deepEqual(
          newOnes('prefix', games),
          first.filter((i) => !isContinued(text[i] ?? '')),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('a weighted sample', () => {
  it('draws in proportion to the weights, and nothing without weight', () => {
    const weights = [1, 2, 4, 0, 1];
    const counts = weights.map(() => 0);
    const draws = 4000;
    for (let seed = 0; seed < draws; seed++) {
      const sampler = new Sampler<number>(1, seed);
      for (const [i, weight] of weights.entries()) sampler.offer('', () => i, weight);
      for (const i of sampler.items()) counts[i] = (counts[i] ?? 0) + 1;
    }
    for (const [i, weight] of weights.entries()) {
      const expected = (draws * weight) / 8;
      assert.ok(Math.abs((counts[i] ?? 0) - expected) <= 4 * Math.sqrt(expected), `${i}: ${counts[i]}, ${expected}`);
    }
    const some = new Sampler<number>(4, 1);
    for (const [i, weight] of weights.entries()) some.offer('', () => i, weight);
    assert.deepEqual(some.items(), [0, 1, 2, 4]);
  });

  it('takes the weight from a field with a number', () => {
    const weightOf = readWeight('elo');
    assert.ok(weightOf.ok);
    assert.equal(weightOf.value(factsOf('[WhiteElo "1500"]\n[BlackElo "1400"]\n\n*')), 1400);
    assert.equal(weightOf.value(factsOf('[WhiteElo "1500"]\n\n*')), 0);
    assert.ok(!readWeight('white').ok && !readWeight('nothing').ok && readWeight('Weight').ok);
  });
});

describe('a sample', () => {
  const drawn = (size: number, strata: readonly string[], seed = 1): number[] => {
    const sampler = new Sampler<number>(size, seed);
    for (const [i, stratum] of strata.entries()) sampler.offer(stratum, () => i);
    return sampler.items();
  };

  it('has its size, in order, and depends on the seed alone', () => {
    const strata = Array.from({ length: 1000 }, () => '');
    const one = drawn(100, strata);
    assert.equal(new Set(one).size, 100);
    assert.deepEqual(
      one,
      [...one].sort((a, b) => a - b),
    );
    assert.deepEqual(drawn(100, strata), one);
    assert.notDeepEqual(drawn(100, strata, 2), one);
    assert.deepEqual(drawn(10, strata.slice(0, 4)), [0, 1, 2, 3]);
  });

  it('draws each item as often as any other', () => {
    const counts = new Array<number>(20).fill(0);
    const strata = counts.map(() => '');
    for (let seed = 0; seed < 4000; seed++) for (const i of drawn(5, strata, seed)) counts[i] = (counts[i] ?? 0) + 1;
    // 1000 expected, standard deviation 27
    for (const count of counts) assert.ok(Math.abs(count - 1000) < 140, String(counts));
    const share = Array.from({ length: 10_000 }, (_, i) => i).filter((i) => isInShare(0.2, 3, i)).length;
    assert.ok(Math.abs(share - 2000) < 200, String(share));
  });

  it('is as even over strata as these allow, and random within each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(1000),
        (strata, size, seed) => {
          const items = drawn(size, strata, seed);
          assert.equal(items.length, Math.min(size, strata.length));
          const all = drawn(
            size,
            strata.map(() => ''),
            seed,
          );
          if (new Set(strata).size < 2) assert.deepEqual(items, all);
          const of = (name: string) => items.filter((i) => strata[i] === name).length;
          const offered = (name: string) => strata.filter((one) => one === name).length;
          const cut = ['a', 'b', 'c', 'd'].filter((name) => of(name) < offered(name));
          const largest = Math.max(0, ...['a', 'b', 'c', 'd'].map(of));
          for (const name of cut) assert.ok(of(name) >= largest - 1, `${strata.join('')}: ${items.join()}`);
        },
      ),
      { numRuns: 1000 },
    );
  });

  /** Share of the samples of `seeds` seeds in which each item is. */
  const frequencies = (size: number, strata: readonly string[], allocation: Allocation, seeds: number): number[] => {
    const counts = new Array<number>(strata.length).fill(0);
    for (let seed = 0; seed < seeds; seed++) {
      const sampler = new Sampler<number>(size, seed, allocation);
      for (const [i, stratum] of strata.entries()) sampler.offer(stratum, () => i);
      for (const i of sampler.items()) counts[i] = (counts[i] ?? 0) + 1;
    }
    return counts.map((count) => count / seeds);
  };

  itLong('draws the items of a stratum equally often, and strata without regard to the order of the input', () => {
    const seeds = 2000;
    const near = (share: number, expected: number, text: string): void =>
      assert.ok(Math.abs(share - expected) <= 4 * Math.sqrt((expected * (1 - expected)) / seeds) + 1e-9, text);
    const sizes = { a: 30, b: 10, c: 4, d: 1 };
    const blocks = Object.entries(sizes).flatMap(([name, size]) => new Array<string>(size).fill(name));
    const shuffled = blocks.map((_, i) => blocks[(i * 17) % blocks.length] ?? '');
    for (const strata of [blocks, [...blocks].reverse(), shuffled]) {
      // 11 games over 4 strata: 1 of d, 3 or 4 of the others, each of which has the extra item in a third of the samples
      for (const [i, share] of frequencies(11, strata, 'equal', seeds).entries()) {
        const size = sizes[strata[i] as keyof typeof sizes];
        near(share, size === 1 ? 1 : (3 + 1 / 3) / size, `equal ${i} ${strata[i]}: ${share}`);
      }
      for (const [i, share] of frequencies(11, strata, 'proportional', seeds).entries())
        near(share, 11 / strata.length, `proportional ${i} ${strata[i]}: ${share}`);
      const many = strata.map((_, i) => `event ${i}`);
      for (const [i, share] of frequencies(5, many, 'equal', seeds).entries())
        near(share, 5 / many.length, `many strata ${i}: ${share}`);
    }
  });

  it('has the quotas of its allocation, and says them', () => {
    const strata = ['a', 'a', 'b', 'a', 'a', 'b', 'a', 'a', 'c'];
    for (let seed = 0; seed < 50; seed++) {
      const sampler = new Sampler<number>(3, seed, 'proportional');
      for (const [i, stratum] of strata.entries()) sampler.offer(stratum, () => i);
      const figures = sampler.figures();
      assert.deepEqual(
        figures.map(({ name, size }) => [name, size]),
        [
          ['a', 6],
          ['b', 2],
          ['c', 1],
        ],
      );
      assert.equal(figures[0]?.sampled, 2);
      assert.equal(
        figures.reduce((sum, { sampled }) => sum + sampled, 0),
        sampler.items().length,
      );
      for (const { size, sampled, weight } of figures) assert.equal(weight, sampled === 0 ? null : size / sampled);
    }
  });

  it('has strata by steps of numbers and by first letters', () => {
    const game = factsOf('[WhiteElo "2210"]\n[BlackElo "2450"]\n[ECO "B90"]\n\n1. e4 *');
    const stratum = (fields: string): string => {
      const read = readStrata(fields);
      assert.ok(read.ok);
      return read.value(game);
    };
    assert.equal(stratum('elo.mean:200,eco:1'), '2200 B');
    assert.equal(stratum('elo:100,result,mate'), '2200/2400 * false');
    for (const wrong of ['ello', 'elo:0', 'elo:x', '', 'elo,,eco']) assert.equal(readStrata(wrong).ok, false, wrong);
  });
});
