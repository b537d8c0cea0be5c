import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeUci } from 'chessops/util';
import { fixturePairs } from '../../../bench/pairs/fixture.ts';
import { evenly } from '../../../bench/pairs/real-pairs.ts';
import { commonMoves, countCommon, legalMoves } from '../../../bench/peers/chessops-moves.ts';
import { chessopsAlgorithm1, chessopsExact, chessopsSetBased } from '../../../bench/peers/chessops-scores.ts';
import { PythonChess } from '../../../bench/peers/python-chess.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { chess } from '../../../src/core/games/chess/chess.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';

const position = (fen: string): Chess => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} and ${b}`);

describe('the peers compute the same quantities', () => {
  const scorer = new AffordanceScorer(chess);
  const pairs = evenly(fixturePairs(), 10);

  it('exactly: p_m and r_m, and the set-based ones', () => {
    for (const { a, b, truth, predicted, id } of pairs) {
      const exact = scorer.score(a, b, { m: 2, method: 'exact' });
      const sets = scorer.setBased(a, b, { m: 2 });
      assert.ok(exact.ok && sets.ok, id);
      const peer = chessopsExact(position(truth), position(predicted), 2);
      near(peer.p, exact.value.p[1]);
      near(peer.r, exact.value.r[1]);
      const peerSets = chessopsSetBased(position(truth), position(predicted), 2);
      near(peerSets.p, sets.value.p);
      near(peerSets.r, sets.value.r);
    }
  });

  it('a side without moves counts as in the core', () => {
    const mated = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4';
    const saved = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4';
    assert.deepEqual(chessopsExact(position(saved), position(mated), 2), { p: 1, r: 0 });
    assert.deepEqual(chessopsSetBased(position(saved), position(mated), 2), { p: 1, r: 0 });
  });

  it('on average: Algorithm 1', () => {
    const { truth, predicted } = fixturePairs()[30];
    const exact = chessopsExact(position(truth), position(predicted), 3);
    const runs = Array.from({ length: 8 }, (_, seed) =>
      chessopsAlgorithm1(position(predicted), position(truth), 3, 40, seeded(seed)),
    );
    const mean = runs.reduce((sum, p) => sum + p, 0) / runs.length;
    assert.ok(new Set(runs).size > 1);
    assert.ok(Math.abs(mean - exact.p) < 0.05, `${mean} for ${exact.p}`);
  });
});

describe('moves of chessops, named as UCI does', () => {
  it('castling is a move of two files: a rook move of that name matches it, one to the corner does not', () => {
    const castles = legalMoves(position('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'));
    const rookMoves = legalMoves(position('k7/8/8/8/8/8/K7/4R3 w - - 0 1'));
    const names = commonMoves(castles, castles).map(makeUci);
    assert.equal(names.length, castles.count);
    assert.equal(castles.count, chess.legal(stateOf('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1')).length);
    assert.ok(names.includes('e1g1') && names.includes('e1c1'));
    assert.ok(!names.includes('e1h1') && !names.includes('e1a1'));
    const common = commonMoves(castles, rookMoves).map(makeUci).sort();
    assert.deepEqual(common, ['e1c1', 'e1d1', 'e1e2', 'e1f1', 'e1g1']);
    assert.equal(countCommon(castles, rookMoves), common.length);
  });

  it('a promotion is four moves, none of which a rook can make', () => {
    const pawn = legalMoves(position('7k/P7/8/8/8/8/8/K7 w - - 0 1'));
    const rook = legalMoves(position('7k/R7/8/8/8/8/8/K7 w - - 0 1'));
    assert.equal(pawn.count, 4 + 3);
    assert.deepEqual(
      commonMoves(pawn, pawn)
        .map(makeUci)
        .filter((name) => name.startsWith('a7a8'))
        .sort(),
      ['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r'],
    );
    assert.ok(commonMoves(pawn, rook).every(({ from }) => from === 0));
  });
});

describe('python-chess', () => {
  it('says in a line why it cannot be had', async () => {
    const reason = await PythonChess.start('no-such-python');
    assert.ok(typeof reason === 'string');
    assert.match(reason, /^[^\n]*ENOENT[^\n]*$/);
  });
});

function stateOf(fen: string) {
  const parsed = chess.parse(fen);
  assert.ok(parsed.ok);
  return parsed.value;
}
