import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { carried, clamped, revealed, type Span, zoomed } from '../../src/webview/tree/drawing/icicle-scene.ts';

/** A span inside of 0 to 1 that is not too small. */
const spans = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .filter(([a, b]) => Math.abs(a - b) > 1e-4)
  .map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]);
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
const isInside = ([from, to]: Span): boolean => from >= 0 && to <= 1 + 1e-12 && to > from;

describe('the span of an icicle that is on the screen', () => {
  it('keeps what is under the pointer there when it is zoomed, unless an end is reached', () => {
    fc.assert(
      fc.property(
        spans,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (span, at, factor) => {
          const after = zoomed(span, at, factor);
          assert.ok(isInside(after));
          const place = span[0] + at * (span[1] - span[0]);
          if (after[0] > 0 && after[1] < 1) assert.ok(near(after[0] + at * (after[1] - after[0]), place));
          if (factor > 1) assert.ok(after[1] - after[0] <= span[1] - span[0] + 1e-9);
        },
      ),
    );
  });

  it('is moved back inside with its size, and is never wider than all or narrower than numbers tell', () => {
    assert.deepEqual(clamped([-0.2, 0.3]), [0, 0.5]);
    assert.deepEqual(clamped([0.75, 1.25]), [0.5, 1]);
    assert.deepEqual(clamped([-3, 8]), [0, 1]);
    const [from, to] = clamped([0.5, 0.5]);
    assert.ok(to > from && to - from < 1e-6);
    fc.assert(fc.property(spans, (span) => assert.ok(isInside(clamped(span)))));
  });

  it('follows a box that has changed its place', () => {
    assert.deepEqual(carried([0.25, 0.5], [0.25, 0.5], [0.5, 1]), [0.5, 1]);
    const [from, to] = carried([0.3, 0.4], [0.2, 0.6], [0, 0.2]);
    assert.ok(near(from, 0.05) && near(to, 0.1));
  });

  it('moves as little as shows a box, and zooms only to one that cannot be seen', () => {
    fc.assert(
      fc.property(spans, spans, (span, box) => {
        const after = revealed(span, box, 0.01, 0.1);
        const size = after[1] - after[0];
        assert.ok(isInside(after));
        assert.ok(after[0] < box[1] && after[1] > box[0]);
        if (box[1] - box[0] < 0.01 * (span[1] - span[0])) assert.ok((box[1] - box[0]) / size > 0.099 || size < 2e-7);
        else assert.ok(near(size, span[1] - span[0]));
      }),
    );
    assert.deepEqual(revealed([0.2, 0.4], [0.3, 0.35], 0.01, 0.1), [0.2, 0.4]);
    assert.deepEqual(
      revealed([0, 0.2], [0.3, 0.35], 0.01, 0.1).map((x) => x.toFixed(2)),
      ['0.15', '0.35'],
    );
  });
});
