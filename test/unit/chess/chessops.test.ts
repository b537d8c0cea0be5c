import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess, castlingSide } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeUci } from 'chessops/util';
import fc from 'fast-check';
import { afterMove, chess, chess960, legalMoves } from '../../../src/core/games/chess/chess.ts';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import { parseChess, printChess } from '../../../src/core/games/chess/state.ts';

/** Legal moves by chessops, as UCI strings of the given convention. */
function oracleMoves(pos: Chess, is960: boolean): Map<string, string> {
  const names = new Map<string, string>();
  for (const [from, dests] of pos.allDests()) {
    for (const to of dests) {
      const isPawn = pos.board.pawn.has(from);
      const roles = isPawn && (to < 8 || to >= 56) ? (['queen', 'rook', 'bishop', 'knight'] as const) : [undefined];
      for (const promotion of roles) {
        const move = promotion === undefined ? { from, to } : { from, to, promotion };
        const side = castlingSide(pos, move);
        const shown = side !== undefined && !is960 ? { from, to: (from & 56) + (side === 'h' ? 6 : 2) } : move;
        names.set(makeUci(shown), makeUci(move));
      }
    }
  }
  return names;
}

/** A start position of Chess960 by its number, through chessops' rules for pieces on the back rank. */
const START_960 = [
  'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1',
  'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1',
  'rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w CAca - 0 1',
  'qnbbrknr/pppppppp/8/8/8/8/PPPPPPPP/QNBBRKNR w HEhe - 0 1',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1',
];

function playRandomly(start: string, is960: boolean, choices: readonly number[]): void {
  const parsed = parseChess(start, is960);
  assert.ok(parsed.ok);
  let state = parsed.value;
  const pos = Chess.fromSetup(parseFen(start).unwrap()).unwrap();
  for (const choice of choices) {
    const oracle = oracleMoves(pos, is960);
    const mine = legalMoves(state);
    assert.deepEqual(Array.from(mine, moveName).sort(), [...oracle.keys()].sort(), printChess(state));
    assert.equal(printChess(state), makeFen(pos.toSetup()));
    // what was kept up move by move equals what a fresh reading gives
    const again = parseChess(printChess(state), is960);
    assert.ok(again.ok);
    const automaton = is960 ? chess960 : chess;
    if (state.words[18] < 0 || printChess(state).split(' ')[3] !== '-') {
      assert.deepEqual([...again.value.words], [...state.words], printChess(state));
      assert.equal(automaton.key(again.value), automaton.key(state));
    }
    if (mine.length === 0) return;
    const move = mine[choice % mine.length];
    state = afterMove(state, move);
    const played = oracle.get(moveName(move)) as string;
    const [from, to] = [played.slice(0, 2), played.slice(2, 4)];
    const square = (s: string): number => s.charCodeAt(0) - 97 + 8 * (s.charCodeAt(1) - 49);
    const roles = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' } as const;
    const promotion = roles[played[4] as keyof typeof roles];
    pos.play(
      promotion === undefined
        ? { from: square(from), to: square(to) }
        : { from: square(from), to: square(to), promotion },
    );
  }
}

describe('own rules against chessops', () => {
  const choices = fc.array(fc.nat(1 << 20), { minLength: 40, maxLength: 200 });
  it('agree on every legal set and position of random games', () => {
    fc.assert(
      fc.property(choices, (c) => playRandomly('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', false, c)),
      { numRuns: 60, seed: 1 },
    );
  });
  it('agree on random Chess960 games', () => {
    fc.assert(
      fc.property(fc.constantFrom(...START_960), choices, (start, c) => playRandomly(start, true, c)),
      {
        numRuns: 60,
        seed: 2,
      },
    );
  });
  it('agree from positions with few pieces, where checks, pins, promotions and en passant are common', () => {
    const starts = [
      '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
      'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
      '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1',
      'q3k2q/1p4p1/8/8/8/8/1P4P1/Q3K2Q w - - 0 1',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), choices, (start, c) => playRandomly(start, false, c)),
      {
        numRuns: 100,
        seed: 3,
      },
    );
  });
});

describe('valid states', () => {
  const reason = (fen: string): string | undefined => {
    const parsed = parseChess(fen, false);
    return parsed.ok ? undefined : parsed.error;
  };
  it('need six fields', () => {
    assert.match(reason('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0') ?? '', /5 FEN fields/);
    assert.match(reason('') ?? '', /0 FEN fields/);
  });
  it('need one king a side, no pawn on the outer ranks, no check on the side that is not to move', () => {
    assert.match(reason('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1') ?? '', /king/);
    assert.match(reason('P3k3/8/8/8/8/8/8/4K3 w - - 0 1') ?? '', /pawn/);
    assert.match(reason('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1') ?? '', /not to move is in check/);
  });
  it('lose castling rights and en passant squares that cannot be', () => {
    const print = (fen: string): string => {
      const parsed = parseChess(fen, false);
      assert.ok(parsed.ok);
      return printChess(parsed.value);
    };
    assert.equal(print('4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1'), '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    assert.equal(print('4k3/8/8/8/8/8/8/3K3R w K - 0 1'), '4k3/8/8/8/8/8/8/3K3R w - - 0 1');
    assert.equal(print('4k3/8/8/8/8/8/8/4K1R1 w K - 0 1'), '4k3/8/8/8/8/8/8/4K1R1 w - - 0 1');
    assert.equal(print('4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1'), '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1');
    assert.equal(print('4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1'), '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1');
  });
});
