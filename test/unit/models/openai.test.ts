import assert from 'node:assert/strict';
import process from 'node:process';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import type { CompletionRequest, DecodingSettings } from '../../../src/models/model.ts';
import { listModels } from '../../../src/models/openai/openai.ts';
import type { RetryEvent } from '../../../src/models/retry.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import type { OpenOptions } from '../../../src/models/sources/source.ts';
import type { Clock } from '../../../src/protocol/clock.ts';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KEY = 'sk-a-secret-of-the-test';
const NEVER = new AbortController().signal;

const request = (settings: DecodingSettings = {}): CompletionRequest => ({
  task: { kind: 'state', variant: 'chess', startFen: START, moves: ['e4'], sample: 0 },
  messages: [
    { role: 'system', content: 'Answer with a FEN.' },
    { role: 'user', content: '1. e4' },
  ],
  settings,
});

const QUICK = { retries: 2, delay: 1, maxDelay: 2, maxRetryAfter: 1000 };

describe('a model behind an OpenAI-compatible server', () => {
  const servers: ModelServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));
  const serve = async (respond: Responder): Promise<ModelServer> => {
    const server = await serveModel(respond);
    servers.push(server);
    return server;
  };
  const ask = async (
    server: Pick<ModelServer, 'baseUrl'>,
    options: Partial<OpenOptions> = {},
    { settings = {}, signal = NEVER }: { settings?: DecodingSettings; signal?: AbortSignal } = {},
  ) => {
    const model = openModel('openai:test-model', { baseUrl: server.baseUrl, retry: QUICK, apiKey: KEY, ...options });
    assert.ok(model.ok);
    return model.value.complete(request(settings), signal);
  };
  /** The fault of one request to a server that answers so. */
  const faultFrom = async (respond: Responder, options: Partial<OpenOptions> = {}) => {
    const server = await serve(respond);
    const result = await ask(server, options);
    assert.ok(!result.ok);
    assert.ok(!result.error.message.includes(KEY));
    return { ...result.error, requests: server.received.length, host: server.host };
  };

  it('is asked by Chat Completions, with what was set and nothing else', async () => {
    const server = await serve((response) => sendJson(response, 200, chat(START)));
    const result = await ask(server, {}, { settings: { temperature: 0, maxTokens: 90, seed: 5 } });
    assert.deepEqual(result, {
      ok: true,
      value: {
        text: START,
        finishReason: 'stop',
        usage: { inputTokens: 110, outputTokens: 7, reasoningTokens: 3 },
        served: { model: 'm' },
        attempts: 1,
      },
    });
    await ask(server);
    const [full, bare] = server.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    assert.equal(server.received[0].path, '/v1/chat/completions');
    assert.deepEqual(full, {
      model: 'test-model',
      messages: request().messages,
      temperature: 0,
      max_tokens: 90,
      seed: 5,
    });
    assert.deepEqual(bare, { model: 'test-model', messages: request().messages });
  });

  it('says where a prompt is too long for it', async () => {
    for (const error of [
      { code: 'context_length_exceeded', message: 'no' },
      { message: 'the request exceeds the available context size. try increasing the context size' },
      { message: "This model's maximum context length is 4096 tokens. However, you requested 5000." },
      { message: 'The input token count (9000) exceeds the maximum number of tokens allowed (8192).' },
    ]) {
      const fault = await faultFrom((response) => sendJson(response, 400, { error }));
      assert.deepEqual([fault.code, fault.retryable, fault.requests], ['too-long', false, 1], error.message);
      assert.match(fault.message, /does not fit the context of "test-model"/);
    }
    const other = await faultFrom((response) => sendJson(response, 400, { error: { message: 'no such setting' } }));
    assert.equal(other.code, 'refused-request');
  });

  it('goes on with a raw text by Completions, without a chat around it', async () => {
    const text = {
      id: 'c',
      object: 'text_completion',
      choices: [{ index: 0, text: '[%top_1 ]', finish_reason: 'length' }],
    };
    const server = await serve((response) => sendJson(response, 200, text));
    const model = openModel('openai:test-model', { baseUrl: server.baseUrl, retry: QUICK });
    assert.ok(model.ok);
    const messages = [{ role: 'user' as const, content: '<mav>\n' }];
    const raw = { ...request({ stop: ['\n<mav'] }), messages, isRaw: true };
    const result = await model.value.complete(raw, NEVER);
    assert.deepEqual(result, { ok: true, value: { text: '[%top_1 ]', finishReason: 'length', attempts: 1 } });
    assert.equal(server.received[0].path, '/v1/completions');
    const { max_tokens: most, ...body } = JSON.parse(server.received[0].body) as Record<string, unknown>;
    assert.deepEqual(body, { model: 'test-model', prompt: '<mav>\n', stop: ['\n<mav'] });
    assert.ok(typeof most === 'number' && most > 1000, 'servers end at 16 tokens by themselves');
  });

  it('is told nothing of this machine, and the key only where there is one', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { OPENAI_API_KEY: 'other', OPENAI_ORG_ID: 'org', OPENAI_CUSTOM_HEADERS: 'x-mine: 1' });
    try {
      const server = await serve((response) => sendJson(response, 200, chat(START)));
      await ask(server);
      await ask(server, { apiKey: '' });
      const [keyed, keyless] = server.received.map(({ headers }) => headers);
      assert.equal(keyed.authorization, `Bearer ${KEY}`);
      assert.equal(keyless.authorization, undefined);
      for (const headers of [keyed, keyless])
        assert.deepEqual(
          Object.keys(headers).filter((name) => /stainless|openai|x-/.test(name)),
          [],
        );
    } finally {
      for (const name of ['OPENAI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_CUSTOM_HEADERS']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  it('gives log probabilities when they come', async () => {
    const server = await serve((response) => {
      const body = chat('e') as { choices: { logprobs: unknown }[] };
      const top = [{ token: 'e', logprob: -0.5, bytes: null }];
      body.choices[0].logprobs = { content: [{ token: 'e', logprob: -0.5, bytes: null, top_logprobs: top }] };
      sendJson(response, 200, body);
    });
    const result = await ask(server, {}, { settings: { topLogprobs: 1 } });
    assert.ok(result.ok);
    assert.deepEqual(result.value.logprobs, [{ token: 'e', logprob: -0.5, top: [{ token: 'e', logprob: -0.5 }] }]);
  });

  it('waits as long as a busy server asks, visibly, and asks again', async () => {
    const waits: RetryEvent[] = [];
    const server = await serve((response, _, count) => {
      if (count > 1) sendJson(response, 200, chat(START));
      else sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after-ms': '40' });
    });
    const result = await ask(server, { onRetry: (event) => waits.push(event) });
    assert.ok(result.ok);
    assert.deepEqual(
      [waits.length, waits[0].attempt, waits[0].attempts, waits[0].fault.code],
      [1, 2, 3, 'rate-limited'],
    );
    assert.equal(waits[0].wait, 41);
    assert.equal(waits[0].fault.retryAfter, 40);
  });

  it('does not wait longer than it may', async () => {
    const fault = await faultFrom((response) => sendJson(response, 429, {}, { 'retry-after': '3600' }));
    assert.deepEqual([fault.code, fault.requests], ['rate-limited', 1]);
    assert.match(fault.message, /asks to wait 3600 s/);
  });

  it('is not asked again where the account has no quota', async () => {
    const fault = await faultFrom((response) => sendJson(response, 429, { error: { code: 'insufficient_quota' } }));
    assert.equal(fault.requests, 1);
    assert.match(fault.message, /no quota left/);
    const poor = await faultFrom((response) => sendJson(response, 402, { error: { message: 'Insufficient credits' } }));
    assert.deepEqual([poor.code, poor.retryable, poor.requests], ['rate-limited', false, 1]);
    assert.match(poor.message, /no credit left/);
  });

  it('is asked again after a fault of the server, and not for ever', async () => {
    const server = await serve((response, _, count) =>
      count < 3 ? sendJson(response, 500, {}) : sendJson(response, 200, chat(START)),
    );
    assert.ok((await ask(server)).ok);
    assert.equal(server.received.length, 3);
    const fault = await faultFrom((response) => sendJson(response, 503, { error: { message: 'overloaded' } }));
    assert.deepEqual([fault.code, fault.requests], ['unavailable', 3]);
    assert.match(fault.message, /HTTP 503.*It says: overloaded/);
  });

  it('is asked again where a router passes the error of a busy server on as its answer', async () => {
    for (const [error, code] of [
      [{ code: 502, message: 'Provider returned error' }, 'unavailable'],
      [{ code: '429', message: 'busy' }, 'rate-limited'],
      [{ code: 'server_error', message: 'bad' }, 'unavailable'],
      [{ type: 'overloaded_error', message: 'Overloaded' }, 'unavailable'],
    ] as const) {
      for (const body of [{ error }, { choices: [{ finish_reason: 'error', error, message: { content: 'The' } }] }]) {
        const server = await serve((response, _, count) => sendJson(response, 200, count < 2 ? body : chat(START)));
        assert.ok((await ask(server)).ok, JSON.stringify(body));
        const fault = await faultFrom((response) => sendJson(response, 200, body));
        assert.deepEqual([fault.code, fault.requests], [code, 3], JSON.stringify(body));
      }
    }
    for (const error of [{ code: 400, message: 'x' }, { code: 'invalid_prompt' }, { code: 5000 }, 'down'])
      assert.equal((await faultFrom((response) => sendJson(response, 200, { error }))).code, 'bad-response');
  });

  it('is asked again when the connection is cut', async () => {
    const server = await serve((response, _, count) => {
      if (count > 2) return sendJson(response, 200, chat(START));
      if (count === 1) return void response.destroy();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":');
      return void setImmediate(() => response.destroy());
    });
    assert.ok((await ask(server)).ok);
    const fault = await faultFrom((response) => void response.destroy());
    assert.deepEqual([fault.code, fault.requests], ['unavailable', 3]);
    assert.match(fault.message, /was lost/);
  });

  it('times out, whether nothing comes or the answer stops half-way', async () => {
    for (const begin of ['', '{"choices"']) {
      // the time is up when the server has the request, however slow the machine is
      const limits = new Set<() => void>();
      const clock: Clock = {
        ...systemClock,
        after: (ms, callback) => {
          if (ms !== 60) return systemClock.after(ms, callback);
          limits.add(callback);
          return () => limits.delete(callback);
        },
      };
      const fault = await faultFrom(
        (response) => {
          if (begin !== '') {
            response.writeHead(200, { 'content-type': 'application/json' });
            response.write(begin);
          }
          for (const end of limits) end();
        },
        { timeout: 60, clock, retry: { ...QUICK, retries: 1 } },
      );
      assert.deepEqual([fault.code, fault.requests], ['timeout', 2]);
      assert.match(fault.message, /within 0.06 s/);
    }
  });

  it('does not read an endless answer to its end', async () => {
    const fault = await faultFrom(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      { maxBytes: 1_000_000 },
    );
    assert.deepEqual([fault.code, fault.requests], ['bad-response', 1]);
    assert.match(fault.message, /exceeded 8 MB/);
  });

  it('says that a web page is no answer', async () => {
    const fault = await faultFrom((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Welcome</title>');
    });
    assert.equal(fault.code, 'bad-response');
    assert.match(fault.message, /web page instead of JSON.*\/v1/);
  });

  it('says what else is no answer', async () => {
    for (const [body, message] of [
      ['not json', /other than JSON/],
      ['{}', /not a chat completion/],
      ['null', /not a chat completion/],
      ['{"choices":[{}]}', /not a chat completion/],
      ['{"choices":[]}', /not a chat completion/],
      ['{"error":{"message":"out of memory"}}', /error instead of an answer: out of memory/],
    ] as const) {
      const fault = await faultFrom((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(body);
      });
      assert.equal(fault.code, 'bad-response');
      assert.match(fault.message, message);
    }
  });

  it('takes JSON by whatever name', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(JSON.stringify(chat(START)));
    });
    assert.ok((await ask(server)).ok);
  });

  it('names a wrong key, and never quotes it', async () => {
    const wrong: Responder = (response) =>
      sendJson(response, 401, { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } });
    const fault = await faultFrom(wrong);
    assert.deepEqual([fault.code, fault.requests], ['unauthorized', 1]);
    assert.match(fault.message, /rejected the API key.*It says: Incorrect API key provided: \(the key\)/);
    const keyless = await faultFrom((response) => sendJson(response, 401, {}), { apiKey: '' });
    assert.match(keyless.message, /requires an API key/);
  });

  it('tells an unknown model from a wrong address', async () => {
    const model = await faultFrom((response) =>
      sendJson(response, 404, { error: { message: 'The model does not exist', code: 'model_not_found' } }),
    );
    assert.deepEqual([model.code, model.requests], ['unknown-model', 1]);
    assert.match(model.message, /no model "test-model"/);
    const page = await faultFrom((response) => response.writeHead(404).end('nothing'));
    assert.match(page.message, /Check the base URL/);
  });

  it('takes an answer that ended without a content for an answer', async () => {
    for (const [content, reason, finishReason] of [
      ['', 'stop', 'stop'],
      [null, 'stop', 'stop'],
      [' \n', 'length', 'length'],
      ['', 'content_filter', 'filter'],
      [null, 'tool_calls', 'tool'],
    ] as const) {
      const server = await serve((response) => sendJson(response, 200, chat(content, reason)));
      const answer = await ask(server);
      assert.deepEqual(answer.ok && [answer.value.text, answer.value.finishReason], [content ?? '', finishReason]);
      assert.equal(server.received.length, 1);
    }
  });

  it('does not follow redirects: prompt and key stay with the host that was named', async () => {
    const elsewhere = await serve((response) => sendJson(response, 200, chat(START)));
    const fault = await faultFrom((response) => response.writeHead(307, { location: elsewhere.baseUrl }).end());
    assert.match(fault.message, /redirects to another address/);
    assert.equal(elsewhere.received.length, 0);
  });

  it('says that no server answers', async () => {
    const server = await serveModel(() => {});
    await server.close();
    const result = await ask(server);
    assert.ok(!result.ok);
    assert.equal(result.error.code, 'unavailable');
    assert.match(
      result.error.message,
      /^No server answers at http:\/\/127\.0\.0\.1:\d+\/v1\. Start the server, or check the base URL\.$/,
    );
  });

  it('stops at once when it is cancelled, also while it waits', async () => {
    for (const respond of [() => {}, (response) => sendJson(response, 500, {})] satisfies Responder[]) {
      const controller = new AbortController();
      const server = await serve((response, received, count) => {
        (respond as Responder)(response, received, count);
        setTimeout(() => controller.abort(), 20);
      });
      const retry = { ...QUICK, delay: 1_000_000, maxDelay: 1_000_000 };
      const result = await ask(server, { retry }, { signal: controller.signal });
      assert.ok(!result.ok);
      assert.equal(result.error.code, 'cancelled');
    }
  });

  it('lists its models', async () => {
    const server = await serve((response) =>
      sendJson(response, 200, { object: 'list', data: [{ id: 'a' }, {}, { id: 'b' }] }),
    );
    assert.deepEqual(await listModels(server.baseUrl, { apiKey: KEY }, NEVER), {
      ok: true,
      value: [{ id: 'a' }, { id: 'b' }],
    });
    assert.equal(server.received[0].path, '/v1/models');
    const bad = await listModels('nonsense', {}, NEVER);
    assert.ok(!bad.ok);
    assert.match(bad.error.message, /is not a URL/);
  });
});

