import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ComparePlace } from '../../../src/protocol/lsp.ts';
import { comparePlaces, neighboringPlace } from '../../../src/server/comparison/comparison-step.ts';
import { ServerDocument } from '../../../src/server/documents/document.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const TEXT = `1. e4 { [%pfen a ${FEN}] }
{ [%pfen b ${FEN}] } e5 (1... c5 { [%pfen a ${FEN}] }) 2. Nf3 *
`;
const document = new ServerDocument('file:///a.pgn', 'pgn', 1, TEXT);
while (document.step());
const places = comparePlaces(document);
const next = (place: ComparePlace, to: 'next' | 'previous') => neighboringPlace(places, { place, to });

describe('the steps of a comparison', () => {
  it('go from prediction to prediction, around the ends', () => {
    const [first, second, third] = places;
    assert.ok(first && second && third);
    assert.deepEqual(next(first, 'next'), second);
    assert.deepEqual(next(third, 'next'), first);
    assert.deepEqual(next(first, 'previous'), third);
    assert.deepEqual(next({ game: 5, ply: 0, path: [], label: 'z' }, 'next'), first);
    assert.equal(neighboringPlace([], { place: first, to: 'next' }), undefined);
  });

  it('go from position to position when all models are compared', () => {
    assert.deepEqual(next({ game: 0, ply: 1, path: [] }, 'next'), {
      game: 0,
      ply: 2,
      path: [{ ply: 2, index: 0 }],
    });
    assert.deepEqual(next({ game: 0, ply: 2, path: [{ ply: 2, index: 0 }] }, 'next'), {
      game: 0,
      ply: 1,
      path: [],
    });
  });
});
