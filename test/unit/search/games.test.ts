import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { rolloutModel } from '../../../src/core/search/rule-models.ts';
import { runSearch } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import { NEVER_ABORTED } from './scripted-model.ts';

/** The move that a search with random games chooses. */
async function chosen(
  game: MavGameName,
  state: string,
  simulations: number,
  settings: Partial<SearchSettings> = {},
  rollouts = 4,
): Promise<string> {
  const done = await runSearch({
    root: { game, state, played: 0 },
    model: rolloutModel({ rollouts, seed: 7, longest: 40 }),
    settings: { ...DEFAULT_SEARCH, simulations, ...settings },
    clock: systemClock,
    signal: NEVER_ABORTED,
  });
  assert.ok(done.ok, done.ok ? '' : done.error);
  const { tree } = done.value;
  return tree.root.actions[tree.finalEdge()];
}

/** Rows of a Connect Four board, the top one first. */
const board = (side: 'x' | 'o', ...rows: string[]): string =>
  `${side} || ${[...Array.from({ length: 6 - rows.length }, () => '.......'), ...rows].join('').split('').join(' ')} ||`;

describe('search by rules and random games', () => {
  it('finds mate in one', async () => {
    assert.equal(await chosen('chess', '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1', 150), 'a1a8');
    assert.equal(await chosen('chess', 'r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1', 150), 'a8a1');
  });

  it('finds mate in two', async () => {
    // 1. Rh7 and 2. Rg8, or the like: two rooks against a bare king
    const game = await chosen(
      'chess',
      '7k/8/8/8/8/8/R7/1R4K1 w - - 0 1',
      900,
      { backup: 'minimax', final: 'value' },
      1,
    );
    assert.match(game, /^(?:a2a7|b1b7)$/);
  });

  it('finds a forced win in Connect Four, and what prevents one', async () => {
    assert.equal(await chosen('connect_four', board('x', 'ooo....', 'xxx....'), 100), 'x3');
    assert.equal(await chosen('connect_four', board('o', 'ooxxx..'), 200), 'o5');
    // an open three is made: .xx.. with both ends free
    const double = await chosen('connect_four', board('x', '..oo...', '..xx...'), 600);
    assert.match(double, /^x[14]$/);
  });

  it('plays as well in Chess960 and Hex', async () => {
    // x joins b1 and b3
    assert.match(await chosen('hex', `x || ${'.xo....xo'.split('').join(' ')} ||`, 100), /^[ab]2$/);
    assert.equal(await chosen('chess960', '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1', 150), 'a1a8');
  });
});
