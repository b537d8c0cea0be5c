import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { replayActions } from '../../../src/core/worlds/random-walk.ts';
import { type PlanningWorld, solve } from '../../../src/core/worlds/solver.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld, type WorldSpec } from '../../../src/core/worlds/world-spec.ts';

function planning(spec: WorldSpec): World<unknown> & PlanningWorld<unknown> {
  const world = buildWorld(spec);
  assert.ok(world.ok, JSON.stringify(spec));
  const { goal } = world.value;
  assert.ok(goal !== undefined);
  return { ...world.value, goal };
}

/** Number of actions to the goal by plain breadth-first search over printed states; undefined if none leads there. */
function distance({ automaton, goal, start }: World<unknown> & PlanningWorld<unknown>): number | undefined {
  const seen = new Set([automaton.print(start)]);
  for (let layer = [start], depth = 0; layer.length > 0; depth++) {
    if (layer.some((state) => goal.reached(state))) return depth;
    const next: unknown[] = [];
    for (const state of layer)
      for (const action of automaton.legal(state)) {
        const to = automaton.step(state, action);
        if (to === SINK || seen.has(automaton.print(to))) continue;
        seen.add(automaton.print(to));
        next.push(to);
      }
    layer = next;
  }
  return undefined;
}

function randomMaze(seed: number): string {
  const random = seeded(seed);
  const side = uniformInt(random, 2, 8);
  const cells = Array.from({ length: side * side }, (_, at) => `${at % side} ${Math.floor(at / side)}`);
  const draw = (): string => cells.splice(uniformInt(random, 0, cells.length - 1), 1)[0] ?? '';
  const [start, goal] = [draw(), draw()];
  const walls = Array.from({ length: Math.floor(side * side * 0.4) }, () => `wall ${draw()}`);
  return `size ${side} ${side} start ${start} goal ${goal} ${walls.slice(0, cells.length + walls.length).join(' ')}`;
}

function checkAgainstPlainSearch(world: World<unknown> & PlanningWorld<unknown>): 'solved' | 'unsolvable' {
  const solution = solve(world, world.start);
  const expected = distance(world);
  if (expected === undefined) {
    assert.equal(solution.kind, 'unsolvable', world.name);
    return 'unsolvable';
  }
  assert.ok(solution.kind === 'solved', `${world.name}: ${solution.kind}`);
  assert.equal(solution.cost, expected, world.name);
  assert.equal(solution.actions.length, expected);
  const replayed = replayActions(world, solution.actions);
  assert.equal(replayed.illegal, undefined);
  assert.equal(world.goal.reached(replayed.states.at(-1)), true);
  assert.deepEqual(solve(world, world.start), solution);
  return 'solved';
}

describe('the solver', () => {
  it('finds shortest plans through random mazes, as plain breadth-first search does, or that there is none', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 120; seed++)
      kinds.add(checkAgainstPlainSearch(planning({ kind: 'level', name: 'maze', text: randomMaze(seed) })));
    assert.deepEqual(kinds, new Set(['solved', 'unsolvable']));
  });

  it('solves Countdown, or exhausts it', () => {
    assert.equal(checkAgainstPlainSearch(planning({ kind: 'named', name: 'countdown 23 46 10 -> 59' })), 'solved');
    assert.equal(checkAgainstPlainSearch(planning({ kind: 'named', name: 'countdown 2 4 6 -> 99' })), 'unsolvable');
  });

  it('needs no action in a goal', () => {
    const solution = solve(planning({ kind: 'named', name: 'countdown 59 -> 59' }), { target: 59, numbers: [59] });
    assert.deepEqual(solution, { kind: 'solved', actions: [], cost: 0, states: 1 });
  });

  it('stops at its budget and when it is cancelled', () => {
    const world = planning({ kind: 'named', name: 'countdown 3 5 7 11 13 17 -> 99999999' });
    assert.deepEqual(solve(world, world.start, { budget: 1000 }), { kind: 'budget', states: 1000 });
    assert.equal(solve(world, world.start, { cancellation: { cancelled: true } }).kind, 'cancelled');
  });

  it('weighs costs, and leaves out states whose estimate is infinite', () => {
    const base = planning({ kind: 'level', name: 'maze', text: 'size 3 2 start 0 0 goal 2 0' });
    // the straight way is dear: its first move costs 5
    const goal = {
      ...base.goal,
      cost: (state: unknown, action: string) => (state === 0 && action === 'right' ? 5 : 1),
    };
    const dear = solve({ automaton: base.automaton, goal }, base.start);
    assert.deepEqual(dear.kind === 'solved' && [dear.cost, dear.actions[0]], [4, 'up']);
    const infinite = { name: 'never', isAdmissible: true, estimate: () => Number.POSITIVE_INFINITY } as const;
    assert.equal(solve({ ...base, heuristics: [infinite] }, base.start).kind, 'unsolvable');
  });
});
