import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import type { DecodingSettings } from '../../../src/models/model.ts';
import { type Ending, readCompletion, readEnding } from '../../../src/models/openai/answer.ts';
import { readBody } from '../../../src/models/openai/bounded-fetch.ts';
import { isLoading, isModeration, refusalWords } from '../../../src/models/openai/refusal-words.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import { chat, type ModelServer, type Received, sendJson, serveModel } from '../../support/model-server.ts';

const ENDPOINT = { baseUrl: 'http://h/v1', origin: 'http://h', host: 'h', local: false };

describe('the end of an answer', () => {
  it('is read from the words of all servers, known or not', () => {
    const words: Readonly<Record<Ending, readonly string[]>> = {
      stop: ['stop', 'STOP', 'eos', 'eos_token', 'end', 'end_turn', 'stop_sequence', 'COMPLETE', 'stop_token_hit'],
      length: [
        'length',
        'max_tokens',
        'MAX_TOKENS',
        'model_length',
        'max_output_tokens',
        'model_context_window_exceeded',
        'token budget',
      ],
      filter: [
        'content_filter',
        'SAFETY',
        'RECITATION',
        'sensitive',
        'PROHIBITED_CONTENT',
        'guardrail_intervened',
        'blocked',
      ],
      refusal: ['refusal'],
      tool: ['tool_calls', 'function_call', 'tool_use'],
      fault: [
        'error',
        'network_error',
        'abort',
        'insufficient_system_resource',
        'TIMEOUT',
        'engine_overloaded',
        'upstream-disconnected',
        'cancelled',
      ],
      other: ['OTHER', 'something new', 'null'],
    };
    for (const [ending, list] of Object.entries(words))
      for (const word of list) assert.equal(readEnding(word).ending, ending, word);
    assert.deepEqual(readEnding(undefined), { ending: 'other', isStated: false });
  });

  it('is that of the server that a router has asked, where that says more', () => {
    assert.equal(readEnding('stop', 'MALFORMED_FUNCTION_CALL').ending, 'fault');
    assert.equal(readEnding('stop', 'SAFETY').ending, 'filter');
    assert.equal(readEnding('length', 'STOP').ending, 'length');
    assert.equal(readEnding('stop', 'completed').ending, 'stop');
  });
});

describe('the reason of a refusal', () => {
  it('is found in every shape, on one line', () => {
    const gateway = {
      error: { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"seed is unknown"}}' } },
    };
    for (const [body, said] of [
      [{ error: { message: 'first\nsecond' } }, 'first'],
      [{ code: 'The caller may not', error: 'Content violates usage guidelines' }, 'Content violates usage guidelines'],
      [{ error: { error: { message: 'deep' } } }, 'deep'],
      [gateway, 'Provider returned error: seed is unknown'],
      [{ detail: [{ loc: ['body', 'top_p'], msg: 'Extra inputs' }] }, 'top_p: Extra inputs'],
      [{ error: { message: 'Unsupported parameter', param: 'seed' } }, 'Unsupported parameter (seed)'],
      ['<html><head><title>502 Bad Gateway</title></head>', '502 Bad Gateway'],
      ['{"message":"quoted"}', 'quoted'],
      [{ errors: ['plain'] }, 'plain'],
      [{}, ''],
      [null, ''],
    ] as const)
      assert.equal(refusalWords(body).said, said, JSON.stringify(body));
    assert.equal(refusalWords({ message: 'x'.repeat(5000) }).said.length, 201);
  });

  it('tells moderation and loading from other refusals', () => {
    for (const body of [
      { error: { message: 'Your input was flagged' } },
      { error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO' },
      { error: { message: 'Content Exists Risk', type: 'invalid_request_error' } },
      { error: { message: 'Input text data may contain inappropriate content.', code: 'data_inspection_failed' } },
      { error: { message: 'no', innererror: { code: 'ResponsibleAIPolicyViolation' } } },
    ])
      assert.ok(isModeration(refusalWords(body)), JSON.stringify(body));
    for (const body of [
      { error: { message: 'Incorrect API key provided' } },
      { error: { message: 'Country, region, or territory not supported' } },
      { error: { message: 'Your project has no access to this model' } },
    ])
      assert.ok(!isModeration(refusalWords(body)), JSON.stringify(body));
    assert.ok(isLoading(refusalWords({ error: 'Model m is currently loading', estimated_time: 35.6 })));
    assert.ok(isLoading(refusalWords({ message: 'Loading model', type: 'unavailable_error', code: 503 })));
    assert.ok(!isLoading(refusalWords({ error: { message: 'overloaded' } })));
  });

  it('is read in bounded time from any value', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => void refusalWords(body)));
    let deep: unknown = 'end';
    for (let i = 0; i < 5000; i++) deep = { error: deep, message: { detail: null } };
    assert.equal(refusalWords(deep).said, '');
  });
});

