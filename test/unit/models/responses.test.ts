import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { OPENAI_BASE_URL, readEndpoint } from '../../../src/models/endpoint.ts';
import type { ChatMessage, DecodingSettings } from '../../../src/models/model.ts';
import { chatBody, rawBody } from '../../../src/models/openai/request-body.ts';
import { readResponse, responsesBody, usesResponses } from '../../../src/models/openai/responses.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import { type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';

const NEVER = new AbortController().signal;
const MESSAGES: readonly ChatMessage[] = [
  { role: 'system', content: 'Answer with a FEN.' },
  { role: 'user', content: '1. e4' },
];
const message = (text: string, logprobs?: unknown): unknown => ({
  type: 'message',
  content: [{ type: 'output_text', text, ...(logprobs === undefined ? {} : { logprobs }) }],
});
const response = (output: unknown[], rest: object = {}): unknown => ({
  id: 'r',
  object: 'response',
  status: 'completed',
  output,
  usage: { input_tokens: 9, output_tokens: 4, output_tokens_details: { reasoning_tokens: 2 } },
  ...rest,
});
const endpointOf = (baseUrl: string) => {
  const endpoint = readEndpoint(baseUrl);
  assert.ok(endpoint.ok);
  return endpoint.value;
};
const HERE = endpointOf('http://localhost:1/v1');
const read = (body: unknown, settings: DecodingSettings = {}) => readResponse(body, settings, HERE);

describe('the bodies of other requests', () => {
  it('have a seed of its own for each sample', () => {
    for (const sample of [0, 1, 7]) {
      const task = { kind: 'state', variant: 'chess', startFen: '', moves: ['e4'], sample } as const;
      const asked = { task, messages: MESSAGES, settings: { seed: 5 } };
      assert.equal(chatBody('m', 'max_tokens', asked).seed, 5 + sample);
      assert.equal(rawBody('m', asked).seed, 5 + sample);
      assert.equal(chatBody('m', 'max_tokens', { ...asked, settings: {} }).seed, undefined);
    }
  });
});

describe('the Responses API', () => {
  const servers: ModelServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));

  it('is used at OpenAI itself and where it is chosen, and not for what it cannot do', () => {
    const openai = endpointOf(OPENAI_BASE_URL);
    const compatible = endpointOf('http://localhost:11434/v1');
    assert.equal(usesResponses('auto', openai, {}), true);
    assert.equal(usesResponses('auto', openai, { seed: 1 }), false);
    assert.equal(usesResponses('auto', openai, { stop: ['x'] }), false);
    assert.equal(usesResponses('auto', compatible, {}), false);
    assert.equal(usesResponses('chat', openai, {}), false);
    assert.equal(usesResponses('responses', compatible, {}), true);
  });

  it('is told to keep nothing, and what was set and nothing else', () => {
    assert.deepEqual(responsesBody('m', MESSAGES, {}), { model: 'm', input: MESSAGES, store: false });
    assert.deepEqual(responsesBody('m', MESSAGES, { temperature: 0, topP: 0.5, maxTokens: 20, topLogprobs: 5 }), {
      model: 'm',
      input: MESSAGES,
      store: false,
      temperature: 0,
      top_p: 0.5,
      max_output_tokens: 20,
      top_logprobs: 5,
      include: ['message.output_text.logprobs'],
    });
  });

  it('is asked over HTTP, and its answer read', async () => {
    const server = await serveModel((reply) =>
      sendJson(reply, 200, response([{ type: 'reasoning' }, message('a FEN')])),
    );
    servers.push(server);
    const model = openModel('openai:m', { baseUrl: server.baseUrl, api: 'responses' });
    assert.ok(model.ok);
    const task = { kind: 'state', variant: 'chess', startFen: '', moves: [], sample: 0 } as const;
    assert.deepEqual(await model.value.complete({ task, messages: MESSAGES, settings: {} }, NEVER), {
      ok: true,
      value: {
        text: 'a FEN',
        finishReason: 'stop',
        usage: { inputTokens: 9, outputTokens: 4, reasoningTokens: 2 },
        attempts: 1,
      },
    });
    assert.equal(server.received[0]?.path, '/v1/responses');
    const seeded = await model.value.complete({ task, messages: MESSAGES, settings: { seed: 3 } }, NEVER);
    assert.ok(!seeded.ok);
    assert.match(seeded.error.message, /does not support a seed/);
    assert.equal(server.received.length, 1);
  });

  it('gives log probabilities', () => {
    const tokens = [{ token: 'a', logprob: -0.1, top_logprobs: [{ token: 'b', logprob: -2 }] }];
    const answer = read(response([message('a', tokens)]));
    assert.ok(answer.ok);
    assert.deepEqual(answer.value.logprobs, [{ token: 'a', logprob: -0.1, top: [{ token: 'b', logprob: -2 }] }]);
  });

  it('ends before the first stop text, and says when it was cut off', () => {
    const stopped = read(response([message('one two three')]), { stop: ['three', 'two'] });
    assert.deepEqual(stopped.ok && [stopped.value.text, stopped.value.finishReason], ['one ', 'stop']);
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const short = read(response([message('one')], cut));
    assert.equal(short.ok && short.value.finishReason, 'length');
    const thought = read(response([], cut));
    assert.deepEqual(thought.ok && [thought.value.text, thought.value.finishReason], ['', 'length']);
  });

  it('keeps the texts of two messages apart, and those of one together', () => {
    const parts = ['a', 'b'].map((text) => ({ type: 'output_text', text }));
    const answer = read(
      response([message('So far:'), { type: 'reasoning', content: [] }, { type: 'message', content: parts }]),
    );
    assert.equal(answer.ok && answer.value.text, 'So far:\nab');
  });

  it('says what a body without an answer is', () => {
    const refusal = read(response([{ type: 'message', content: [{ type: 'refusal', refusal: 'no' }] }]));
    assert.deepEqual(refusal.ok && [refusal.value.text, refusal.value.finishReason], ['no', 'refusal']);
    const broken = { error: { message: 'broken' }, output: [] };
    for (const body of [undefined, 'x', {}, { output: 'x' }, broken, { output: [] }]) {
      const answer = read(body);
      assert.equal(!answer.ok && answer.error.code, 'bad-response', JSON.stringify(body));
    }
    const failed = read({ output: [], status: 'failed' });
    assert.deepEqual(!failed.ok && [failed.error.code, failed.error.retryable], ['broken-off', true]);
  });
});
