import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import type { ConnectFourState } from '../../../src/core/games/connect-four/bit-board.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import { itLong } from '../../support/thorough.ts';

/** The state after moves from the empty board. */
function after(...moves: string[]): ConnectFourState {
  return moves.reduce((state, move) => {
    const next = connectFour.step(state, move);
    assert.ok(next !== SINK, `${move} is illegal`);
    return next;
  }, EMPTY_CONNECT_FOUR);
}

function perft(state: ConnectFourState, depth: number): number {
  if (depth === 0) return 1;
  let count = 0;
  for (const move of connectFour.legal(state))
    count += perft(connectFour.step(state, move) as ConnectFourState, depth - 1);
  return count;
}

describe('Connect Four', () => {
  itLong('has the known numbers of games', () => {
    const known = [1, 7, 49, 343, 2401, 16807, 117649, 823536];
    assert.deepEqual(
      known.map((_, depth) => perft(EMPTY_CONNECT_FOUR, depth)),
      known,
    );
  });

  // OEIS A212693: positions after n plies.
  it('has the known numbers of positions', () => {
    let level = new Map([[connectFour.key(EMPTY_CONNECT_FOUR), EMPTY_CONNECT_FOUR]]);
    const counts = [level.size];
    for (let ply = 0; ply < 7; ply++) {
      const next = new Map<string, ConnectFourState>();
      for (const state of level.values())
        for (const move of connectFour.legal(state)) {
          const successor = connectFour.step(state, move) as ConnectFourState;
          next.set(connectFour.key(successor), successor);
        }
      level = next;
      counts.push(level.size);
    }
    assert.deepEqual(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859]);
  });

  it('ends with four in a row, in every direction', () => {
    const games = {
      across: ['x0', 'o0', 'x1', 'o1', 'x2', 'o2', 'x3'],
      up: ['x6', 'o0', 'x6', 'o1', 'x6', 'o2', 'x6'],
      rising: ['x0', 'o1', 'x1', 'o2', 'x2', 'o3', 'x2', 'o3', 'x3', 'o6', 'x3'],
      falling: ['x3', 'o2', 'x2', 'o1', 'x1', 'o0', 'x1', 'o0', 'x0', 'o6', 'x0'],
    };
    for (const [name, moves] of Object.entries(games)) {
      const end = after(...moves);
      assert.equal(connectFour.outcome(end), '1-0', name);
      assert.deepEqual(connectFour.legal(end), [], name);
      assert.equal(connectFour.outcome(after(...moves.slice(0, -1))), undefined, name);
    }
  });

  it('refuses full columns, the other player and what is no column', () => {
    const full = after('x3', 'o3', 'x3', 'o3', 'x3', 'o3');
    assert.deepEqual(connectFour.legal(full), ['x0', 'x1', 'x2', 'x4', 'x5', 'x6']);
    for (const move of ['x3', 'o0', 'x7', 'x', '', 'x00', '-1']) assert.equal(connectFour.step(full, move), SINK, move);
    assert.equal(connectFour.step(SINK, 'x0'), SINK);
  });

  it('is read as it is printed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6), { maxLength: 42 }), (columns) => {
        let state = EMPTY_CONNECT_FOUR;
        for (const column of columns) {
          const next = connectFour.step(state, String(column));
          if (next !== SINK) state = next;
        }
        assert.deepEqual(connectFour.parse(connectFour.print(state)), { ok: true, value: state });
      }),
    );
  });

  it('says what is wrong with a state', () => {
    const empty = '.'.repeat(42);
    const why = (text: string) => {
      const read = connectFour.parse(text);
      return read.ok ? undefined : read.error;
    };
    assert.equal(why(`x || ${empty} ||`), undefined);
    assert.equal(why(`o || ${empty} |00000000000||`), undefined);
    assert.match(why(`x || ${empty}. ||`) ?? '', /^43 cells instead of 42$/);
    assert.match(why(`w || ${empty} ||`) ?? '', /side to move/);
    assert.match(why(`x || ${empty.slice(1)}q ||`) ?? '', /not q/);
    assert.match(why(`x || x${empty.slice(1)} ||`) ?? '', /floats in column 0, row 6/);
    assert.match(why(`x || ${empty.slice(14)}ooooxxxxxxxooo ||`) ?? '', /both players/);
    assert.match(why('nonsense') ?? '', /form/);
  });

  it('is scored like any automaton', () => {
    const scorer = new AffordanceScorer(connectFour);
    const truth = after('x3', 'o3', 'x3', 'o3', 'x3');
    const missed = after('x3', 'o3', 'x3');
    const same = scorer.score(truth, truth, { m: 4 });
    assert.ok(same.ok && same.value.p.at(-1) === 1 && same.value.r.at(-1) === 1);
    const other = scorer.score(truth, missed, { m: 4 });
    assert.ok(other.ok && (other.value.p.at(-1) ?? 1) < 1, JSON.stringify(other));
  });
});
