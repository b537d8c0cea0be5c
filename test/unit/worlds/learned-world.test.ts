import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  LearnedWorld,
  NotLearned,
  type ProgramFacts,
  RecordingWorld,
} from '../../../src/compute/worlds/learned-world.ts';
import { SINK } from '../../../src/core/base/automaton.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

/** Permutations of three items, whose states are their texts, as those of a program are. */
function program(): World<string> {
  const known = findWorld('s3');
  assert.ok(known.ok);
  const { automaton, start, ...rest } = known.value;
  const read = (text: string): unknown => {
    const state = automaton.parse(text);
    assert.ok(state.ok);
    return state.value;
  };
  return {
    ...rest,
    start: automaton.print(start),
    parts: (state) => new Map([['state', state]]),
    automaton: {
      id: 'process:s3',
      parse: (text) => {
        const state = automaton.parse(text);
        return state.ok ? { ok: true, value: automaton.print(state.value) } : state;
      },
      print: (state) => state,
      legal: (state) => (state === SINK ? [] : automaton.legal(read(state))),
      step: (state, action) => {
        const next = state === SINK ? SINK : automaton.step(read(state), action);
        return next === SINK ? SINK : automaton.print(next);
      },
      outcome: () => undefined,
      key: (state) => state,
    },
  };
}

/** What a message between threads, or a file, makes of it. */
const sent = (facts: ProgramFacts): ProgramFacts => JSON.parse(JSON.stringify(facts)) as ProgramFacts;

describe('the world of what a program has answered', () => {
  it('knows the states, actions and texts that were asked about, and says of others that it does not', () => {
    const noted = new RecordingWorld(program());
    const { automaton, start } = noted.world;
    const after = automaton.step(start, '(12)');
    assert.equal(after, '2 1 3');
    assert.equal(automaton.step(start, '(99)'), SINK);
    assert.equal(automaton.parse('1 1 1').ok, false);
    const learned = new LearnedWorld();
    assert.throws(() => learned.world, NotLearned);
    assert.ok(learned.learn(sent(noted.facts())));
    const { world } = learned;
    assert.deepEqual([world.title, world.start], [noted.world.title, '1 2 3']);
    assert.equal(world.automaton.step(world.start, '(12)'), after);
    assert.equal(world.automaton.step(world.start, '(99)'), SINK);
    assert.deepEqual(world.automaton.legal(SINK), []);
    assert.deepEqual(world.automaton.parse('1 1 1'), automaton.parse('1 1 1'));
    assert.deepEqual(world.automaton.parse(world.start), { ok: true, value: world.start });
    assert.throws(() => world.automaton.step(world.start, '(23)'), NotLearned);
    assert.throws(() => world.automaton.legal('3 2 1'), NotLearned);
    assert.throws(() => world.automaton.parse('3 2 1'), NotLearned);
    // a walk that goes on is learned on top
    noted.world.automaton.step(start, '(23)');
    learned.learn(sent(noted.facts()));
    assert.equal(world.automaton.step(world.start, '(23)'), '1 3 2');
  });
});
