import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeRunHeader, encodeRunSample, RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { type BudgetLimits, Spending, tokenCost } from '../../../src/core/evaluation/runs/spending.ts';
import type { Model } from '../../../src/models/model.ts';
import { openRunFile } from '../../../src/models/runs/node-run-file.ts';
import { type RunOptions, runTasks } from '../../../src/models/runs/run-engine.ts';
import type { OpenRun } from '../../../src/models/runs/run-store.ts';
import { mostTokens } from '../../../src/models/runs/sample-attempts.ts';
import { segmentedRuns, type WholeFiles } from '../../../src/models/runs/segments.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { failsWith, headerOf, modelThat, NEVER, optionsOf, says, tasksOf } from './run-support.ts';

const { folder, remove } = temporaryFolder();
after(remove);
let files = 0;
const newFile = (): string => path.join(folder, `${++files}.run.jsonl`);
const tasks = tasksOf();
const PRICES = { input: 1e6, output: 1e6, date: '2026-01-31' };
/** Most tokens of an answer. */
const MAX_TOKENS = 20;

/** One session of a run with a model over a network: opens its file, asks for what is missing, closes it. */
async function session(
  open: OpenRun,
  file: string,
  model: Model,
  limits: BudgetLimits,
  over: Partial<RunOptions> = {},
  signal: AbortSignal = NEVER,
) {
  const spending = new Spending(limits, PRICES);
  const answered = new Set<string>();
  const opened = await open({
    file,
    header: () => headerOf(tasks),
    breakLock: false,
    onSample: (sample) => {
      spending.addEarlier(sample);
      if (sample.error === undefined) answered.add(sample.id);
    },
    onAttempt: (attempt) => spending.addAttempt(attempt),
  });
  assert.ok(opened.ok, JSON.stringify(opened));
  const before = { requests: spending.requests, unknown: spending.unknown, cost: spending.cost ?? 0 };
  const wanted = tasks.numbersOf(undefined).filter((number) => !answered.has(tasks.idOf(tasks.at(number), 'm')));
  const options = {
    ...optionsOf(model, (sample, ended) => opened.value.append(...(ended === undefined ? [] : [ended]), sample)),
    note: (attempt: RunAttempt) => opened.value.append(attempt),
    spending,
    settings: { maxTokens: MAX_TOKENS },
    ...over,
  };
  const outcome = await runTasks(tasks.ofNumbers(wanted), options, signal);
  await opened.value.close().catch(() => {});
  return { outcome, spending, before };
}

/** Files in memory, as a browser has them. */
function memory(): WholeFiles & { readonly texts: Map<string, Uint8Array> } {
  const texts = new Map<string, Uint8Array>();
  return {
    texts,
    list: (of) =>
      Promise.resolve([...texts.keys()].flatMap((one) => (one.startsWith(`${of}/`) ? [one.slice(of.length + 1)] : []))),
    read: (file) => Promise.resolve(texts.get(file)),
    write: (file, bytes) => Promise.resolve(void texts.set(file, bytes)),
    remove: (of) => {
      for (const one of texts.keys()) if (one.startsWith(`${of}/`)) texts.delete(one);
      return Promise.resolve();
    },
  };
}

function attemptsIn(text: string): RunAttempt[] {
  const reader = new RunReader();
  return [...reader.push(text), ...reader.end()].flatMap((event) => (event.type === 'attempt' ? [event.attempt] : []));
}

/** A server that counts what it would bill: usable answers, unusable ones that cost the same, faults of all kinds. */
function billing(kinds: readonly string[]) {
  const bill = { requests: 0, cost: 0 };
  const model = modelThat((request, n) => {
    const kind = kinds[n % kinds.length];
    const usage = { inputTokens: 30, outputTokens: 1 + (n % MAX_TOKENS) };
    assert.ok(usage.inputTokens <= (mostTokens(request)?.input ?? 0));
    bill.requests++;
    if (kind === 'refused')
      return {
        ok: false,
        error: { code: 'rate-limited', message: 'no', retryable: true, usage: { inputTokens: 0, outputTokens: 0 } },
      };
    bill.cost += tokenCost({ input: usage.inputTokens, output: usage.outputTokens }, PRICES);
    if (kind === 'empty')
      return { ok: false, error: { code: 'bad-response', message: 'ran out', retryable: false, usage } };
    if (kind === 'late') return failsWith('timeout', true);
    return says(undefined, usage.inputTokens, usage.outputTokens);
  });
  return { bill, model };
}

