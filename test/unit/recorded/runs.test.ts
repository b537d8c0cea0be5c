import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../../src/core/base/random.ts';
import { BatchLedger, ledgerText, serverCountText } from '../../../src/core/evaluation/runs/batch-ledger.ts';
import { PILOT, PILOT_WORTH, project } from '../../../src/core/evaluation/runs/projection.ts';
import { RunMerge } from '../../../src/core/evaluation/runs/run-merge.ts';
import {
  finishingCommand,
  inShard,
  MAX_SHARDS,
  otherRun,
  readPlanned,
  readRunPlies,
  readShard,
  runDifferences,
  runRest,
  shardName,
  shardSize,
} from '../../../src/core/evaluation/runs/run-plan.ts';
import type { Prices, RunAttempt, RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import {
  batchPrices,
  budgetLimits,
  currenciesDiffer,
  dearerPrices,
  moneyText,
  Spending,
  tokenCost,
  totalCost,
} from '../../../src/core/evaluation/runs/spending.ts';
import { billedUsage, leastTokens } from '../../../src/core/evaluation/runs/usage.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { RUN_HEADER, runHeaders, runSample } from '../../support/run-lines.ts';

type Dice = (sides: number) => number;
const diceOf = (seed: number): Dice => {
  const random = seeded(seed);
  return (sides) => uniformInt(random, 0, sides - 1);
};

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const PRICES: Readonly<Record<string, Prices | undefined>> = {
  none: undefined,
  plain: { input: 2, output: 8, date: '2026-01-31' },
  dollars: { input: 2.5, output: 10, currency: 'USD', date: '2026-02-28' },
  euros: { input: 3, output: 6, currency: 'EUR', date: '2026-03-31' },
  batch: { input: 2.5, output: 9, currency: 'USD', date: '2026-01-01', batch: { input: 0.5, output: 12 } },
  free: { input: 0, output: 0, date: '2026-05-05', batch: { input: 1, output: 1 } },
};

function* plans(): Iterable<RecordedValue> {
  const headers = runHeaders();
  for (const [name, header] of Object.entries(headers)) {
    yield value(`plan of ${name}`, readPlanned(header));
    const differ: unknown[] = [];
    for (const [first, second] of [
      [RUN_HEADER, header],
      [header, RUN_HEADER],
      [headers['shard'] ?? header, header],
    ] as const) {
      differ.push([runDifferences(first, second), otherRun(first, second)]);
    }
    yield value(`differences of ${name}`, differ, runDifferences(RUN_HEADER, header).join(', '));
  }
  yield value('plan of no header', readPlanned(undefined));
  const texts = ['1/1', '1/2', '2/2', '3/2', '0/2', '2/0', '', '1', '1/2/3', ' 1/2', '-1/2', '1.5/2', '1/1000000'];
  for (const text of [...texts, `1/${MAX_SHARDS}`, `${MAX_SHARDS}/${MAX_SHARDS}`, `1/${MAX_SHARDS + 1}`, '1234567/9']) {
    const shard = readShard(text);
    yield value(`shard ${text}`, shard && [shardName(shard), shardSize(10, shard), shardSize(0, shard)]);
  }
  for (const of of [1, 2, 3, 7]) {
    const parts = Array.from({ length: of }, (_, i) => ({ index: i + 1, of }));
    const tasks = Array.from({ length: 9 }, (_, task) => task);
    yield value(
      `shards of ${of}`,
      parts.map((shard) => [shardSize(9, shard), tasks.filter((task) => inShard(task, shard))]),
    );
  }
  yield value('no shard', [shardSize(9, undefined), inShard(4, undefined)]);
  for (const total of [undefined, 0, 1, 5, 1200])
    for (const [answered, failed] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [4, 1],
      [3, 1],
      [2, 1100],
    ] as const) {
      const rest = runRest({ total, answered, failed });
      yield value(`rest of ${total}: ${answered}, ${failed}`, rest && [rest, finishingCommand('resume', rest)]);
    }
  const plies = ['ends', 'every:1', 'every:3', 'every:0', 'ply:4', 'ply:4,2,4', 'ply:', '', 'all', 'random:3x2'];
  const lengths = [0, 1, 3, 5, 8, 8, 12, 2];
  for (const text of [
    ...plies,
    'random:3,3,8x1',
    'random:8,3x99',
    'random:0x3',
    'random:3x0',
    'random:x3',
    'random:13x1',
  ])
    for (const seed of [0, 1, 77]) yield value(`${text} by ${seed}`, readRunPlies(text)?.(lengths, seed));
}

