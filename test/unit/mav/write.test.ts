import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { mavGame } from '../../../src/core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { printExample } from '../../../src/core/mav/write/example-draft.ts';

const published = readFileSync('test/fixtures/mav/published-example.mav', 'utf8');

describe('writing examples', () => {
  it('writes the published example', () => {
    const game = mavGame('chess');
    const parsed = game?.automaton.parse('r1b1nr2/pp1np1bk/2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1 b - - 0 13');
    assert.ok(game && parsed?.ok);
    const bucket = { d7b6: 28, f6f5: 33, d7c5: 28, f8h8: 29, a5f5: 29 };
    const text = printExample(
      {
        game: 'chess',
        inputs: 2,
        lines: [
          { command: 'prev_FEN', state: 'r1b1nr2/pp1np1bk/2pp1pp1/q3P3/3P1P2/2NQB3/PPP1B1PP/R4RK1 w - - 0 13' },
          { command: 'prev_action', action: 'e5e6' },
          { command: 'FEN', state: game.write(parsed.value, 'FEN') },
          { command: 'state', state: game.write(parsed.value, 'native') },
          { command: 'top', k: 5, list: Object.entries(bucket).map(([action, of]) => ({ action, bucket: of })) },
          { command: 'best_action', action: 'f6f5' },
          { command: 'FEN', state: 'r1b1nr2/pp1np1bk/2ppP1p1/q4p2/3P1P2/2NQB3/PPP1B1PP/R4RK1 w - - 0 14' },
        ],
      },
      PUBLISHED_DIALECT,
    );
    assert.equal(text, published.replace(/\n\n/g, '\n'));
  });
});
