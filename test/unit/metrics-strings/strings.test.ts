import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { kernel, stringMetrics, withEnPassant } from '../../../src/core/metrics/string-metrics.ts';

describe('string metrics', () => {
  it('measures the whole FEN and the placement alone', () => {
    const metrics = stringMetrics(
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1',
    );
    assert.equal(metrics.placementDistance, 1);
    assert.equal(metrics.editDistance, 4, '1 -> P, b -> w, - -> e3');
    assert.equal(metrics.exactMatch, false);
    assert.equal(metrics.kernel, Math.exp(-0.4));
  });

  it('is as far as the true FEN is long when there is no state in the answer', () => {
    const metrics = stringMetrics(INITIAL_FEN, undefined);
    assert.equal(metrics.editDistance, INITIAL_FEN.length);
    assert.equal(metrics.placementDistance, INITIAL_FEN.indexOf(' '));
    assert.equal(metrics.exactMatch, false);
  });

  it('reads any run of white space as one space', () => {
    const metrics = stringMetrics(INITIAL_FEN, ` ${INITIAL_FEN.replaceAll(' ', ' \r\n\t ')}\n`);
    assert.deepEqual(metrics, { editDistance: 0, placementDistance: 0, kernel: 1, exactMatch: true });
  });

  it('falls with the distance as lambda says', () => {
    assert.equal(kernel(0, 0.5), 1);
    assert.equal(kernel(4, 0.5), Math.exp(-2));
    assert.equal(stringMetrics('abc', 'abd', 2).kernel, Math.exp(-2));
  });

  it('is a distance: symmetric, 0 only for equal texts, at most the longer length', () => {
    const text = fc.string({ unit: fc.constantFrom('r', 'p', '1', '8', '/', ' ', 'w'), maxLength: 90 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { editDistance, exactMatch } = stringMetrics(a, b);
        assert.equal(editDistance, stringMetrics(b, a).editDistance);
        assert.equal(editDistance === 0, exactMatch);
        assert.ok(editDistance <= Math.max(a.length, b.length));
      }),
      { seed: 2 },
    );
  });

  it('replaces the en passant field of six fields only', () => {
    assert.equal(withEnPassant('8/8 w - e3 0 1', '-'), '8/8 w - - 0 1');
    assert.equal(withEnPassant('8/8 w - e3', '-'), '8/8 w - e3');
  });
});
