import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../src/core/base/random.ts';
import { type LabBaseline, labBaseline, NaiveBoard } from '../../../src/core/lab/baselines.ts';
import type { UnitRecord } from '../../../src/core/lab/lab-file.ts';
import { listUnits, runUnits } from '../../../src/core/lab/run-units.ts';
import {
  defaultEpsilon,
  LAB_DEFAULTS,
  type LabMeasure,
  type LabSettings,
  surveyWorld,
} from '../../../src/core/lab/settings.ts';
import { randomWalk, replayActions } from '../../../src/core/worlds/random-walk.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { itLong } from '../../support/thorough.ts';

const NEVER = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };

function builtIn(name: string): World<unknown> {
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  return world.value;
}

async function units(
  worldName: string,
  baseline: LabBaseline,
  measures: readonly LabMeasure[],
  changed: Partial<LabSettings> = {},
): Promise<UnitRecord[]> {
  const world = builtIn(worldName);
  const survey = surveyWorld(world, 16);
  const model = labBaseline(baseline, world, survey);
  assert.ok(model.ok);
  const settings = {
    ...LAB_DEFAULTS,
    histories: 8,
    length: 16,
    budget: 150,
    epsilon: defaultEpsilon(survey.mostLegal),
    ...changed,
  };
  const found: UnitRecord[] = [];
  const fault = await runUnits({
    world,
    model: model.value,
    settings,
    survey,
    wanted: listUnits(measures, settings),
    concurrency: 2,
    signal: NEVER,
    onUnit: (record) => found.push(record),
  });
  assert.equal(fault, undefined);
  return found;
}

describe('baselines of the lab', () => {
  for (const world of ['othello6', 'connect_four', 'chess', 'hex', 'boxes2x3'])
    itLong(`scores the oracle 1 everywhere: ${world}`, async () => {
      const found = await units(world, 'oracle', ['legality', 'compression', 'distinction', 'attack'], { suffix: 2 });
      for (const unit of found) {
        const name = JSON.stringify(unit).slice(0, 300);
        if (unit.measure === 'legality') {
          assert.ok(unit.plies.length > 0);
          for (const { mass, top, printed } of unit.plies)
            assert.ok(Math.abs(mass - 1) < 1e-9 && top === 1 && printed === true, name);
        } else if (unit.measure === 'compression' && unit.kind !== 'none') {
          assert.equal(unit.same, 1, name);
          assert.ok(unit.overlap === null || unit.overlap === 1, name);
        } else if (unit.measure === 'distinction' && unit.kind !== 'none') {
          assert.ok(unit.recall === 1 || unit.recall === null, name);
          assert.ok(unit.precision === 1 || unit.precision === null, name);
        } else if (unit.measure === 'attack') {
          assert.equal(unit.found, false, name);
          assert.ok(unit.asked <= 150);
        }
      }
      const pairs = found.filter((unit) => unit.measure === 'compression' && unit.kind !== 'none');
      assert.ok(pairs.length > 0, 'no pair was found');
    });

  it('gives a model that hashes the history no compression', async () => {
    const found = await units('othello6', 'history-hash', ['compression'], { histories: 20 });
    assert.equal(found.length, 20);
    for (const unit of found) assert.ok(unit.measure === 'compression' && unit.same === 0, JSON.stringify(unit));
  });

  it('gives a constant full compression and no recall', async () => {
    for (const baseline of ['constant', 'uniform'] as const) {
      const found = await units('othello6', baseline, ['compression', 'distinction']);
      for (const unit of found) {
        if (unit.measure === 'compression') assert.equal(unit.same, 1);
        if (unit.measure === 'distinction') assert.deepEqual([unit.recall, unit.precision], [0, null]);
      }
    }
  });

  it('finds by attack what the naive tracker cannot know, within the budget, by every strategy', async () => {
    const found = await units('chess', 'naive-tracker', ['attack'], { histories: 12, length: 40, budget: 1500 });
    const chess = builtIn('chess');
    const { automaton } = chess;
    for (const unit of found) {
      assert.ok(unit.measure === 'attack' && unit.found, JSON.stringify(unit));
      const { states, illegal } = replayActions(chess, unit.history);
      assert.equal(illegal, undefined);
      assert.ok(!automaton.legal(states.at(-1)).includes(unit.action), unit.action);
      assert.ok(unit.history.length <= 40 && unit.first <= unit.asked && unit.asked <= 1500);
    }
    assert.equal(new Set(found.map((unit) => (unit.measure === 'attack' ? unit.strategy : ''))).size, 4);
  });

  it('tracks chess as the rules do, and moves as they do but for checks, castling and en passant', () => {
    const chess = builtIn('chess');
    const { automaton, start } = chess;
    for (let seed = 0; seed < 20; seed++) {
      const { actions, states } = randomWalk(chess, 120, seeded(seed));
      let board = NaiveBoard.of(automaton.print(start));
      for (const [i, action] of actions.entries()) {
        board = board.after(action);
        const state = states[i + 1];
        const printed = automaton.parse(board.print());
        assert.ok(printed.ok, board.print());
        assert.equal(automaton.key(printed.value), automaton.key(state), `seed ${seed} ply ${i + 1}`);
        const moves = new Set(board.moves());
        const missing = automaton.legal(state).filter((move) => !moves.has(move));
        const king = /^e[18][cg][18]$/;
        const square = automaton.print(state).split(' ')[3];
        for (const move of missing) assert.ok(king.test(move) || move.slice(2, 4) === square, move);
      }
    }
  });
});
