import { describe, it } from 'node:test';
import * as v from 'valibot';
import { importPlanSchema } from '../../../src/core/evaluation/runs/import-plan.ts';
import {
  firstIssue,
  planWorld,
  runAttemptSchema,
  runBatchSchema,
  runHeaderSchema,
  runSampleSchema,
  withWorldName,
} from '../../../src/core/evaluation/runs/run-schema.ts';
import { changedValues } from '../../support/changed-values.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { RUN_HEADER, runHeaders, runSample } from '../../support/run-lines.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const PRICES = { input: 1, output: 2, currency: 'USD', date: '2026-01-31' };

function schemaText(schema: v.GenericSchema, given: unknown): unknown {
  const read = v.safeParse(schema, given);
  return read.success ? read.output : firstIssue(read.issues);
}

function* schemas(): Iterable<RecordedValue> {
  const [model] = RUN_HEADER.models;
  const priced = { ...RUN_HEADER, models: [{ ...model, prices: { ...PRICES, batch: { input: 1, output: 0.5 } } }] };
  const shard = { ...priced, plan: { ...RUN_HEADER.plan, shard: { index: 2, of: 3 } } };
  const sample = runSample(
    {
      task: 3,
      template: 'state',
      gameName: 'a – b',
      startFen: '8/8',
      promptHash: 'ab',
      prompt: 'p',
      reasoning: 'so',
      finishReason: 'stop',
      cached: true,
      attempts: 2,
      source: { a: 1 },
      usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3 },
      served: { model: 'g', fingerprint: 'f', without: ['seed'] },
      timing: { started: 's', elapsed: 1, waited: 2 },
      extraction: {
        fen: '8/8',
        by: 'hand',
        outcome: 'certain',
        rule: 'by hand',
        role: 'plain',
        form: 'fen',
        stated: ['board'],
        range: { start: 0, end: 3 },
        candidates: 1,
      },
    },
    true,
  );
  const most = { inputTokens: 1, outputTokens: 2 };
  const attempt = {
    kind: 'attempt',
    id: 'a',
    number: 1,
    started: 's',
    reason: 'first',
    batch: 'b',
    most,
    result: 'x',
    elapsed: 3,
    usage: most,
  };
  const ledger = { sent: 1, answered: 1, failed: 0, neverRun: 0, notReceived: 0 };
  const batch = {
    kind: 'batch',
    file: 'f',
    requests: 1,
    sha256: 'a',
    status: 'fetched',
    inputFile: 'i',
    batch: 'b',
    ledger,
  };
  const plan = {
    records: 'lines',
    start: 'initial',
    moves: { field: 'a' },
    asked: 'before',
    truth: 'prompt',
    fits: { records: 1, of: 2 },
  };
  const all = {
    header: [runHeaderSchema, shard],
    sample: [runSampleSchema, sample],
    attempt: [runAttemptSchema, attempt],
    batch: [runBatchSchema, batch],
    'import plan': [importPlanSchema, plan],
  } as const;
  for (const [name, [schema, whole]] of Object.entries(all)) {
    yield value(name, schemaText(schema, whole));
    const texts = Array.from(
      changedValues(whole, (to) => to),
      ([path, at]) => [path, schemaText(schema, at)],
    );
    const parts = new Map<string, unknown[]>();
    for (const [path, text] of texts) {
      const field = String(path).replace(/^no /, '').split(' ')[0] ?? '';
      parts.set(field, [...(parts.get(field) ?? []), text]);
    }
    for (const [field, found] of parts) yield value(`${name} ${field}`, found);
  }
  for (const endpoint of [
    'http://a',
    'HTTPS://u:p@a/b?c#d',
    'https://a/b@c?x',
    'x',
    'u:p@a',
    'https://a#b?c',
    'https://a\n?b\nc',
  ])
    yield value(
      `endpoint ${JSON.stringify(endpoint)}`,
      schemaText(runHeaderSchema, { ...RUN_HEADER, models: [{ ...model, endpoint }] }),
    );
  for (const [index, of] of [
    [1, 1],
    [2, 1],
    [0, 1],
    [3, 3],
  ])
    yield value(
      `shard ${index}/${of}`,
      schemaText(runHeaderSchema, { ...RUN_HEADER, plan: { ...RUN_HEADER.plan, shard: { index, of } } }),
    );
  for (const [name, header] of Object.entries(runHeaders()))
    for (const variant of ['world', 'chess', 'world:hex3'])
      yield value(`${variant} with ${name}`, [
        planWorld(header.plan),
        withWorldName(v.parse(runSampleSchema, { ...runSample({}, false), variant }), header.plan).variant,
      ]);
  const { model: label, ...old } = runSample({}, false);
  yield value('old label', [
    schemaText(runSampleSchema, { ...old, label }),
    schemaText(runSampleSchema, { ...old, label: 'x', model: 'y' }),
  ]);
  for (const outcome of ['unread', 'certain', undefined])
    for (const fen of ['8/8', undefined])
      yield value(
        `${outcome} ${fen}`,
        schemaText(runSampleSchema, {
          ...old,
          model: 'm',
          extraction: { by: 'hand', ...(outcome && { outcome }), ...(fen && { fen }) },
        }),
      );
}

describe('lines of runs, as recorded', () => {
  it('have schemas with limits, and a text for the first problem', () => {
    assertRecorded('run-schemas', schemas());
  });
});