describe('a body that is no plain JSON', () => {
  const answer = (text: string) => {
    const read = readBody(text);
    assert.ok('value' in read, text);
    return readCompletion(read.value, ENDPOINT);
  };
  const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
  const piece = (delta: object, finish: string | null = null): unknown => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

  it('is put together from the pieces of a stream', () => {
    const stream = [
      ': keep-alive\n\n',
      event(piece({ role: 'assistant', reasoning_content: 'I thi' })),
      event(piece({ reasoning_content: 'nk' })),
      event(piece({ content: 'a F' })),
      event(piece({ content: 'EN' }, 'stop')),
      event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } }),
      'data: [DONE]\n\n',
    ].join('');
    const read = answer(stream);
    assert.deepEqual(read, {
      ok: true,
      value: { text: 'a FEN', finishReason: 'stop', reasoning: 'I think', usage: { inputTokens: 9, outputTokens: 4 } },
    });
    const native = [
      '{"message":{"content":"a F"},"done":false}',
      '{"message":{"content":"EN"},"done":true,"done_reason":"stop"}',
    ];
    assert.equal(answer(native.join('\n')).ok, true);
  });

  it('is broken off where a stream has no end, and fails where it holds an error', () => {
    const cut = answer(event(piece({ content: 'a F' })) + event(piece({ content: 'E' })));
    assert.deepEqual(!cut.ok && [cut.error.code, cut.error.retryable], ['broken-off', true]);
    const failed = answer(event(piece({ content: 'a F' })) + event({ error: { message: 'overloaded', code: 503 } }));
    assert.deepEqual(!failed.ok && [failed.error.code, failed.error.said], ['unavailable', 'overloaded']);
  });

  it('is refused in linear time', () => {
    for (const text of ['"\\'.repeat(500_000), 'data: '.repeat(300_000), '"'.repeat(1_000_001), '\n'.repeat(1_000_000)])
      assert.deepEqual(readBody(text), { fault: 'not-json' });
    assert.deepEqual(readBody(' <!DOCTYPE html><title>x'), { fault: 'web-page' });
    assert.deepEqual(readBody('{"a":"NaN","b":NaN,"c":-Infinity}'), { value: { a: 'NaN', b: null, c: null } });
  });
});

describe('a refusal of a setting', () => {
  const servers: ModelServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));
  /** The bodies that a server is sent which refuses what has a field. */
  async function sent(settings: DecodingSettings, refuse: (body: Readonly<Record<string, unknown>>) => unknown) {
    const read = ({ body }: Received) => JSON.parse(body) as Readonly<Record<string, unknown>>;
    const server = await serveModel((response, request) => {
      const refusal = refuse(read(request));
      if (refusal === undefined) sendJson(response, 200, chat('a FEN'));
      else sendJson(response, 400, refusal);
    });
    servers.push(server);
    const model = openModel('openai:m', {
      baseUrl: server.baseUrl,
      retry: { retries: 0, delay: 1, maxDelay: 1, maxRetryAfter: 1 },
    });
    assert.ok(model.ok);
    const messages = [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Moves.' },
    ] as const;
    const task = { kind: 'state', variant: 'chess', startFen: '', moves: [], sample: 0 } as const;
    const answer = await model.value.complete({ task, messages, settings }, new AbortController().signal);
    return { answer, bodies: server.received.map(read) };
  }

  it('is known by the words of many servers', async () => {
    const roles = (body: Readonly<Record<string, unknown>>): boolean =>
      JSON.stringify(body['messages']).includes('"system"');
    for (const [words, has] of [
      ['Conversation roles must alternate user/assistant/user/assistant/...', roles],
      ['Developer instruction is not enabled for models/gemma', roles],
      ['Unknown name "seed": Cannot find field.', (body) => 'seed' in body],
      ['`temperature` and `top_p` cannot both be specified', (body) => 'temperature' in body],
      ['logprobs are not available', (body) => 'logprobs' in body],
    ] as const satisfies readonly (readonly [string, (body: Readonly<Record<string, unknown>>) => boolean])[]) {
      const settings = { temperature: 0, topP: 0.5, seed: 1, topLogprobs: 20, maxTokens: 9 };
      const { answer } = await sent(settings, (body) => (has(body) ? { error: { message: words } } : undefined));
      assert.ok(answer.ok, words);
    }
  });

  it('of a value out of its range is for the user to mend', async () => {
    for (const [settings, message] of [
      [{ temperature: 1.7 }, 'temperature must be between 0 and 1'],
      [{ maxTokens: 1e6 }, 'max_tokens is too large: 1000000. This model supports at most 4096 completion tokens'],
    ] as const) {
      const { answer, bodies } = await sent(settings, () => ({ error: { message } }));
      assert.equal(!answer.ok && answer.error.code, 'refused-request');
      assert.equal(bodies.length, 1);
    }
  });

  it('that nothing mends is tried once, and then told', async () => {
    const { answer, bodies } = await sent({ temperature: 0 }, () => ({
      error: { message: 'temperature is not supported' },
    }));
    assert.ok(!answer.ok);
    assert.match(answer.error.message, /temperature is not supported/);
    assert.equal(bodies.length, 2);
  });
});
