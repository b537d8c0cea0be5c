import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Memento } from 'vscode';
import { ok } from '../../../src/core/base/result.ts';
import { modelChoice } from '../../../src/extension/platform/models/chosen.ts';
import { readProbed, writeProbed } from '../../../src/extension/platform/models/probed.ts';
import { chatFault } from '../../../src/extension/platform/models/vscode-models.ts';
import type { PredictSettings } from '../../../src/extension/platform/settings.ts';
import type { DecodingSettings, Model } from '../../../src/models/model.ts';
import { withDecoding } from '../../../src/models/model-settings.ts';
import { readNamedModels } from '../../../src/models/openai/named-models.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

const LIST = [
  { name: 'fast', baseUrl: 'http://localhost:1/v1', model: 'llama', temperature: 0, timeout: 5 },
  { name: 'big one', baseUrl: 'https://b.example/v1', model: 'gpt', api: 'responses', maxTokens: 100 },
];

const settings = (rest: Partial<PredictSettings> = {}): PredictSettings => ({
  model: 'openai',
  baseUrl: 'https://a.example/v1',
  baseUrlOfWorkspace: false,
  openAiModel: 'gpt-4o',
  api: 'chat',
  named: readNamedModels(LIST),
  namedOfWorkspace: true,
  temperature: 1,
  maxTokens: undefined,
  timeout: 120_000,
  samples: 1,
  template: '',
  mavTemplate: '',
  sameLabel: 'skip',
  keepAnswers: true,
  concurrency: 4,
  ...rest,
});

describe('named models', () => {
  it('are read with what is wrong with the others', () => {
    const { models, problems } = readNamedModels([
      ...LIST,
      { name: 'fast', baseUrl: 'http://x/v1', model: 'm' },
      { name: 'bad', baseUrl: 'ftp://x', model: 'm' },
      { name: 'hot', baseUrl: 'http://x/v1', model: 'm', temperature: 3 },
      'nonsense',
    ]);
    assert.deepEqual(models, LIST);
    assert.equal(problems.length, 4);
    assert.match(problems[0] ?? '', /entry 3: the name "fast" is already used/);
    assert.match(problems[1] ?? '', /entry 4, baseUrl: it is not a base URL/);
    assert.deepEqual(readNamedModels(undefined), { models: [], problems: [] });
    assert.equal(readNamedModels({}).problems.length, 1);
  });

  it('bring their own server and settings, and are shown under their name', () => {
    const fast = modelChoice(settings({ model: 'named:fast' }));
    assert.ok(fast.ok);
    assert.deepEqual(fast.value, {
      label: 'openai:llama',
      shownAs: 'fast',
      baseUrl: 'http://localhost:1/v1',
      ofWorkspace: true,
      api: 'auto',
      timeout: 5000,
      decoding: { temperature: 0 },
    });
    const big = modelChoice(settings({ model: 'named:big one' }));
    assert.ok(big.ok);
    assert.deepEqual(
      [big.value.api, big.value.timeout, big.value.decoding],
      ['responses', 120_000, { temperature: 1, maxTokens: 100 }],
    );
    const opened = openModel(big.value.label, { baseUrl: big.value.baseUrl, label: 'big one' });
    assert.deepEqual(opened.ok && [opened.value.label, opened.value.servedAs], ['big one', 'gpt']);
  });

  it('are named where one is asked for that is not there', () => {
    const missing = modelChoice(settings({ model: 'named:slow' }));
    assert.equal(!missing.ok && missing.error, 'statelens.models has no "slow"; there is fast, big one');
  });

  it('leave other labels as they are', () => {
    const own = modelChoice(settings());
    assert.deepEqual(own.ok && [own.value.label, own.value.baseUrl, own.value.ofWorkspace], [
      'openai:gpt-4o',
      'https://a.example/v1',
      false,
    ]);
    const baseline = modelChoice(settings({ model: 'baseline:lag-2' }));
    assert.equal(baseline.ok && baseline.value.label, 'baseline:lag-2');
  });

  it('answer with their own settings before those of all models', async () => {
    const seen: DecodingSettings[] = [];
    const model: Model = {
      label: 'm',
      capabilities: () => Promise.reject(new Error('not asked')),
      complete: (request) => {
        seen.push(request.settings);
        return Promise.resolve(ok({ text: 'x', finishReason: 'stop' }));
      },
    };
    const task = { kind: 'state', variant: 'chess', startFen: '', moves: [], sample: 0 } as const;
    const request = { task, messages: [], settings: { temperature: 1, maxTokens: 5 } };
    await withDecoding(model, { temperature: 0 }).complete(request, new AbortController().signal);
    assert.deepEqual(seen, [{ temperature: 0, maxTokens: 5 }]);
    assert.equal(withDecoding(model, {}), model);
  });
});

describe('what a probe found', () => {
  const memento = (): Memento => {
    const kept = new Map<string, unknown>();
    return {
      keys: () => [...kept.keys()],
      get: (name: string) => kept.get(name),
      update: (name: string, value: unknown) => Promise.resolve(void kept.set(name, value)),
    } as Memento;
  };
  const found = {
    systemRole: true,
    streaming: true,
    seed: false,
    topLogprobs: 5,
    deterministic: false,
    offline: false,
  };

  it('is remembered for the model at its server', async () => {
    const state = memento();
    const of = { baseUrl: 'https://a.example/v1', model: 'm' };
    assert.equal(readProbed(state, of), undefined);
    await writeProbed(state, of, { ...found, contextTokens: 100 });
    assert.deepEqual(readProbed(state, of), { ...found, contextTokens: 100 });
    assert.equal(readProbed(state, { ...of, model: 'n' }), undefined);
    await writeProbed(state, of, found);
    assert.deepEqual(readProbed(state, of), found);
  });

  it('is forgotten where it cannot be read, and when very many came after it', async () => {
    const state = memento();
    const of = { baseUrl: 'https://a.example/v1', model: 'm' };
    await state.update('statelens.probed', [['https://a.example/v1 m', { systemRole: 'yes' }], 7]);
    assert.equal(readProbed(state, of), undefined);
    await writeProbed(state, of, found);
    for (let i = 0; i < 200; i++) await writeProbed(state, { ...of, model: `m${i}` }, found);
    assert.equal(readProbed(state, of), undefined);
    assert.deepEqual(readProbed(state, { ...of, model: 'm199' }), found);
  });
});

describe('a model of VS Code that gives no answer', () => {
  it('has no consent, no quota or is not there: ordinary faults', () => {
    const codes = ['NoPermissions', 'NotFound', 'Blocked', 'Unknown'].map((code) => {
      const result = chatFault({ code, message: 'because\nof it' }, 'copilot/gpt');
      return result.ok ? [] : [result.error.code, result.error.message.endsWith(' It says: because of it')];
    });
    assert.deepEqual(codes, [
      ['unauthorized', true],
      ['unknown-model', true],
      ['rate-limited', true],
      ['unavailable', true],
    ]);
    const plain = chatFault(undefined, 'copilot/gpt');
    assert.equal(!plain.ok && plain.error.message, 'copilot/gpt returned no answer.');
  });
});
