import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { makeUci, parseUci } from 'chessops/util';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { epdLines, gamePositionRows, gameRow } from '../../../src/core/datasets/game-output.ts';
import { readChunk, readPgn } from '../../../src/core/notation/pgn/document.ts';

const placed = (text: string) => ({ file: 'a.pgn', game: 1, facts: new GameFacts(text, readChunk(text, 0), 0) });

const GAME = `[White "A"]
[WhiteElo "2000"]
[Result "1-0"]

{[%eval 0.2]} 1. e4 {[%clk 1:00:59.5] [%eval -0.31,20]} e5 {[%eval #-3]} (1... c5 {[%clk 0:00:01]}) 2. Qh5 Ke7 {[%clk 0:00:09]} 3. Qxe5# 1-0`;

describe('rows', () => {
  it('of a game have its tags and moves, and null for what is unknown', () => {
    const row = gameRow(placed(GAME));
    assert.deepEqual(
      [row['white'], row['black'], row['whiteElo'], row['blackElo'], row['result'], row['plies'], row['legal']],
      ['A', null, 2000, null, '1-0', 5, true],
    );
    assert.equal(row['uci'], 'e2e4 e7e5 d1h5 e8e7 h5e5');
    assert.equal(row['san'], 'e4 e5 Qh5 Ke7 Qxe5#');
    assert.equal(row['eco'], 'C20');
    const broken = gameRow(placed('1. e2-e4 e7e5 2. Ke3 d5 *'));
    assert.deepEqual([broken['san'], broken['legal'], broken['plies']], ['e4 e5', false, 4]);
  });

  it('of games of variants have their moves by their rules, and null where the rules are not known', () => {
    const row = (variant: string, moves: string) => {
      const { legal, start, uci, san } = gameRow(placed(`[Variant "${variant}"]\n\n${moves} *`));
      return [legal, start === null, uci, san];
    };
    assert.deepEqual(row('Antichess', '1. e3 b5 2. Bxb5'), [true, false, 'e2e3 b7b5 f1b5', 'e3 b5 Bxb5']);
    assert.deepEqual(row('Antichess', '1. e3 b5 2. a3'), [false, false, 'e2e3 b7b5', 'e3 b5']);
    assert.deepEqual(row('Atomic', '1. Nf3 -- 2. Ne5 e6 3. Nxf7'), [
      true,
      false,
      'g1f3 0000 f3e5 e7e6 e5f7',
      'Nf3 -- Ne5 e6 Nxf7#',
    ]);
    assert.equal(
      row('King of the Hill', '1. Nf3 d5 2. g3 e5 3. Bg2 c5 4. O-O')[2],
      'g1f3 d7d5 g2g3 e7e5 f1g2 c7c5 e1g1',
    );
    assert.deepEqual(row('Xiangqi', '1. e4'), [null, true, null, null]);
    assert.deepEqual(row('', '1. e4 e4'), [false, false, 'e2e4', 'e4']);
    const facts = placed('[Variant "Antichess"]\n[Result "0-1"]\n\n1. e3 b5 2. Bxb5 Ba6 3. Bxa6 Nxa6 0-1').facts;
    assert.deepEqual([facts.played.captures, facts.isLegal, facts.boardResult], [3, true, undefined]);
    const won = placed('[Variant "Atomic"]\n\n1. Nf3 a6 2. Ng5 a5 3. Nxf7 0-1').facts;
    assert.deepEqual([won.boardResult, won.opening], ['1-0', undefined]);
  });

  it('of positions have the move before and behind, the clock and the evaluation', () => {
    const rows = gamePositionRows(placed(GAME));
    assert.deepEqual(
      rows.map(({ ply }) => ply),
      [0, 1, 2, 3, 4, 5],
    );
    assert.deepEqual(
      rows.map(({ san }) => san),
      [null, 'e4', 'e5', 'Qh5', 'Ke7', 'Qxe5#'],
    );
    assert.deepEqual(
      rows.map(({ nextUci }) => nextUci),
      ['e2e4', 'e7e5', 'd1h5', 'e8e7', 'h5e5', null],
    );
    assert.deepEqual(
      rows.map(({ clock }) => clock),
      [null, 3659.5, null, null, 9, null],
    );
    assert.deepEqual(
      rows.map(({ eval: pawns }) => pawns),
      [0.2, -0.31, null, null, null, null],
    );
    assert.deepEqual(
      rows.map(({ mate }) => mate),
      [null, null, -3, null, null, null],
    );
    assert.deepEqual(gamePositionRows(placed('[Variant "Bughouse"]\n\n1. e4 *')), []);
  });

  it('of real games are those of chessops', () => {
    const text = readFileSync('samples/world-cup.pgn', 'utf8');
    const { chunks, offsets } = readPgn(text);
    let positions = 0;
    for (const [i, chunk] of chunks.entries()) {
      const rows = gamePositionRows({ file: 'x', game: i + 1, facts: new GameFacts(text, chunk, offsets[i] ?? 0) });
      const position = Chess.fromSetup(parseFen(String(rows[0]?.['fen'])).unwrap()).unwrap();
      for (const { fen, san, uci } of rows) {
        if (uci !== null) {
          const move = parseUci(String(uci));
          assert.ok(move !== undefined);
          const named = parseSan(position, String(san));
          const name = named === undefined ? '' : makeUci(named);
          // chessops writes castling as king takes rook
          assert.equal(String(san).startsWith('O') ? name.replace('h', 'g').replace('a', 'c') : name, uci);
          position.play(move);
        }
        assert.equal(makeFen(position.toSetup()), fen);
        positions++;
      }
    }
    assert.ok(positions > 500);
  });

  it('of EPD name the move that was played', () => {
    assert.deepEqual(epdLines(placed('1. e4 e5 *')), [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; sm e4; id "a.pgn game 1 ply 0";',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; sm e5; id "a.pgn game 1 ply 1";',
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2; id "a.pgn game 1 ply 2";',
    ]);
  });
});
