import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Range } from '../../../src/core/base/text/range.ts';
import { completeMav } from '../../../src/core/mav/features/completion.ts';
import { mavHover } from '../../../src/core/mav/features/hover.ts';
import { mavLenses } from '../../../src/core/mav/features/lenses.ts';
import { actionSpans, mavFolds, mavSymbol } from '../../../src/core/mav/features/outline.ts';
import { statePredictions } from '../../../src/core/mav/features/section-states.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';

const DISCS = `<mav game=connect_four> %prev_state %prev_action %state %top_all %best_action %state </mav>
[%prev_state x || ${'. '.repeat(35)}. . . o . . . ||]
[%prev_action x3]
[%state o || ${'. '.repeat(28)}. . . x . . . . . . o . . . ||]
[%top_all o0:<ctrl3> o3:<ctrl3>]
[%best_action o3]
[%state x || ${'. '.repeat(28)}. . . x . . . . . . o . . . ||]
`;
const TEXTS = [
  fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8'),
  fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8'),
  DISCS,
  DISCS.replace('connect_four', 'hex'),
];

/** One of the texts with a piece cut out and another one from any of them put in. */
const mangled = fc
  .tuple(fc.constantFrom(...TEXTS), fc.constantFrom(...TEXTS), fc.nat(), fc.nat(60), fc.nat(), fc.nat(60))
  .map(([text, other, at, cut, from, length]) => {
    const start = at % text.length;
    const source = from % other.length;
    return text.slice(0, start) + other.slice(source, source + length) + text.slice(start + cut);
  });

describe('features of MAV', () => {
  it('answer for any text, in ranges that lie in it', () => {
    const comparer = new PairComparer('chess');
    fc.assert(
      fc.property(mangled, fc.array(fc.nat(), { maxLength: 20 }), (text, places) => {
        const view = mavView(text);
        const ranges: Range[] = [];
        for (const place of places) {
          const offset = place % (text.length + 1);
          const hover = mavHover(view, offset);
          if (hover !== undefined) {
            ranges.push(hover.range);
            assert.ok(hover.range.start <= offset && offset < hover.range.end);
          }
          ranges.push(...completeMav(view, offset).map(({ range }) => range));
        }
        const symbol = mavSymbol(view, 1);
        if (symbol !== undefined) ranges.push(symbol.range);
        const { lenses } = mavLenses(view, PUBLISHED_DIALECT);
        for (const { title } of lenses) assert.doesNotMatch(title, /undefined|NaN|null/);
        const predictions = statePredictions(view);
        for (const prediction of predictions) {
          const { fen, trueFen, variant } = prediction;
          assert.equal(prediction.history().at(-1)?.fen, trueFen);
          if (variant === 'chess') assert.equal(comparer.text({ trueFen, predictedFen: fen }).truthReason, null);
        }
        ranges.push(...mavFolds(view), ...[...lenses, ...predictions, ...actionSpans(view)].map(({ range }) => range));
        for (const { start, end } of ranges) assert.ok(0 <= start && start <= end && end <= text.length);
      }),
    );
  });
});
