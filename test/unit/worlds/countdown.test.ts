import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { type CountdownState, readCountdown } from '../../../src/core/worlds/planning/countdown.ts';
import { randomWalk } from '../../../src/core/worlds/random-walk.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld } from '../../../src/core/worlds/world-spec.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

interface Published {
  readonly nums: readonly number[];
  readonly target: number;
  readonly solution: readonly string[];
  readonly trace: string;
}

const published: readonly Published[] = JSON.parse(
  fs.readFileSync('test/fixtures/traces/stream-of-search.json', 'utf8'),
);

function countdown(name = 'countdown'): World<CountdownState> {
  const world = findWorld(name);
  assert.ok(world.ok, name);
  return world.value as World<CountdownState>;
}

const usual = countdown();
const { automaton } = usual;
const key = (target: number, numbers: readonly number[]): string => automaton.key({ target, numbers });
const step = (state: CountdownState, action: string): string => {
  const next = automaton.step(state, action);
  return next === SINK ? 'sink' : automaton.print(next);
};
const state = (text: string): CountdownState => {
  const read = readCountdown(text);
  assert.ok(read.ok, text);
  return read.value;
};

const number = fc.nat({ max: 12 });
const states = fc.record({ target: fc.nat({ max: 40 }), numbers: fc.array(number, { minLength: 1, maxLength: 5 }) });

/** The states after one operation, by its text, from the definition alone: every ordered pair, every sign. */
function bruteForce({ target, numbers }: CountdownState): Map<string, string> {
  const found = new Map<string, string>();
  for (const [i, a] of numbers.entries())
    for (const [j, b] of numbers.entries()) {
      if (i === j) continue;
      const rest = numbers.filter((_, k) => k !== i && k !== j);
      const results = [
        ['+', a + b],
        ['*', a * b],
        ['-', a - b],
        ['/', b === 0 ? -1 : a / b],
      ] as const;
      for (const [sign, c] of results)
        if (c >= 0 && Number.isInteger(c)) found.set(`${a}${sign}${b}=${c}`, key(target, [...rest, c]));
    }
  return found;
}