/** Merges of parts whose samples come in any order, some of them failed. */
function* merges(): Iterable<RecordedValue> {
  const headers = Object.values(runHeaders());
  for (let seed = 0; seed < 60; seed++) {
    const dice = diceOf(seed);
    const merge = new RunMerge();
    const said: unknown[] = [merge.header];
    const of = 1 + dice(4);
    const tasks = 3 + dice(30);
    for (let part = 0; part < 1 + dice(4); part++) {
      const shard = dice(3) === 0 ? undefined : { index: 1 + dice(of), of: dice(9) === 0 ? of + 1 : of };
      const base = dice(12) === 0 ? headers[dice(headers.length)] : RUN_HEADER;
      const plan = base?.plan && { ...base.plan, tasks, ...(shard !== undefined && { shard }) };
      const header: RunHeader = { ...RUN_HEADER, ...base, ...(plan !== undefined && { plan }) };
      const refusal = merge.addPart(`part-${part}`, header);
      said.push(refusal);
      if (refusal !== undefined) continue;
      for (let line = 2; line < 2 + dice(12); line++) {
        const task = dice(tasks + 1);
        const id = `m#${task}.1.0`;
        const sample = runSample({ id, ...(dice(15) > 0 && { task }) }, dice(3) === 0);
        said.push(merge.addSample(sample, line));
        if (dice(3) === 0)
          merge.addAttempt(attempt(id, 1 + dice(2), dice(2) === 0 ? 'answered' : undefined), 100 + line);
      }
    }
    const { samples, failed, doubles, header } = merge;
    const lines = [0, 1, 2, 3].map((part) => [...merge.linesOf(part)]);
    const counts = `${samples} samples, ${failed} failed, ${doubles} doubles`;
    yield value(`merge ${seed}`, [said, header, counts, lines, merge.missing()], counts);
  }
}

const attempt = (
  id: string,
  number: number,
  result: string | undefined,
  over: Partial<RunAttempt> = {},
): RunAttempt => ({
  kind: 'attempt',
  id,
  number,
  started: `2026-11-02T10:00:0${number}Z`,
  ...(result === undefined ? { reason: 'first' } : { result }),
  ...over,
});

const LIMITS = [
  {},
  { maxRequests: 1 },
  { maxRequests: 6 },
  { maxCost: 0.002 },
  { maxCost: 0 },
  { maxTokensTotal: 700 },
  { maxTokensTotal: 1400, maxCost: 0.004 },
];

const usageOf = (dice: Dice): RunSample['usage'] =>
  [
    undefined,
    { inputTokens: 50 * dice(5), outputTokens: 20 * dice(6) },
    { inputTokens: 100, outputTokens: 100, reasoningTokens: 40 },
    { inputTokens: 10 },
    { outputTokens: 10 },
  ][Math.min(dice(9), 4) === 4 ? 1 + dice(2) : dice(5)];

const mostOf = (dice: Dice): { input: number; output: number } | undefined =>
  dice(4) === 0 ? undefined : { input: 50 * dice(4), output: 50 * dice(5) };

/** Requests of sessions, one after the other, within limits. */
function* spendings(): Iterable<RecordedValue> {
  for (const [prices, given] of Object.entries(PRICES))
    for (const [number, limits] of LIMITS.entries())
      for (let seed = 0; seed < 4; seed++) {
        const dice = diceOf(100 * seed + number);
        const spending = new Spending(limits, given);
        const other = new Spending({}, dice(3) === 0 ? undefined : given);
        const open: ((answered: boolean, usage: RunSample['usage']) => void)[] = [];
        const said: unknown[] = [];
        for (let step = 0; step < 24; step++) {
          const usage = usageOf(dice);
          const id = `m#${dice(4)}.1.0`;
          const kind = dice(9);
          const target = step % 7 === 6 ? other : spending;
          if (kind === 0)
            target.addEarlier(
              runSample({ id, ...(usage && { usage }), ...(dice(4) === 0 && { cached: true }) }, dice(3) === 0),
            );
          else if (kind === 1)
            target.addAttempt(
              attempt(id, 1 + dice(3), undefined, {
                ...(dice(2) === 0 && { most: { inputTokens: 60, outputTokens: 90 } }),
              }),
            );
          else if (kind === 2)
            target.addAttempt(
              attempt(id, 1 + dice(3), dice(2) === 0 ? 'answered' : 'timeout', {
                ...(usage && { usage }),
                ...(dice(3) === 0 && { batch: 'b' }),
              }),
            );
          else if (kind === 3 && dice(3) === 0) spending.addOther(other);
          else if (kind < 6) open.shift()?.(dice(3) > 0, usage);
          else {
            const reserved = spending.reserve(mostOf(dice));
            if (reserved.kind === 'granted') {
              const { reservation } = reserved;
              open.push((answered, used) => {
                reservation.settle(answered, used);
              });
            }
            said.push(reserved.kind === 'refused' ? reserved.reason : reserved.kind);
          }
          said.push([
            spending.requests,
            spending.tokens,
            spending.cost ?? null,
            spending.unknown,
            spending.nextAttempt(id),
          ]);
        }
        yield value(`${prices} ${number} ${seed}`, said, `${spending.requests} requests, ${spending.unknown} unknown`);
      }
}

