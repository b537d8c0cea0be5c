import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { withoutStateText } from '../../../src/core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { AdaptiveLimit } from '../../../src/models/runs/adaptive-limit.ts';
import { FolderAnswerCache } from '../../../src/models/runs/node-answer-cache.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { hash, readBack, resumeIn, says, tasksOf } from './run-support.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KEY = 'sk-a-secret-of-the-test';
const TASKS = tasksOf().count;

const { folder, remove } = temporaryFolder();
const servers: ModelServer[] = [];
after(async () => {
  await Promise.all(servers.map((server) => server.close()));
  remove();
});
let files = 0;
const responses = (text: string): unknown => ({
  object: 'response',
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
});

interface RunWith {
  readonly timeout?: number;
  readonly retries?: number;
  readonly concurrency?: number;
  readonly cache?: boolean;
  readonly api?: 'chat' | 'responses';
}

/** Runs all tasks with a server that answers so, in a file of its own. */
async function runWith(
  respond: Responder,
  { timeout = 20_000, retries = 8, concurrency = 8, cache = false, api = 'chat' }: RunWith = {},
) {
  const server = await serveModel(respond);
  servers.push(server);
  const model = openModel('openai:m', {
    baseUrl: server.baseUrl,
    apiKey: KEY,
    api,
    timeout,
    retry: { retries: 0, delay: 1, maxDelay: 1, maxRetryAfter: 1 },
  });
  assert.ok(model.ok);
  const file = path.join(folder, `${++files}.run.jsonl`);
  const outcome = await resumeIn(file, model.value, {
    clock: systemClock,
    concurrency,
    limit: new AdaptiveLimit(concurrency, systemClock),
    retry: { retries, delay: 1, maxDelay: 20, maxRetryAfter: 2000 },
    ...(cache ? { cache: new FolderAnswerCache(path.join(folder, `cache-${files}`)) } : {}),
  });
  const { run } = readBack(file);
  return { outcome, samples: run.samples, server, file };
}

const isWhole = (samples: readonly RunSample[]): boolean =>
  samples.length === TASKS && samples.every(({ error, raw }) => error === undefined && raw === FEN);

describe('a run comes through', () => {
  itLong('a storm of 429 with a wait in milliseconds', async () => {
    const { outcome, samples } = await runWith(
      (response, _, n) =>
        n % 3 !== 0 ? sendJson(response, 429, {}, { 'retry-after-ms': '3' }) : sendJson(response, 200, chat(FEN)),
      { retries: 60 },
    );
    assert.equal(outcome.stop, undefined);
    assert.ok(isWhole(samples));
  });

  itLong('server faults, resets before and within an answer', async () => {
    const { samples } = await runWith(
      (response, _, n) => {
        const body = JSON.stringify(chat(FEN));
        if (n % 5 === 1) sendJson(response, 503, {});
        else if (n % 5 === 2) response.destroy();
        else if (n % 5 === 3) {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) });
          response.write(body.slice(0, 40), () => response.destroy());
        } else sendJson(response, 200, chat(FEN));
      },
      { retries: 60 },
    );
    assert.ok(isWhole(samples));
  });

  it('answers under a wrong name of their type', async () => {
    const { samples } = await runWith((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(JSON.stringify(chat(FEN)));
    });
    assert.ok(isWhole(samples));
  });
});

