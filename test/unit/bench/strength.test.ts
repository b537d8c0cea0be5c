import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { playoutModel } from '../../../bench/search/cheap-values.ts';
import { materialModel } from '../../../bench/search/chess-values.ts';
import { eloOf, strengthOf } from '../../../bench/search/elo.ts';
import { type MatchTask, playMatch } from '../../../bench/search/match.ts';
import { itLong } from '../../support/thorough.ts';

const TASK: MatchTask = {
  game: 'connect_four',
  model: playoutModel('connect_four', 2, 1),
  simulations: [200, 0],
  openings: 8,
  plies: 4,
  longest: 42,
  seed: 1,
};

describe('matches of searches', () => {
  itLong('are won by 200 simulations against the noisy values that they search over', async () => {
    const { wins, draws, losses } = await playMatch(TASK);
    assert.equal(wins + draws + losses, 16);
    // 13 of 16 with these seeds, 14 to 16 with others
    assert.ok(wins >= 12, `${wins} won, ${draws} drawn, ${losses} lost`);
  });

  it('are even where both play the same, and the same each time', async () => {
    const even = { ...TASK, simulations: [0, 0] as const, openings: 10 };
    const first = await playMatch(even);
    assert.equal(first.wins, first.losses);
    const { ms: _, ...again } = await playMatch(even);
    assert.deepEqual({ ...again, ms: first.ms }, first);
  });

  it('end in chess by repetition, by length, or by who is far ahead', async () => {
    const chess: MatchTask = {
      ...TASK,
      game: 'chess',
      model: materialModel(),
      simulations: [0, 0],
      openings: 2,
      longest: 10,
    };
    const short = await playMatch(chess);
    assert.equal(short.draws, 4);
    assert.ok(short.plies <= 40);
    const decided = await playMatch({ ...chess, adjudicate: () => '1-0' });
    assert.deepEqual([decided.wins, decided.losses, decided.plies], [2, 2, 0]);
  });

  it('say how much stronger a player is, with the interval', () => {
    assert.equal(eloOf(0.5), 0);
    assert.ok(Math.abs(eloOf(10 / 11) - 400) < 1e-9);
    const { score, elo, eloLow, eloHigh } = strengthOf({ wins: 15, draws: 2, losses: 3 });
    assert.equal(score, 0.8);
    assert.ok(Math.abs(elo - 400 * Math.log10(4)) < 1e-9);
    assert.ok(eloLow > 0 && eloLow < elo && elo < eloHigh);
    const all = strengthOf({ wins: 5, draws: 0, losses: 0 });
    assert.ok(all.elo === Number.POSITIVE_INFINITY && all.eloLow > 0 && Number.isFinite(all.eloLow));
  });
});
