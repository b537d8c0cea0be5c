import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agreesExactly, agreesOnAverage, relativeError } from '../../../bench/harness/accuracy.ts';
import { type Contestant, contest } from '../../../bench/harness/contest.ts';
import { replaceBetween } from '../../../bench/harness/readme.ts';
import { deviation, median, quantile, spreadOf, standardError } from '../../../bench/harness/spread.ts';
import { figure, tableMarkdown, tableText } from '../../../bench/harness/table.ts';
import { fixturePairs } from '../../../bench/pairs/fixture.ts';
import { text } from '../../../bench/paper/svg/markup.ts';
import { linear, logarithmic } from '../../../bench/paper/svg/scale.ts';

describe('statistics', () => {
  it('quantiles lie between order statistics, whatever the order given', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 3, 2]), 2.5);
    assert.equal(quantile([0, 10], 0.95), 9.5);
    assert.ok(Number.isNaN(quantile([], 0.5)));
    assert.deepEqual(spreadOf([2]), { n: 1, min: 2, median: 2, p95: 2, max: 2, mean: 2 });
  });
  it('the deviation has n - 1 below it and is not known from one value', () => {
    assert.equal(deviation([1, 3]), Math.SQRT2);
    assert.equal(standardError([1, 3]), 1);
    assert.ok(Number.isNaN(deviation([1])));
  });
});

describe('a contest', () => {
  const pairs = fixturePairs().slice(0, 6);
  const contestant = (name: string, rounds: number, stride: number, log: string[]): Contestant => ({
    name,
    rounds,
    stride,
    start(round) {
      log.push(`${name}${round}`);
      return (_, index) => ({ p: round, r: index, cpuMs: 1 });
    },
  });

  it('runs everybody once a round, another one first each time, and slow ones less', async () => {
    const log: string[] = [];
    const outcomes = await contest(
      [contestant('a', 3, 1, log), contestant('b', 3, 1, log), contestant('slow', 1, 4, log)],
      pairs,
      () => {},
    );
    assert.deepEqual(log, ['a0', 'b0', 'slow0', 'b1', 'a1', 'a2', 'b2']);
    assert.deepEqual(
      outcomes.map(({ scored }) => scored.map((rounds) => rounds.length)),
      [Array(6).fill(3), Array(6).fill(3), [1, 0, 0, 0, 1, 0]],
    );
    assert.deepEqual(
      outcomes[2].scored[4].map(({ r }) => r),
      [4],
    );
  });
});

describe('agreement', () => {
  const reference = [
    { p: 0.5, r: 0.4 },
    { p: 0.001, r: 0.2 },
  ];
  const outcome = (shift: (i: number) => number) => ({
    name: 'x',
    scored: reference.map(({ p, r }, i) => [0, 1].map((k) => ({ p: p + shift(2 * i + k), r: r + shift(k), cpuMs: 1 }))),
  });

  it('of an exact method is equality', () => {
    assert.ok(
      agreesExactly(
        outcome(() => 0),
        reference,
      ).ok,
    );
    assert.ok(
      !agreesExactly(
        outcome((i) => (i === 3 ? 1e-6 : 0)),
        reference,
      ).ok,
    );
    assert.ok(!agreesExactly({ name: 'x', scored: [[], []] }, reference).ok);
  });
  it('of an estimator is a mean within its standard error, so a constant shift is found', () => {
    assert.ok(
      agreesOnAverage(
        outcome((i) => (i % 2 === 0 ? 0.02 : -0.02)),
        reference,
        0,
      ).ok,
    );
    assert.ok(
      !agreesOnAverage(
        outcome((i) => 0.02 + 0.001 * (i % 2)),
        reference,
        0.005,
      ).ok,
    );
  });
  it('relative errors leave out what is nearly 0', () => {
    const error = relativeError(
      outcome(() => 0.1),
      reference,
    );
    assert.ok(Math.abs(error - (0.1 / 0.5 + 0.1 / 0.4 + 0.1 / 0.2) / 3) < 1e-12);
  });
});

describe('reports', () => {
  const table = { title: 'T', columns: ['what', 'ms'], rows: [['a | b', '1.5']], notes: ['Note.'] };
  it('are the same table for a terminal and in Markdown', () => {
    assert.equal(tableText(table), 'T\n\nwhat    ms\n-----  ---\na | b  1.5\n\nNote.');
    assert.equal(tableMarkdown(table), '### T\n\n| what | ms |\n| --- | --: |\n| a \\| b | 1.5 |\n\nNote.');
  });
  it('keep three digits', () => {
    assert.deepEqual([1234.5, 12.345, 1.2345, 0.12345, Number.NaN].map(figure), ['1235', '12.3', '1.23', '0.123', '-']);
  });
  it('go between their markers and nowhere else', () => {
    const before = 'x\n<!-- begin a -->\nold\n<!-- end a -->\ny';
    const after = 'x\n<!-- begin a -->\n\nnew\n\n<!-- end a -->\ny';
    assert.equal(replaceBetween(before, 'a', 'new\n'), after);
    assert.equal(replaceBetween(after, 'a', 'new'), after);
    assert.throws(() => replaceBetween(before, 'b', 'new'), /no markers/);
  });
});

describe('pictures', () => {
  it('escape text and set subscripts and powers', () => {
    const markup = text(1, 2.345, 'p_4 < 10^-3');
    assert.match(markup, /^<text x="1" y="2\.35" /);
    assert.match(markup, />p<tspan dy="0\.28em"[^>]*>4<\/tspan><tspan dy="-0\.21em"> <\/tspan>&lt; 10<tspan/);
    assert.match(markup, />−3<\/tspan><\/text>$/);
  });
  it('scales put the ends of the domain at the ends of the range', () => {
    const y = logarithmic([1e-3, 1], [300, 0]);
    assert.deepEqual([y.at(1e-3), Math.round(y.at(0.1)), y.at(1)], [300, 100, 0]);
    assert.deepEqual(
      y.ticks.map((t) => t.label),
      ['10^-3', '10^-2', '10^-1', '1'],
    );
    assert.equal(linear([0, 2], [10, 20], [0, 1, 2]).at(1), 15);
  });
});
