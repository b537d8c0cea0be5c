import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, gzipSync } from 'node:zlib';
import { AnswerTally, runMethods } from '../../../src/core/evaluation/report/run-methods.ts';
import { ServedTally, servedSentences } from '../../../src/core/evaluation/report/served.ts';
import {
  AttemptBook,
  encodeRunHeader,
  encodeRunLine,
  encodeRunSample,
  intactLength,
  RunReader,
  RunSamples,
  sampleId,
} from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunBatch, RunHeader } from '../../../src/core/evaluation/runs/run-schema.ts';
import { FaultTally, RunTally } from '../../../src/core/evaluation/runs/run-tally.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { RUN_HEADER, runHeaders, runSample } from '../../support/run-lines.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

/** Texts with characters of one to four bytes in UTF-8, at the first and the last of each length. */
const TEXTS = [
  '\0\u0001\u007F',
  '\u0080\u07FF',
  '\u0800\u0FFF\uFFFD\uFFFF',
  '\u2028\u2029 \uFEFF',
  '\uD7FF\uE000',
  '\u{10000}\u{10FFFF}\u{1F600}',
  'é → ♞ 中文 😀',
  '"\\\n\r\t',
];

const ID = sampleId({ model: 'm', game: 0, ply: 1, index: 0 });

const BATCH: RunBatch = {
  kind: 'batch',
  file: 'a.jsonl',
  requests: 3,
  sha256: 'ab',
  status: 'submitted',
  endpoint: 'https://me:secret@api.example/v1?key=secret#x',
  inputFile: 'file-1',
  batch: 'batch-1',
  ledger: { sent: 3, answered: 1, failed: 1, neverRun: 1, notReceived: 0 },
};

const attempt = (number: number, over: Partial<RunAttempt> = {}): RunAttempt => ({
  kind: 'attempt',
  id: ID,
  number,
  started: '2026-11-02T10:00:00Z',
  ...over,
});

/** A file with samples, failed ones among them, attempts and a batch. */
function lines(): string[] {
  const samples = [0, 1, 2, 3].map((game) =>
    encodeRunSample(
      runSample(
        {
          id: sampleId({ model: 'm', ...(game === 3 && { template: 'state' }), game, ply: 1, index: 0 }),
          game,
          task: game,
          ...(game === 3 && { template: 'state' }),
          usage: { inputTokens: 10 * game, outputTokens: 5 },
          timing: { started: `2026-11-0${4 - game}T10:00:00Z`, elapsed: 12.5, waited: 3 },
        },
        game === 2,
      ),
    ),
  );
  const [first = '', ...others] = samples;
  return [
    encodeRunHeader(RUN_HEADER),
    encodeRunLine(attempt(1, { reason: 'first', most: { inputTokens: 5, outputTokens: 9 } })),
    encodeRunLine(attempt(1, { result: 'answered', elapsed: 4, usage: { inputTokens: 5 } })),
    first,
    encodeRunLine(BATCH),
    ...others,
  ];
}

function read(text: string, chunk = text.length): unknown {
  const reader = new RunReader();
  const [samples, tally] = [new RunSamples(), new RunTally()];
  const events: ReturnType<RunReader['push']> = [];
  for (let i = 0; i < text.length; i += Math.max(1, chunk)) events.push(...reader.push(text.slice(i, i + chunk)));
  events.push(...reader.end());
  samples.add(events);
  tally.add(events);
  const { answered, failed, total, refusal, commonFault, tokens, cost, groups } = tally;
  const ids = samples.samples.map(({ id, error }) => [id, error?.code]);
  const counts = [answered, failed, total, refusal, commonFault, tokens, cost, groups];
  return [events, reader.tail, reader.stopped, ids, samples.header, samples.problems, counts];
}

