import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import { tableWorld } from '../../../src/core/worlds/table-world.ts';
import { assertLinearText } from '../../support/growth.ts';

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

  it('may have its values in quotation marks, as spreadsheets and R write them', () => {
    const lines = ['"state","action","next"\r', '"a, ""b""","go", "c" \r', 'c,"back","a, ""b"""\r', '"lone",,'];
    const { automaton, start } = world(lines);
    assert.equal(automaton.print(start), 'a, "b"');
    const next = automaton.step(start, 'go');
    assert.ok(next !== SINK);
    assert.equal(automaton.print(next), 'c');
    assert.equal(automaton.step(next, 'back'), start);
    assert.ok(automaton.parse('lone').ok);
    // a mark that is not closed, or has something behind it, is a sign as any other
    assert.ok(world(['state,action,next', 'a"b,go,"c']).automaton.parse('"c').ok);
    assert.deepEqual(faultsOf('state,action,next\n"a",go,"b","c"'), ['2:1: 4 values instead of 3']);
    const [conflict] = faultsOf('state,action,next\n"a","go",b\n"a", "go",c');
    assert.equal(conflict, '3:6: go leads from a to b and to c');
  });

  it('reads a line of marks in linear time', () => {
    for (const unit of ['"a,', '"",', '"a""', '" '])
      assertLinearText(50_000, unit, (text) => tableWorld('table', `state,action,next\n${text}`));
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

  it('may be JSON, with the start named, and the same automaton as in CSV', () => {
    const json = (value: unknown) => {
      const read = tableWorld('table', JSON.stringify(value, undefined, 1));
      assert.ok(read.ok, JSON.stringify(read));
      return read.value;
    };
    const { automaton, start } = json({
      start: 'odd',
      observed: { even: '0', odd: '1' },
      states: { even: { tick: 'odd' }, odd: { tick: 'even', 'st\u00f6p': 'end' }, end: {} },
    });
    assert.equal(automaton.print(start), 'odd');
    assert.deepEqual(automaton.legal(start), ['tick', 'stöp']);
    const even = automaton.step(start, 'tick');
    assert.ok(even !== SINK);
    assert.deepEqual([automaton.print(even), automaton.observe?.(even)], ['even', '0']);
    const first = json({ states: { a: { x: 'b' }, b: {} } });
    assert.deepEqual([first.automaton.print(first.start), 'observe' in first.automaton], ['a', false]);
  });

  it('in JSON says what is wrong, and where', () => {
    assert.match(faultsOf('{')[0], /^1:2: the text ends inside a JSON value/);
    assert.match(faultsOf('{"states": {"a": {"x": "a"}}}}')[0], /^1:1: the text is no JSON: /);
    assert.match(faultsOf('{}')[0], /^1:1: there are no "states"; a table is \{"start": STATE/);
    assert.deepEqual(
      faultsOf(
        '{"states": {"a": {"x": "b",\n"y z": "a",\n"w": null,\n"v": "a", "v": "c"}, "c": {}}, "start": "d"}',
      ).map((fault) => fault.replace(/; a table is .*/, '')),
      [
        '3:6: null where the name of a state is expected',
        '4:42: the state d is not among "states"',
        '1:25: the state b is not among "states"',
        '2:2: the name of an action has no spaces: y z',
        '4:12: v leads from a to a and to c',
      ],
    );
    assert.match(faultsOf('{"states": [1], "more": {"a": 1}}')[0], /^1:3: a list where none is expected/);
  });

  it('in JSON is any table of CSV, written otherwise', () => {
    const lines = fc.array(fc.tuple(fc.nat(6), fc.constantFrom('a', 'b'), fc.nat(6)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, (drawn) => {
        const states: Record<string, Record<string, string>> = {};
        for (const [from, action, to] of drawn) {
          states[`s${from}`] ??= {};
          states[`s${to}`] ??= {};
          states[`s${from}`][action] ??= `s${to}`;
        }
        const rows = Object.entries(states).flatMap(([from, row]) => [
          `${from},,`,
          ...Object.entries(row).map(([action, to]) => `${from},${action},${to}`),
        ]);
        const csv = world(['state,action,next', ...rows]);
        const read = tableWorld('table', JSON.stringify({ states }));
        assert.ok(read.ok);
        for (const name of Object.keys(states)) {
          const one = csv.automaton.parse(name);
          const other = read.value.automaton.parse(name);
          assert.ok(one.ok && other.ok);
          assert.deepEqual(new Set(read.value.automaton.legal(other.value)), new Set(csv.automaton.legal(one.value)));
          assert.equal(read.value.automaton.print(read.value.start), csv.automaton.print(csv.start));
        }
      }),
    );
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
