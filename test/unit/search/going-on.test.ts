import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { rolloutModel } from '../../../src/core/search/rule-models.ts';
import { runSearch, type Simulation } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { itLong } from '../../support/thorough.ts';
import { NEVER_ABORTED } from './scripted-model.ts';

const root = { game: 'connect_four', state: connectFour.print(EMPTY_CONNECT_FOUR), played: 0 } as const;
const options = { rollouts: 3, seed: 5, longest: 100 };

describe('a search that goes on with its tree', () => {
  it('counts on where it was, and comes to the tree of one run', async () => {
    const simulations: Simulation[] = [];
    const task = {
      root,
      model: rolloutModel(options),
      settings: { ...DEFAULT_SEARCH, simulations: 30 },
      clock: systemClock,
      signal: NEVER_ABORTED,
      onSimulation: (one: Simulation) => void simulations.push(one),
    };
    const first = await runSearch(task);
    assert.ok(first.ok);
    const second = await runSearch({ ...task, tree: first.value.tree });
    assert.ok(second.ok);
    assert.deepEqual(
      simulations.map(({ number, after }) => [number, after]),
      Array.from({ length: 60 }, (_, i) => [i, i]),
    );
    const whole = await runSearch({ ...task, settings: { ...task.settings, simulations: 60 } });
    assert.ok(whole.ok);
    assert.deepEqual(second.value.tree.root.visits, whole.value.tree.root.visits);
    assert.deepEqual(second.value.tree.root.total, whole.value.tree.root.total);
  });
});

describe('rollouts', () => {
  it('are the same with pauses between the games as without', async () => {
    let pauses = 0;
    let now = 0;
    const clock = {
      now: () => (now += 5),
      after: (_ms: number, callback: () => void) => {
        pauses++;
        const timer = setImmediate(callback);
        return () => clearImmediate(timer);
      },
    };
    const request = { game: root.game, state: root.state };
    const [paused] = rolloutModel({ ...options, rollouts: 50 }, clock).evaluate([request], NEVER_ABORTED);
    const [straight] = rolloutModel({ ...options, rollouts: 50 }).evaluate([request], NEVER_ABORTED);
    assert.deepEqual(await paused, await straight);
    assert.ok(pauses > 10, `${pauses}`);
  });

  it('count a game that has not ended as half, whoever is to move', async () => {
    const request = { game: root.game, state: root.state };
    const [none] = rolloutModel({ ...options, longest: 0 }).evaluate([request], NEVER_ABORTED);
    const answer = await none;
    assert.ok(answer?.kind === 'state');
    assert.equal(answer.value, 0.5);
    assert.deepEqual([...new Set(answer.actions.map(({ value }) => value))], [0.5]);
    // nobody has four stones in a row after six plies
    const [few] = rolloutModel({ ...options, rollouts: 20, longest: 6 }).evaluate([request], NEVER_ABORTED);
    const short = await few;
    assert.equal(short?.kind === 'state' && short.value, 0.5);
  });

  it('end at a pause once nobody waits for them', async () => {
    const controller = new AbortController();
    let now = 0;
    const clock = {
      now: () => (now += 5),
      after: (_ms: number, callback: () => void) => {
        controller.abort();
        callback();
        return () => undefined;
      },
    };
    const request = { game: root.game, state: root.state };
    const [answer] = rolloutModel({ ...options, rollouts: 1_000_000 }, clock).evaluate([request], controller.signal);
    assert.equal((await answer)?.kind, 'fault');
  });

  itLong('let others have their turn when answers make room for the next descents', async () => {
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => {
      if (++turns === 3) controller.abort();
    }, 0);
    const run = await runSearch({
      root,
      model: rolloutModel(options),
      settings: { ...DEFAULT_SEARCH, simulations: 10_000_000, batch: 4, queueing: 'rolling' },
      clock: systemClock,
      signal: controller.signal,
    });
    clearInterval(timer);
    assert.ok(run.ok);
    assert.equal(run.value.end, 'stopped');
  });
});
