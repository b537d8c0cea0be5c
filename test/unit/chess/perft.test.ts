import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { perft } from '../../../src/core/games/chess/chess.ts';
import { parseChess } from '../../../src/core/games/chess/state.ts';
import { itLong } from '../../support/thorough.ts';

// Published counts: chessprogramming.org "Perft Results" (start, kiwipete, positions 3 to 6), the suites of
// talkchess and ROCE, and the Chess960 suite that Stockfish and chessops use.
const STANDARD: readonly [name: string, fen: string, counts: readonly number[]][] = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', [20, 400, 8902, 197281, 4865609]],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', [48, 2039, 97862, 4085603]],
  ['position 3', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', [14, 191, 2812, 43238, 674624]],
  ['position 4', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', [6, 264, 9467, 422333]],
  ['position 4 mirrored', 'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1', [6, 264, 9467, 422333]],
  ['position 5', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', [44, 1486, 62379, 2103487]],
  [
    'position 6',
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    [46, 2079, 89890, 3894594],
  ],
  ['promotions', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', [24, 496, 9483, 182838]],
  ['en passant pinned', '3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1', [18, 92, 1670, 10138, 185429, 1134888]],
  ['en passant gives check', '8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1', [15, 126, 1928, 13931, 206379, 1440467]],
  ['castling rights', 'r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1', [26, 1141, 27826, 1274206]],
];

const CHESS960: readonly [fen: string, counts: readonly number[]][] = [
  ['bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', [21, 528, 12189, 326672]],
  ['2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9', [21, 807, 18002, 667366]],
  ['b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9', [20, 479, 10471, 273318]],
  ['qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9', [22, 593, 13440, 382958]],
  ['1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9', [28, 1120, 31058, 1171749]],
];

describe('perft', () => {
  for (const [name, fen, counts] of STANDARD) {
    itLong(`counts ${name} as published`, () => {
      const state = parseChess(fen, false);
      assert.ok(state.ok);
      counts.forEach((count, i) => assert.equal(perft(state.value, i + 1), count, `depth ${i + 1}`));
    });
  }
  for (const [fen, counts] of CHESS960) {
    it(`counts Chess960 ${fen}`, () => {
      const state = parseChess(fen, true);
      assert.ok(state.ok);
      counts.forEach((count, i) => assert.equal(perft(state.value, i + 1), count, `depth ${i + 1}`));
    });
  }
});