describe('a base URL', () => {
  it('is refused with a reason where it is none', () => {
    for (const [baseUrl, why] of [
      ['ftp://a/v1', /must start with https/],
      ['https://me:secret@a/v1', /must not contain a user or password/],
      ['https://a/v1?key=x', /query/],
      ['', /is not a URL/],
    ] as const) {
      const model = openModel('openai:m', { baseUrl });
      assert.ok(!model.ok);
      assert.match(model.error.message, why);
    }
  });

  it('says whether it is this machine, and where a key belongs', () => {
    const endpoint = (baseUrl: string) => {
      const model = openModel('openai:m', { baseUrl });
      assert.ok(model.ok);
      return model.value.endpoint;
    };
    for (const local of ['http://localhost:1234/v1', 'http://127.0.0.1/v1', 'http://[::1]:8080/v1/'])
      assert.equal(endpoint(local)?.local, true, local);
    for (const far of ['http://localhost.example.com/v1', 'http://127.0.0.1.example.com', 'https://10.0.0.1/v1'])
      assert.equal(endpoint(far)?.local, false, far);
    assert.deepEqual(endpoint('https://API.example.com:443/v1/'), {
      baseUrl: 'https://api.example.com/v1',
      origin: 'https://api.example.com',
      host: 'api.example.com',
      local: false,
    });
  });
});
