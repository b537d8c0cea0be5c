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
import { IndependentGames, JudgedGames, judgedLine } from '../../../src/core/mav/stats/independent-games.ts';
import { judgeValues, valuedSections } from '../../../src/core/mav/stats/judge-values.ts';
import { summarizeValues } from '../../../src/core/mav/stats/summary.ts';
import { addTallies, emptyTally } from '../../../src/core/mav/stats/tally.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { toBucket } from '../../../src/core/mav/values.ts';

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
