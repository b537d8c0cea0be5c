import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ChessArena, chess, chess960 } from '../../../src/core/games/chess/chess.ts';
import { KernelArena, loadKernel } from '../../../src/core/games/chess/kernel/chess-kernel.ts';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import type { ChessState } from '../../../src/core/games/chess/state.ts';

const kernel = loadKernel();
assert.ok(kernel, 'this platform has WebAssembly');
const compiled = new KernelArena(kernel);
const plain = new ChessArena();
for (const arena of [compiled, plain]) arena.reserve(8);

const state = (fen: string, is960 = false): ChessState => {
  const parsed = (is960 ? chess960 : chess).parse(fen);
  assert.ok(parsed.ok, fen);
  return parsed.value;
};

/** Legal moves of a handle in both arenas, which must agree in number, names and order. */
function legal(handle: number): Int32Array {
  const a = new Int32Array(compiled.maxLegal);
  const b = new Int32Array(plain.maxLegal);
  const n = compiled.legal(handle, a, 0);
  assert.equal(plain.legal(handle, b, 0), n);
  assert.deepEqual(Array.from(a.subarray(0, n), moveName), Array.from(b.subarray(0, n), moveName));
  assert.equal(compiled.count(handle), n);
  return a.subarray(0, n);
}

/** Compares handles 0 and 1, in both orders, in both arenas. */
function compare(): void {
  for (const [x, y] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const a = new Int32Array(compiled.maxLegal);
    const b = new Int32Array(plain.maxLegal);
    const n = compiled.common(x, y, a, 0);
    assert.equal(plain.common(x, y, b, 0), n);
    assert.deepEqual(a.subarray(0, n), b.subarray(0, n));
    assert.deepEqual([compiled.common(x, y), compiled.legalA, compiled.legalB], [n, plain.legalA, plain.legalB]);
    assert.equal(plain.common(x, y), n);
  }
  assert.equal(compiled.same(0, 1), plain.same(0, 1));
}

/** Plays one game in handle 0 and keeps a copy that falls behind, or goes another way, in handle 1. */
function playTwo(starts: readonly [ChessState, ChessState], choices: readonly number[]): void {
  for (const arena of [compiled, plain]) starts.forEach((s, i) => arena.load(i, s));
  for (const choice of choices) {
    compare();
    for (const handle of [0, 1]) {
      const moves = legal(handle);
      // now and then one side stands still, so that sides to move and pieces differ
      if (moves.length === 0 || (choice >> 8) % 5 === handle) continue;
      const move = moves[(choice >> (handle * 4)) % moves.length];
      for (const arena of [compiled, plain]) {
        arena.play(handle, 7, move);
        arena.copy(7, handle);
      }
      assert.deepEqual(
        [compiled.hashLow(handle), compiled.hashHigh(handle)],
        [plain.hashLow(handle), plain.hashHigh(handle)],
      );
    }
  }
}

describe('the compiled kernel', () => {
  const choices = fc.array(fc.nat(1 << 16), { minLength: 30, maxLength: 150 });
  const pairs: readonly [name: string, a: ChessState, b: ChessState][] = [
    [
      'start',
      state('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
      state('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
    ],
    ['promotions', state('n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1'), state('n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1')],
    [
      'rooks and pins',
      state('r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1'),
      state('r3k2r/1b4bq/8/8/8/8/7B/R3K2R b Kq - 0 1'),
    ],
    [
      'pawns',
      state('4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1'),
      state('4k3/pppppppp/8/8/8/8/RPPPPPPN/4K3 w - - 0 1'),
    ],
    [
      'Chess960',
      state('nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1', true),
      state('qnbbrknr/pppppppp/8/8/8/8/PPPPPPPP/QNBBRKNR w HEhe - 0 1', true),
    ],
  ];
  for (const [name, a, b] of pairs) {
    it(`agrees with the JavaScript arena move for move: ${name}`, () => {
      fc.assert(
        fc.property(choices, (c) => playTwo([a, b], c)),
        { numRuns: 40, seed: 5 },
      );
    });
  }
  it('keeps its positions when its memory grows', () => {
    const start = pairs[0][1];
    compiled.load(0, start);
    const before = compiled.hashLow(0);
    compiled.reserve(50_000);
    assert.equal(compiled.hashLow(0), before);
    compiled.copy(0, 49_999);
    assert.ok(compiled.same(0, 49_999));
    assert.equal(compiled.count(49_999), 20);
  });
});