function* files(): Iterable<RecordedValue> {
  const whole = lines();
  const text = whole.join('');
  yield value('whole', read(text));
  yield value('in parts', read(text, 7));
  yield value('nothing', read(''));
  for (const [i, line] of whole.entries()) {
    yield value(`line ${i}`, line.trimEnd());
    yield value(`without line ${i}`, read(whole.filter((_, other) => other !== i).join('')));
    yield value(`line ${i} twice`, read([...whole.slice(0, i + 1), line, ...whole.slice(i + 1)].join('')));
    yield value(
      `ends after line ${i}`,
      read(
        whole
          .slice(0, i + 1)
          .join('')
          .trimEnd(),
      ),
    );
    yield value(
      `torn in line ${i}`,
      read(
        whole
          .slice(0, i + 1)
          .join('')
          .slice(0, -20),
      ),
    );
    yield value(
      `torn in line ${i}, longer`,
      read(
        `${whole
          .slice(0, i + 1)
          .join('')
          .slice(0, -20)}\n`,
      ),
    );
    for (const [from, to] of [
      ['"m', '"n'],
      ['"kind"', '"kinds"'],
      ['"sum":"', '"sum":"0'],
      ['"sum":"', '"sam":"'],
      ['"}', '" }'],
      [':1', ':-1'],
      ['"schema":2', '"schema":1'],
      ['"schema":2', '"schema":3'],
      ['"id"', '"ID"'],
    ] as const) {
      const changed = line.replace(from, to);
      if (changed === line) continue;
      const unsummed = changed.replace(/,"sum":"\w+"\}/, '}');
      for (const [name, other] of [
        ['', changed],
        [' unsummed', unsummed],
      ] as const)
        yield value(
          `line ${i} ${from} as ${to}${name}`,
          read(whole.map((own, at) => (at === i ? other : own)).join('')),
        );
    }
  }
  yield value('packed', read(gzipSync(text).toString('latin1').slice(0, 40)));
  yield value('packed, with an end', read(`\x1f\x8b${text}`));
  yield value('marked', read(`\uFEFF\uFEFF${text}`));
  for (const [name, header] of Object.entries(runHeaders())) {
    yield value(`header ${name}`, encodeRunHeader(header));
    const own = [encodeRunHeader(header), ...whole.slice(1)].join('');
    yield value(`samples with header ${name}`, read(own));
  }
  for (const [i, raw] of TEXTS.entries()) yield value(`text ${i}`, encodeRunSample(runSample({ raw }, false)));
  for (const bytes of [[], [10], [1, 10], [1, 10, 2], [10, 10, 3, 4], [1, 2]])
    yield value(`intact ${bytes.join(' ')}`, [
      intactLength(Uint8Array.from(bytes)),
      intactLength(Uint8Array.from(bytes), 100),
    ]);
  for (const [model, template] of [
    ['a', undefined],
    ['a b', 'c@d'],
    ['%@#', '#'],
    ['a\n', ''],
  ] as const)
    yield value(
      `id ${JSON.stringify([model, template])}`,
      sampleId({ model, ...(template !== undefined && { template }), game: 3, ply: 4, index: 5 }),
    );
}

function* tallies(): Iterable<RecordedValue> {
  const plies = [0, 1, 10, 20, 21, 40, 41, 60, 61, 80, 81, 100, 101, 300];
  const samples = plies.map((ply, i) =>
    runSample(
      {
        id: `m#0.${ply}.0`,
        ply,
        ...(i % 2 === 0 && { template: 'state' }),
        usage: { inputTokens: ply, outputTokens: 1 },
      },
      i % 3 === 1,
    ),
  );
  const again = samples.map((sample, i) => {
    const { error: _, ...answered } = sample;
    return i % 2 === 0 ? sample : answered;
  });
  const prices = { input: 2, output: 4, date: '2026-01-31' };
  const [model] = RUN_HEADER.models;
  const priced: RunHeader = {
    ...RUN_HEADER,
    models: [
      { ...model, prices },
      { label: 'n', prices: { ...prices, input: 9 } },
    ],
  };
  const headers = { ...runHeaders(), priced };
  for (const [name, header] of Object.entries(headers)) {
    const tally = new RunTally();
    const said: unknown[] = [[tally.total, tally.header, tally.groups]];
    tally.add([
      { type: 'header', header },
      { type: 'header', header: RUN_HEADER },
    ]);
    for (const all of [samples, again]) {
      tally.add(all.map((sample, line) => ({ type: 'sample', line, sample })));
      tally.add([{ type: 'attempt', line: 9, attempt: attempt(all === again ? 2 : 1, { reason: 'first' }) }]);
      const { total, answered, failed, groups, tokens, cost, commonFault, refusal, spending } = tally;
      said.push([
        total,
        answered,
        failed,
        groups,
        tokens,
        cost,
        commonFault,
        refusal,
        spending.requests,
        spending.unknown,
      ]);
    }
    for (const code of ['torn', 'no-header', 'newer-schema'] as const)
      tally.add([{ type: 'problem', problem: { line: 1, code, message: `${code} it is` } }]);
    said.push(tally.refusal, tally.header);
    yield value(`tally of ${name}`, said);
  }
  const faults = new FaultTally();
  const told: unknown[] = [faults.commonest];
  for (const [id, message] of [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'y'],
    ['d', 'x'],
    ['a', 'y'],
    ['e', 'z'],
  ] as const) {
    faults.add(id, { code: 'timeout', message });
    told.push([faults.commonest, faults.size, faults.ids, faults.has('b'), faults.has('e')]);
  }
  faults.delete('b');
  yield value('faults', [told, faults.commonest, faults.ids, faults.has('b')]);
  const book = new AttemptBook();
  const steps: Partial<RunAttempt>[] = [
    { reason: 'first' },
    { reason: 'first' },
    { result: 'answered' },
    { result: 'answered' },
    { number: 2, reason: 'batch' },
    { number: 2, result: 'answered' },
    { number: 3, reason: 'again', batch: 'b1' },
    { number: 3, result: 'timeout' },
    { number: 4, result: 'timeout' },
    { number: 4, reason: 'first' },
    { number: 5, reason: 'batch', batch: 'b2' },
    { number: 5, result: 'answered', batch: 'b3' },
    { number: 5, started: 'later', result: 'answered' },
    { number: 5, id: 'other', result: 'answered' },
  ];
  yield value(
    'attempts',
    steps.map((step) => book.admit(attempt(1, step)) ?? null),
  );
}

