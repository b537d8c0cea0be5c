import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { encodeRunHeader, encodeRunLine, RunReader, sampleId } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { tableColumns } from '../../../src/models/export/exported-sample.ts';
import { NodeZip } from '../../../src/models/import/logs/node-zip.ts';
import { type Schema, schemaFaults } from '../../support/json-schema.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const schemaOf = (name: string): Schema =>
  JSON.parse(readFileSync(`test/fixtures/logs/${name}.schema.json`, 'utf8')) as Schema;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Texts that break what is careless with them. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '\u001b[31m',
    '</script><script>alert(1)</script>',
    '../../etc/passwd',
    '\u2028',
    '',
    '{"a":1}',
    '__proto__',
  ),
);
const count = fc.nat({ max: 1000 });

const sample = (models: readonly string[]): fc.Arbitrary<RunSample> =>
  fc
    .record(
      {
        kind: fc.constant('sample' as const),
        model: fc.constantFrom(...models),
        index: fc.nat({ max: 2 }),
        game: fc.nat({ max: 3 }),
        ply: fc.nat({ max: 3 }),
        variant: fc.constant('chess' as const),
        trueFen: fc.constant(START),
        raw: fc.option(text),
        extraction: fc.option(fc.record({ fen: text, by: fc.constant('source' as const) })),
        template: fc.constantFrom('step-by-step', 'a/b c'),
        gameName: text,
        moves: fc.array(fc.constantFrom('e4', 'e5'), { maxLength: 3 }),
        prompt: text,
        finishReason: fc.constantFrom('stop', 'length', 'odd'),
        usage: fc.record({ inputTokens: count, outputTokens: count, reasoningTokens: count }, { requiredKeys: [] }),
        cached: fc.boolean(),
        timing: fc.record(
          { started: fc.constant('2026-01-31T10:00:00Z'), elapsed: fc.double({ min: 0, max: 1e6, noNaN: true }) },
          { requiredKeys: [] },
        ),
        error: fc.record({ code: text, message: text }),
        source: fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: ['kind', 'model', 'index', 'game', 'ply', 'variant', 'trueFen', 'raw', 'extraction'] },
    )
    .map((fields) => {
      const made = { id: '', ...fields } as RunSample;
      return JSON.parse(JSON.stringify({ ...made, id: sampleId(made) })) as RunSample;
    });

interface InspectLog {
  readonly status: string;
  readonly results: { readonly total_samples: number; readonly completed_samples: number };
  readonly stats: object;
}

interface Run {
  readonly header: RunHeader;
  readonly lines: readonly (RunSample | RunAttempt)[];
}

const run: fc.Arbitrary<Run> = fc
  .uniqueArray(fc.constantFrom('gpt-4o', 'openai/o3', 'a b#c'), { minLength: 1 })
  .chain((models) =>
    fc.record({
      header: fc.record({
        kind: fc.constant('run' as const),
        schema: fc.constant(2 as const),
        tool: fc.record({ name: fc.constant('statelens'), version: text }),
        origin: fc.constant({ type: 'predict' as const }),
        models: fc.constant(models.map((label) => ({ label }))),
        settings: fc.record(
          { temperature: fc.double({ min: 0, max: 2, noNaN: true }), maxTokens: count },
          { requiredKeys: [] },
        ),
      }),
      lines: fc.uniqueArray(sample(models), { selector: ({ id }) => id, minLength: 1, maxLength: 8 }).chain((samples) =>
        fc.array(fc.nat({ max: samples.length }), { maxLength: 4 }).map((asked) => [
          // an attempt at each of these, one of them at a sample that never came
          ...asked.map(
            (i, number): RunAttempt => ({
              kind: 'attempt',
              id: samples[i]?.id ?? 'lost#0.0.0',
              number: number + 1,
              started: '2026-01-31T10:00:00Z',
              reason: 'first',
            }),
          ),
          ...samples,
        ]),
      ),
    }),
  );

function contentsOf(text: string) {
  const reader = new RunReader();
  const events = [...reader.push(text), ...reader.end()];
  const key = (value: unknown): string => JSON.stringify(value);
  return {
    problems: events.filter(({ type }) => type === 'problem'),
    header: events.find((event) => event.type === 'header')?.header,
    samples: events.flatMap((event) => (event.type === 'sample' ? [event.sample] : [])),
    attempts: events.flatMap((event) => (event.type === 'attempt' ? [key(event.attempt)] : [])).sort(),
  };
}

/** Exports a run and imports it again; records of Every Eval Ever require scores. */
async function thereAndBack({ header, lines }: Run, ending: string) {
  const scores = ending === '.jsonl' ? ['--no-keep', '--jobs', '1', '--depth', '1'] : ['--no-scores'];
  const [from, to] = ['there.run.jsonl', `there${ending}`].map((name) => path.join(folder, name)) as [string, string];
  const text = encodeRunHeader(header) + lines.map(encodeRunLine).join('');
  writeFileSync(from, text);
  const there = await cli(['export', from, '--out', to, ...scores, '--overwrite']);
  if (there.stderr.includes('has a score, which each record requires')) return undefined;
  assert.equal(there.status, 0, there.stderr);
  const back = await cli(['import', to]);
  assert.equal(back.status, 0, back.stderr);
  return { before: contentsOf(text), after: contentsOf(back.stdout) };
}

