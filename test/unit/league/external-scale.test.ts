import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../src/core/base/random.ts';
import { leagueMarkdown } from '../../../src/core/league/league-exports.ts';
import type { LeagueHeader } from '../../../src/core/league/league-file.ts';
import { fitScale, playerRatings, toExternal } from '../../../src/core/league/ratings.ts';
import { computeLeague } from '../../../src/core/league/standings.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { simulatedOpenings } from './simulated.ts';

const near = (found: number | null | undefined, expected: number, within: number): void =>
  assert.ok(typeof found === 'number' && Math.abs(found - expected) <= within, `${found}, expected ${expected}`);

describe('the scale of several anchors', () => {
  it('is the line of least squares, as numpy finds it for the engines in the table of the paper', () => {
    // Stockfish 20, 19, 18, 17, 15, 10, 5 and 0 in table 2 of Schultz et al.: internal and external Elo.
    const internal = [1990, 1689, 1655, 1604, 1520, 1225, 808, 515];
    const external = [3474, 3191, 3170, 3141, 3069, 2788, 2203, 1320];
    const fit = fitScale(
      external.map((elo, player) => ({ player, elo })),
      internal,
    );
    assert.ok(fit);
    near(fit.slope, 1.3848, 0.001);
    near(fit.intercept, 889.4, 1);
    near(fit.residual, 282.6, 1);
    near(toExternal(fit, 1367), 2782.4, 1);
  });

  it('needs two anchors with finite ratings that rise with their Elo', () => {
    const elo = [0, 100, Number.POSITIVE_INFINITY];
    assert.equal(fitScale([{ player: 0, elo: 1000 }], elo), undefined);
    const rising = [
      { player: 0, elo: 1000 },
      { player: 1, elo: 1200 },
    ];
    assert.deepEqual(fitScale(rising, elo), { slope: 2, intercept: 1000, residual: 0 });
    assert.equal(fitScale([...rising, { player: 2, elo: 3000 }], elo), undefined);
    assert.equal(
      fitScale(
        rising.map((anchor) => ({ ...anchor, elo: -anchor.elo })),
        elo,
      ),
      undefined,
    );
    assert.equal(fitScale(rising, [5, 5]), undefined);
  });

  it('rates all players on it with intervals, holds two anchors where they are, and no zero', () => {
    const openings = simulatedOpenings([0, 100, 200, 300], 40, seeded(5), 0.2);
    const anchors = [
      { player: 0, elo: 1000 },
      { player: 3, elo: 1600 },
    ];
    const ratings = playerRatings(4, openings, anchors, seeded(1), 200);
    near(
      ratings.reduce((sum, { elo }) => sum + (elo ?? Number.NaN), 0),
      0,
      1e-6,
    );
    near(ratings[0]?.external?.elo, 1000, 1e-6);
    near(ratings[3]?.external?.elo, 1600, 1e-6);
    assert.deepEqual([ratings[0]?.external?.none, ratings[0]?.external?.low], ['anchor', null]);
    const { elo, low, high } = ratings[1]?.external ?? {};
    assert.ok(Number(low) < Number(elo) && Number(elo) < Number(high), `${low} ${elo} ${high}`);
    assert.equal(typeof low, 'number');
    assert.equal(playerRatings(4, openings, [], seeded(1), 20)[1]?.external, undefined);
    assert.equal(playerRatings(4, openings, anchors.slice(0, 1), seeded(1), 20)[1]?.external, undefined);
  });

  itLong('has intervals that cover the true external Elo in about 95 of 100 leagues', () => {
    const known = [0, 80, 160, 240];
    const runs = thoroughly(200, 60);
    const anchors = [
      { player: 0, elo: 1000 },
      { player: 3, elo: 1480 },
    ];
    const random = seeded(11);
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const ratings = playerRatings(4, simulatedOpenings(known, 40, random), anchors, random, 200);
      const { low, high } = ratings[1]?.external ?? {};
      if (typeof low === 'number' && typeof high === 'number' && low <= 1160 && 1160 <= high) covered++;
    }
    assert.ok(covered / runs > 0.88, `${covered} of ${runs}`);
  });

  it('stands in the table and the notes, with what lies beyond the anchors', () => {
    const players = ['stockfish:0', 'stockfish:5', 'a:b/raw'];
    const header: LeagueHeader = {
      game: 'chess' as const,
      hexSize: 0,
      seed: 1,
      openings: 12,
      openingPlies: 6,
      maxPlies: 400,
      pairings: 0,
      settings: {},
      players,
      anchors: [
        {
          player: 'stockfish:0',
          elo: 1320,
        },
        {
          player: 'stockfish:5',
          elo: 2203,
        },
      ],
    };
    const side = { answers: 1, calls: 1 };
    const isRare = (opening: number): boolean => opening % 6 === 0;
    const isLater = (a: string, b: string): boolean => players.indexOf(a) > players.indexOf(b);
    const records = Array.from({ length: 12 }, (_, opening) =>
      players.flatMap((first) =>
        players
          .filter((second) => second !== first)
          .map((second) => ({
            opening,
            first,
            second,
            end: 'rules',
            actions: [],
            sides: [side, side] as [typeof side, typeof side],
            result: isRare(opening) === isLater(first, second) ? '0-1' : '1-0',
          })),
      ),
    ).flat() as Parameters<typeof computeLeague>[1];
    const league = computeLeague(header, records);
    assert.ok(league.scale !== null && league.scale.slope > 0);
    const text = leagueMarkdown(league);
    assert.match(text, /external Elo/);
    assert.match(text, /External Elo by a line fitted to the anchors \(stockfish:0 1320, stockfish:5 2203\)/);
    assert.match(text, /Beyond the anchors the line is extrapolated: a:b\/raw\./);
    const none = computeLeague(header, []);
    assert.equal(none.scale, null);
    assert.match(leagueMarkdown(none), /No external Elo: the anchors/);
  });
});
