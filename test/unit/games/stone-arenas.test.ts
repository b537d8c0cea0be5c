import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Arena, type Automaton, genericArena, SINK } from '../../../src/core/base/automaton.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { emptyHex, type HexState, hex } from '../../../src/core/games/hex/hex.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import { openStates } from '../../support/connect-four.ts';

/** The automaton without its own arena: the oracle. */
function plain<State>(automaton: Automaton<State>): Automaton<State> {
  const copy = { ...automaton };
  delete copy.arena;
  return copy;
}

/** Any two states of Hex: stones anywhere, sizes that may differ, games that may be over. */
const hexStates = (largest: number): fc.Arbitrary<HexState> =>
  fc
    .integer({ min: 1, max: largest })
    .chain((size) =>
      fc.tuple(
        fc.constantFrom('x', 'o'),
        fc.array(fc.constantFrom('.', '.', '.', 'x', 'o'), { minLength: size * size, maxLength: size * size }),
      ),
    )
    .map(([side, cells]) => {
      const read = hex.parse(`${side} || ${cells.join(' ')} ||`);
      assert.ok(read.ok);
      return read.value;
    });

/** A state and another that is a few stones away from it. */
const near = (states: fc.Arbitrary<HexState>): fc.Arbitrary<[HexState, HexState]> =>
  fc
    .tuple(states, fc.array(fc.tuple(fc.nat(), fc.constantFrom('.', 'x', 'o')), { maxLength: 3 }), fc.boolean())
    .map(([state, changes, turned]) => {
      const cells = Array.from(state.cells);
      for (const [at, stone] of changes) cells[at % cells.length] = stone;
      const side = turned ? (state.side === 'x' ? 'o' : 'x') : state.side;
      const read = hex.parse(`${side} || ${cells.join(' ')} ||`);
      assert.ok(read.ok);
      return [state, read.value];
    });

const discs = fc
  .tuple(openStates(0, 42), openStates(0, 42), fc.constantFrom('x' as const, 'o' as const))
  .map(([a, b, side]) => [a, { ...b, side }] as const);

const names = <State>(arena: Arena<State>, count: number, out: Int32Array): string[] =>
  Array.from(out.subarray(0, count), (action) => arena.actionName(action));

/** Compares an arena with the automaton on two states, and on the successors of the first. */
function agree<State>(arena: Arena<State>, automaton: Automaton<State>, a: State, b: State): void {
  const out = new Int32Array(arena.maxLegal);
  arena.reserve(4);
  arena.load(0, a);
  arena.load(1, b);
  const [legalA, legalB] = [automaton.legal(a), automaton.legal(b)];
  const both = legalA.filter((action) => legalB.includes(action));
  assert.deepEqual(names(arena, arena.legal(0, out, 0), out).sort(), [...legalA].sort());
  assert.equal(arena.count(0), legalA.length);
  assert.equal(arena.common(0, 1), both.length);
  assert.deepEqual([arena.legalA, arena.legalB], [legalA.length, legalB.length]);
  assert.deepEqual(names(arena, arena.common(0, 1, out, 0), out).sort(), both.sort());
  assert.equal(arena.same(0, 1), automaton.key(a) === automaton.key(b));
  for (let i = arena.legal(0, out, 0) - 1; i >= 0; i--) {
    const next = automaton.step(a, arena.actionName(out[i]));
    assert.ok(next !== SINK);
    arena.play(0, 2, out[i]);
    arena.load(3, next);
    assert.ok(arena.same(2, 3));
    assert.deepEqual([arena.hashLow(2), arena.hashHigh(2)], [arena.hashLow(3), arena.hashHigh(3)]);
    assert.notEqual(arena.hashLow(2), arena.hashLow(0));
    assert.equal(arena.count(2), automaton.legal(next).length);
  }
  arena.copy(1, 2);
  assert.ok(arena.same(1, 2));
  assert.equal(arena.count(2), legalB.length);
}

describe('the arena of Connect Four', () => {
  const arena = genericArena(connectFour);

  it('does what the plain methods do', () => {
    fc.assert(fc.property(discs, ([a, b]) => agree(arena, connectFour, a, b)));
  });

  it('has the known numbers of games', () => {
    const actions = Array.from({ length: 10 }, () => new Int32Array(arena.maxLegal));
    const perft = (depth: number, at = 0): number => {
      if (depth === 1) return arena.count(at);
      const count = arena.legal(at, actions[depth], 0);
      let sum = 0;
      for (let i = 0; i < count; i++) {
        arena.play(at, at + 1, actions[depth][i]);
        sum += perft(depth - 1, at + 1);
      }
      return sum;
    };
    arena.reserve(10);
    arena.load(0, EMPTY_CONNECT_FOUR);
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((depth) => perft(depth)),
      [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
    );
  });

  it('gives the scores of the plain methods', () => {
    const [own, other] = [new AffordanceScorer(connectFour), new AffordanceScorer(plain(connectFour))];
    fc.assert(
      fc.property(discs, fc.constantFrom('accept' as const, 'drop' as const), ([a, b], terminal) => {
        const options = { m: 3, method: 'exact', terminal } as const;
        assert.deepEqual(own.score(a, b, options), other.score(a, b, options));
        assert.deepEqual(own.setBased(a, b, options), other.setBased(a, b, options));
      }),
      { numRuns: 40 },
    );
  });
});

