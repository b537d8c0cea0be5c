import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { rowGames } from '../../../src/core/datasets/table-games.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';

function pgnOf(row: Readonly<Record<string, unknown>>): string {
  const games = rowGames(Object.keys(row));
  assert.ok(games.ok, games.ok ? '' : games.error);
  const { columns, gameOf } = games.value;
  return gameOf(columns.map((name) => row[name]));
}

describe('a row of a table as a game', () => {
  it('takes tags by whatever spelling, times as Parquet has them', () => {
    assert.equal(
      pgnOf({
        white: 'Carl "M"',
        black_elo: 2000,
        UTCDate: '2019.05.31',
        UTCTime: 3_661_000,
        Curator: 'x\ny',
        ply_count: 4n,
        result: '1-0',
        movetext: '1. e4 { [%clk 0:01] } e5 1-0',
      }),
      '[White "Carl \\"M\\""]\n[BlackElo "2000"]\n[UTCDate "2019.05.31"]\n[UTCTime "01:01:01"]\n[Curator "x y"]\n' +
        '[PlyCount "4"]\n[Result "1-0"]\n\n1. e4 { [%clk 0:01] } e5 1-0\n\n',
    );
  });

  it('numbers moves that have no numbers, from those of the start position on', () => {
    assert.equal(pgnOf({ moves: ['e4', 'e5', 'Nf3'], result: '*' }), '[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n');
    const start = '4k3/8/8/8/8/8/8/4K2R b K - 3 40';
    assert.equal(pgnOf({ start, san: 'Kd7 O-O' }), `[SetUp "1"]\n[FEN "${start}"]\n\n40... Kd7 41. O-O *\n\n`);
    const text = pgnOf({ start, uci: 'e8d7 e1g1' });
    const facts = new GameFacts(text, readChunk(text, 0), 0);
    assert.deepEqual([facts.isLegal, facts.line.length], [true, 2]);
  });

  it('is the text of a column pgn, whatever else there is', () => {
    assert.equal(pgnOf({ white: 'A', pgn: '[White "B"]\n\n1. e4 *\n' }), '[White "B"]\n\n1. e4 *\n\n');
    assert.equal(pgnOf({ moves: null }), '*\n\n');
  });

  it('needs moves, and is no position', () => {
    assert.deepEqual(rowGames(['fen', 'move']), {
      ok: false,
      error: 'it has no column pgn, movetext, moves, san, uci or transcript; it has fen, move',
    });
    assert.deepEqual(rowGames(['file', 'ply', 'fen', 'san']), { ok: false, error: 'its rows are positions' });
  });
});
