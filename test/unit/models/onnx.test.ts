import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { ChatMessage, DecodingSettings } from '../../../src/models/model.ts';
import { onnxSource } from '../../../src/models/onnx/node-onnx.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { cachedModel, followModel, writeModel } from '../../support/tiny-model.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const source = onnxSource(import.meta.url);
const NEVER = new AbortController().signal;

interface Asked {
  readonly settings?: DecodingSettings;
  readonly signal?: AbortSignal;
  readonly messages?: readonly ChatMessage[];
  readonly sample?: number;
}

const ask = (name: string, text: string, { settings = {}, signal = NEVER, messages, sample = 0 }: Asked = {}) => {
  const model = source.open(path.join(folder, name));
  if (!model.ok) return Promise.resolve(model);
  const task = { kind: 'state', variant: 'chess', startFen: '', moves: [], sample } as const;
  return model.value.complete({ task, messages: messages ?? [{ role: 'user', content: text }], settings }, signal);
};
const answerOf = async (...args: Parameters<typeof ask>) => {
  const answer = await ask(...args);
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.value;
};
const faultOf = async (...args: Parameters<typeof ask>) => {
  const answer = await ask(...args);
  assert.ok(!answer.ok, JSON.stringify(answer));
  return answer.error;
};

describe('an ONNX model of a folder', () => {
  writeModel(path.join(folder, 'plain'), followModel());
  writeModel(path.join(folder, 'cached'), cachedModel());

  itLong('goes on with a text until it ends it, greedily', async () => {
    assert.deepEqual(await answerOf('plain', 'rank'), {
      text: 'file king queen',
      finishReason: 'stop',
      usage: { inputTokens: 1, outputTokens: 3 },
    });
  });

  it('keeps a cache where the model has one', async () => {
    const { text, finishReason, usage } = await answerOf('cached', 'rank file');
    assert.equal(text, 'king king');
    assert.equal(finishReason, 'stop');
    assert.deepEqual(usage, { inputTokens: 2, outputTokens: 2 });
    // a second text begins with an empty one
    assert.equal((await answerOf('cached', 'rank')).text, 'king king king');
  });

  it('stops at its limit of tokens, and before a stop text', async () => {
    const short = await answerOf('plain', 'rank', { settings: { maxTokens: 2 } });
    assert.deepEqual([short.text, short.finishReason], ['file king', 'length']);
    const stopped = await answerOf('plain', 'rank', { settings: { stop: ['queen', 'nothing'] } });
    assert.deepEqual([stopped.text.trim(), stopped.finishReason], ['file king', 'stop']);
  });

  it('gives log probabilities of the chosen and the likeliest tokens', async () => {
    const { logprobs } = await answerOf('plain', 'king', { settings: { topLogprobs: 2 } });
    const expected = 8 - Math.log(Math.exp(8) + 5);
    assert.deepEqual(
      logprobs?.map(({ token, top }) => [token, top.length]),
      [['queen', 2]],
    );
    assert.ok(Math.abs((logprobs?.[0]?.logprob ?? 0) - expected) < 1e-4);
    assert.equal(logprobs?.[0]?.top[0]?.token, 'queen');
  });

  it('draws with a seed the same answer again, and another sample another one', async () => {
    const settings = { temperature: 6, seed: 7, maxTokens: 12 };
    const draw = async (sample: number): Promise<string> => {
      const answer = await ask('plain', 'rank', { settings, sample });
      return answer.ok ? answer.value.text : answer.error.message;
    };
    assert.equal(await draw(0), await draw(0));
    const drawn = new Set(await Promise.all([1, 2, 3, 4, 5, 6].map(draw)));
    assert.ok(drawn.size > 1);
  });

  it('answers several requests in their order, and is cancelled between tokens', async () => {
    const controller = new AbortController();
    const first = ask('cached', 'rank');
    const second = ask('cached', 'rank', { signal: controller.signal });
    controller.abort();
    assert.equal((await first).ok, true);
    const cancelled = await second;
    assert.equal(!cancelled.ok && cancelled.error.code, 'cancelled');
    assert.equal((await faultOf('cached', 'rank', { signal: AbortSignal.abort() })).code, 'cancelled');
  });

  it('refuses a prompt that is longer than it holds', async () => {
    const fault = await faultOf('plain', 'rank '.repeat(40));
    assert.equal(fault.code, 'too-long');
    assert.match(fault.message, /has 40 tokens, but the context holds 32/);
  });

  it('is written to as its chat template wants it', async () => {
    const chatty = { chat_template: "{{ '<|im_start|>' + message['role'] }}" };
    writeModel(path.join(folder, 'chatty'), followModel(), { 'tokenizer_config.json': chatty });
    // of the marks each is a word that it does not know, and what follows an unknown one is "rank"
    assert.equal((await answerOf('chatty', 'king')).text, 'rank file king queen');
  });

  it('has the name of its folder, and sends nothing anywhere', async () => {
    const model = source.open(path.join(folder, 'plain'));
    assert.ok(model.ok);
    assert.equal(model.value.label, 'onnx:plain');
    assert.equal(model.value.endpoint, undefined);
    assert.equal(source.open(' ').ok, false);
  });
});

describe('a folder that holds no model', () => {
  const cases: readonly (readonly [string, RegExp, () => void])[] = [
    ['none', /^There is no folder /, () => {}],
    [
      'bare',
      /holds no model: model\.onnx and tokenizer\.json are missing\.$/,
      () =>
        writeModel(path.join(folder, 'bare'), followModel(), { 'model.onnx': undefined, 'tokenizer.json': undefined }),
    ],
    [
      'torn',
      /^model\.onnx of .* cannot be loaded: ./,
      () => writeModel(path.join(folder, 'torn'), followModel(), { 'model.onnx': new Uint8Array([8, 7, 1]) }),
    ],
    ['new', /cannot be loaded: .*opset/i, () => writeModel(path.join(folder, 'new'), followModel({ opset: 99 }))],
    [
      'json',
      /^config\.json of .* is not JSON\.$/,
      () => writeModel(path.join(folder, 'json'), followModel(), { 'config.json': '{' }),
    ],
    [
      'tokens',
      /^The tokenizer of .* is not supported: ./,
      () =>
        writeModel(path.join(folder, 'tokens'), followModel(), {
          'tokenizer.json': { model: { type: 'Runes', vocab: {} }, added_tokens: [] },
        }),
    ],
    [
      'images',
      /is not a supported language model: its input "pixels" is not supported\.$/,
      () =>
        writeModel(path.join(folder, 'images'), {
          ...followModel(),
          inputs: [...followModel().inputs, { name: 'pixels', type: 'float', dims: [1] }],
        }),
    ],
  ];
  for (const [name, says, write] of cases) {
    itLong(`is told what is wrong: ${name}`, async () => {
      write();
      const fault = await faultOf(name, 'rank');
      assert.equal(fault.code, 'unknown-model');
      assert.match(fault.message, says);
    });
  }
});
