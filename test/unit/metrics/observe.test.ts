import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Automaton, SINK, type Sink } from '../../../src/core/base/automaton.ts';
import type { ConnectFourState } from '../../../src/core/games/connect-four/bit-board.ts';
import { connectFour } from '../../../src/core/games/connect-four/connect-four.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import type { Method } from '../../../src/core/metrics/affordance-options.ts';
import { openStates } from '../../support/connect-four.ts';

const ACTIONS = ['a', 'b', 'c'];

/** A table by numbers: the successor of each state for each action, -1 where it is not legal, and what each state shows. */
interface Table {
  readonly next: readonly (readonly number[])[];
  readonly shown: readonly number[];
}

/** A table as an automaton whose key is the state's own number, which tells apart more than the futures do. */
function automatonOf({ next, shown }: Table, observes: boolean): Automaton<number> {
  const step = (state: number | Sink, action: string): number | Sink => {
    const to = state === SINK ? -1 : (next[state][ACTIONS.indexOf(action)] ?? -1);
    return to < 0 ? SINK : to;
  };
  return {
    id: 'table',
    parse: (text) => ({ ok: true, value: Number(text) }),
    print: String,
    legal: (state) => ACTIONS.filter((action) => step(state, action) !== SINK),
    step,
    outcome: (state) => (next[state].every((to) => to < 0) ? '1/2-1/2' : undefined),
    key: String,
    ...(observes && { observe: (state: number) => String(shown[state]) }),
  };
}

const tables = fc.integer({ min: 2, max: 9 }).chain((size) =>
  fc.record({
    next: fc.array(fc.array(fc.integer({ min: -1, max: size - 1 }), { minLength: 3, maxLength: 3 }), {
      minLength: size,
      maxLength: size,
    }),
    shown: fc.array(fc.nat(1), { minLength: size, maxLength: size }),
  }),
);

/** Every word of at most m actions that ends at m or where nothing is legal: its probability, and whether the other accepts it. */
function words(table: Table, from: number, other: number, m: number, observes: boolean): [number, boolean][] {
  const all: [number, boolean][] = [];
  const walk = (state: number, tested: number, left: number, chance: number, accepted: boolean): void => {
    const legal = [0, 1, 2].filter((action) => table.next[state][action] >= 0);
    if (left === 0 || legal.length === 0) all.push([chance, accepted]);
    else
      for (const action of legal) {
        const to = table.next[state][action];
        const there = accepted ? table.next[tested][action] : -1;
        const isSame = there >= 0 && (!observes || table.shown[to] === table.shown[there]);
        walk(to, there, left - 1, chance / legal.length, isSame);
      }
  };
  walk(from, other, m, 1, true);
  return all;
}

const accepted = (all: readonly [number, boolean][]): number =>
  all.reduce((sum, [chance, ok]) => sum + (ok ? chance : 0), 0);
const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} for ${b}`);

describe('what is observed', () => {
  it('counts by enumeration of all words: exact, sampled without omission, and set-based', () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 1, max: 5 }), fc.boolean(), (table, m, observes) => {
        const scorer = new AffordanceScorer(automatonOf(table, observes));
        const last = table.next.length - 1;
        for (const [a, b] of [[0, 1], [0, last], [last, 0]] as const /* biome-ignore format: pairs */) {
          if (a === b) continue;
          const fromB = words(table, b, a, m, observes);
          const fromA = words(table, a, b, m, observes);
          for (const method of ['exact', 'stratified', 'intermediate'] satisfies Method[]) {
            const scored = scorer.score(a, b, { m, method, samples: 100_000 });
            assert.ok(scored.ok);
            close(scored.value.p[m - 1], accepted(fromB));
            close(scored.value.r[m - 1], accepted(fromA));
          }
          const sets = scorer.setBased(a, b, { m });
          assert.ok(sets.ok);
          close(sets.value.p, fromB.filter(([, ok]) => ok).length / fromB.length);
          close(sets.value.r, fromA.filter(([, ok]) => ok).length / fromA.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('ends a guided rollout, and a sampled walk, where something else is seen', () => {
    const table = { next: [[2, 3, -1], [2, 4, -1], [2, 2, -1], [3, 3, -1], [4, 4, -1]], shown: [0, 0, 0, 1, 2] }; // biome-ignore format: a table
    const scorer = new AffordanceScorer(automatonOf(table, true));
    for (const method of ['guided', 'stratified', 'naive'] satisfies Method[]) {
      const scored = scorer.score(0, 1, { m: 3, method, samples: 4000 });
      assert.ok(scored.ok);
      for (const score of [...scored.value.p, ...scored.value.r])
        assert.ok(Math.abs(score - 0.5) < 0.04, `${method}: ${score}`);
    }
    const blind = new AffordanceScorer(automatonOf(table, false)).score(0, 1, { m: 3 });
    assert.ok(blind.ok);
    assert.deepEqual(blind.value.p, [1, 1, 1]);
  });

  it('changes nothing for a game whose observation its legal actions show anyway', () => {
    const seeing: Automaton<ConnectFourState> = { ...connectFour, observe: ({ side }) => side };
    delete seeing.arena;
    const seen = new AffordanceScorer(seeing);
    const plain = new AffordanceScorer(connectFour);
    fc.assert(
      fc.property(openStates(0, 42), openStates(0, 42), (a, b) => {
        const options = { m: 3, method: 'exact' } as const;
        const [one, other] = [seen.score(a, b, options), plain.score(a, b, options)];
        assert.ok(one.ok && other.ok);
        assert.deepEqual([one.value.p, one.value.r], [other.value.p, other.value.r]);
      }),
      { numRuns: 50 },
    );
  });
});