/** Answers of servers under several names and fingerprints. */
function* servers(): Iterable<RecordedValue> {
  const orders = [
    ['a1', 'a1', 'a2', 'a1', 'b1'],
    ['a', 'a1', 'a', 'a1'],
    ['a1', 'a', 'a2', 'a', 'a1'],
    ['', '', ''],
    ['', '1', '', '2'],
    ['a', 'b', 'a', 'b'],
    ['a1', '!a2', 'a1'],
    Array.from({ length: 23 }, (_, i) => `a${i}`),
    Array.from({ length: 6 }, (_, i) => `${'abc'.charAt(i % 3)}${i}`),
    ['a1', 'b', 'a', 'a2', 'a'],
  ];
  for (const order of orders) {
    const [tally, answers] = [new ServedTally(), new AnswerTally()];
    for (const [i, name] of order.entries()) {
      const [, failed = '', model = '', fingerprint = ''] = /^(!?)([a-z]?)(\d*)$/.exec(name) ?? [];
      const served = { ...(model !== '' && { model }), ...(fingerprint !== '' && { fingerprint }) };
      const started = `2026-11-${String(1 + ((7 * i) % 20)).padStart(2, '0')}`;
      const sample = runSample(
        {
          id: `m#${i}.4.0`,
          game: i,
          ply: 4 + i,
          model: i === 4 ? 'n' : 'm',
          ...(name !== '' && { served }),
          ...(i % 4 !== 3 && { timing: { started } }),
        },
        failed !== '',
      );
      tally.add(sample);
      answers.add(sample);
    }
    const served = tally.changes();
    const methods = [RUN_HEADER, undefined].map((header) => runMethods('a.run.jsonl', header, answers.record(), null));
    yield value(order.join(' '), [
      tally.all(),
      served,
      servedSentences({ file: 'a.run.jsonl', served }),
      answers.record(),
      methods,
    ]);
  }
  yield value('none', [
    servedSentences({ file: 'a' }),
    runMethods('a', RUN_HEADER, undefined, 'ff'),
    runMethods('a', undefined, undefined, null),
  ]);
  const { plan: _, settings, ...rest } = RUN_HEADER;
  const { samplesPerPosition: __, ...few } = settings;
  const imported: RunHeader['origin'] = {
    type: 'import',
    format: 'inspect',
    files: ['a.json', 'b.json'],
    extract: true,
  };
  for (const [name, header] of Object.entries<RunHeader>({
    prompt: { ...rest, models: [], settings, prompt: { template: 't', system: 'You play.', user: 'Where?' } },
    system: { ...rest, models: [], settings: few, prompt: { template: 't', system: 'You play.' } },
    'name alone': { ...rest, models: [], settings: few, prompt: { template: 't' } },
    imported: { ...rest, models: [{ label: 'm' }], settings: {}, origin: imported },
  }))
    yield value(`methods of ${name}`, runMethods('a', header, undefined, null));
}

describe('run files, as recorded', () => {
  it('are written, and read whole, torn, damaged and changed', () => {
    assertRecorded('run-files', files());
  });

  it('are counted by template, length and fault', () => {
    assertRecorded('run-tallies', tallies());
  });

  it('name what served their models', () => {
    assertRecorded('run-servers', servers());
  });
});

describe('the checksum of a line', () => {
  it('is the CRC-32 of its UTF-8 bytes, for characters of every length', () => {
    for (const raw of TEXTS) {
      const line = encodeRunSample(runSample({ raw }, false)).trimEnd();
      const { sum } = JSON.parse(line) as { sum: string };
      const json = `${line.slice(0, line.lastIndexOf(',"sum":'))}}`;
      assert.equal(sum, crc32(json).toString(16).padStart(8, '0'), JSON.stringify(raw));
    }
  });
});
