import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCompare, runCompareWorld } from '../../../src/compute/jobs/comparison-jobs.ts';
import { NEVER } from '../../../src/core/base/cancellation.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { randomWalk, replayActions } from '../../../src/core/worlds/random-walk.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld } from '../../../src/core/worlds/world-spec.ts';
import { itLong } from '../../support/thorough.ts';

const NAMES = [
  'chess',
  'chess960',
  'connect_four',
  'hex',
  'hex5',
  'othello',
  'othello6',
  's5',
  'cube',
  'boxes',
  'blocks5',
  'sokoban',
  'line3-3x3',
  'line4-9x4',
  'drop4-7x6',
  'countdown',
  'countdown 3 7 7 0 50 -> 12',
  'maze',
  'maze size 2 1 start 0 0 goal 1 0',
  'sokoban #####/#@$.#/#-*-#/#####',
  'blocks (on a b) (ontable b) (clear a) (handempty) -> (on b a)',
];

function named(name: string): World<unknown> {
  const world = buildWorld({ kind: 'named', name });
  assert.ok(world.ok, name);
  return world.value;
}

describe('worlds by name', () => {
  for (const name of NAMES) {
    itLong(`${name}: random walks are legal, their states read as printed, and equal texts have equal parts`, () => {
      const world = named(name);
      for (let seed = 0; seed < 5; seed++) {
        const walk = randomWalk(world, 60, seeded(seed));
        assert.equal(walk.states.length, walk.actions.length + 1);
        assert.deepEqual(randomWalk(world, 60, seeded(seed)).actions, walk.actions);
        const again = replayActions(world, walk.actions);
        assert.equal(again.illegal, undefined);
        for (const [i, state] of walk.states.entries()) {
          const text = world.automaton.print(state);
          const read = world.automaton.parse(text);
          assert.ok(read.ok, text);
          assert.equal(world.automaton.key(read.value), world.automaton.key(again.states[i]));
          assert.deepEqual([...world.parts(read.value)], [...world.parts(state)]);
        }
      }
    });
  }

  it('replay a line up to its first illegal action', () => {
    const line = replayActions(named('chess'), ['e2e4', 'e7e5', 'e4e5', 'd7d6']);
    assert.deepEqual(line.illegal, { at: 2, action: 'e4e5' });
    assert.equal(line.states.length, 3);
  });

  it('that are games are compared as the game is', () => {
    const [trueFen, predictedFen] = [
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
      'rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    ];
    const options = { affordance: { m: 3 } };
    const asWorld = runCompareWorld(
      { world: { kind: 'named', name: 'chess' }, trueFen, predictedFen, options },
      { cancellation: NEVER },
    );
    assert.deepEqual(
      asWorld,
      runCompare({ variant: 'chess', trueFen, predictedFen, options }, { cancellation: NEVER }),
    );
  });

  it('without a world of that name, a comparison says which there are', () => {
    const world = { kind: 'named', name: 'chekers' } as const;
    const output = runCompareWorld({ world, trueFen: '', predictedFen: null, options: {} }, { cancellation: NEVER });
    assert.ok('faults' in output);
    assert.match(output.faults[0]?.message ?? '', /unknown world chekers; expected chess, .*othello/);
  });
});
