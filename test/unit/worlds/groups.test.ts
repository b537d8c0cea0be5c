import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Automaton, SINK } from '../../../src/core/base/automaton.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import { cube } from '../../../src/core/worlds/cube.ts';
import { parsePermutationsName } from '../../../src/core/worlds/permutations.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { thoroughly } from '../../support/thorough.ts';

const permutations = (name: string) => {
  const world = parsePermutationsName(name);
  assert.ok(world?.ok, name);
  return world.value;
};

/** Numbers of states by the least number of actions that lead to them, by breadth. */
function byDistance<State>({ automaton, start }: World<State>, most = Number.POSITIVE_INFINITY): number[] {
  const seen = new Set([automaton.print(start)]);
  const counts = [1];
  let edge = [start];
  while (edge.length > 0 && counts.length <= most) {
    const next: State[] = [];
    for (const state of edge)
      for (const action of automaton.legal(state)) {
        const to = automaton.step(state, action);
        assert.ok(to !== SINK);
        const text = automaton.print(to);
        if (seen.has(text)) continue;
        seen.add(text);
        next.push(to);
      }
    if (next.length > 0) counts.push(next.length);
    edge = next;
  }
  return counts;
}

const order = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);

function after<State>({ automaton, start }: World<State>, actions: string): string {
  let state = start;
  for (const action of actions.split(' ')) {
    const next = automaton.step(state, action);
    assert.ok(next !== SINK, action);
    state = next;
  }
  return automaton.print(state);
}

