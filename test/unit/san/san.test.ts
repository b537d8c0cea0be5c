import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess, castlingSide } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import { isDrop, type Move } from 'chessops/types';
import fc from 'fast-check';
import { legalMoves } from '../../../src/core/games/chess/chess.ts';
import { encodeMove, FRAME } from '../../../src/core/games/chess/frame.ts';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import { AMBIGUOUS, ILLEGAL, playSan, readSan } from '../../../src/core/games/chess/san.ts';
import { playLoose, readLoose } from '../../../src/core/games/chess/san-loose.ts';
import { printSan } from '../../../src/core/games/chess/san-print.ts';
import { moveReason } from '../../../src/core/games/chess/san-reason.ts';
import { INITIAL_FEN, parseChess } from '../../../src/core/games/chess/state.ts';
import { itLong } from '../../support/thorough.ts';

const ROLES = [undefined, 'knight', 'bishop', 'rook', 'queen'] as const;

/** Words with the position in the first frame and room for its successor. */
function frames(fen: string, is960 = false): Int32Array {
  const parsed = parseChess(fen, is960);
  assert.ok(parsed.ok, fen);
  const words = new Int32Array(2 * FRAME);
  words.set(parsed.value.words);
  return words;
}

/** A chessops move as ours. */
function encode(pos: Chess, move: Move, is960: boolean): number {
  assert.ok(!isDrop(move));
  const side = castlingSide(pos, move);
  const to = side !== undefined && !is960 ? (move.from & 56) + (side === 'h' ? 6 : 2) : move.to;
  return encodeMove(move.from, to, move.promotion === undefined ? 0 : ROLES.indexOf(move.promotion as 'queen'));
}