describe('Countdown', () => {
  it('allows exactly the operations of its definition, and lists each of them once', () => {
    fc.assert(
      fc.property(states, (from) => {
        const expected = bruteForce(from);
        const legal = automaton.legal(from);
        assert.equal(new Set(legal).size, legal.length);
        for (const [action, to] of expected) {
          for (const written of [action, action.replace(/=.*/, '')]) {
            const next = automaton.step(from, written);
            assert.notEqual(next, SINK, written);
            if (next !== SINK) assert.equal(automaton.key(next), to);
          }
        }
        for (const action of legal) assert.ok(expected.has(action), action);
        // what is not listed has the effect of a listed operation: operands changed, or zero divided
        const effects = new Set(legal.map((action) => expected.get(action)));
        assert.deepEqual(effects, new Set(expected.values()));
      }),
    );
  });

  it('gives a reason for every operation that it does not allow, and none for others', () => {
    const operand = fc.nat({ max: 13 });
    const actions = fc
      .tuple(operand, fc.constantFrom('+', '-', '*', '/'), operand, fc.option(operand))
      .map(([a, sign, b, c]) => `${a}${sign}${b}${c === null ? '' : `=${c}`}`);
    fc.assert(
      fc.property(states, fc.oneof(actions, fc.string()), (from, action) => {
        const isLegal = automaton.step(from, action) !== SINK;
        assert.equal(usual.whyNot?.(from, action) === undefined, isLegal, action);
      }),
    );
  });

  it('says why an operation is not legal', () => {
    const reasons = [
      ['59: 39 4 10', '39/4', '39/4 is no whole number'],
      ['59: 39 3', '3-39=36', '3-39 is negative'],
      ['59: 39 3', '39/3=12', '39/3 is 13, not 12'],
      ['59: 39 3', '39+7=46', 'there is no 7 left'],
      ['59: 39 3', '3+3=6', 'there is only one 3 left'],
      ['59: 39 0', '39/0', '39/0 divides by zero'],
      ['59: 39', '39+39', 'only 39 is left, and an operation takes two numbers'],
      ['59: 9007199254740991 1', '9007199254740991+1', '9007199254740991+1 is above 2^53 - 1'],
      ['59: 39 3', '39 + 3', 'operations are written 46+23=69, with one of + - * /'],
      ['59: 39 3', '+3', 'operations are written 46+23=69, with one of + - * /'],
    ] as const;
    for (const [from, action, reason] of reasons) assert.equal(usual.whyNot?.(state(from), action), reason);
  });

  it('lists every operation that the generator of Stream of Search writes, with the numbers that it leaves', () => {
    let checked = 0;
    for (const { trace, target } of published) {
      let numbers: number[] = [];
      for (const line of trace.split('\n')) {
        const current = /^Current State: \d+:\[(.*?)\]/.exec(line);
        if (current !== null) numbers = JSON.parse(`[${current[1]}]`);
        const [, action, left] = /^Exploring Operation: (.*), Resulting Numbers: \[(.*)\]/.exec(line) ?? [];
        if (action === undefined) continue;
        const from = { target, numbers };
        assert.equal(step(from, action), `${target}: ${left?.replaceAll(',', '')}`, action);
        const mirrored = action.replace(/^(\d+)([+*])(\d+)/, '$3$2$1');
        assert.ok(
          automaton.legal(from).some((listed) => listed === action || listed === mirrored),
          action,
        );
        checked++;
      }
    }
    assert.ok(checked > 60, `${checked} operations`);
  });

  it('reaches the goal by the published solutions, and by nothing else that ends', () => {
    for (const { nums, target, solution } of published) {
      const world = countdown(`countdown ${nums.join(' ')} -> ${target}`);
      let at = world.start;
      for (const action of solution) {
        assert.equal(world.goal?.reached(at), false);
        const next = world.automaton.step(at, action);
        assert.notEqual(next, SINK, action);
        if (next !== SINK) at = next;
      }
      assert.equal(world.goal?.reached(at), true);
      assert.equal(world.automaton.outcome(at), '1-0');
    }
    for (let seed = 0; seed < 20; seed++) {
      const { states: walked } = randomWalk(usual, 40, seeded(seed));
      const end = walked.at(-1);
      assert.equal(walked.length, 4);
      assert.ok(end !== undefined);
      assert.equal(usual.goal?.reached(end), end.numbers[0] === 17);
      assert.equal(automaton.outcome(end), end.numbers[0] === 17 ? '1-0' : '0-1');
    }
  });

  it('reads states as it prints them and in two other notations; the order of numbers changes neither key nor parts', () => {
    fc.assert(
      fc.property(states, (from) => {
        const { target, numbers } = from;
        const texts = [automaton.print(from), `${target}:[${numbers.join(', ')}]`, `${numbers.join(' ')} -> ${target}`];
        for (const text of texts)
          assert.deepEqual(readCountdown(text), { ok: true, value: { target, numbers: [...numbers] } });
        const turned = { target, numbers: [...numbers].reverse() };
        assert.equal(automaton.key(turned), automaton.key(from));
        assert.deepEqual(usual.parts(turned), usual.parts(from));
        assert.deepEqual(new Set(automaton.legal(turned)), new Set(automaton.legal(from)));
      }),
    );
    fc.assert(
      fc.property(states, states, (a, b) => {
        const sorted = ({ target, numbers }: CountdownState): string =>
          JSON.stringify([target, [...numbers].sort((x, y) => x - y)]);
        assert.equal(automaton.key(a) === automaton.key(b), sorted(a) === sorted(b));
      }),
    );
  });

  it('refuses other texts with what is wrong', () => {
    const faults = [
      ['59', /not of the form 59: 23 46 10/],
      ['59:', /no number is left/],
      [': 3', /the target is missing/],
      ['59: 3 -4', /not negative, not -4/],
      ['59: 3 1.5', /whole and not negative, not 1\.5/],
      ['59: [3 4', /not \[3/],
      [`59: ${'1 '.repeat(17)}`, /17 numbers; there are at most 16/],
      ['59: 9007199254740992', /above 2\^53 - 1/],
    ] as const;
    for (const [text, reason] of faults) {
      const read = readCountdown(text);
      assert.ok(!read.ok, text);
      assert.match(read.error, reason);
    }
  });

  it('has the heuristics of the generator', () => {
    const [sum, mult] = usual.heuristics ?? [];
    assert.deepEqual([sum?.name, mult?.name], ['sum', 'mult']);
    // |46-17| + |39-17| + |54-17| + |3-17| = 102, a quarter of it; the only divisor of 17 from 2 on is 17
    assert.equal(sum?.estimate(usual.start), 25.5);
    assert.equal(mult?.estimate(usual.start), 102);
    assert.equal(sum?.estimate(state('10: 4')), 6);
    // divisors of 12: 2 3 4 6 12
    assert.equal(mult?.estimate(state('12: 9 5 20 1')), 3 + 1 + 8 + 1);
    fc.assert(
      fc.property(states, (from) => {
        const factors = Array.from({ length: 41 }, (_, i) => i).filter(
          (i) => i > 1 && i <= from.target && from.target % i === 0,
        );
        if (factors.length === 0) return;
        const expected = from.numbers.map((n) => Math.min(...factors.map((factor) => Math.abs(n - factor))));
        assert.equal(
          mult?.estimate(from),
          expected.reduce((a, b) => a + b),
        );
      }),
    );
  });

  it('is named with its task, and built from the text of a level', () => {
    assert.equal(automaton.print(usual.start), '17: 46 39 54 3');
    assert.equal(automaton.print(countdown('countdown 23 46 10 -> 59').start), '59: 23 46 10');
    assert.equal(findWorld('countdowns').ok, false);
    const fault = buildWorld({ kind: 'named', name: 'countdown 23 46' });
    assert.deepEqual(fault.ok ? [] : fault.error.length, 1);
    const level = buildWorld({ kind: 'level', name: 'countdown', text: '59:[23, 46, 10]' });
    assert.ok(level.ok);
    assert.equal(level.value.title, 'Countdown, 59 from 23 46 10');
  });

  it('is drawn as its numbers and the target', () => {
    const scene = usual.draw?.(state('59: 23 23 10'));
    assert.equal(scene?.cells.map(({ glyph }) => glyph).join(' '), '23 23 10 → 59');
    assert.deepEqual(
      scene?.cells.map(({ part }) => part),
      ['23', undefined, '10', undefined, 'target'],
    );
  });
});
