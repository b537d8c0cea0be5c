import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { INITIAL_FEN, parseChess, printChess } from '../../../src/core/games/chess/state.ts';
import { fenToNative } from '../../../src/core/mav/native-chess.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { chessBoard } from '../../../src/models/board/chess-board.ts';
import type { ChessPosition } from '../../../src/models/board/chess-position.ts';

const read = (text: string, form: 'state' | 'FEN' = 'FEN'): ChessPosition => {
  const found = chessBoard.read(text, form);
  assert.ok(found.ok, found.ok ? '' : found.error);
  return found.value;
};
const faultOf = (text: string, form: 'state' | 'FEN' = 'FEN'): string => {
  const found = chessBoard.read(text, form);
  assert.ok(!found.ok);
  return found.error;
};
const CASTLING = 'r3k2r/pppp1ppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 12';

describe('a state of chess as codes of squares', () => {
  it('is written as it was read, in both forms', () => {
    for (const fen of [
      INITIAL_FEN,
      CASTLING,
      CASTLING.replace(' w ', ' b '),
      'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 103',
      // Chess960: a rook within another, and the outermost one of a side
      'nrk1brbn/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRBN w KQkq - 0 1',
      '1rk1r1r1/8/8/8/8/8/8/1RK1R1R1 b Ee - 3 9',
    ]) {
      assert.equal(chessBoard.write(read(fen), 'FEN').text, fen);
      const native = fenToNative(fen);
      if (!fen.includes(' Ee ')) assert.equal(chessBoard.write(read(fen), 'state').text, native);
      assert.equal(chessBoard.write(read(native, 'state'), 'state').text, native);
    }
  });

  it('is the same for any pieces, and what stands there is from the side to move', () => {
    const cells = fc.array(fc.constantFrom(...'PNBRQKpnbrqk.......'.split('')), { minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(cells, fc.constantFrom('w', 'b'), (all, side) => {
        const native = `${side} || ${all.join(' ')} |00000007012||`;
        const position = read(native, 'state');
        assert.equal(chessBoard.write(position, 'state').text, native);
        const a1 = position.codes[side === 'w' ? 0 : 56] ?? 0;
        const isOwn = a1 >= 1 && a1 <= 6;
        assert.equal(isOwn, all[0] !== '.' && /[A-Z]/.test(all[0] ?? '') === (side === 'w'));
        const passed = chessBoard.passed(position);
        assert.deepEqual(chessBoard.passed(passed), position);
      }),
    );
  });

  it('keeps the fields and the notation that its text has', () => {
    const short = '2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b';
    assert.equal(chessBoard.write(read(short, 'state'), 'state').text, short);
    assert.equal(chessBoard.write(read(short), 'FEN').text, short);
    assert.match(chessBoard.write(read(short), 'state').text, /^b \|\| (?:\S ){64}\|\|$/);
  });

  it('marks en passant where a pawn stands to take, and castling where its rook stands', () => {
    assert.ok(!read('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1').codes.includes(15));
    assert.equal(read('4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1').codes.indexOf(15), 44);
    const { codes, unread } = read('4k3/8/8/8/8/8/8/4K2R w KQ e4 0 1');
    assert.deepEqual([codes[7], codes[0]], [13, 0]);
    assert.deepEqual(unread, ['the castling right Q has no rook']);
    assert.deepEqual(read('4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1').unread, ['the en passant square e4 is not empty']);
  });

  it('has no rules: two kings are doubts, not errors', () => {
    const { doubts, text } = chessBoard.write(read('kk6/8/8/8/8/8/8/8 w - - 0 1'), 'FEN');
    assert.equal(text, 'kk6/8/8/8/8/8/8/8 w - - 0 1');
    assert.deepEqual(doubts, ['White has no king', 'Black has 2 kings']);
  });

  it('is none without squares, pieces, a side or counters', () => {
    assert.match(faultOf('8/8 w - - 0 1'), /64 squares/);
    assert.match(faultOf('8/8/8/8/8/8/8/7x w - - 0 1'), /"x" is no piece/);
    assert.match(faultOf('8/8/8/8/8/8/8/8'), /neither w nor b/);
    assert.match(faultOf('8/8/8/8/8/8/8/8 w - - zero 1'), /counters/);
    assert.match(faultOf('w || . . |00000000001||', 'state'), /2 cells instead of 64/);
  });
});

describe('an action of chess as two squares', () => {
  const named = (text: string, fen: string, game = 'chess'): string | undefined => {
    const position = read(fen);
    const action = chessBoard.actionOf(text, position, PUBLISHED_DIALECT);
    return action && chessBoard.nameOf(action, position, game, PUBLISHED_DIALECT);
  };

  it('has the name that the game gives it', () => {
    for (const fen of [CASTLING, CASTLING.replace(' w ', ' b ')])
      for (const action of ['e2e4', 'a7a8q', 'h2h1n', fen.includes(' w ') ? 'e1g1' : 'e8c8'])
        assert.equal(named(action, fen), action);
    assert.equal(named('e1h1', CASTLING), 'e1g1');
    assert.equal(named('e1g1', CASTLING, 'chess960'), 'e1h1');
    assert.equal(named('e1c1', CASTLING, 'chess960'), 'e1a1');
    assert.equal(named('Nf3', CASTLING), undefined);
  });

  it('leads to a state with its counters', () => {
    const after = (fen: string, text: string): string => {
      const position = read(fen);
      const action = chessBoard.actionOf(text, position, PUBLISHED_DIALECT);
      assert.ok(action);
      return chessBoard
        .write(chessBoard.after(position, action, position.codes), 'FEN')
        .text.split(' ')
        .slice(1)
        .join(' ');
    };
    assert.equal(after('4k3/8/8/8/8/8/8/4K2R w K - 4 9', 'h1h4'), 'b K - 5 9');
    assert.equal(after('4k3/8/8/8/8/7p/8/4K2R w K - 4 9', 'h1h3'), 'b K - 0 9');
    assert.equal(after('4k3/4p3/8/8/8/8/8/4K3 b - - 4 9', 'e7e6'), 'w - - 0 10');
    assert.equal(after('4k3/8/8/8/8/8/8/4K2R w K - 4 9', 'e1h1'), 'b K - 5 9');
  });
});

describe('chess as StateLens prints it', () => {
  it('is what codes are written to', () => {
    const fen = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5';
    for (const shuffled of [false, true]) {
      const state = parseChess(fen, shuffled);
      assert.ok(state.ok);
      assert.equal(chessBoard.write(read(printChess(state.value)), 'FEN').text, printChess(state.value));
    }
  });
});