describe('a run records as answers without a state', () => {
  for (const [api, test] of [
    ['chat', it],
    ['responses', itLong],
  ] as const)
    test(`answers by ${api} that ended at the limit of tokens before their first word`, async () => {
      const cut = { object: 'response', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
      const bodies = { chat: chat('', 'length'), responses: { ...cut, output: [] } };
      const { samples, outcome, server } = await runWith(
        (response, _, n) =>
          sendJson(response, 200, n % 2 === 1 ? bodies[api] : api === 'chat' ? chat(FEN) : responses(FEN)),
        { api, concurrency: 1 },
      );
      assert.deepEqual([outcome.failed, outcome.answered, server.received.length], [0, TASKS, TASKS]);
      const empty = samples.filter(({ extraction }) => extraction === null);
      assert.equal(empty.length, Math.ceil(TASKS / 2));
      for (const { raw, finishReason, error } of empty)
        assert.deepEqual([raw, finishReason, error], ['', 'length', undefined]);
      assert.equal(withoutStateText(samples), `${empty.length} without a state (${empty.length} cut off)`);
    });
});

describe('a run records as errors', () => {
  itLong('answers that drip for ever, after their time', async () => {
    const timers = new Set<NodeJS.Timeout>();
    const { samples, outcome } = await runWith(
      (response, _, n) => {
        if (n > 1) return sendJson(response, 200, chat(FEN));
        response.writeHead(200, { 'content-type': 'application/json' });
        timers.add(setInterval(() => response.write(' '), 20));
      },
      { timeout: 1500, retries: 0, concurrency: 1 },
    );
    for (const timer of timers) clearInterval(timer);
    assert.deepEqual([outcome.failed, outcome.answered], [1, TASKS - 1]);
    assert.equal(samples[0]?.error?.code, 'timeout');
  });

  it('pages, half of a JSON and strange JSON, and keeps none of them in its cache', async () => {
    const bodies = ['<!doctype html><p>hello', '{"choices": [', '{"choices": []}', '[]'];
    const { samples, outcome, file } = await runWith(
      (response, _, n) => {
        if (n % 2 === 0) return sendJson(response, 200, chat(FEN));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(bodies[((n - 1) / 2) % bodies.length]);
      },
      { concurrency: 1, cache: true },
    );
    assert.equal(outcome.failed, Math.ceil(TASKS / 2));
    assert.ok(samples.every(({ error, extraction }) => (error === undefined) === (extraction !== null)));
    const kept = fs.readdirSync(path.join(folder, `cache-${path.basename(file).split('.')[0]}`), { recursive: true });
    assert.equal(kept.filter((name) => String(name).endsWith('.json')).length, outcome.answered);
  });
});

describe('a key', () => {
  it('is in nothing that a run writes, also when the server says it back', async () => {
    const { file, outcome } = await runWith(
      (response, { headers }, n) => {
        const said = { error: { message: `not ${headers.authorization ?? ''}`, code: headers.authorization } };
        if (n % 2 === 0) sendJson(response, 400, said);
        else sendJson(response, 200, chat(FEN));
      },
      { concurrency: 1, cache: true },
    );
    assert.ok(outcome.failed > 0);
    assert.ok(fs.readFileSync(file, 'utf8').includes('(the key)'));
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const whole = path.join(folder, name);
      assert.ok(!name.includes(KEY));
      if (fs.statSync(whole).isFile()) assert.ok(!fs.readFileSync(whole, 'latin1').includes(KEY), name);
    }
  });
});

describe('the folder of answers', () => {
  const answer = (text: string) => {
    const said = says(text);
    assert.ok(said.ok);
    return said.value;
  };

  it('gives back what it was given, and nothing for what is damaged', async () => {
    const cache = new FolderAnswerCache(path.join(folder, 'kept'));
    const key = hash('a');
    assert.equal(await cache.get(key), undefined);
    await cache.put(key, answer('x'));
    assert.deepEqual(await cache.get(key), answer('x'));
    for (const text of ['', '{"text":1}', '{"text"', 'null']) {
      fs.writeFileSync(path.join(folder, 'kept', key.slice(0, 2), `${key}.json`), text);
      assert.equal(await cache.get(key), undefined);
    }
  });

  itLong('never grows beyond its size, and loses what was unused longest', async () => {
    const place = path.join(folder, 'bounded');
    const cache = new FolderAnswerCache(place, { maxBytes: 20_000 });
    const keys = Array.from({ length: 100 }, (_, i) => hash(String(i)));
    const held = (): number => {
      const sizes = fs
        .readdirSync(place, { recursive: true, encoding: 'utf8' })
        .map((name) => fs.statSync(path.join(place, name)));
      return sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
    };
    for (const [i, key] of keys.entries()) {
      await cache.put(key, answer('y'.repeat(1000)));
      const file = path.join(place, key.slice(0, 2), `${key}.json`);
      fs.utimesSync(file, 1000 + i, 1000 + i);
      assert.ok(held() <= 20_000, `${held()} after ${i + 1}`);
    }
    assert.ok(held() > 10_000, String(held()));
    assert.equal(await cache.get(keys[0] ?? ''), undefined);
    assert.notEqual(await cache.get(keys[99] ?? ''), undefined);
  });

  it('that cannot be written is no fault of the run', async () => {
    const blocked = path.join(folder, 'blocked');
    fs.writeFileSync(blocked, 'a file where the folder should be');
    const cache = new FolderAnswerCache(blocked);
    await cache.put(hash('a'), answer('x'));
    assert.equal(await cache.get(hash('a')), undefined);
  });
});

