import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { runSearch, type Simulation } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import type { Evaluation, WorldModel } from '../../../src/core/search/world-model.ts';
import { itLong } from '../../support/thorough.ts';
import { nodesOf, scripted, virtualOf } from './scripted-model.ts';

/** A model that goes wrong at some requests, counted from 1 behind the root. */
function failing(wrong: (count: number) => Promise<Evaluation> | undefined): WorldModel {
  const good = scripted({ '': { a: 0.5, b: 0.4, c: 0.3 } });
  let count = -1;
  return {
    label: 'failing',
    evaluate: (batch, signal) =>
      batch.map((_, i) => {
        count++;
        return (count === 0 ? undefined : wrong(count)) ?? good.evaluate(batch, signal)[i];
      }),
  };
}

const never = (): Promise<Evaluation> => new Promise(() => {});
const late = (): Promise<Evaluation> =>
  new Promise((resolve) =>
    systemClock.after(60, () => resolve({ kind: 'state', state: 'late', actions: [{ action: 'late', value: 1 }] })),
  );

async function run(
  model: WorldModel,
  settings: Partial<SearchSettings>,
  signal: AbortSignal = new AbortController().signal,
  onSimulation: (simulation: Simulation) => void = () => {},
) {
  const told: Simulation[] = [];
  const done = await runSearch({
    root: { game: 'chess', state: '', played: 0 },
    model,
    settings: { ...DEFAULT_SEARCH, simulations: 30, timeout: 15, ...settings },
    clock: systemClock,
    signal,
    onSimulation: (simulation) => {
      told.push(simulation);
      onSimulation(simulation);
    },
  });
  assert.ok(done.ok, done.ok ? '' : done.error);
  const { tree, end, fault } = done.value;
  assert.equal(virtualOf(tree.root), 0, 'virtual counts are back to zero');
  // what was backed up at the root is what its children were visited, and was told of
  const backedUp = told.filter(({ kind }) => kind === 'expanded' || kind === 'known').length;
  assert.equal(
    tree.root.visits.reduce((a, b) => a + b, 0),
    backedUp,
  );
  for (const node of nodesOf(tree.root))
    node.visits.forEach((count, i) => assert.ok(count === 0 || node.children[i] !== undefined));
  return { tree, told, end, fault };
}

const FORMS = [
  { batch: 1, queueing: 'rounds' },
  { batch: 4, queueing: 'rounds' },
  { batch: 4, queueing: 'rolling' },
] as const;

const FAULTS: readonly (readonly [string, (count: number) => Promise<Evaluation> | undefined])[] = [
  ['never answers now and then', (count) => (count % 5 === 0 ? never() : undefined)],
  ['answers late now and then', (count) => (count % 4 === 0 ? late() : undefined)],
  ['rejects now and then', (count) => (count % 3 === 0 ? Promise.reject(new Error('reset')) : undefined)],
  [
    'has faults now and then',
    (count) => (count % 3 === 0 ? Promise.resolve({ kind: 'fault', message: '503' }) : undefined),
  ],
  [
    'hallucinates now and then',
    (count) =>
      count % 2 === 0 ? Promise.resolve({ kind: 'hallucination', text: 'prose', reason: 'no list' }) : undefined,
  ],
  [
    'answers out of order',
    (count) =>
      new Promise((resolve) =>
        systemClock.after(5 - (count % 5), () =>
          resolve({
            kind: 'state',
            state: `s${count}`,
            actions: [
              { action: 'x', value: 0.5 },
              { action: 'y', value: 0.4 },
            ],
          }),
        ),
      ),
  ],
];

describe('searching with a model that goes wrong', () => {
  for (const [name, wrong] of FAULTS)
    itLong(`stays consistent when the model ${name}`, async () => {
      for (const form of FORMS) {
        const { told, end } = await run(failing(wrong), form);
        assert.equal(end, 'done');
        assert.equal(told.length, 30);
      }
    });

  it('ends when the model is gone, and says why', async () => {
    for (const form of FORMS) {
      const { end, fault, told } = await run(
        failing(() => Promise.resolve({ kind: 'fault', message: '503' })),
        form,
      );
      assert.equal(end, 'faults');
      assert.equal(fault, '503');
      assert.ok(told.length < 30);
    }
    const { end, fault } = await run(failing(never), { batch: 3 });
    assert.equal(end, 'faults');
    assert.equal(fault, 'no answer in 0.015 s');
  });

  it('stops when it is told to, and keeps what is there', async () => {
    for (const form of FORMS) {
      const controller = new AbortController();
      const model = failing((count) => (count > 10 ? never() : undefined));
      const { end, tree } = await run(model, { ...form, timeout: 0 }, controller.signal, ({ number }) => {
        if (number === 5) systemClock.after(0, () => controller.abort());
      });
      assert.equal(end, 'stopped');
      assert.ok(tree.size > 1);
    }
  });

  it('gives up at once when the root has no evaluation', async () => {
    for (const [evaluation, error] of [
      [{ kind: 'fault', message: '401' }, '401'],
      [{ kind: 'hallucination', text: '', reason: 'no list' }, 'the answer is not an evaluation: no list'],
    ] as const) {
      let asked = 0;
      const done = await runSearch({
        root: { game: 'chess', state: '', played: 0 },
        model: { label: '', evaluate: () => (asked++, [Promise.resolve(evaluation)]) },
        settings: DEFAULT_SEARCH,
        clock: systemClock,
        signal: new AbortController().signal,
      });
      assert.deepEqual(done, { ok: false, error });
      assert.equal(asked, 1);
    }
  });

  it('survives a model that throws, and one that answers nothing', async () => {
    let count = 0;
    const good = scripted({});
    const model: WorldModel = {
      label: '',
      evaluate: (batch, signal) => {
        count++;
        if (count % 3 === 0) throw new Error('broken');
        return count % 3 === 1 ? good.evaluate(batch, signal) : [];
      },
    };
    const { told } = await run(model, {});
    assert.ok(told.some(({ kind }) => kind === 'fault'));
  });
});
