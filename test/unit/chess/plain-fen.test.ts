import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { afterMove, legalMoves } from '../../../src/core/games/chess/chess.ts';
import {
  INITIAL_FEN,
  parseByChessops,
  parseChess,
  printChess,
  readPlainFen,
} from '../../../src/core/games/chess/state.ts';
import { thoroughly } from '../../support/thorough.ts';

const START_960 = 'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1';

/** A position that random moves lead to. */
const played = (start: string, chess960: boolean) =>
  fc.array(fc.nat(), { maxLength: 60 }).map((choices) => {
    const parsed = parseChess(start, chess960);
    assert.ok(parsed.ok);
    let state = parsed.value;
    for (const choice of choices) {
      const moves = legalMoves(state);
      if (moves.length === 0) break;
      state = afterMove(state, moves[choice % moves.length]);
    }
    return printChess(state);
  });

const fen = fc.oneof(played(INITIAL_FEN, false), played(START_960, true));
/** A letter replaced, put in or taken out. */
const damaged = fc
  .tuple(fen, fc.nat(), fc.nat(2), fc.constantFrom(...'pnbrqkPNBRQK12345678/-wb abcdefgh0369_~[]+x'.split('')))
  .map(([text, at, cut, letter]) => {
    const place = at % text.length;
    return text.slice(0, place) + letter + text.slice(place + cut);
  });

describe('plain FENs', () => {
  it('are read as by chessops, and what chessops refuses is none', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.oneof(fen, damaged), fc.boolean(), (text, chess960) => {
        const fields = text.trim().split(/\s+/);
        if (fields.length !== 6) return;
        const words = readPlainFen(fields, chess960);
        if (words === undefined) return;
        plain++;
        const slow = parseByChessops(fields, chess960);
        assert.ok(slow.ok, text);
        assert.deepEqual([...words], [...slow.value.words], text);
      }),
      { numRuns: 2000 },
    );
    assert.ok(plain > thoroughly(100, 10), `${plain}`);
  });

  it('are all positions of a game of standard chess', () => {
    fc.assert(
      fc.property(played(INITIAL_FEN, false), (text) => assert.ok(readPlainFen(text.split(' '), false), text)),
      { numRuns: 200 },
    );
  });

  it('have kings, castling rights and an en passant square that fit the board', () => {
    const isPlain = (text: string): boolean => readPlainFen(text.split(' '), false) !== undefined;
    assert.ok(isPlain('4k2r/8/8/3Pp3/8/8/8/4K3 w k e6 0 1'));
    for (const odd of [
      '4k3/8/8/3Pp3/8/8/8/4K3 w k e6 0 1',
      '4k2r/8/8/3Pp3/8/8/8/4K3 w k d6 0 1',
      '4k2r/8/8/3Pp3/8/8/8/4K3 b k e6 0 1',
      '4k2r/4p3/8/3Pp3/8/8/8/4K3 w k e6 0 1',
      '4k2r/8/8/3Pp3/8/8/8/4K3 w kk_ e6 0 1',
      '4k2r/8/8/8/8/8/8/4K2K w - - 0 1',
      'P3k2r/8/8/8/8/8/8/4K3 w - - 0 1',
      '4k2r/8/8/8/8/8/8/4R1K1 w - - 0 1',
      '4k2r/8/8/8/8/8/8 w - - 0 1',
      '4k2r/8/8/8/8/8/8/4K4 w - - 0 1',
      '4k2r/8/8/8/8/8/8/4K3 w - - 0 12345',
    ])
      assert.ok(!isPlain(odd), odd);
  });
});
