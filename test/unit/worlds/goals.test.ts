import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pddlWorld } from '../../../src/core/worlds/pddl/pddl-world.ts';
import { replayActions } from '../../../src/core/worlds/random-walk.ts';
import { solve } from '../../../src/core/worlds/solver.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld } from '../../../src/core/worlds/world-spec.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

const SWITCHES = `(define (domain switches) (:requirements :strips :negative-preconditions)
  (:predicates (lit ?l) (at ?l) (seen ?l))
  (:action go :parameters (?a ?b) :precondition (at ?a) :effect (and (not (at ?a)) (at ?b)))
  (:action look :parameters (?a) :precondition (at ?a) :effect (seen ?a)))`;
const problem = (goal: string): string =>
  `(define (problem p) (:domain switches) (:objects a b c) (:init (at a)) (:goal ${goal}))`;

function switches(goal: string): World<Int32Array> {
  const world = pddlWorld('switches', SWITCHES, problem(goal));
  assert.ok(world.ok);
  return world.value;
}

describe('goals of problems in PDDL', () => {
  it('are the atoms of (:goal …), and the heuristic counts those that are missing', () => {
    const world = switches('(and (seen b) (seen c) (not (at a)))');
    assert.equal(world.goal?.title, '(seen b) (seen c) (not (at a))');
    const [heuristic] = world.heuristics ?? [];
    const { states } = replayActions(world, ['look(a)', 'go(a,b)', 'look(b)', 'go(b,c)', 'look(c)']);
    assert.deepEqual(
      states.map((state) => heuristic?.estimate(state)),
      [3, 3, 2, 1, 1, 0],
    );
    assert.deepEqual(
      states.map((state) => world.goal?.reached(state)),
      [false, false, false, false, false, true],
    );
  });

  it('that no action tests are told apart by the solver, although keys are equal', () => {
    const world = switches('(and (seen b) (seen c) (at a))');
    assert.ok(world.goal !== undefined);
    const { states } = replayActions(world, ['go(a,b)', 'look(b)', 'go(b,a)']);
    assert.equal(world.automaton.key(states[0]), world.automaton.key(states.at(-1) as Int32Array));
    const solution = solve({ ...world, goal: world.goal }, world.start);
    assert.equal(solution.kind === 'solved' && solution.cost, 5);
  });

  it('that cannot be reached are searched to the end, those without atoms are none', () => {
    const world = switches('(lit a)');
    assert.ok(world.goal !== undefined);
    assert.equal(solve({ ...world, goal: world.goal }, world.start).kind, 'unsolvable');
    assert.equal(world.heuristics?.[0]?.estimate(world.start), Number.POSITIVE_INFINITY);
    assert.equal(switches('()').goal, undefined);
  });

  it('of blocks are solved in the fewest actions', () => {
    for (const [name, cost] of [
      ['blocks', 6],
      ['blocks3', 4],
    ] as const) {
      const world = findWorld(name);
      assert.ok(world.ok && world.value.goal !== undefined);
      const solution = solve({ ...world.value, goal: world.value.goal }, world.value.start);
      assert.equal(solution.kind === 'solved' && solution.cost, cost);
    }
  });
});

describe('actions of problems in PDDL', () => {
  it('that are not legal have the condition that is not met as their reason', () => {
    const world = findWorld('blocks2');
    assert.ok(world.ok);
    const reasons = ['stack(a,b)', 'pick-up(c)', 'fly(a)', 'pick-up(a)'].map((action) =>
      world.value.whyNot?.(world.value.start, action),
    );
    assert.deepEqual(reasons, [
      '(holding a) is false',
      'there is no action pick-up(c); one is pick-up(a)',
      'there is no action fly(a); one is pick-up(a)',
      undefined,
    ]);
  });
});

describe('tasks with blocks', () => {
  it('are read from their atoms', () => {
    const world = findWorld('blocks (on a b) (ontable b) (clear a) (handempty) -> (on b a)');
    assert.ok(world.ok && world.value.goal !== undefined);
    assert.equal(world.value.title, 'Blocks, 2 of them, to (on b a)');
    const solution = solve({ ...world.value, goal: world.value.goal }, world.value.start);
    assert.deepEqual(solution.kind === 'solved' && solution.actions, [
      'unstack(a,b)',
      'put-down(a)',
      'pick-up(b)',
      'stack(b,a)',
    ]);
  });

  it('with faults are refused, each fault with its place', () => {
    const faultsOf = (text: string): unknown => {
      const world = buildWorld({ kind: 'level', name: 'blocks', text });
      return world.ok
        ? []
        : world.error.map(({ offset, message }) => [message.slice(0, 24), text.slice(offset, (offset ?? 0) + 4)]);
    };
    assert.deepEqual(faultsOf('(on a b)'), [['expected START -> GOAL, ', '(on ']]);
    assert.deepEqual(faultsOf('(ontable a) (below a b) (clear b) -> (over a b)'), [
      ['the predicate below is n', 'belo'],
      ['the predicate over is no', 'over'],
    ]);
  });
});