/** SAN-like texts, most of them illegal somewhere. */
const sanLike = fc
  .tuple(
    fc.constantFrom('', '', 'N', 'B', 'R', 'Q', 'K'),
    fc.constantFrom('', '', '', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    fc.constantFrom('', '', '', '1', '2', '4', '7'),
    fc.constantFrom('', 'x'),
    fc.constantFrom(...'abcdefgh'.split('')),
    fc.constantFrom(...'12345678'.split('')),
    fc.constantFrom('', '', '=Q', '=N'),
  )
  .map((parts) => parts.join(''));

function compare(start: string, is960: boolean, choices: readonly number[], texts: readonly string[]): void {
  const pos = Chess.fromSetup(parseFen(start).unwrap()).unwrap();
  let words = frames(start, is960);
  for (const choice of choices) {
    const moves = legalMoves({ words: words.slice(0, FRAME) });
    if (moves.length === 0) return;
    for (const text of [...texts, 'O-O', 'O-O-O']) {
      const loose = readLoose(text);
      assert.ok(loose);
      const expected = parseSan(pos, text);
      const got = playLoose(words, 0, FRAME, loose);
      // chessops takes a king's move onto its own rook for castling, as in UCI
      if (loose.role === 5 && loose.castling === 0 && expected && castlingSide(pos, expected) !== undefined) continue;
      // chessops takes coordinates for a pawn's move, and no small letter for a bishop
      if (loose.role === 0 && loose.file >= 0 && !(loose.capture && loose.rank < 0)) continue;
      assert.equal(
        got < 0 ? undefined : got,
        expected && encode(pos, expected, is960),
        `${text} in ${makeFen(pos.toSetup())}`,
      );
      if (got < 0) assert.ok(moveReason(words, 0, loose).message.length > 5);
    }
    const next = new Int32Array(2 * FRAME);
    let played: Move | undefined;
    moves.forEach((move, i) => {
      const san = printSan(words, 0, move);
      const theirs = parseSan(pos, san);
      assert.ok(theirs, san);
      assert.equal(makeSan(pos, theirs), san);
      assert.equal(encode(pos, theirs, is960), move);
      const code = readSan(`x ${san} x`, 2, 2 + san.length);
      assert.ok(code >= 0, san);
      assert.equal(playSan(words, 0, FRAME, code), move, san);
      const loose = readLoose(san);
      assert.ok(loose && loose.oddities.every((o) => o === 'long notation'), san);
      assert.equal(playLoose(words, 0, FRAME, loose), move, san);
      const uci = readLoose(moveName(move));
      assert.ok(uci, moveName(move));
      if (!is960 || !san.startsWith('O')) assert.equal(playLoose(words, 0, FRAME, uci), move, moveName(move));
      if (i === choice % moves.length) {
        played = theirs;
        playSan(words, 0, FRAME, code);
        next.set(words.subarray(FRAME));
      }
    });
    assert.ok(played);
    pos.play(played);
    words = next;
  }
}

const choices = fc.array(fc.nat(1 << 20), { minLength: 20, maxLength: 100 });
const texts = fc.array(sanLike, { minLength: 5, maxLength: 20 });

describe('SAN', () => {
  itLong('is read and printed as chessops does in random games', () => {
    fc.assert(
      fc.property(choices, texts, (c, t) => compare(INITIAL_FEN, false, c, t)),
      { numRuns: 12, seed: 1 },
    );
  });

  it('is read and printed as chessops does in random Chess960 games', () => {
    const starts = fc.constantFrom(
      'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1',
      'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1',
      'rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1',
    );
    fc.assert(
      fc.property(starts, choices, texts, (s, c, t) => compare(s, true, c, t)),
      { numRuns: 12, seed: 2 },
    );
  });

  it('is read and printed as chessops does where many pieces of a kind, pins and promotions meet', () => {
    const starts = fc.constantFrom(
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
      '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
      'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
      '5k2/8/Q7/8/8/2N3N1/7Q/Q3K3 w - - 0 1',
      '3k4/1r3q2/8/5B2/2B1R3/3N1N2/R7/4K2R w - - 0 1',
    );
    fc.assert(
      fc.property(starts, choices, texts, (s, c, t) => compare(s, false, c, t)),
      { numRuns: 25, seed: 3 },
    );
  });

  it('reads export format only, and the rest loosely with what is odd about it', () => {
    const cases: [string, string, string[]][] = [
      ['0-0', 'e1g1', ['castling letters']],
      ['O-O', 'e1g1', []],
      ['e1g1', 'e1g1', ['long notation']],
      ['e1h1', 'e1g1', ['long notation']],
      ['Ke1-g1', 'none', ['long notation']],
      ['Ng1-h3', 'g1h3', ['long notation']],
      ['nh3', 'g1h3', ['small piece letter']],
      ['♘h3', 'g1h3', ['figurine']],
      ['Pa4', 'a2a4', ['pawn letter']],
      ['a2a4', 'a2a4', ['long notation']],
      ['B:d5', 'c4d5', ['capture sign']],
      ['Bxd5+-', 'c4d5', ['trailing signs']],
      ['bb5', 'c4b5', ['small piece letter']],
      ['exd6e.p.', 'e5d6', ['en passant mark']],
      ['h8Q', 'h7h8q', ['promotion sign']],
      ['h8=q', 'h7h8q', ['promotion sign']],
      ['h7h8n', 'h7h8n', ['long notation']],
      ['NA3', 'b1a3', ['capital file']],
    ];
    const words = frames('r3k3/ppp2p1P/2n5/3pP3/2B5/8/P1P2P2/RNB1K1NR w KQq d6 0 9');
    for (const [text, move, oddities] of cases) {
      const loose = readLoose(text);
      assert.ok(loose, text);
      const fen =
        text.includes('1g1') || text.includes('1h1') || /^[0O]/.test(text) ? 'r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 9' : '';
      const at = fen === '' ? words : frames(fen);
      const played = playLoose(at, 0, FRAME, loose);
      assert.equal(played < 0 ? 'none' : moveName(played), move, text);
      if (text !== 'bb5') assert.deepEqual(loose.oddities, oddities, text);
      if (oddities[0] !== 'long notation' && oddities.length > 0) assert.equal(readSan(text, 0, text.length), -1, text);
    }
    for (const text of ['', 'e', 'e9', 'Nf', 'hello', 'P@e4', 'e8=K', 'e8=P', '1-0'])
      assert.equal(readLoose(text), undefined, text);
  });
});

describe('reason of an illegal move', () => {
  const reason = (fen: string, san: string, is960 = false): string => {
    const words = frames(fen, is960);
    const loose = readLoose(san);
    assert.ok(loose, san);
    const code = readSan(san, 0, san.length);
    if (code >= 0) assert.ok([ILLEGAL, AMBIGUOUS].includes(playSan(words, 0, FRAME, code)), san);
    const found = moveReason(words, 0, loose);
    return found.kind === 'illegal' ? found.message : `${found.kind}: ${found.message}`;
  };
  const MIDDLE = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1';

  it('names the pieces and squares', () => {
    const start = INITIAL_FEN;
    assert.equal(reason(start, 'Bc4'), 'the bishop on f1 is blocked by the pawn on e2');
    assert.equal(reason(start, 'Ne4'), 'no knight of White can reach e4 (b1, g1)');
    assert.equal(reason(start, 'Nd2'), "White's own pawn on d2 is in the way");
    assert.equal(reason(start, 'e5'), "it is White's turn, and only Black's pawn can go to e5");
    assert.equal(reason(start, 'Nf6'), "it is White's turn, and only Black's knight can go to f6");
    assert.equal(reason(start, 'e6'), "it is White's turn, and only Black's pawn can go to e6");
    assert.equal(reason(start, 'exd3'), 'there is nothing to capture on d3');
    assert.equal(reason(start, 'axd3'), 'no pawn of White on the a-file can capture on d3');
    assert.equal(reason(start, 'Ngc3'), 'no knight of White can reach c3 (g1)');
    assert.equal(reason(start, 'Nac3'), 'White has no knight on the a-file (b1, g1)');
    assert.equal(reason(start, 'e7e5'), "it is White's turn, and the pawn on e7 is Black's");
    assert.equal(reason(start, 'e3e4'), 'there is no piece on e3');
    assert.equal(reason(start, 'e2e5'), 'the pawn on e2 cannot move to e5 that way');
    assert.equal(reason(start, 'Sf3'), '"S" is not a piece letter (K, Q, R, B or N)');
    assert.equal(reason(start, 'O-O'), 'castling kingside is blocked by the bishop on f1');
    assert.equal(reason(MIDDLE, 'Nxe4'), "White's own pawn on e4 is in the way");
    assert.equal(reason(MIDDLE, 'Qf3'), "White's own knight on f3 is in the way");
    assert.equal(reason('4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'Nf3'), 'White has no knight');
  });

  it('explains pins and checks', () => {
    const pinned = '4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1';
    assert.equal(reason(pinned, 'Ne4'), 'the knight on c3 is pinned to the king by the bishop on a5');
    const checked = '4k3/8/8/b7/8/8/7N/4K3 w - - 0 1';
    assert.equal(reason(checked, 'Nf3'), 'it leaves the king on e1 in check from the bishop on a5');
    assert.equal(reason(checked, 'Kd2'), 'd2 is attacked by the bishop on a5');
    assert.equal(reason('3rk3/8/8/8/8/8/8/4K3 w - - 0 1', 'Kd1'), 'd1 is attacked by the rook on d8');
    assert.equal(reason('3k4/8/8/8/4r3/8/8/3K4 w - - 0 1', 'Ke2'), 'e2 is attacked by the rook on e4');
    assert.equal(
      reason('8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1', 'exd6'),
      'the pawn on e5 is pinned to the king by the rook on h5',
    );
  });

  it('explains castling', () => {
    assert.match(reason('4k3/8/8/8/8/8/8/R3K2R w Q - 0 1', 'O-O'), /^White has no right to castle kingside/);
    assert.match(reason('4k3/8/8/8/8/8/8/R3K2R w - - 0 1', 'O-O'), /^White has no right to castle:/);
    const cases = [
      ['4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1', 'O-O', 'the king may not castle out of check (from the rook on e4)'],
      [
        '4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1',
        'O-O',
        'the king may not castle over f1, which is attacked by the rook on f4',
      ],
      [
        '4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1',
        'O-O',
        'the king may not castle onto g1, which is attacked by the rook on g4',
      ],
      ['4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1', 'O-O-O', 'castling queenside is blocked by the knight on b1'],
    ];
    for (const [fen, san, message] of cases) assert.equal(reason(fen, san), message);
    assert.equal(
      reason('4k3/8/8/8/8/8/8/RKNR4 w DA - 0 1', 'O-O', true),
      'castling kingside is blocked by the knight on c1',
    );
  });

  it('tells ambiguous moves, missing promotions and finished games', () => {
    assert.equal(
      reason('4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1', 'Nd2'),
      'ambiguous: ambiguous between the knights on b3 and f3',
    );
    assert.equal(
      reason('4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a8'),
      'promotion: the promotion piece is missing (=Q, =R, =B or =N)',
    );
    assert.equal(reason('4k3/8/P7/8/8/8/8/4K3 w - - 0 1', 'a7=Q'), 'a pawn promotes only on the last rank');
    assert.equal(reason('4k2R/8/4K3/8/8/8/8/8 b - - 0 1', 'Kd8'), 'over: the game is over: Black is checkmated');
    assert.equal(reason('k7/2Q5/8/8/8/8/8/4K3 b - - 0 1', 'Ka7'), 'over: the game is over: Black is stalemated');
  });
});
