import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Memento } from 'vscode';
import { namesFor } from '../../../src/extension/models/model-at-server.ts';
import {
  currentModel,
  isSameModel,
  modelWords,
  needsTrust,
  rememberModel,
  type UsedModel,
  usedModels,
} from '../../../src/extension/platform/models/chosen.ts';
import type { PredictSettings } from '../../../src/extension/platform/settings.ts';

/** State that is kept in memory. */
function stateOf(kept?: unknown): Memento {
  const values = new Map<string, unknown>(kept === undefined ? [] : [['statelens.usedModels', kept]]);
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  } as Memento;
}

const named = (...names: readonly string[]): PredictSettings['named'] => ({
  models: names.map((name) => ({ name, model: 'm', baseUrl: 'http://localhost/v1' })),
  problems: [],
});
const settings = (over: Partial<PredictSettings>): PredictSettings =>
  ({ model: 'baseline:naive-tracker', baseUrl: '', openAiModel: '', ...over }) as PredictSettings;
const atServer = (name: string, baseUrl = 'http://localhost:11434/v1'): UsedModel => ({
  model: 'openai',
  'openai.baseUrl': baseUrl,
  'openai.model': name,
});

describe('models that were used', () => {
  it('are remembered with the last one first, each once, and not without end', async () => {
    const state = stateOf();
    for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g', 'h', 'i']) await rememberModel(state, atServer(name));
    const names = usedModels(state, named()).map((one) => one['openai.model']);
    assert.deepEqual(names, ['i', 'h', 'g', 'f', 'e', 'd', 'a', 'c']);
    await rememberModel(state, { model: 'baseline:lag-2' });
    assert.deepEqual(usedModels(state, named())[0], { model: 'baseline:lag-2' });
    const elsewhere = atServer('i', 'http://localhost:1234/v1');
    await rememberModel(state, elsewhere);
    assert.deepEqual(usedModels(state, named())[0], elsewhere);
  });

  it('are left out where their name in the settings is gone, or what was stored is none', () => {
    const kept = [
      { model: 'named:mine' },
      { model: 'named:gone' },
      { model: 'openai' },
      { model: 'openai', 'openai.baseUrl': 'no url', 'openai.model': 'm' },
      { model: 7 },
      'x',
      null,
    ];
    assert.deepEqual(usedModels(stateOf(kept), named('mine')), [{ model: 'named:mine' }]);
    assert.deepEqual(usedModels(stateOf('broken'), named()), []);
  });

  it('are told apart from the one that the settings name now', () => {
    const now = currentModel(settings({ model: 'openai', baseUrl: 'http://localhost:11434/v1', openAiModel: 'a' }));
    assert.ok(isSameModel(now, atServer('a')));
    assert.ok(!isSameModel(now, atServer('b')));
    assert.ok(isSameModel(currentModel(settings({})), { model: 'baseline:naive-tracker' }));
    const usual = currentModel(settings({ model: 'openai', openAiModel: 'gpt-4o' }));
    assert.equal(usual['openai.baseUrl'], 'https://api.openai.com/v1');
  });

  it('are shown by name and place, and say whether they leave this process', () => {
    const shown = (model: UsedModel): readonly unknown[] => {
      const { name, place } = modelWords(model);
      return [name, place, needsTrust(model)];
    };
    assert.deepEqual(shown(atServer('llama3.2')), ['llama3.2', 'localhost:11434', true]);
    assert.deepEqual(shown({ model: 'baseline:lag-2' }), ['lag-2', 'offline, no key', false]);
    assert.deepEqual(shown({ model: 'named:mine' }), ['mine', 'statelens.models', true]);
    assert.deepEqual(shown({ model: 'vscode:copilot/gpt-4o' }), ['copilot/gpt-4o', 'VS Code', true]);
    assert.deepEqual(shown({ model: 'onnx:/home/me/models/tiny' }), ['tiny', 'a folder', true]);
  });
});

describe('names of models while somebody types', () => {
  it('begin with what is typed, unless the server lists just that', () => {
    const names = (typed: string) => namesFor(typed, ['gpt-4o', 'o3-mini']).map(({ name }) => name);
    assert.deepEqual(names(''), ['gpt-4o', 'o3-mini']);
    assert.deepEqual(names(' o3 '), ['o3', 'gpt-4o', 'o3-mini']);
    assert.deepEqual(names('o3-mini'), ['gpt-4o', 'o3-mini']);
    assert.deepEqual(namesFor('mine', []), [{ name: 'mine', isTyped: true }]);
  });
});
