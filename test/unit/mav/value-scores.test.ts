import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import {
  checkValues,
  type ValuedList,
  valuedLists,
  valueHabit,
  valueHabitFinding,
} from '../../../src/core/mav/check/engine-values.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';
import { judgeValues, ReferenceValues, valuedSections } from '../../../src/core/mav/stats/compare-values.ts';
import { IndependentGames, JudgedGames, judgedLine } from '../../../src/core/mav/stats/independent-games.ts';
import { summarizeValues } from '../../../src/core/mav/stats/summary.ts';
import { addTallies, emptyTally } from '../../../src/core/mav/stats/tally.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { bucketMiddle, toBucket } from '../../../src/core/mav/values.ts';

const CELLS = 'abc'.split('').flatMap((file) => [1, 2, 3].map((rank) => `${file}${rank}`));

/** An empty board of Hex with a list and a best action. */
const example = (pairs: Readonly<Record<string, number>>, best: string, command = 'top_all'): string =>
  `# game: ${best}\n<mav game=hex> %state %${command} %best_action </mav>\n[%state x || ${'. '.repeat(9)}||]\n[%${command} ${Object.entries(
    pairs,
  )
    .map(([action, bucket]) => `${action}:<ctrl${bucket}>`)
    .join(' ')}]\n[%best_action ${best}]\n`;

const listIn = (text: string): ValuedList => {
  const [list] = valuedLists(readMavSection(text, 0).item);
  assert.ok(list);
  return list;
};

/** Values of the nine cells: 0.9, 0.8 and so on. */
const VALUES: PositionValues = {
  actions: CELLS.map((action, i) => ({ action, win: 0.9 - i / 10 })),
  outcome: undefined,
  kind: 'engine',
};
const right = Object.fromEntries(VALUES.actions.map(({ action, win }) => [action, toBucket(win, PUBLISHED_DIALECT)]));
const shifted = (by: number) => Object.fromEntries(Object.entries(right).map(([cell, bucket]) => [cell, bucket + by]));
const turned = Object.fromEntries(Object.entries(right).map(([cell, bucket]) => [cell, 65 - bucket]));

const scoresOf = (text: string, values = VALUES) => {
  const tally = addTallies(emptyTally(), { values: judgeValues(listIn(text), values, PUBLISHED_DIALECT) });
  const games = new JudgedGames(new IndependentGames());
  games.add(judgedLine(undefined, '1', tally));
  const summary = summarizeValues(tally.values, games, 1);
  assert.ok(summary);
  return summary;
};