describe('the arena of Hex', () => {
  const arena = genericArena(hex);

  it('does what the plain methods do, on boards of the same size and of different ones', () => {
    fc.assert(fc.property(hexStates(6), hexStates(6), (a, b) => agree(arena, hex, a, b)));
    fc.assert(fc.property(near(hexStates(7)), ([a, b]) => agree(arena, hex, a, b)));
    agree(arena, hex, emptyHex(26), emptyHex(11));
  });

  it('says that actions only take themselves away where no sequence ends a game, and there alone', () => {
    const ends = (state: HexState, plies: number): boolean =>
      state.winner !== undefined ||
      (plies > 0 && hex.legal(state).some((action) => ends(hex.step(state, action) as HexState, plies - 1)));
    fc.assert(
      fc.property(near(hexStates(3)), fc.integer({ min: 1, max: 4 }), ([a, b], plies) => {
        arena.reserve(2);
        arena.load(0, a);
        arena.load(1, b);
        assert.equal(arena.onlyShrinks?.(0, 1, plies), !ends(a, plies - 1) && !ends(b, plies - 1));
      }),
    );
  });

  it('gives the scores of the plain methods', () => {
    const [own, other] = [new AffordanceScorer(hex), new AffordanceScorer(plain(hex))];
    const close = (a: readonly number[], b: readonly number[]): void =>
      a.forEach((score, i) => assert.ok(Math.abs(score - b[i]) < 1e-12, `${a.join()} and ${b.join()}`));
    fc.assert(
      fc.property(near(hexStates(4)), fc.constantFrom('accept' as const, 'drop' as const), ([a, b], terminal) => {
        const options = { m: 3, method: 'exact', terminal } as const;
        const [fast, slow] = [own.score(a, b, options), other.score(a, b, options)];
        assert.ok(fast.ok && slow.ok);
        close(fast.value.p, slow.value.p);
        close(fast.value.r, slow.value.r);
        assert.deepEqual(own.setBased(a, b, options), other.setBased(a, b, options));
      }),
      { numRuns: 60 },
    );
  });
});

describe('scores of large boards of Hex', () => {
  const scorer = new AffordanceScorer(hex);
  const moved = (state: HexState, ...moves: string[]): HexState =>
    moves.reduce((at, move) => hex.step(at, move) as HexState, state);

  it('are exact at any depth where nobody is near to a win', () => {
    const truth = moved(emptyHex(), 'f6', 'c3', 'h9');
    const missed = moved(emptyHex(), 'f6', 'c3', 'h8');
    const scored = scorer.score(truth, missed, { m: 8 });
    assert.ok(scored.ok);
    assert.deepEqual([scored.value.method, scored.value.nodes], ['exact', 1]);
    let expected = 1;
    for (let i = 0; i < 8; i++) expected *= (117 - i) / (118 - i);
    assert.ok(Math.abs((scored.value.p[7] ?? 0) - expected) < 1e-12);
    const sets = scorer.setBased(truth, missed, { m: 8 });
    assert.ok(sets.ok && Math.abs(sets.value.p - expected) < 1e-12);
  });

  /** A wall of each player, one stone from a win, and the same with another pair of stones. */
  const walls = (size: number): [HexState, HexState] => {
    const [x, o] = [String.fromCharCode(0x60 + (size >> 1)), String.fromCharCode(0x60 + size)];
    const stones = Array.from({ length: size - 1 }, (_, row) => [`${x}${row + 1}`, `${o}${row + 1}`]).flat();
    return [moved(emptyHex(size), ...stones), moved(emptyHex(size), ...stones.slice(2), 'a1', 'b1')];
  };

  it('are estimated where an exact walk takes too long, and near to what it gives', () => {
    const [truth, missed] = walls(6);
    const exact = scorer.score(truth, missed, { m: 4 });
    assert.ok(exact.ok && exact.value.method === 'exact' && exact.value.nodes > 100);
    const bounded = scorer.score(truth, missed, { m: 4, nodeBudget: 50 });
    assert.ok(bounded.ok);
    assert.deepEqual([bounded.value.method, bounded.value.samples], ['stratified', 10_000]);
    for (const [i, p] of bounded.value.p.entries()) {
      const error = bounded.value.standardError?.p[i] ?? 0;
      assert.ok(Math.abs(p - exact.value.p[i]) <= 5 * error + 1e-9, `depth ${i + 1}`);
    }
  });

  it('one stone from a win are an estimate on the usual board, which its label says', () => {
    const estimate = scorer.score(...walls(11), { m: 4, nodeBudget: 20_000, samples: 800 });
    assert.ok(estimate.ok);
    const { method, samples, seed, standardError } = estimate.value;
    assert.deepEqual([method, samples, seed, standardError?.p.length], ['stratified', 800, 0, 4]);
  });
});
