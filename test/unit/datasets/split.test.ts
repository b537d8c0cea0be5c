import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { GameSplitter, readClusterBy } from '../../../src/core/datasets/game-split.ts';
import { readSplitBy, readStrata } from '../../../src/core/datasets/strata.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';

const factsOf = (text: string): GameFacts => new GameFacts(text, readChunk(text, 0), 0);
const of = (white: string, black: string, moves = '1. e4 *', event = ''): GameFacts =>
  factsOf(`[Event "${event}"]\n[White "${white}"]\n[Black "${black}"]\n\n${moves}`);

/** The games of each of two parts, by their places. */
function divided(by: string, games: readonly GameFacts[]): number[][] {
  const cluster = readClusterBy(by);
  assert.ok(cluster.ok, by);
  const splitter = new GameSplitter({ openingPlies: 0, openingLines: 50 }, cluster.value);
  for (const game of games) splitter.add(game);
  const parts = [
    { name: 'a', share: 0.5 },
    { name: 'b', share: 0.5 },
  ];
  const { partOf } = splitter.divide(parts, 0);
  return [0, 1]
    .map((part) => [...games.keys()].filter((i) => partOf[i] === part))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

describe('clusters of games', () => {
  it('by fields have an equal value, over several games too', () => {
    const games = [of('A', 'B'), of('C', 'D', '1. d4 *'), of('b', 'E', '1. c4 *'), of('D', 'F', '1. f4 *')];
    assert.deepEqual(divided('player', games), [
      [0, 2],
      [1, 3],
    ]);
    assert.deepEqual(divided('event', [of('A', 'B', '*', 'x'), of('A', 'B', '*', 'y'), of('C', 'D', '*', 'X')]), [
      [0, 2],
      [1],
    ]);
  });

  it('by positions and fields are joined by either', () => {
    const line = '1. h3 a6 2. g3 b6 3. f3 c6 4. e3 d6 5. d3 e6 6. c3 f6';
    const games = [
      of('A', 'B', `${line} *`),
      of('C', 'D', `${line} 7. a3 *`),
      of('D', 'E', '1. a3 *'),
      of('F', 'G', '1. a4 *'),
    ];
    assert.deepEqual(divided('positions,player', games), [[0, 1, 2], [3]]);
    assert.deepEqual(
      divided('positions', games).map((one) => one.length),
      [2, 2],
    );
  });

  /** Games of clusters by event, of 1 to 5 games, the loners of them all of ECO A. */
  const events = Array.from({ length: 90 }, (_, event) => {
    const size = (event % 5) + 1;
    const eco = size === 1 ? 'A00' : event % 2 === 0 ? 'B00' : 'C00';
    return Array.from({ length: size }, (__, n) =>
      factsOf(`[Event "${event}"]\n[Round "${n}"]\n[ECO "${eco}"]\n\n1. e4 *`),
    );
  }).flat();

  it('are in each part as often as its share, whatever their size', () => {
    const cluster = readClusterBy('event');
    assert.ok(cluster.ok);
    const parts = [
      { name: 'train', share: 0.8 },
      { name: 'test', share: 0.2 },
    ];
    const splitter = new GameSplitter({ openingPlies: 0, openingLines: 50 }, cluster.value);
    for (const game of events) splitter.add(game);
    const seeds = 400;
    let loners = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const { partOf, figures } = splitter.divide(parts, seed);
      assert.ok(Math.abs((figures[1]?.games ?? 0) - 54) <= 1, `seed ${seed}: ${figures[1]?.games} of 54`);
      const inTest = events.filter((game, i) => partOf[i] === 1 && game.tag('ECO') === 'A00').length;
      assert.ok(Math.abs((figures[1]?.profile.eco['A'] ?? 0) - inTest / (figures[1]?.games ?? 1)) < 0.001);
      loners += inTest;
    }
    // 18 clusters of one game; the sum over seeds has a standard deviation of about 35
    assert.ok(Math.abs(loners - 0.2 * 18 * seeds) < 140, `${loners} loners in the test parts`);
  });

  it('of a stratum have its share of every part', () => {
    const [cluster, strata] = [readClusterBy('event'), readStrata('eco:1')];
    assert.ok(cluster.ok && strata.ok);
    const parts = [
      { name: 'train', share: 0.5 },
      { name: 'test', share: 0.5 },
    ];
    const splitter = new GameSplitter({ openingPlies: 0, openingLines: 50 }, cluster.value, strata.value);
    for (const game of events) splitter.add(game);
    for (let seed = 0; seed < 20; seed++) {
      const [train, test] = splitter.divide(parts, seed).figures;
      for (const letter of ['A', 'B', 'C']) {
        const share = train?.profile.eco[letter] ?? 0;
        assert.ok(Math.abs(share - (test?.profile.eco[letter] ?? 0)) < 0.05, `${letter} ${share}`);
      }
    }
  });

  it('that no list describes are refused', () => {
    for (const text of ['', 'nothing', 'mate', 'event,,date']) assert.ok(!readClusterBy(text).ok, text);
  });
});

describe('files of games', () => {
  const parts = (text: string, games: readonly GameFacts[]): string[] => {
    const by = readSplitBy(text);
    assert.ok(by.ok, text);
    return games.map((game, i) => by.value(game, i).join('+'));
  };

  it('have a number of games, or a value of a field', () => {
    const games = [of('A', 'B'), of('a', 'C, D'), of('?', '')];
    assert.deepEqual(parts('2', games), ['1', '1', '2']);
    assert.deepEqual(parts('player', games), ['A+B', 'A+C_D', 'unknown']);
    assert.deepEqual(parts('mate', games), ['not_mate', 'not_mate', 'not_mate']);
    assert.deepEqual(parts('plies', games), ['1', '1', '1']);
  });

  it('have different names for different values', () => {
    assert.deepEqual(parts('white', [of('A/B', ''), of('A B', ''), of('a/b', ''), of('../x', '')]), [
      'A_B',
      'A_B-2',
      'A_B',
      '.._x',
    ]);
  });

  it('are no fields that nobody knows', () => {
    for (const text of ['', '0', '-1', 'nothing', '1.5']) assert.ok(!readSplitBy(text).ok, text);
  });
});
