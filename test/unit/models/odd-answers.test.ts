import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Result } from '../../../src/core/base/result.ts';
import { encodeRunSample } from '../../../src/core/evaluation/runs/run-file.ts';
import { type Completion, FINISH_REASONS, type ModelFault } from '../../../src/models/model.ts';
import { readCompletion, readRawCompletion } from '../../../src/models/openai/answer.ts';
import { readResponse } from '../../../src/models/openai/responses.ts';
import { createSample } from '../../../src/models/predict/predict-state.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { tasksOf } from '../runs/run-support.ts';

const ENDPOINT = { baseUrl: 'http://h/v1', origin: 'http://h', host: 'h', local: false };
const READERS = {
  chat: (body: unknown) => readCompletion(body, ENDPOINT),
  raw: (body: unknown) => readRawCompletion(body, ENDPOINT),
  responses: (body: unknown) => readResponse(body, { stop: ['\n'] }, ENDPOINT),
};
const [TASK] = tasksOf().ofNumbers([0]);
assert.ok(TASK);
const { position } = TASK;

/** Codes of faults in a body that may pass. */
const PASSING: ReadonlySet<string> = new Set(['broken-off', 'unavailable', 'rate-limited']);

/** What a run file has of an answer. */
const sampled = (answer: Result<Completion, ModelFault>) =>
  createSample(position, { label: 'm', template: DEFAULT_TEMPLATE, nameTemplate: false }, answer);

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue() },
  fc.constantFrom('__proto__', 'constructor', 'toString', -1, 1e300, 0.5, '7', null, true, [], {}, [null], ''),
);
const sometimes = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: odd });
const listOf = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => sometimes(fc.array(item, { maxLength: 3 }));
const token: fc.Arbitrary<unknown> = sometimes(
  fc.record({ token: odd, logprob: odd, top_logprobs: listOf(odd) }, { requiredKeys: [] }),
);
const usage = sometimes(
  fc.record(
    {
      prompt_tokens: odd,
      completion_tokens: odd,
      completion_tokens_details: odd,
      input_tokens: odd,
      output_tokens: odd,
      output_tokens_details: odd,
    },
    { requiredKeys: [] },
  ),
);
const content = sometimes(
  fc.array(fc.record({ type: fc.constantFrom('output_text', 'text', 'refusal'), text: odd, logprobs: listOf(token) })),
);
const choice = fc.record(
  {
    message: sometimes(fc.record({ content, refusal: odd }, { requiredKeys: [] })),
    text: odd,
    finish_reason: odd,
    logprobs: sometimes(fc.record({ content: listOf(token) })),
  },
  { requiredKeys: [] },
);
const body = sometimes(
  fc.record(
    {
      choices: listOf(sometimes(choice)),
      output: listOf(sometimes(fc.record({ type: fc.constant('message'), content }))),
      status: odd,
      incomplete_details: odd,
      usage,
      error: odd,
    },
    { requiredKeys: [] },
  ),
);

describe('an answer that breaks the format', () => {
  for (const [name, read] of Object.entries(READERS))
    it(`is read by ${name} without an exception, and can be written`, () => {
      fc.assert(
        fc.property(body, (value) => {
          const answer = read(value);
          encodeRunSample(sampled(answer)); // throws where it could not be written
          if (answer.ok) assert.ok(FINISH_REASONS.includes(answer.value.finishReason));
          else assert.equal(answer.error.retryable, PASSING.has(answer.error.code), answer.error.code);
        }),
        { numRuns: 2000 },
      );
    });

  it('is a fault that says so, with what was paid for it', () => {
    const counted = { prompt_tokens: 900, completion_tokens: 100 };
    const paid = { inputTokens: 900, outputTokens: 100 };
    for (const [choices, message] of [
      [[null], /not a chat completion/],
      [[{ message: null }], /not a chat completion/],
      [[{ message: [] }], /not a chat completion/],
      [[{ message: { content: 7 } }], /content is not text/],
      [[{ message: { content: { a: 1 } } }], /content is not text/],
      [[{ message: { content: [{ type: 'image' }] } }], /content is not text/],
      [[{ message: { content: '' } }], /does not say why it ended/],
      [[{ message: { content: '' }, finish_reason: 'error' }], /broke its answer off \(error\)/],
      [
        [{ message: { content: 'The' }, finish_reason: 'error', error: { message: 'lost' } }],
        /instead of an answer: lost/,
      ],
      ['text', /not a chat completion/],
    ] as const) {
      const answer = readCompletion({ choices, usage: counted }, ENDPOINT);
      assert.ok(!answer.ok, JSON.stringify(choices));
      assert.match(answer.error.message, message);
      assert.deepEqual(answer.error.usage, paid);
    }
    const failed = readCompletion({ error: 'out of memory', usage: counted }, ENDPOINT);
    assert.ok(!failed.ok);
    assert.match(failed.error.message, /error instead of an answer: out of memory/);
    assert.deepEqual(failed.error.usage, paid);
  });

  it('is an answer with the words of the model where it refuses, and what these quote is no state', () => {
    const refusal = `I cannot go on from ${position.trueFen}.`;
    const body = { choices: [{ message: { content: null, refusal }, finish_reason: 'stop' }] };
    const answer = readCompletion(body, ENDPOINT);
    assert.deepEqual(answer, { ok: true, value: { text: refusal, finishReason: 'refusal' } });
    const sample = sampled(answer);
    assert.deepEqual([sample.raw, sample.extraction, sample.finishReason], [refusal, null, 'refusal']);
    assert.equal(sample.error, undefined);
  });

  it('keeps what can be used of it', () => {
    const text = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const answer = readCompletion(
      {
        choices: [
          { message: { content: [{ type: 'text', text }] }, finish_reason: '__proto__', logprobs: { content: [null] } },
        ],
        usage: { prompt_tokens: -4, completion_tokens: '7', completion_tokens_details: 3 },
      },
      ENDPOINT,
    );
    assert.deepEqual(answer, { ok: true, value: { text, finishReason: 'other', usage: { outputTokens: 7 } } });
  });
});
