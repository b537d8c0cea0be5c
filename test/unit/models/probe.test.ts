import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { listText, probeText } from '../../../src/extension/models/connection.ts';
import { readListed } from '../../../src/models/openai/listed-model.ts';
import { MAX_PROBES, namesText, probeModel } from '../../../src/models/openai/probe.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import { type Able, answerAs } from '../../support/able-server.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';

const NEVER = new AbortController().signal;
const QUICK = { retry: { retries: 0, delay: 1, maxDelay: 1, maxRetryAfter: 1 } };

describe('a probe', () => {
  const servers: ModelServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));
  const probe = async (able: Able) => {
    const server = await serveModel((response, request) => answerAs(able, response, request));
    servers.push(server);
    const found = await probeModel('m', server.baseUrl, QUICK, NEVER);
    assert.ok(server.received.length <= MAX_PROBES);
    return { found, server };
  };

  it('finds all that a server can do', async () => {
    const list = [{ id: 'm', max_model_len: 4096, shutdown_date: '2026-03-31' }];
    const { found, server } = await probe({ streaming: true, topLogprobs: 20, list });
    assert.ok(found.ok);
    assert.deepEqual(found.value.capabilities, {
      systemRole: true,
      streaming: true,
      seed: true,
      topLogprobs: 20,
      contextTokens: 4096,
      deterministic: false,
      offline: false,
    });
    assert.equal(found.value.requests, server.received.length);
    assert.equal(
      probeText('m', found.value),
      'm answers. It has system messages, streaming, log probabilities (20 a token), a seed, an entry in the model list. ' +
        'It lacks nothing. 4,096 tokens of context. It is turned off on 2026-03-31.',
    );
  });

  it('finds what a server refuses, and how many log probabilities it allows', async () => {
    const { found } = await probe({ systemRole: false, seed: false, topLogprobs: 5 });
    assert.ok(found.ok);
    const { systemRole, seed, topLogprobs, streaming } = found.value.capabilities;
    assert.deepEqual(
      { systemRole, seed, topLogprobs, streaming },
      { systemRole: false, seed: false, topLogprobs: 5, streaming: false },
    );
    assert.equal(found.value.listed, undefined);
  });

  it('takes a wish that is passed over as one that is not met', async () => {
    const { found } = await probe({ topLogprobs: 0 });
    assert.equal(found.ok && found.value.capabilities.topLogprobs, 0);
  });

  it('takes a model that thinks until its tokens run out as one that answers', async () => {
    const { found } = await probe({ empty: true });
    assert.equal(found.ok && found.value.capabilities.systemRole, true);
  });

  it('fails as a request fails', async () => {
    const server = await serveModel((response) => sendJson(response, 401, {}));
    servers.push(server);
    const found = await probeModel('m', server.baseUrl, QUICK, NEVER);
    assert.equal(!found.ok && found.error.code, 'unauthorized');
    assert.equal(server.received.length, 1);
    const cancelled = await probeModel('m', server.baseUrl, QUICK, AbortSignal.abort());
    assert.equal(!cancelled.ok && cancelled.error.code, 'cancelled');
    const none = await probeModel('m', 'nonsense', QUICK, NEVER);
    assert.equal(none.ok, false);
  });

  it('changes what is asked later: no system message, no more log probabilities than come', async () => {
    const server = await serveModel((response) => sendJson(response, 200, chat('a FEN')));
    servers.push(server);
    const probed = {
      systemRole: false,
      streaming: false,
      seed: true,
      topLogprobs: 0,
      deterministic: false,
      offline: false,
    };
    const model = openModel('openai:m', { baseUrl: server.baseUrl, probed });
    assert.ok(model.ok);
    const task = { kind: 'state', variant: 'chess', startFen: '', moves: [], sample: 0 } as const;
    const messages = [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: '1. e4' },
    ] as const;
    await model.value.complete({ task, messages, settings: { topLogprobs: 20 } }, NEVER);
    assert.deepEqual(JSON.parse(server.received[0]?.body ?? ''), {
      model: 'm',
      messages: [{ role: 'user', content: 'Rules.\n\n1. e4' }],
    });
    assert.deepEqual(await model.value.capabilities(NEVER), { ok: true, value: probed });
  });
});

describe('an entry of a list of models', () => {
  it('is read with its end and its context, whatever the server calls them', () => {
    const entries: readonly [unknown, unknown][] = [
      [{ id: 'a' }, { id: 'a' }],
      [
        { id: 'a', expiration_date: '2026-01-02T00:00:00Z' },
        { id: 'a', shutdown: '2026-01-02' },
      ],
      [
        { id: 'a', deprecation: null, context_length: 8192 },
        { id: 'a', contextTokens: 8192 },
      ],
      [
        { id: 'a', shutdown_date: 1_767_312_000 },
        { id: 'a', shutdown: '2026-01-02' },
      ],
      [{ id: 'a', deprecation: 'soon', context_window: -1 }, { id: 'a' }],
      [{ id: '' }, undefined],
      [{ id: 7 }, undefined],
      ['a', undefined],
      [null, undefined],
    ];
    for (const [given, expected] of entries) assert.deepEqual(readListed(given), expected);
  });
});

describe('the models of a server in words', () => {
  const models = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `m${i + 1}` }));
  it('are all of five, and of more the first five', () => {
    assert.equal(namesText(models(1)), 'm1');
    assert.equal(namesText(models(5)), 'm1, m2, m3, m4, m5');
    assert.equal(namesText(models(6)), 'm1, m2, m3, m4, m5, …');
  });

  it('are a sentence in the editor, also where there are none', () => {
    assert.equal(listText([]), 'It lists no models.');
    assert.equal(listText(models(5)), 'It lists m1, m2, m3, m4, m5.');
    assert.equal(listText(models(6)), 'It lists m1, m2, m3, m4, m5, ….');
  });
});