const kinds = fc.array(fc.constantFrom('answer', 'answer', 'empty', 'late', 'refused'), { minLength: 1, maxLength: 5 });

describe('the limits of a run hold over all attempts of all its sessions', () => {
  for (const place of ['a file', 'segments'] as const)
    itLong(`in ${place}, wherever a session ends`, async () => {
      await fc.assert(
        fc.asyncProperty(
          kinds,
          fc.integer({ min: 1, max: 60 }),
          fc.integer({ min: 0, max: 6000 }),
          fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 3 }),
          fc.boolean(),
          async (list, maxRequests, maxCost, ends, isMoney) => {
            // a token costs 1: one of the two limits is as good as the other
            const limits = { maxRequests, ...(isMoney ? { maxCost } : { maxTokensTotal: maxCost }) };
            const disk = memory();
            const open = place === 'a file' ? openRunFile : segmentedRuns(disk);
            const file = place === 'a file' ? newFile() : 'mem:/m.run.jsonl';
            const { bill, model } = billing(list);
            for (const end of [...ends, Number.POSITIVE_INFINITY]) {
              const stop = new AbortController();
              let asked = 0;
              const counted: Model = {
                ...model,
                complete: (request, signal) => {
                  if (++asked === end) stop.abort();
                  return model.complete(request, signal);
                },
              };
              const { spending } = await session(open, file, counted, limits, {}, stop.signal);
              assert.ok(spending.requests >= bill.requests);
            }
            assert.ok(bill.requests <= maxRequests, `${bill.requests} requests of ${maxRequests}`);
            assert.ok(bill.cost <= maxCost * (1 + 1e-9), `${bill.cost} spent of ${maxCost}`);
          },
        ),
        { numRuns: 120 },
      );
    });

  itLong('and every attempt has a line before it goes out, and one when it has ended', async () => {
    const file = newFile();
    const { bill, model } = billing(['answer', 'refused', 'empty', 'late']);
    const seen: number[] = [];
    const watched: Model = {
      ...model,
      complete: (request, signal) => {
        seen.push(attemptsIn(fs.readFileSync(file, 'utf8')).filter(({ result }) => result === undefined).length);
        return model.complete(request, signal);
      },
    };
    await session(openRunFile, file, watched, {}, { concurrency: 1 });
    assert.deepEqual(
      seen,
      Array.from(seen, (_, i) => i + 1),
    );
    const attempts = attemptsIn(fs.readFileSync(file, 'utf8'));
    const begun = attempts.filter(({ result }) => result === undefined);
    const ended = attempts.filter(({ result }) => result !== undefined);
    assert.deepEqual([begun.length, ended.length], [bill.requests, bill.requests]);
    assert.deepEqual(begun[0], {
      kind: 'attempt',
      id: 'm#0.1.0',
      number: 1,
      started: '2026-01-01T00:00:00.000Z',
      reason: 'first',
      most: { inputTokens: begun[0]?.most?.inputTokens, outputTokens: MAX_TOKENS },
    });
    assert.deepEqual(new Set(begun.map(({ reason }) => reason)), new Set(['first', 'rate-limited', 'timeout']));
    assert.deepEqual(
      new Set(ended.map(({ result }) => result)),
      new Set(['answered', 'bad-response', 'rate-limited', 'timeout']),
    );
    const again = await session(
      openRunFile,
      file,
      modelThat(() => says()),
      {},
    );
    assert.equal(again.before.requests, bill.requests);
    const later = attemptsIn(fs.readFileSync(file, 'utf8')).slice(attempts.length);
    assert.ok(later.every(({ reason = 'again', number }) => reason === 'again' && number > 1));
  });

  it('and an attempt that was cut off by a crash counts as a request of unknown usage, as dear as it can have been', async () => {
    const file = newFile();
    const { model } = billing(['answer']);
    await session(openRunFile, file, model, { maxRequests: 9 }, { concurrency: 1 });
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    const last = Math.max(...lines.map((line, i) => (line.includes('"reason"') ? i : 0)));
    fs.writeFileSync(
      file,
      lines
        .slice(0, last + 1)
        .join('\n')
        .concat('\n'),
    );
    const { before, outcome, spending } = await session(openRunFile, file, model, { maxRequests: 9 });
    assert.deepEqual([before.requests, before.unknown], [9, 1]);
    assert.match(outcome.stop?.message ?? '', /limit of 9 requests is reached/);
    assert.equal(spending.requests, 9);
    const known = before.cost;
    const tight = await session(openRunFile, file, model, { maxCost: known + 60 });
    assert.match(tight.outcome.stop?.message ?? '', /is reached \(.* spent, up to .* for 1 requests? of unknown usage/);
  });

  it('and those of older files, which have none of their attempts, count a request a sample', async () => {
    const file = newFile();
    const place = {
      model: 'm',
      index: 0,
      ply: 1,
      variant: 'chess' as const,
      trueFen: 'x',
      raw: null,
      extraction: null,
    };
    const sample = (game: number, over: object) =>
      encodeRunSample({ kind: 'sample', id: `m#${game}.1.0`, game, ...place, ...over });
    const usage = { inputTokens: 10, outputTokens: 5 };
    const error = { code: 'bad-response', message: 'm' };
    fs.writeFileSync(
      file,
      encodeRunHeader(headerOf(tasks)) +
        sample(0, { usage }) +
        sample(1, { error }) +
        sample(2, { error, usage }) +
        sample(3, { usage, cached: true }),
    );
    const { before } = await session(
      openRunFile,
      file,
      modelThat(() => says()),
      { maxRequests: 1 },
    );
    assert.deepEqual(before, { requests: 3, unknown: 0, cost: 30 });
  });
});

