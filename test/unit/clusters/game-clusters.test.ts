import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import {
  type ClusterRules,
  GameClusters,
  lineKeys,
  singlePositionKeys,
} from '../../../src/core/notation/game-clusters.ts';
import { mainLines } from '../../../src/models/predict/main-lines.ts';
import { type GamesName, games } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';

/** Clusters of games, by their moves. */
function clustersOf(all: readonly string[], rules: Partial<ClusterRules> = {}, startFen = INITIAL_FEN): number[] {
  const clusters = new GameClusters(rules);
  for (const moves of all) {
    const line = lineKeys(startFen, moves === '' ? [] : moves.split(' '), false);
    assert.ok(line !== undefined);
    clusters.add(line);
  }
  return Array.from(clusters.clusters().of);
}

const cluster = (name: GamesName): number => {
  const clusters = new GameClusters();
  for (const { startFen, moves, variant } of mainLines(games(name))) {
    const line = lineKeys(startFen, moves, variant === 'chess960');
    if (line !== undefined) clusters.add(line);
  }
  assert.equal(clusters.count, 1000);
  return clusters.clusters().count;
};

const RUY = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O';
const ODD = 'a3 h6 b3 g6 c3 f6 d3 e6 e3 d6 f3 c6 g3 b6 h3 a6';

describe('clusters of games', () => {
  it('join the prefixes of one game, in whatever order they come', () => {
    const game = `${ODD} a4 h5 b4 g5`.split(' ');
    const prefixes = game.map((_, i) => game.slice(0, game.length - i).join(' '));
    assert.deepEqual(new Set(clustersOf(prefixes)), new Set([0]));
    assert.deepEqual(new Set(clustersOf([...prefixes].reverse())), new Set([0]));
  });
  it('leave games apart that share an opening alone, named or short', () => {
    assert.deepEqual(clustersOf([`${RUY} h3 Na5 Bc2 c5`, `${RUY} d4 Bg4 Be3 d5`]), [0, 1]);
    const odd = ODD.split(' ').slice(0, 10).join(' ');
    assert.deepEqual(clustersOf([`${odd} f3 c6`, `${odd} h3 a6`]), [0, 1]);
    assert.deepEqual(clustersOf([`${odd} f3 c6`, `${odd} h3 a6`], { openingPlies: 8 }), [0, 0]);
  });
  it('join games that branch off late, and those that transpose into one position', () => {
    assert.deepEqual(clustersOf([`${ODD} a4`, `${ODD} b4`, `${ODD} c4`, 'e4 e5']), [0, 0, 0, 1]);
    const turned = 'h3 a6 g3 b6 f3 c6 e3 d6 d3 e6 c3 f6 b3 g6 a3 h6';
    assert.deepEqual(clustersOf([`${ODD} a4`, `${turned} c4`]), [0, 0]);
    // A chain: the first and the last share nothing.
    assert.deepEqual(clustersOf([`${ODD} a4`, `${turned} c4 b5 c5`, `${turned} c4 b5 d4`]), [0, 0, 0]);
  });
  it('give a game that never leaves the opening to one that continues it, and link no others by it', () => {
    const open = [`${RUY} h3 Na5`, 'e4', `${RUY} d4 Bg4`, 'e4 e5', 'd4', 'd4 d5', 'd4', 'c4 e5'];
    assert.deepEqual(clustersOf(open), [0, 0, 1, 0, 2, 2, 2, 3]);
  });
  it('count positions that very many lines share as openings, but not those of many prefixes of few', () => {
    const names = 'a4 b4 c4 d4 e4 f4 g4 h4 Ra2 Bb2 Nd2'.split(' ');
    const branches = names.map((move) => `${ODD} ${move}`);
    assert.deepEqual(new Set(clustersOf(branches)), new Set([0]));
    assert.deepEqual(new Set(clustersOf(branches, { openingLines: 10 })).size, 11);
    assert.deepEqual(new Set(clustersOf(branches.slice(1), { openingLines: 10 })).size, 1);
    const prefixes = [...branches.slice(1), ...Array.from({ length: 60 }, () => ODD)];
    assert.deepEqual(new Set(clustersOf(prefixes, { openingLines: 10 })).size, 1);
  });
  it('join games from one position of the middle game at once', () => {
    const fen = 'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 4 11';
    assert.deepEqual(clustersOf(['Rc1', 'a3', 'Nxe6 fxe6'], {}, fen), [0, 0, 0]);
    const clusters = new GameClusters();
    for (const one of [fen, fen.replace('4 11', '0 30'), fen.replace(' w ', ' b ')]) {
      const keys = singlePositionKeys(one, false);
      assert.ok(keys !== undefined);
      clusters.add(keys);
    }
    assert.deepEqual(Array.from(clusters.clusters().of), [0, 0, 1]);
  });
  itLong(
    'are 20 and 21 for the thousand truncated games of real ones, and a thousand less a few for random games',
    () => {
      assert.equal(cluster('world-cup'), 20);
      assert.equal(cluster('fischer-random'), 21);
      assert.ok(cluster('randomised') > 950);
    },
  );
  it('are nearly as many as the games of an ordinary file', () => {
    const clusters = new GameClusters();
    const pgn = fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
    for (const { startFen, moves } of mainLines(pgn)) clusters.add(lineKeys(startFen, moves, false) ?? assert.fail());
    assert.deepEqual([clusters.count, clusters.clusters().count], [15, 15]);
  });
  it('need a start that is a position, and end before a move that cannot be played', () => {
    assert.equal(lineKeys('nothing', [], false), undefined);
    assert.equal(lineKeys(INITIAL_FEN, ['e4', 'e4', 'e5'], false)?.keys.length, 2);
    assert.deepEqual(new GameClusters().clusters(), { of: new Int32Array(0), count: 0 });
  });
});