function* amounts(): Iterable<RecordedValue> {
  const tokens = [
    { input: 0, output: 0 },
    { input: 1000, output: 200 },
    { input: 3_000_000, output: 1_500_000 },
  ];
  for (const [name, prices] of Object.entries(PRICES)) {
    for (const [other, given] of Object.entries(PRICES))
      yield value(`${name} or ${other}`, [dearerPrices(prices, given), currenciesDiffer(prices, given)]);
    if (prices === undefined) continue;
    yield value(`${name} batches`, batchPrices(prices));
    for (const [i, all] of tokens.entries()) {
      const batch = { input: all.input / 2, output: all.output / 4 };
      yield value(`${name} of ${i}`, [tokenCost(all, prices), totalCost(all, batch, prices)]);
    }
    for (const amount of [0, 0.00001, 0.5, 0.99999, 1, -0.5, -1, 12.345, 1234.5])
      yield value(`${name} ${amount}`, moneyText(amount, prices));
  }
  for (const [i, under] of [undefined, ...LIMITS].entries())
    for (const [j, over] of [undefined, ...LIMITS].entries())
      yield value(`limits ${i} ${j}`, budgetLimits(under, over));
  const counts = [undefined, 0, 1, 30, '12', '1x', -1, 1.5, null];
  const texts = [
    { written: '' },
    { written: 'x'.repeat(40), prompt: '' },
    { prompt: 'ab'.repeat(100), written: 'cd'.repeat(300) },
  ];
  for (const [i, lengths] of texts.entries())
    for (const input of counts)
      for (const output of counts)
        yield value(
          `usage of ${i}: ${input} ${output} ${typeof input} ${typeof output}`,
          [undefined, 25, 500].flatMap((total) =>
            [undefined, 0, 7, 90].map((reasoning) => billedUsage({ input, output, total, reasoning }, lengths)),
          ),
        );
  for (const length of [0, 1, 15, 16, 17, 32, 33])
    yield value(`tokens of ${length}`, [leastTokens('ab'.repeat(length)), leastTokens('a'.repeat(length))]);
}

function* ledgers(): Iterable<RecordedValue> {
  for (let seed = 0; seed < 40; seed++) {
    const dice = diceOf(seed);
    const ids = Array.from({ length: 1 + dice(6) }, (_, i) => `r${i}`);
    const ledger = new BatchLedger(ids);
    for (let step = 0; step < 6; step++)
      ledger.book(`r${dice(7)}`, (['neverRun', 'failed', 'answered'] as const)[dice(3)] ?? 'failed', dice(2) === 0);
    const before = ledger.counts;
    const counts = dice(4) === 0 ? undefined : { total: dice(3) * 3, completed: dice(4), failed: dice(2) };
    ledger.closeEarly(counts, dice(2) === 0);
    const after = ledger.counts;
    yield value(
      `ledger ${seed}`,
      [before, after, ids.map((id) => ledger.has(id)), ledger.has('other'), serverCountText(after, counts)],
      ledgerText(after),
    );
  }
  const big = { sent: 12_345, answered: 9000, failed: 1000, neverRun: 1345, notReceived: 1000 };
  yield value('big', [ledgerText(big), serverCountText(big, { total: 12_000, completed: 9000, failed: 3000 })]);
  yield value('none', [
    serverCountText(big, { total: 0, completed: 0, failed: 0 }),
    serverCountText(big, { total: 0, completed: 1, failed: 0 }),
  ]);
  yield value('failed alone', serverCountText(big, { total: 0, completed: 0, failed: 1 }));
  const samples = [[], [10], [10, 30], [10, 30, 80], [5, 5, 5, 5]].map((all) =>
    all.map((n) => runSample({ usage: { inputTokens: n, outputTokens: 2 * n } }, false)),
  );
  const partly = [
    runSample({ usage: { inputTokens: 3 } }, false),
    runSample({ usage: { outputTokens: 3 } }, false),
    runSample({}, true),
  ];
  for (const [i, own] of samples.entries())
    for (const [name, prices] of Object.entries(PRICES))
      yield value(`projection ${i} at ${name}`, project([...own, ...partly], 1000, prices));
  yield value('pilot', [PILOT, PILOT_WORTH]);
}

describe('runs, as recorded', () => {
  it('have plans, shards, differences and rests', () => {
    assertRecorded('run-plans', plans());
  });

  it('are merged from parts', () => {
    assertRecorded('run-merges', merges());
  });

  it('spend within limits', () => {
    assertRecorded('run-spending', spendings());
  });

  it('have costs, prices and usage', () => {
    assertRecorded('run-amounts', amounts());
  });

  it('have batches and pilots', () => {
    assertRecorded('run-batches', ledgers());
  });
});