describe('a limit of cost', () => {
  it('waits for requests on their way rather than to end the run, and never lets more out than it covers', async () => {
    const { bill, model } = billing(['answer']);
    const request = { task: tasks.at(0).position.task, messages: [], settings: { maxTokens: MAX_TOKENS } };
    assert.deepEqual(mostTokens(request), { input: 32, output: MAX_TOKENS });
    const { outcome, spending } = await session(openRunFile, newFile(), model, { maxCost: 2500 });
    assert.equal(outcome.stop?.why, 'budget');
    assert.ok(bill.cost <= 2500 && bill.cost === spending.cost);
    // What is left would not cover one more request.
    assert.match(outcome.stop.message, /the next request may cost up to/);
    assert.ok(outcome.answered > 10);
  });

  it('or of tokens needs no prices, counts other runs, and says what is used', () => {
    const other = new Spending({}, undefined);
    other.addEarlier({ id: 'x', usage: { inputTokens: 20, outputTokens: 10 } } as RunSample);
    const spending = new Spending({ maxTokensTotal: 100 }, undefined);
    spending.addOther(other);
    const first = spending.reserve({ input: 30, output: 20 });
    assert.ok(first.kind === 'granted');
    assert.equal(spending.reserve({ input: 30, output: 20 }).kind, 'later');
    first.reservation.settle(true, { inputTokens: 30, outputTokens: 5 });
    const refused = spending.reserve({ input: 30, output: 20 });
    assert.ok(refused.kind === 'refused');
    assert.equal(
      refused.reason,
      'the limit of 100 tokens is reached (65 tokens used; the next request may take up to 50 tokens)',
    );
    assert.equal(spending.reserve({ input: 30, output: 5 }).kind, 'granted');
  });

  it('is not known where a request has no most tokens: the dearest so far counts', () => {
    const spending = new Spending({ maxCost: 100 }, PRICES);
    const first = spending.reserve(undefined);
    assert.ok(first.kind === 'granted');
    first.reservation.settle(true, { inputTokens: 30, outputTokens: 10 });
    first.reservation.settle(true, { inputTokens: 30, outputTokens: 10 });
    assert.equal(spending.cost, 40);
    const second = spending.reserve(undefined);
    assert.ok(second.kind === 'granted');
    assert.equal(spending.reserve(undefined).kind, 'later');
    second.reservation.settle(false, undefined);
    const refused = spending.reserve(undefined);
    assert.ok(refused.kind === 'refused');
    assert.match(
      refused.reason,
      /40\.00 spent, up to 40\.00 for 1 request of unknown usage; the next request may cost up to 40\.00/,
    );
  });
});
