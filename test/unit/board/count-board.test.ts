import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countBoardSvg } from '../../../src/core/board/board-svg.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';

describe('a board with counts', () => {
  const draw = (orientation: 'white' | 'black'): string[] =>
    [
      ...countBoardSvg({
        fen: INITIAL_FEN,
        orientation,
        counts: new Map([
          ['a8', 1],
          ['e4', 4],
        ]),
        of: 4,
        size: 200,
      }).matchAll(/translate\((\d+ \d+)\)"><path [^>]*opacity="([\d.]+)"\/>.*?>(\d)<\/text>/g),
    ].map(([, place, opacity, count]) => `${place} ${opacity} ${count}`);

  it('shades a square by its count and writes it there, from either side', () => {
    assert.deepEqual(draw('white'), ['0 0 0.34 1', '180 180 0.8 4']);
    assert.deepEqual(draw('black'), ['315 315 0.34 1', '135 135 0.8 4']);
  });
});
