import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LineAnswer, stateLine } from '../../../src/core/evaluation/game-trace/timeline.ts';
import {
  axisSteps,
  barAt,
  cellShade,
  drawTimelineRow,
  PRINTED,
  plyWidth,
  TIMELINE_BAR,
  TIMELINE_ROW,
  timelinePicture,
} from '../../../src/core/evaluation/game-trace/timeline-picture.ts';
import { lineOf } from '../../support/line.ts';

const LINE = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6');
const fen = (at: number): string => LINE[at]?.fen ?? '';

/** An answer, right or a ply too late, with its p and r at depth 1. */
const answer = (label: string, at: number, p: number | null, isRight = p === 1): LineAnswer => {
  const scores = { m: 1, p: [p ?? 0], r: [p ?? 0], samples: null, standardError: null, conditional: null };
  const vacuous = { p: false, r: false };
  return { label, at, fen: fen(isRight ? at : at - 1), ...(p !== null && { scores: { ...scores, vacuous } }) };
};
const lineWith = (...answers: LineAnswer[]) =>
  stateLine(LINE, answers, { title: 'Me & <you>', variant: 'chess', m: 1 });

/** Left edge and height of the rectangles of a path. */
const rectangles = (d: string | undefined): [x: number, height: number][] =>
  [...(d ?? '').matchAll(/M([\d.]+) [\d.]+v-([\d.]+)/g)].map(([, x, height]) => [Number(x), Number(height)]);

describe('the drawing of a timeline', () => {
  const line = lineWith(
    answer('gpt-4o', 1, 1),
    answer('gpt-4o', 2, 0.5),
    answer('gpt-4o', 3, 0.1),
    answer('gpt-4o', 4, 0),
    answer('gpt-4o', 6, 1),
    answer('gpt-4o', 7, null),
    answer('gpt-4o', 8, 1),
  );
  const [row] = line.rows;
  const drawn = row && drawTimelineRow(row, line.steps, 10);
  const bars = (shade: string) => rectangles(drawn?.bars.find((one) => one.shade === shade)?.d);

  it('has bars as high as p, a tick on the floor for 0, nothing for what was not asked', () => {
    assert.deepEqual(bars('one'), [
      [10.5, TIMELINE_BAR],
      [60.5, TIMELINE_BAR],
      [80.5, TIMELINE_BAR],
    ]);
    assert.deepEqual(bars('high'), [[20.5, TIMELINE_BAR / 2]]);
    assert.deepEqual(bars('low'), [[30.5, 2.5]]);
    assert.deepEqual(bars('zero'), [[40.5, 2.5]]);
    const all = (drawn?.bars ?? []).flatMap(({ d }) => rectangles(d)).map(([x]) => x);
    assert.deepEqual(
      all.filter((x) => x === 0.5 || x === 50.5),
      [],
    );
  });

  it('draws the share of right squares where p is not computed', () => {
    assert.deepEqual(bars('board'), [[70.5, Math.round((62 / 64) * TIMELINE_BAR * 100) / 100]]);
    assert.deepEqual(cellShade({ p: null, boardAccuracy: 0.25 }), { shade: 'board', share: 0.25 });
    assert.deepEqual(cellShade({ p: 0.999, boardAccuracy: 1 }), { shade: 'high', share: 0.999 });
  });

  it('marks where a position was lost first, was lost again, and was known again', () => {
    assert.deepEqual(
      drawn?.markers.map(({ marker, x }) => [marker, x]),
      [
        ['first lost', 25],
        ['recovered', 65],
        ['lost again', 75],
        ['recovered', 85],
      ],
    );
  });

  it('never makes a ply narrower than a pixel', () => {
    assert.equal(plyWidth(300, 216), 1);
    assert.equal(plyWidth(100, 216), 2.16);
    for (const step of [1, 1.5, 2, 3.3, 4, 12, 90]) {
      const { x, width } = barAt(3, step);
      assert.ok(width >= 1 && x >= 3 * step && x + width <= 4 * step + 1e-9, String(step));
    }
  });

  it('labels the axis without crowding', () => {
    assert.deepEqual(axisSteps(9, 50), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert.deepEqual(axisSteps(65, 5), [0, 10, 20, 30, 40, 50, 60]);
    assert.deepEqual(axisSteps(301, 1), [0, 50, 100, 150, 200, 250, 300]);
  });

  it('is a picture of its own, with the same bars, a legend of what occurs, and nothing that runs or loads', () => {
    const svg = timelinePicture(line);
    assert.match(svg, /^<svg .*<title>Me &#38; &#60;you&#62;: p₁ by ply<\/title>/);
    assert.match(svg, /<title>gpt-4o: first lost after 1\.\.\.e5 \(ply 2\)/);
    assert.deepEqual(
      [...svg.matchAll(/>([^<>]*)<\/text><\/g>/g)].slice(-8).map(([, name]) => name),
      [
        'p₁ 1',
        'p₁ 0.5 and more',
        'p₁ below 0.5',
        'p₁ 0',
        'right squares, where p is not computed',
        'right squares',
        'first lost',
        'lost again',
        'recovered',
      ].slice(-8),
    );
    assert.ok(svg.includes(`v${-TIMELINE_BAR}h`) && svg.includes(`M0 ${TIMELINE_ROW}H`));
    assert.doesNotMatch(svg, /<script|href|style=|NaN|undefined/);
  });

  it('counts by what the steps are: plies, actions, positions, records of a file from 1', () => {
    const words = (changed: Partial<typeof line>): (string | undefined)[] => {
      const svg = timelinePicture({ ...line, ...changed });
      return [/: p₁ by (\w+)</, /">(ply|action|position)</, /middle">(\d+)</].map((found) => found.exec(svg)?.[1]);
    };
    const records = line.steps.map((step, i) => ({ ...step, name: `Position ${i + 1}` }));
    assert.deepEqual(
      [{}, { variant: 'world:othello6' as const }, { labels: 'states' as const }, { steps: records }].map(words),
      [
        ['ply', 'ply', '0'],
        ['action', 'action', '0'],
        ['position', 'position', '0'],
        ['position', 'position', '1'],
      ],
    );
  });

  it('has the colors of what occurs in its legend: grays where only baselines are shown', () => {
    const rows = line.rows.map((row) => ({ ...row, isBaseline: true }));
    const svg = timelinePicture({ ...line, rows });
    for (const color of Object.values(PRINTED.bars))
      assert.ok(!svg.includes(`fill="${color}"/>`) || color === PRINTED.lost, color);
  });
});