describe('scores of listed values', () => {
  it('are perfect for the values of the source', () => {
    const { n, lists, signed, absolute, tau, best, regret, recall, proved, habit } = scoresOf(example(right, 'a1'));
    assert.deepEqual([lists, n, signed.mean, absolute.mean, tau.mean], [1, 9, 0, 0, 1]);
    assert.deepEqual([best.right, best.n, regret.mean, recall.mean, habit], [1, 1, 0, 1, null]);
    assert.deepEqual(proved, { n: 0, contradicted: 0 });
  });

  it('name values of the other side, and an offset of one bucket', () => {
    assert.match(scoresOf(example(turned, 'a1')).habit ?? '', /^values look like the other side's/);
    assert.equal(scoresOf(example(turned, 'a1')).tau.mean, -1);
    assert.match(scoresOf(example(shifted(1), 'a1')).habit ?? '', /^values look one bucket too high/);
    const low = scoresOf(example(shifted(-1), 'a1'));
    assert.match(low.habit ?? '', /^values look one bucket too low: buckets from 0/);
    assert.deepEqual([low.signed.mean, low.absolute.mean, low.tau.mean], [-1, 1, 1]);
  });

  it('have agreement and regret of the best action, written or by value', () => {
    const second = scoresOf(example(right, 'a3'));
    assert.deepEqual([second.best.right, second.best.n], [0, 1]);
    assert.ok(Math.abs((second.regret.mean ?? 0) - 0.2) < 1e-9);
    const none = example({ ...right, b1: 64 }, 'a1')
      .replace(' %best_action', '')
      .replace(/\[%best.*\n/, '');
    const byValue = scoresOf(none);
    assert.ok(Math.abs((byValue.regret.mean ?? 0) - 0.3) < 1e-9);
  });

  it('have the recall of the k best, of a list of k and by value of all', () => {
    const of = (cells: readonly string[]) => Object.fromEntries(cells.map((cell) => [cell, right[cell] ?? 1]));
    assert.equal(scoresOf(example(of(['a1', 'a2', 'c3']), 'a1', 'top_3')).recall.mean, 2 / 3);
    // of five by value four are among the five best
    assert.equal(scoresOf(example({ ...right, a1: 1, c3: 64 }, 'a2')).recall.mean, 4 / 5);
    const tied = { ...VALUES, actions: CELLS.map((action) => ({ action, win: 0.5 })) };
    assert.equal(scoresOf(example(of(['c1', 'c2', 'c3']), 'c1', 'top_3'), tied).recall.mean, 1);
  });

  it('have what is said and what is so by eighths of the buckets', () => {
    const { calibration } = scoresOf(example(turned, 'a1'));
    assert.equal(
      calibration.reduce((sum, { n }) => sum + n, 0),
      9,
    );
    const [first] = calibration;
    assert.deepEqual([first?.from, first?.to], [1, 8]);
    assert.ok(first !== undefined && first.said < 0.13 && first.source > 0.85);
  });

  it('count values that contradict a proof, which are errors where they stand', () => {
    const proof: PositionValues = {
      actions: CELLS.map((action, i) => {
        const win = i === 0 ? 1 : i === 1 ? 0 : 0.5;
        return { action, win, ...(i < 2 && { interval: { low: win, high: win } }) };
      }),
      outcome: undefined,
      kind: 'estimate',
    };
    const text = example({ ...right, a1: 20, a2: 30 }, 'a1');
    assert.deepEqual(scoresOf(text, proof).proved, { n: 2, contradicted: 1 });
    const found = checkValues(listIn(text), proof, { label: 'playouts' });
    assert.deepEqual(
      found.map(({ code, severity, message }) => `${severity} ${code} ${message}`),
      [
        'error MAV_VALUE_APART a1 has bucket 20, 44 from 64 (a proved win) by playouts',
        'info MAV_VALUE_APART a2 has bucket 30, 29 from 1 (a proved loss) by playouts',
      ],
    );
  });
});

describe('values that are all wrong in one way', () => {
  it('are one finding for many lists', () => {
    const valued = [example(turned, 'a1'), example(turned, 'a1')].map((text) => ({
      list: listIn(text),
      values: VALUES,
    }));
    const one = valueHabitFinding(valued, { label: 'an engine' });
    assert.equal(one?.severity, 'warning');
    assert.match(one?.message ?? '', /^values look like the other side's: .* \(18 values, by an engine\)$/);
    assert.equal(valueHabitFinding([{ list: listIn(example(right, 'a1')), values: VALUES }], { label: '' }), undefined);
  });

  it('are none where values are just bad', () => {
    assert.equal(valueHabit({ n: 40, signed: 10, absolute: 500, flipped: 480, above: 3, below: 2 }), undefined);
    assert.equal(valueHabit({ n: 4, signed: 4, absolute: 4, flipped: 90, above: 4, below: 0 }), undefined);
  });
});

describe('lists that can be valued', () => {
  it('are told with the game that their example names', () => {
    const [one, ...others] = valuedSections(example(right, 'a1'), PUBLISHED_DIALECT);
    assert.deepEqual([one?.game, one?.source, one?.lists.length, others.length], ['hex', 'a1', 1, 0]);
  });
});

describe('values of a reference file', () => {
  const reference = (text: string): ReferenceValues => {
    const source = new ReferenceValues('right.mav');
    source.add(text, PUBLISHED_DIALECT);
    return source;
  };
  const scored = async (text: string, source: ReferenceValues) => {
    const values = await source.values(listIn(text).position);
    assert.ok(values.ok);
    return scoresOf(text, values.value);
  };

  it('are those of its list of the same position, in buckets', async () => {
    const same = await scored(example(right, 'a1'), reference(example(right, 'a1')));
    assert.deepEqual([same.n, same.absolute.mean, same.tau.mean, same.best.right, same.recall.mean], [9, 0, 1, 1, 1]);
    const high = await scored(example(shifted(1), 'a2'), reference(example(right, 'a1')));
    assert.deepEqual([high.signed.mean, high.best.right, high.proved.n], [1, 0, 0]);
    assert.match(high.habit ?? '', /one bucket too high/);
    const base0 = { ...PUBLISHED_DIALECT, base: 0, rounding: 'round' } as const;
    for (let bucket = 0; bucket < 64; bucket++) assert.equal(toBucket(bucketMiddle(bucket, base0), base0), bucket);
  });

  it('say of a list of k that its first is the best, and nothing of what it leaves out', async () => {
    const two = reference(example({ a1: right['a1'] ?? 1, a2: right['a2'] ?? 1 }, 'a1', 'top_2'));
    const other = await scored(example(right, 'c3'), two);
    assert.deepEqual([other.n, other.best.right, other.best.n, other.regret.mean], [2, 0, 1, null]);
    // of a longer list of the same position the longer one counts
    two.add(example(right, 'a1'), PUBLISHED_DIALECT);
    assert.equal((await scored(example(right, 'c3'), two)).regret.mean?.toFixed(2), '0.80');
  });

  it('are missing for other positions, and for lists without values', async () => {
    const empty = reference(example(right, 'a1').replaceAll(/:<ctrl\d+>/g, ''));
    assert.equal(empty.size, 0);
    const found = await empty.values(listIn(example(right, 'a1')).position);
    assert.ok(!found.ok && found.error.message === 'right.mav has no list of the position');
  });
});

describe('intervals of scores', () => {
  it('have the bounds of their unit: errors in buckets exceed 1, tau is negative', () => {
    const games = new JudgedGames(new IndependentGames());
    let all = emptyTally();
    for (let i = 0; i < 20; i++) {
      const cells = i % 2 === 0 ? turned : shifted(-5);
      const tally = addTallies(emptyTally(), {
        values: judgeValues(listIn(example(cells, 'a1')), VALUES, PUBLISHED_DIALECT),
      });
      all = addTallies(all, tally);
      games.add(judgedLine(undefined, String(i), tally));
    }
    const { absolute, signed, tau } = summarizeValues(all.values, games, 1) ?? {};
    for (const [name, summary] of Object.entries({ absolute, signed, tau })) {
      const { mean, low, high } = summary ?? {};
      assert.ok(typeof mean === 'number' && typeof low === 'number' && typeof high === 'number', name);
      assert.ok(low < mean && mean < high, `${name}: ${low} ${mean} ${high}`);
    }
    assert.ok((absolute?.high ?? 0) > 10 && (tau?.low ?? 0) < 0);
  });
});