describe('a run that is exported and imported again', () => {
  for (const ending of ['.eval', '.json', '.jsonl', '.parquet'])
    itLong(`is what it was, as ${ending}`, async () => {
      await fc.assert(
        fc.asyncProperty(run, async (made) => {
          const back = await thereAndBack(made, ending);
          assert.deepEqual(back?.after, back?.before);
        }),
        { numRuns: 60 },
      );
    });

  const failed: RunSample = {
    kind: 'sample',
    id: 'm#0.0.0',
    model: 'm',
    index: 0,
    game: 0,
    ply: 0,
    variant: 'chess',
    trueFen: START,
    raw: null,
    extraction: null,
    error: { code: 'timeout', message: 'late' },
  };
  const { error: _, ...answered } = { ...failed, raw: START, extraction: { fen: START, by: 'source' as const } };
  const header: RunHeader = {
    kind: 'run',
    schema: 2,
    tool: { name: 'statelens', version: '1' },
    created: '2026-01-31T09:00:00.000Z',
    origin: { type: 'predict' },
    models: [{ label: 'm' }],
    settings: {},
  };
  const lost: RunAttempt = { kind: 'attempt', id: 'm#9.0.0', number: 1, started: '2026-01-31T09:00:01.000Z' };
  const numbered = (one: RunSample, game: number): RunSample => ({ ...one, game, id: `m#${game}.0.0` });
  const MIXED: readonly RunSample[] = [
    numbered(failed, 2),
    numbered({ ...answered, usage: { inputTokens: 9, outputTokens: 2 } }, 7),
    numbered(failed, 4),
    numbered({ ...answered, raw: '', extraction: null, finishReason: 'length' }, 5),
    numbered(failed, 6),
  ];

  it('has of a request that was made again its answer alone', async () => {
    const back = await thereAndBack({ header, lines: [failed, answered] }, '.eval');
    assert.deepEqual(back?.after.samples, [answered]);
    await thereAndBack({ header, lines: [failed, answered] }, '.json');
    const log = JSON.parse(readFileSync(path.join(folder, 'there.json'), 'utf8')) as InspectLog;
    assert.equal(log.results.total_samples, 1);
  });

  for (const ending of ['.eval', '.json', '.jsonl', '.parquet'])
    it(`has its failed requests, empty answers and numbers of games, as ${ending}`, async () => {
      const back = await thereAndBack({ header, lines: [lost, ...MIXED] }, ending);
      assert.ok(back);
      assert.deepEqual(back.after, back.before);
    });

  it('has no record of Every Eval Ever for a failed request, and none without scores', async () => {
    await thereAndBack({ header, lines: MIXED }, '.jsonl');
    const to = path.join(folder, 'there.jsonl');
    const records = readFileSync(to, 'utf8').trim().split('\n');
    const read = records.map((line) => JSON.parse(line) as { evaluation: unknown });
    for (const record of read) assert.deepEqual(schemaFaults(record, schemaOf('eee-instance')), []);
    assert.deepEqual(
      read.map(({ evaluation }) => evaluation),
      [
        { score: 1, is_correct: true },
        { score: 0, is_correct: false },
      ],
    );
    const from = path.join(folder, 'there.run.jsonl');
    const without = await cli(['export', from, '--out', to, '--no-scores', '--overwrite']);
    assert.equal(without.status, 2);
    assert.match(without.stderr, /require scores: leave out --no-scores/);
    const none = await thereAndBack({ header, lines: [failed] }, '.jsonl');
    assert.equal(none, undefined);
  });

  it('tells Inspect what failed, what is left, what was used up, and when', async () => {
    const plan = { plies: 'ends', samples: 1, tasks: 8, gamesHash: '', templates: [{ id: 't', messages: [] }] };
    const timing = { started: '2026-01-31T10:00:00.000Z', elapsed: 1500 };
    for (const [tasks, status] of [
      [8, 'cancelled'],
      [5, 'success'],
    ] as const) {
      const made = { ...header, plan: { ...plan, tasks } };
      await thereAndBack({ header: made, lines: MIXED.map((one) => ({ ...one, timing })) }, '.json');
      const log = JSON.parse(readFileSync(path.join(folder, 'there.json'), 'utf8')) as InspectLog;
      assert.deepEqual(schemaFaults(log, schemaOf('inspect-log')), []);
      const { total_samples: total, completed_samples: completed } = log.results;
      assert.deepEqual([log.status, total, completed], [status, tasks, 2]);
      assert.deepEqual(log.stats, {
        started_at: '2026-01-31T09:00:00.000Z',
        completed_at: '2026-01-31T10:00:01.500Z',
        model_usage: { m: { input_tokens: 9, output_tokens: 2, total_tokens: 11 } },
      });
    }
  });

  it('has failed requests also of a table without what StateLens writes for itself', async () => {
    const row = { model: 'm', trueFen: START, san: 'e4', answer: null, error: 'timeout', errorMessage: 'late' };
    const file = path.join(folder, 'rows.json');
    writeFileSync(file, JSON.stringify([row, { ...row, answer: START }]));
    const { stdout } = await cli(['import', file, '--as', 'rows']);
    assert.deepEqual(
      contentsOf(stdout).samples.map(({ error }) => error),
      [failed.error, undefined],
    );
  });
});

