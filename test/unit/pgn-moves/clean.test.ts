import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Chess, castlingSide } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeSquare } from 'chessops/util';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { type GamesName, games } from '../../support/pgn2fen.ts';
import { CHESS960_STARTS, CROWDED_STARTS, pgnOf, randomGame } from './random-games.ts';

/** What is found about moves and results, tags set aside. */
const found = (text: string): string[] =>
  checkText(text, 'pgn', { strictExport: true })
    .filter(({ code }) => !/TAG|SETUP|ROSTER/.test(code))
    .map(({ code, message }) => `${code} ${message}`);

describe('moves as export format has them', () => {
  it('are clean in the games of Lichess and of the benchmark', () => {
    const all = (['world-cup', 'fischer-random', 'randomised'] as GamesName[]).map(games);
    for (const text of [readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8'), ...all])
      assert.deepEqual(checkText(text, 'pgn'), []);
  });

  it('are clean as chessops prints random games', () => {
    fc.assert(
      fc.property(randomGame(CROWDED_STARTS), (game) => {
        assert.deepEqual(found(pgnOf(game)), [], pgnOf(game));
      }),
      { numRuns: 150 },
    );
  });

  it('are clean as chessops prints random Chess960 games', () => {
    fc.assert(
      fc.property(randomGame(CHESS960_STARTS), (game) => {
        assert.deepEqual(found(pgnOf(game, true)), [], pgnOf(game, true));
      }),
      { numRuns: 150 },
    );
  });
});

describe('moves in coordinates', () => {
  /** All moves as UCI has them, castling by the king's target (`e1g1`) or by the rook (`e1h1`). */
  const coordinates = (is960: boolean, byRook: boolean) =>
    fc.assert(
      fc.property(randomGame(is960 ? CHESS960_STARTS : CROWDED_STARTS, 40), (game) => {
        const pos = Chess.fromSetup(parseFen(game.fen).unwrap()).unwrap();
        const texts = game.moves.map((move) => {
          assert.ok('from' in move);
          const side = castlingSide(pos, move);
          // a king's step of one square cannot mean castling by its target
          const to = side === undefined || byRook ? move.to : (move.from & 56) + (side === 'h' ? 6 : 2);
          const isStep = side !== undefined && !byRook && is960 && Math.abs(to - move.from) < 2;
          pos.play(move);
          const promotion = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' }[(move.promotion ?? '') as 'queen'];
          return makeSquare(move.from) + makeSquare(isStep ? move.to : to) + (promotion ?? '');
        });
        const written = pgnOf(game, is960, texts);
        const list = checkText(written, 'pgn');
        assert.ok(
          list.every(({ code, severity }) => code === 'PGN_LONG_NOTATION' && severity === 'warning'),
          written,
        );
        assert.equal(list.length, texts.length < 3 ? texts.length : 1, written);
        const edits = list.flatMap(({ fixes }) => fixes?.[0].edits ?? []);
        assert.equal(applyEdits(written, edits), pgnOf(game, is960));
      }),
      { numRuns: 60 },
    );

  it('are one habit, and its repair gives export format', () => coordinates(false, false));
  it('may name castling by the rook', () => coordinates(false, true));
  it('are read in Chess960 by the rook', () => coordinates(true, true));
  it('are read in Chess960 by where the king lands', () => coordinates(true, false));
});