/** The state of a text. */
function read<State>(automaton: Automaton<State>, text: string): State {
  const parsed = automaton.parse(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
}

describe('permutations', () => {
  it('are the groups that their generators generate', () => {
    // distances of neighbor swaps are numbers of inversions: the Mahonian numbers
    assert.deepEqual(byDistance(permutations('s5')), [1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1]);
    for (const [name, size] of [
      ['s2', 2],
      ['s4', 24],
      ['s6', 720],
      ['s5[(12),(12345)]', 120],
      ['s5[(123),(12345)]', 60],
      ['s4[(12)(34),(13)(24)]', 4],
      ['s7[(1234567)]', 7],
    ] as const)
      assert.equal(order(byDistance(permutations(name))), size, name);
  });

  it('bring the item at each place of a cycle to the next place of it', () => {
    assert.equal(after(permutations('s5[(123)(45)]'), '(123)(45)'), '3 1 2 5 4');
    assert.equal(after(permutations('s3'), '(12) (23) (12)'), after(permutations('s3'), '(23) (12) (23)'));
  });

  it('have the same future when no sequence shows a difference at place 1, and only then', () => {
    for (const name of ['s4', 's4[(12)]', 's5[(13),(24)]', 's4[(234)]']) {
      const { automaton } = permutations(name);
      const scorer = new AffordanceScorer({ ...blind(automaton), key: (state) => automaton.print(state) });
      fc.assert(
        fc.property(shuffles(automaton.id), shuffles(automaton.id), (a, b) => {
          const [one, other] = [read(automaton, a), read(automaton, b)];
          const scored = scorer.score(one, other, { m: 5, method: 'exact' });
          assert.ok(scored.ok);
          assert.equal(automaton.key(one) === automaton.key(other), scored.value.p[4] === 1);
          assert.deepEqual(scored.value.p, scored.value.r);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('refuse what is no permutation and no generator', () => {
    const { automaton, start } = permutations('s5');
    for (const text of ['', '1 2 3 4', '1 2 3 4 4', '1 2 3 4 6', '1 2 3 4 x', '1 2 3 4 5 6'])
      assert.equal(automaton.parse(text).ok, false, text);
    assert.equal(automaton.step(start, '(13)'), SINK);
    assert.equal(parsePermutationsName('othello'), undefined);
    for (const name of ['s1', 's10', 's5[]', 's5[12]', 's5[(11)]', 's5[(16)]', 's5[(12)(23)]', 's5[(1)]'])
      assert.equal(parsePermutationsName(name)?.ok, false, name);
  });
});

/** Texts of permutations of as many items as a name says. */
const shuffles = (name: string): fc.Arbitrary<string> => {
  const items = Array.from({ length: Number(name.charAt(1)) }, (_, i) => i + 1);
  return fc.shuffledSubarray(items, { minLength: items.length }).map((all) => all.join(' '));
};

/** The same automaton as an object of its own. */
const blind = <State>(of: Automaton<State>): Automaton<State> => ({
  id: of.id,
  parse: (text) => of.parse(text),
  print: (one) => of.print(one),
  legal: (one) => of.legal(one),
  step: (one, action) => of.step(one, action),
  outcome: (one) => of.outcome(one),
  key: (one) => of.key(one),
  observe: (one) => of.observe?.(one) ?? '',
});

describe('the 2x2 cube', () => {
  it('has the published numbers of positions by half and quarter turns', () => {
    const published = thoroughly([1, 9, 54, 321, 1847, 9992, 50136], [1, 9, 54, 321, 1847]);
    assert.deepEqual(byDistance(cube, published.length - 1), published);
  });

  it('has 7! permutations of corners and 3^6 twists, moved independently of each other', () => {
    const { automaton, start } = cube;
    const step = (state: readonly number[], action: string): readonly number[] => {
      const next = automaton.step(state, action);
      assert.ok(next !== SINK);
      return next;
    };
    const reach = (part: (state: readonly number[]) => string): number => {
      const seen = new Map([[part(start), start]]);
      for (const state of seen.values())
        for (const action of ['U', 'R', 'F']) {
          const next = step(state, action);
          if (!seen.has(part(next))) seen.set(part(next), next);
        }
      return seen.size;
    };
    assert.equal(
      reach((state) => state.map((corner) => corner % 3).join('')),
      3 ** 6,
    );
    assert.equal(
      reach((state) => state.map((corner) => Math.floor(corner / 3)).join('')),
      5040,
    );
    assert.equal(5040 * 3 ** 6, 3_674_160);
  });

  it('turns as cubes do', () => {
    const solved = 'UUUU RRRR FFFF DDDD LLLL BBBB';
    assert.equal(after(cube, 'U'), 'UUUU BBRR RRFF DDDD FFLL LLBB');
    assert.equal(after(cube, 'R'), 'UFUF RRRR FDFD DBDB LLLL UBUB');
    assert.equal(after(cube, "U U U U R R2 R F2 F2 U U'"), solved);
    const sexy = Array.from({ length: 6 }, () => "R U R' U'").join(' ');
    assert.equal(after(cube, sexy), solved);
    for (const text of [after(cube, "R U F'"), solved])
      assert.equal(cube.automaton.print(read(cube.automaton, text)), text);
  });

  it('refuses cubes that no turn leads to, and says why', () => {
    for (const [text, reason] of [
      ['UUUU RRRR', /six faces/],
      ['UUUX RRRR FFFF DDDD LLLL BBBB', /six faces/],
      ['UUUR RRRU FFFF DDDD LLLL BBBB', /no corner/],
      ['UUUF URRR FRFF DDDD LLLL BBBB', /twisted/],
      ['DDDD RRRR BBBB UUUU LLLL FFFF', /never moves/],
    ] as const) {
      const parsed = cube.automaton.parse(text);
      assert.ok(!parsed.ok, text);
      assert.match(parsed.error, reason);
    }
    assert.equal(cube.automaton.step(cube.start, 'D'), SINK);
  });

  it('shows the upper face: a cube that is one turn off is told by what is seen', () => {
    const scorer = new AffordanceScorer(cube.automaton);
    const off = cube.automaton.step(cube.start, 'R');
    const scored = scorer.score(cube.start, off, { m: 2, method: 'exact' });
    assert.ok(scored.ok);
    assert.ok(scored.value.p[1] < 0.2);
    assert.deepEqual(scored.value.p, scored.value.r);
  });
});