describe('what is exported', () => {
  const out = (name: string): string => path.join(folder, name);
  const RUN = out('made.run.jsonl');
  const makeRun = (): Promise<unknown> =>
    cli(['import', 'test/fixtures/logs/inspect.eval', '--out', RUN, '--overwrite']);

  itLong('fits the fields that Inspect reads, with scores and their metadata', async () => {
    await makeRun();
    for (const name of ['made.json', 'made.eval']) {
      const { status, stderr } = await cli([
        'export',
        RUN,
        '--out',
        out(name),
        '--overwrite',
        '--no-keep',
        '--jobs',
        '1',
      ]);
      assert.equal(status, 0, stderr);
    }
    const log = JSON.parse(readFileSync(out('made.json'), 'utf8')) as {
      samples: {
        scores: {
          statelens: { value: { exact: number; p: number }; explanation: string; metadata: { verdict: string } };
        };
      }[];
    };
    assert.deepEqual(schemaFaults(log, schemaOf('inspect-log')), []);
    const scores = log.samples.map((one) => one.scores?.statelens);
    assert.deepEqual([scores[0]?.value.exact, scores[1]?.value.exact], [1, 0]);
    assert.equal(scores[1]?.metadata.verdict, 'squares');
    assert.match(scores[1]?.explanation ?? '', /bishop/);
    const zip = new NodeZip(out('made.eval'));
    const entries = new Map<string, unknown>();
    for await (const entry of zip.entries(() => true)) {
      assert.ok('bytes' in entry, entry.name);
      entries.set(entry.name, JSON.parse(entry.bytes.toString('utf8')));
    }
    zip.close();
    assert.equal(zip.fault, undefined);
    const samples = [...entries].filter(([name]) => name.startsWith('samples/')).map(([, value]) => value);
    assert.equal(samples.length, 4);
    assert.deepEqual(schemaFaults({ ...(entries.get('header.json') as object), samples }, schemaOf('inspect-log')), []);
    assert.equal((entries.get('summaries.json') as unknown[]).length, 4);
    assert.ok(entries.has('_journal/start.json'));
  });

  it('fits the instance schema of Every Eval Ever', async () => {
    await makeRun();
    const { status } = await cli([
      'export',
      RUN,
      '--out',
      out('made.jsonl'),
      '--overwrite',
      '--no-keep',
      '--jobs',
      '1',
    ]);
    assert.equal(status, 0);
    const records = readFileSync(out('made.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { evaluation: { is_correct: boolean } });
    for (const record of records) assert.deepEqual(schemaFaults(record, schemaOf('eee-instance')), []);
    assert.deepEqual(
      records.map(({ evaluation }) => evaluation.is_correct),
      [true, false, true],
    );
  });

  it('is a table in Parquet, with the columns that are documented', async () => {
    await makeRun();
    const { status } = await cli([
      'export',
      RUN,
      '--out',
      out('made.parquet'),
      '--overwrite',
      '--no-keep',
      '--jobs',
      '1',
    ]);
    assert.equal(status, 0);
    const bytes = readFileSync(out('made.parquet'));
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    });
    assert.deepEqual(Object.keys(rows[0] ?? {}), Object.keys(tableColumns()));
    assert.deepEqual(
      rows.map(({ exact }) => exact),
      [true, false, true, null],
    );
    assert.deepEqual(
      rows.map(({ moves }) => moves),
      ['e4 e5 Nf3 Nc6 Bb5', 'e4 e5 Nf3 Nc6 Bb5', 'd4 d5', 'd4 d5'],
    );
    const docs = readFileSync('docs/runs.md', 'utf8');
    for (const name of Object.keys(tableColumns()))
      assert.ok(docs.includes(`\`${name}\``), `docs/runs.md has no ${name}`);
    const back = await cli(['import', out('made.parquet'), '--dry-run', '--map', 'moves=metadata.moves']);
    assert.match(back.stdout, /samples {11}4\n/);
  });

  it('never replaces a run or a file of another kind', async () => {
    await makeRun();
    const over = await cli(['export', RUN, '--out', RUN, '--as', 'eee']);
    assert.equal(over.status, 2);
    writeFileSync(out('notes.eval'), 'my notes');
    assert.equal((await cli(['export', RUN, '--out', out('notes.eval')])).status, 2);
    assert.equal((await cli(['export', RUN, '--out', out('made.xyz')])).status, 2);
  });
});
