import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { openModel } from '../../../src/models/registry.ts';
import { AdaptiveLimit } from '../../../src/models/runs/adaptive-limit.ts';
import { FolderAnswerCache } from '../../../src/models/runs/node-answer-cache.ts';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
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

/** Runs all tasks with a server that answers so, in a file of its own. */
async function runWith(respond: Responder, { timeout = 20_000, retries = 8, concurrency = 8, cache = false } = {}) {
  const server = await serveModel(respond);
  servers.push(server);
  const model = openModel('openai:m', {
    baseUrl: server.baseUrl,
    apiKey: KEY,
    timeout,
    retry: { retries: 0, delay: 1, mostDelay: 1, mostRetryAfter: 1 },
  });
  assert.ok(model.ok);
  const file = path.join(folder, `${++files}.run.jsonl`);
  const outcome = await resumeIn(file, model.value, {
    clock: systemClock,
    concurrency,
    limit: new AdaptiveLimit(concurrency, systemClock),
    retry: { retries, delay: 1, mostDelay: 20, mostRetryAfter: 2000 },
    ...(cache ? { cache: new FolderAnswerCache(path.join(folder, `cache-${files}`)) } : {}),
  });
  const { run } = readBack(file);
  return { outcome, samples: run.samples, server, file };
}

const isWhole = (samples: readonly RunSample[]): boolean =>
  samples.length === TASKS && samples.every(({ error, raw }) => error === undefined && raw === FEN);

describe('a run comes through', () => {
  it('a storm of 429 with a wait in milliseconds', async () => {
    const { outcome, samples } = await runWith(
      (response, _, n) =>
        n % 3 !== 0 ? sendJson(response, 429, {}, { 'retry-after-ms': '3' }) : sendJson(response, 200, chat(FEN)),
      { retries: 60 },
    );
    assert.equal(outcome.stop, undefined);
    assert.ok(isWhole(samples));
  });

  it('server faults, resets before and within an answer', async () => {
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

describe('a run records as errors', () => {
  it('answers that drip for ever, after their time', async () => {
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

  it('never grows beyond its size, and loses what was unused longest', async () => {
    const place = path.join(folder, 'bounded');
    const cache = new FolderAnswerCache(place, 20_000);
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
