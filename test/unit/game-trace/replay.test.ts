import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import type { StateStep, TimelineCell, TimelineRow } from '../../../src/core/evaluation/game-trace/timeline.ts';
import { planReplay, type ReplayPlan, ReplayPlayer } from '../../../src/webview/state/replay.ts';

const steps = (count: number): StateStep[] =>
  Array.from({ length: count }, (_, ply) => ({ ply, name: `move ${ply}`, fen: '', lastMove: null }));

/** A row of answers: true for a right one, false for a wrong one, null where the model was not asked. */
function rowOf(rights: readonly (boolean | null)[], cause?: Partial<TimelineCell['cause']>): TimelineRow {
  const cells = rights.map((knows): TimelineCell | null =>
    knows === null
      ? null
      : ({
          knows,
          sentence: knows ? 'exact' : 'thinks the knight is still on g1',
          cause: { id: 'missed-move', ply: null, move: null, ...cause },
        } as TimelineCell),
  );
  return {
    label: 'm',
    isBaseline: false,
    cells,
    asked: cells.filter((cell) => cell !== null).length,
    events: [],
    says: '',
  };
}

const plan = (rights: readonly (boolean | null)[], cause?: Partial<TimelineCell['cause']>): ReplayPlan => {
  const made = planReplay({ steps: steps(rights.length) }, rowOf(rights, cause));
  assert.ok(typeof made === 'object', JSON.stringify(made));
  return made;
};
const roles = ({ steps: all }: ReplayPlan): string => all.map(({ at, role }) => `${at} ${role}`).join(', ');

describe('the replay of a loss', () => {
  it('goes from the last right state to the first wrong one, and on', () => {
    assert.equal(
      roles(plan([true, true, true, false, false, true, true, true])),
      '2 right, 3 misread, 4 after, 5 after, 6 after',
    );
    assert.equal(roles(plan([true, null, null, false])), '0 right, 1 between, 2 between, 3 misread');
  });

  it('holds the move that the answer blames, if it is on the way', () => {
    const blamed = plan([true, null, null, false], { ply: 1, move: '1.e4' });
    assert.equal(roles(blamed), '0 right, 1 misread, 2 between, 3 lost');
    assert.equal(blamed.steps[1]?.text, 'move 1 is misread: m thinks the knight is still on g1');
    assert.equal(roles(plan([true, true, false], { ply: 1, move: '1.e4' })), '1 right, 2 misread');
  });

  it('begins one step before a state that is wrong from the start', () => {
    assert.equal(roles(plan([null, null, false])), '1 between, 2 misread');
    assert.equal(roles(plan([false, true])), '0 misread, 1 after');
  });

  it('says why there is nothing to replay', () => {
    const reason = (row: TimelineRow | null) => planReplay({ steps: steps(2) }, row);
    assert.equal(reason(rowOf([true, true])), 'Nothing to replay: m is right wherever it was asked');
    assert.equal(reason(rowOf([null, null])), 'Nothing to replay: m was not asked here');
    assert.equal(reason(null), 'Select a model to replay its loss');
  });

  it('has one misread move, no gap, and the first wrong state, whatever was answered', () => {
    const rights = fc.array(fc.constantFrom(true, false, null), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rights, fc.nat(40), (all, ply) => {
        const made = planReplay({ steps: steps(all.length) }, rowOf(all, { ply, move: 'x' }));
        const lost = all.indexOf(false);
        if (lost < 0) return assert.equal(typeof made, 'string');
        assert.ok(typeof made === 'object');
        const at = made.steps.map((step) => step.at);
        assert.ok(at.every((one, i) => i === 0 || one === (at[i - 1] ?? 0) + 1));
        assert.ok(at.includes(lost));
        assert.equal(made.steps.filter(({ role }) => role === 'misread').length, 1);
        assert.ok(made.steps.every(({ at: one, role }) => role !== 'right' || all[one] === true));
      }),
    );
  });
});

describe('the player of a replay', () => {
  let isStill = false;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    Object.assign(globalThis, { matchMedia: () => ({ matches: isStill }) });
  });
  afterEach(() => {
    mock.timers.reset();
    Reflect.deleteProperty(globalThis, 'matchMedia');
    isStill = false;
  });

  const playing = () => {
    const shown: number[] = [];
    const player = new ReplayPlayer(
      (at) => shown.push(at),
      () => undefined,
    );
    player.start(plan([true, true, false, false]));
    return { shown, player };
  };

  it('shows step after step, the misread move longer, and rests at the last', () => {
    const { shown, player } = playing();
    assert.deepEqual(shown, [1]);
    mock.timers.tick(1200);
    assert.deepEqual(shown, [1, 2]);
    mock.timers.tick(3199);
    assert.deepEqual(shown, [1, 2]);
    mock.timers.tick(1);
    assert.deepEqual(shown, [1, 2, 3]);
    assert.equal(player.state?.isPlaying, false);
    player.pause();
    assert.deepEqual(shown, [1, 2, 3, 1], 'again from the beginning');
  });

  it('pauses and plays on, and stops for good', () => {
    const { shown, player } = playing();
    assert.equal(player.pause(), true);
    mock.timers.tick(60_000);
    assert.deepEqual(shown, [1]);
    player.pause();
    mock.timers.tick(1200);
    assert.deepEqual(shown, [1, 2]);
    assert.equal(player.stop(), true);
    mock.timers.tick(60_000);
    assert.deepEqual([shown.at(-1), player.state, player.stop(), player.pause()], [2, undefined, false, false]);
  });

  it('goes by key alone where no motion is wanted', () => {
    isStill = true;
    const { shown, player } = playing();
    mock.timers.tick(60_000);
    assert.deepEqual(shown, [1]);
    for (let i = 0; i < 3; i++) player.pause();
    assert.deepEqual(shown, [1, 2, 3, 1]);
  });

  it('ends where another step or row is shown', () => {
    const { player } = playing();
    player.check(1, 'm');
    assert.ok(player.state);
    player.check(7, 'm');
    assert.equal(player.state, undefined);
  });
});
