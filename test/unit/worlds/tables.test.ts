import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import { tableWorld } from '../../../src/core/worlds/tables/table.ts';

const world = (lines: readonly string[]) => {
  const read = tableWorld('table', lines.join('\n'));
  assert.ok(read.ok);
  return read.value;
};

/** Faults as line:column and message, both from 1. */
function faultsOf(text: string): string[] {
  const read = tableWorld('table', text);
  assert.ok(!read.ok);
  return read.error.map(({ offset, message }) => {
    const before = text.slice(0, offset).split('\n');
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${message}`;
  });
}

const PARITY = ['state,action,next,observed', 'even,tick,odd,0', 'odd,tick,even,1', 'also-even,tick,odd,0', 'end,,,'];

describe('a table', () => {
  it('is the automaton of its lines', () => {
    const { automaton, start } = world(PARITY);
    assert.equal(automaton.print(start), 'even');
    const odd = automaton.step(start, 'tick');
    assert.ok(odd !== SINK);
    assert.equal(automaton.print(odd), 'odd');
    assert.equal(automaton.observe?.(odd), '1');
    assert.deepEqual(automaton.legal(odd), ['tick']);
    assert.equal(automaton.step(odd, 'tock'), SINK);
    const end = automaton.parse(' end ');
    assert.ok(end.ok);
    assert.deepEqual(automaton.legal(end.value), []);
    assert.equal(automaton.outcome(end.value), '1/2-1/2');
    assert.deepEqual(automaton.parse('none'), { ok: false, error: 'the table has no state none' });
    const plain = world(['state,action,next\r', 'a,x,b\r', '']);
    assert.deepEqual([plain.automaton.print(1), 'observe' in plain.automaton], ['b', false]);
  });

  it('has equal keys for the states with the same future, and only for them', () => {
    const tables = fc.integer({ min: 1, max: 9 }).chain((size) =>
      fc
        .array(fc.tuple(fc.nat(size - 1), fc.constantFrom('a', 'b', 'c'), fc.nat(size - 1)), {
          minLength: 1,
          maxLength: 3 * size,
        })
        .map((transitions) => {
          const seen = new Set<string>();
          const lines = transitions.flatMap(([from, action, to]) => {
            const isKnown = seen.has(`${from}${action}`);
            seen.add(`${from}${action}`);
            return isKnown ? [] : [`s${from},${action},s${to},${from % 2}`];
          });
          return ['state,action,next,observed', ...lines];
        }),
    );
    fc.assert(
      fc.property(tables, (lines) => {
        const { automaton } = world(lines);
        const names = [...new Set(lines.slice(1).flatMap((line) => [line.split(',')[0], line.split(',')[2]]))];
        const states = names.map((name) => {
          const parsed = automaton.parse(name);
          assert.ok(parsed.ok);
          return parsed.value;
        });
        // states of an automaton with n states that can be told by a sequence can be told by one of n actions
        const scorer = new AffordanceScorer({ ...automaton, key: String });
        for (const a of states)
          for (const b of states.slice(0, 4)) {
            const scored = scorer.score(a, b, { m: names.length, method: 'exact' });
            assert.ok(scored.ok);
            const { p, r } = scored.value;
            const isSame = Math.min(p.at(-1) ?? 0, r.at(-1) ?? 0) > 1 - 1e-9;
            assert.equal(automaton.key(a) === automaton.key(b), isSame, lines.join('\n'));
          }
      }),
      { numRuns: 200 },
    );
  });

  it('says what is wrong, and where', () => {
    assert.deepEqual(faultsOf(''), ['1:1: the table has no states']);
    assert.deepEqual(faultsOf('from,to\na,b'), [
      '1:1: the first line must be state,action,next or state,action,next,observed',
    ]);
    assert.deepEqual(faultsOf('state,action,next\na,x,b\na,x\na,go on,b\n a , x , c\n,x,a\na,y,\na,,b'), [
      '3:1: 2 values instead of 3',
      '4:3: the name of an action has no spaces: go on',
      '5:6: x leads from a to b and to c',
      '6:1: a state has no name',
      '7:5: a state has no name',
      '8:3: an action has no name',
    ]);
    assert.deepEqual(faultsOf('state,action,next,observed\na,x,b,0\na,y,b,1'), ['3:7: in a both 0 and 1 are observed']);
  });

  it('is bounded', () => {
    const many = (count: number, line: (i: number) => string): string =>
      ['state,action,next', ...Array.from({ length: count }, (_, i) => line(i))].join('\n');
    assert.deepEqual(faultsOf(many(10_005, (i) => `s${i},,`)), ['10002:1: a table has at most 10000 states']);
    assert.deepEqual(faultsOf(many(520, (i) => `s,a${i},s`)), ['514:3: a table has at most 512 actions']);
    assert.equal(faultsOf(many(500, () => 's')).length, 20);
    const chain = world(many(9_999, (i) => `s${i},a,s${i + 1}`).split('\n'));
    assert.equal(new Set([0, 1, 5000, 9999].map((state) => chain.automaton.key(state))).size, 4);
  });
});