describe('an odd answer', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['no choice', '{"choices":[null]}'],
    ['no message', '{"choices":[{"message":null}]}'],
    ['a number for content', '{"choices":[{"message":{"content":7}}]}'],
    ['an object for content', '{"choices":[{"message":{"content":{}}}]}'],
    ['a list of numbers for content', '{"choices":[{"message":{"content":[1]}}]}'],
    ['an error text', '{"error":"no","choices":[]}'],
    ['a number', '7'],
    ['a string', '"a"'],
    ['null', 'null'],
    ['nothing', ''],
    ['half of it', '{"choices":[{"message"'],
    ['a page', '<html>'],
    ['zeros', '\0\0\0'],
  ];

  for (const api of ['chat', 'responses'] as const)
    itLong(`is a failure of its sample alone (${api})`, async () => {
      const { outcome, samples } = await runWith(
        (response, _, n) => {
          const [, body] = odd[(n - 1) / 2] ?? [];
          if (body === undefined || n % 2 === 0)
            return sendJson(response, 200, api === 'chat' ? chat(FEN) : responses(FEN));
          response.writeHead(200, { 'content-type': 'application/json' });
          return response.end(body);
        },
        { concurrency: 1, api },
      );
      assert.equal(outcome.stop, undefined);
      assert.deepEqual([outcome.failed, outcome.answered], [odd.length, TASKS - odd.length]);
      assert.ok(samples.every(({ error }) => error === undefined || error.code === 'bad-response'));
    });

  it('that breaks HTTP itself is one too', async () => {
    const raw = [
      'HTTP/1.1 200 OK\r\nbad header\r\n\r\n',
      'nonsense\r\n\r\n',
      `HTTP/1.1 200 OK\r\na: ${'x'.repeat(1 << 18)}\r\n\r\n`,
    ];
    const { outcome } = await runWith(
      (response, _, n) => {
        const text = n % 2 === 1 ? raw[(n - 1) / 2] : undefined;
        if (text === undefined) sendJson(response, 200, chat(FEN));
        else response.socket?.end(text);
      },
      { concurrency: 1 },
    );
    assert.equal(outcome.stop, undefined);
    assert.deepEqual([outcome.failed, outcome.answered], [raw.length, TASKS - raw.length]);
  });

  itLong('with odd reasons, usage and log probabilities is an answer', async () => {
    const extras = [
      { finish_reason: '__proto__' },
      { finish_reason: { a: 1 } },
      { logprobs: { content: [null, { token: 1 }] } },
      { logprobs: { content: 'x' } },
      { logprobs: 7 },
    ];
    const usages = ['many', 7, null, [], { prompt_tokens: -1 }, { completion_tokens: 'x' }, { prompt_tokens: 1.5 }];
    const { outcome, samples } = await runWith(
      (response, _, n) => {
        const choice = {
          message: { role: 'assistant', content: FEN },
          finish_reason: 'stop',
          ...extras[n % extras.length],
        };
        sendJson(response, 200, { choices: [choice], usage: usages[n % usages.length] });
      },
      { concurrency: 1 },
    );
    assert.deepEqual([outcome.stop, outcome.failed], [undefined, 0]);
    assert.ok(isWhole(samples));
  });
});
