import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { ok } from '../../../src/core/base/result.ts';
import { type CompletionRequest, fault, type Model } from '../../../src/models/model.ts';
import { mainFault } from '../../../src/models/predict/concurrent-requests.ts';
import { plannedTargets } from '../../../src/models/predict/pgn-targets.ts';
import { predictTargets, type SampleRequest } from '../../../src/models/predict/predict-state.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { TEMPLATES } from '../../../src/models/prompts/templates.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *';
const samples: SampleRequest[] = [...plannedTargets(GAME, (length) => Array.from({ length }, (_, i) => i + 1))].flatMap(
  ({ places }) => places.map((place) => ({ place, sample: 0 })),
);
const options = (concurrency: number) => ({
  template: DEFAULT_TEMPLATE,
  nameTemplate: false,
  settings: {},
  concurrency,
  clock: systemClock,
});
const model = (complete: Model['complete']): Model => ({
  label: 'scripted',
  capabilities: () => Promise.resolve(fault('unavailable', 'none')),
  complete,
});
const plies = (task: CompletionRequest['task']): number => (task.kind === 'state' ? task.moves.length : -1);
const NEVER = new AbortController().signal;

describe('many predictions', () => {
  it('come in the order they were asked for, so many at a time', async () => {
    let running = 0;
    let most = 0;
    const slow = model(async ({ task }) => {
      running++;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, plies(task) % 3));
      running--;
      return ok({ text: `${plies(task)}`, finishReason: 'stop' });
    });
    const seen: number[] = [];
    const { answered, faults, unasked } = await predictTargets(
      slow,
      samples,
      { ...options(3), onSample: ({ place }) => seen.push(place.ply) },
      NEVER,
    );
    assert.deepEqual(
      answered.map(({ sample }) => Number(sample.raw)),
      samples.map(({ place }) => place.ply),
    );
    assert.equal(most, 3);
    assert.deepEqual([seen.length, faults.size, unasked], [10, 0, 0]);
  });

  it('are asked for in the way that each sample names, and name it where that is wanted', async () => {
    const prompts: string[] = [];
    const answering = model(({ messages }) => {
      prompts.push(messages.at(-1)?.content ?? '');
      return Promise.resolve(ok({ text: 'none', finishReason: 'stop' }));
    });
    const template = TEMPLATES.find(({ id }) => id === 'uci-to-fen');
    const [first] = samples;
    assert.ok(template && first);
    const asked = [first, { ...first, by: { template, nameTemplate: true } }];
    const { answered } = await predictTargets(answering, asked, options(1), NEVER);
    assert.deepEqual(
      answered.map(({ sample }) => sample.template),
      [undefined, 'uci-to-fen'],
    );
    assert.match(prompts[0] ?? '', /1\. e4$/);
    assert.match(prompts[1] ?? '', /e2e4$/);
  });

  it('stop at a fault that all would meet', async () => {
    let asked = 0;
    const wrongKey = model(() => {
      asked++;
      return Promise.resolve(fault('unauthorized', 'wrong key'));
    });
    const { answered, faults, unasked } = await predictTargets(wrongKey, samples, options(1), NEVER);
    assert.deepEqual([answered.length, asked, unasked], [0, 1, 9]);
    assert.deepEqual([...faults], [['wrong key', 1]]);
    assert.equal(mainFault(faults)?.message, 'wrong key');
  });

  it('go on after single faults, and stop when there are only faults', async () => {
    const odd = model(({ task }) =>
      Promise.resolve(plies(task) % 2 === 1 ? fault('timeout', 'late', true) : ok({ text: 'x', finishReason: 'stop' })),
    );
    const some = await predictTargets(odd, samples, options(1), NEVER);
    assert.deepEqual([some.answered.length, some.faults.get('late'), some.unasked], [5, 5, 0]);
    const never = model(() => Promise.resolve(fault('timeout', 'late', true)));
    const none = await predictTargets(never, samples, options(1), NEVER);
    assert.deepEqual([none.answered.length, none.faults.get('late'), none.unasked], [0, 3, 7]);
  });

  it('keep what was answered before they are cancelled', async () => {
    const controller = new AbortController();
    const cancelling = model(({ task }) => {
      if (plies(task) === 4) controller.abort();
      if (controller.signal.aborted) return Promise.resolve(fault('cancelled', 'cancelled'));
      return Promise.resolve(ok({ text: 'x', finishReason: 'stop' }));
    });
    const { answered, faults, unasked } = await predictTargets(cancelling, samples, options(2), controller.signal);
    assert.deepEqual([answered.length, faults.size, unasked], [3, 0, 7]);
  });

  it('of a model of this process can be cancelled, too', async () => {
    const baseline = openModel('baseline:naive-tracker');
    assert.ok(baseline.ok);
    const many = Array.from({ length: 2000 }, () => samples).flat();
    const controller = new AbortController();
    const first = new Promise<void>((resolve) => {
      setTimeout(() => {
        controller.abort();
        resolve();
      }, 5);
    });
    const { answered, unasked } = await predictTargets(baseline.value, many, options(1), controller.signal);
    await first;
    assert.equal(answered.length + unasked, many.length);
    assert.ok(unasked > 0);
  });
});
