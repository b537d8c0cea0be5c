import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { parseBoxesName } from '../../../src/core/worlds/boxes.ts';

const boxes = (name: string) => {
  const world = parseBoxesName(name);
  assert.ok(world?.ok, name);
  return world.value;
};

describe('boxes', () => {
  it('reach every place of every item, each state by a text of its own', () => {
    for (const [name, size] of [
      ['boxes1x1', 2],
      ['boxes2x3', 27],
      ['boxes3x4', 256],
    ] as const) {
      const { automaton, start } = boxes(name);
      const seen = new Map([[automaton.print(start), start]]);
      for (const state of seen.values())
        for (const action of automaton.legal(state)) {
          const next = automaton.step(state, action);
          assert.ok(next !== SINK, action);
          seen.set(automaton.print(next), next);
        }
      assert.equal(seen.size, size);
      for (const [text, state] of seen) assert.deepEqual(automaton.parse(text), { ok: true, value: state });
      // the actions of a state say where everything is
      assert.equal(new Set(Array.from(seen.values(), (state) => automaton.legal(state).join())).size, size);
    }
  });

  it('do what actions say', () => {
    const { automaton, start } = boxes('boxes');
    let state = start;
    for (const action of ['put(apple,1)', 'put(book,1)', 'move(apple,1,3)', 'empty(1)', 'put(coin,2)', 'put(book,3)']) {
      assert.ok(automaton.legal(state).includes(action), action);
      const next = automaton.step(state, action);
      assert.ok(next !== SINK);
      state = next;
    }
    assert.equal(automaton.print(state), '1: | 2: coin | 3: apple book | 4:');
    for (const action of [
      'put(apple,1)',
      'move(apple,1,2)',
      'move(apple,3,3)',
      'empty(1)',
      'empty(5)',
      'put(drum,5)',
      'put(cat,1)',
      'put(drum,0)',
      '',
    ])
      assert.equal(automaton.step(state, action), SINK, action);
    assert.equal(automaton.step(SINK, 'put(apple,1)'), SINK);
  });

  it('step along exactly the actions that are listed', () => {
    const { automaton } = boxes('boxes3x3');
    const all = ['apple', 'book', 'coin'].flatMap((item) =>
      [1, 2, 3].flatMap((a) => [
        `put(${item},${a})`,
        `empty(${a})`,
        ...[1, 2, 3].map((b) => `move(${item},${a},${b})`),
      ]),
    );
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }), (state) => {
        const legal = new Set(automaton.legal(state));
        for (const action of all) assert.equal(automaton.step(state, action) !== SINK, legal.has(action), action);
      }),
    );
  });

  it('refuse what is no state, and say why', () => {
    const { automaton } = boxes('boxes2x2');
    for (const [text, reason] of [
      ['1: apple', /1 boxes instead of 2/],
      ['1: apple | 3:', /box 2 is not written/],
      ['1: apple | 2: apple', /apple is in two places/],
      ['1: apple | 2: hat', /no item hat/],
    ] as const) {
      const parsed = automaton.parse(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.error, reason);
    }
    for (const name of ['boxes0x3', 'boxes3x0', 'boxes10x3', 'boxes3x21'])
      assert.equal(parseBoxesName(name)?.ok, false);
    assert.equal(parseBoxesName('cube'), undefined);
  });
});
