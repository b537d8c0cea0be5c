import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logprobsIn, textLogprobs } from '../../../src/models/openai/message.ts';

describe('log probabilities of an answer', () => {
  it('come as tokens with alternatives, or as lists', () => {
    const top = [
      { token: 'e', logprob: -0.5 },
      { token: 'd', logprob: -1 },
    ];
    const read = [{ token: 'e', logprob: -0.5, top }];
    assert.deepEqual(logprobsIn({ content: [{ token: 'e', logprob: -0.5, bytes: null, top_logprobs: top }] }), read);
    assert.deepEqual(textLogprobs([{ token: 'e', logprob: -0.5, top_logprobs: top }]), read);
    const lists = { tokens: ['e'], token_logprobs: [-0.5], top_logprobs: [{ e: -0.5, d: -1 }], text_offset: [0] };
    assert.deepEqual(logprobsIn(lists), read);
  });

  it('may lack alternatives, and the probability of the first token', () => {
    assert.deepEqual(logprobsIn({ content: [{ token: 'e', logprob: -1 }] }), [{ token: 'e', logprob: -1, top: [] }]);
    const lists = { tokens: ['a', 'b'], token_logprobs: [null, -1], top_logprobs: [null, { b: -1 }] };
    assert.deepEqual(logprobsIn(lists), [
      { token: 'a', logprob: Number.NEGATIVE_INFINITY, top: [] },
      { token: 'b', logprob: -1, top: [{ token: 'b', logprob: -1 }] },
    ]);
    assert.deepEqual(logprobsIn({ ...lists, top_logprobs: null })?.[1]?.top, []);
  });

  it('are none where they are not what they should be', () => {
    for (const given of [
      undefined,
      null,
      [],
      'no',
      { content: null },
      { content: [null] },
      { content: [{ token: 1, logprob: 'x' }] },
      { tokens: ['a'], token_logprobs: [] },
      { tokens: ['a'], token_logprobs: ['x'] },
      { tokens: ['a'], token_logprobs: [-1], top_logprobs: ['x'] },
    ]) {
      assert.equal(logprobsIn(given), undefined, JSON.stringify(given));
      assert.deepEqual(textLogprobs(given), []);
    }
  });
});
