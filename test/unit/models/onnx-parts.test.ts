import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import { chooseToken } from '../../../src/models/onnx/sampler.ts';
import { completionPrompt, readModelConfig } from '../../../src/models/onnx/session-model.ts';

const logits = (...values: number[]): Float32Array => Float32Array.from(values);

describe('the next token', () => {
  it('is the likeliest one, of equals the first, whatever is no number', () => {
    assert.equal(chooseToken(logits(1, 3, 3, 2), {}, seeded(0)).id, 1);
    assert.equal(chooseToken(logits(Number.NaN, -5, -4), { temperature: 0 }, seeded(0)).id, 2);
  });

  it('has the log probability of a softmax, and the likeliest ones in order', () => {
    const { logprob, top } = chooseToken(logits(0, Math.log(3), Math.log(6)), { topLogprobs: 2 }, seeded(0));
    assert.ok(Math.abs(logprob - Math.log(0.6)) < 1e-6);
    assert.deepEqual(
      top.map(({ id, logprob: of }) => [id, Math.round(1000 * Math.exp(of)) / 1000]),
      [
        [2, 0.6],
        [1, 0.3],
      ],
    );
    assert.equal(chooseToken(logits(0, 1), { topLogprobs: 20 }, seeded(0)).top.length, 2);
  });

  it('is drawn as often as its probability says', () => {
    const random = seeded(1);
    const counts = [0, 0, 0];
    for (let i = 0; i < 6000; i++) {
      counts[chooseToken(logits(0, Math.log(2), Math.log(3)), { temperature: 1 }, random).id]++;
    }
    for (const [id, share] of [1 / 6, 2 / 6, 3 / 6].entries()) assert.ok(Math.abs(counts[id] / 6000 - share) < 0.03);
  });

  it('comes out of the likeliest alone where topP says so', () => {
    const random = seeded(2);
    const drawn = new Set<number>();
    for (let i = 0; i < 300; i++) {
      drawn.add(chooseToken(logits(0, Math.log(2), Math.log(3)), { temperature: 1, topP: 0.5 }, random).id);
    }
    assert.deepEqual([...drawn], [2]);
  });

  it('is a token of the vocabulary with a log probability up to 0, and the top falls', () => {
    const values = fc.array(fc.float({ noNaN: true, min: -60, max: 60 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 3, noNaN: true }), fc.integer(), (all, temperature, seed) => {
        const given = Float32Array.from(all);
        const { id, logprob, top } = chooseToken(given, { temperature, topLogprobs: 5 }, seeded(seed));
        assert.ok(id >= 0 && id < given.length && logprob <= 1e-6);
        for (const [i, one] of top.entries()) assert.ok(i === 0 || one.logprob <= (top[i - 1]?.logprob ?? 0));
        assert.equal(new Set(top.map((one) => one.id)).size, top.length);
      }),
    );
  });
});

describe('the configuration of a model', () => {
  it('is read under the names that families give', () => {
    assert.deepEqual(readModelConfig({ eos_token_id: [1, 2], n_positions: 1024, n_head: 12, n_embd: 768 }), {
      ends: [1, 2],
      contextTokens: 1024,
      cacheHeads: 12,
      headSize: 64,
      readsMav: false,
    });
    const llama = {
      eos_token_id: 2,
      max_position_embeddings: 2048,
      num_attention_heads: 32,
      num_key_value_heads: 4,
      hidden_size: 2048,
    };
    assert.deepEqual(readModelConfig(llama), {
      ends: [2],
      contextTokens: 2048,
      cacheHeads: 4,
      headSize: 64,
      readsMav: false,
    });
    for (const nothing of [undefined, 7, { n_head: 'many' }]) assert.deepEqual(readModelConfig(nothing).ends, []);
  });
});

describe('a prompt for a local model', () => {
  const messages = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'U' },
  ] as const;

  it('has the marks of its chat template', () => {
    assert.equal(
      completionPrompt(messages, false, { chat_template: '<|im_start|>' }),
      '<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n',
    );
    assert.match(
      completionPrompt(messages, false, { chat_template: '<|start_header_id|>' }),
      /U<\|eot_id\|>.*assistant/s,
    );
  });

  it('is the plain text where there is no template, or the text is raw', () => {
    assert.equal(completionPrompt(messages, false, undefined), 'S\n\nU');
    assert.equal(completionPrompt(messages, false, { chat_template: '{{ other }}' }), 'S\n\nU');
    assert.equal(completionPrompt(messages, true, { chat_template: '<|im_start|>' }), 'SU');
  });
});
