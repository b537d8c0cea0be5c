import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import * as v from 'valibot';
import { ParquetTable } from '../../../src/cli/io/parquet-table.ts';
import { csvCell } from '../../../src/core/base/text/escape.ts';
import type { CellValue } from '../../../src/core/datasets/game-output.ts';
import { samplesCsv } from '../../../src/core/evaluation/report/csv.ts';
import { listedSample } from '../../../src/core/evaluation/report/list/list-samples.ts';
import { encodeRunHeader, encodeRunSample, RunReader, sampleId } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { count, type SampleColumn, type SampleColumns } from '../../../src/core/evaluation/sample/column.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../../../src/core/evaluation/sample/columns.ts';
import { sampleLineSchema, valueInLine } from '../../../src/core/evaluation/sample/run-line.ts';
import { scoreColumns } from '../../../src/core/evaluation/sample/score-values.ts';
import { readRecords } from '../../../src/core/mav/read-records.ts';
import { type ExportedSample, sampleRow, tableColumns } from '../../../src/models/export/exported-sample.ts';
import { madeScores, wrongScores } from '../../support/report-samples.ts';
import { columnsText } from '../../support/sample-columns-page.ts';
import { OUTPUT_HEADER, scoredSample, WHOLE_SAMPLE } from '../../support/sample-outputs.ts';

const COLUMNS: SampleColumns = SAMPLE_COLUMNS;
const text = fc.oneof(fc.string(), fc.constantFrom('a,b', '"quoted"', 'two\nlines', ' spaced ', '0', 'null'));
const some = fc.nat({ max: 1000 });
const { id: _, kind, ...WHOLE } = WHOLE_SAMPLE;

/** Samples with any of the fields that may be left out, and texts that need quotes. */
const samples: fc.Arbitrary<RunSample> = fc
  .record({
    over: fc.record({
      model: fc.constantFrom('gpt', 'o3 "mini"'),
      index: some,
      game: some,
      ply: some,
      raw: fc.option(text),
      predicted: fc.option(text),
    }),
    more: fc.record(
      { gameName: text, finishReason: text, reasoning: text, prompt: text, usage: fc.record({ inputTokens: some }) },
      { requiredKeys: [] },
    ),
    left: fc.subarray([
      'task',
      'template',
      'startFen',
      'moves',
      'promptHash',
      'served',
      'cached',
      'timing',
      'error',
      'source',
    ] as const),
  })
  .map(({ over: { predicted, ...over }, more, left }) => {
    const made = {
      kind,
      id: '',
      ...WHOLE,
      ...more,
      ...over,
      extraction: predicted === null ? null : { fen: predicted, by: 'statelens' as const },
    };
    for (const name of left) delete (made as Record<string, unknown>)[name];
    return JSON.parse(JSON.stringify({ ...made, id: sampleId(made) })) as RunSample;
  });

const scores = fc.oneof(
  fc.constant(null),
  fc.constant(madeScores({ rawEditDistance: 2 })),
  fc
    .record({
      squares: fc.nat({ max: 20 }),
      p: fc.double({ min: 0, max: 1, noNaN: true }),
      verdict: fc.constantFrom('squares' as const, 'unparsable' as const),
    })
    .map(({ squares, p, verdict }) => wrongScores(squares, p, { verdict })),
);

const read = (line: string): RunSample | undefined =>
  new RunReader()
    .push(encodeRunHeader(OUTPUT_HEADER) + line)
    .flatMap((event) => (event.type === 'sample' ? [event.sample] : []))[0];

/** Returns the rows of a table of samples after writing and reading. */
async function parquetRows(
  all: readonly ExportedSample[],
  columns?: SampleColumns,
): Promise<Record<string, unknown>[]> {
  const parts: Buffer[] = [];
  const table = new ParquetTable(tableColumns(columns), 100, (bytes) => parts.push(bytes));
  for (const one of all) table.add(sampleRow(one, undefined, columns));
  table.end();
  const bytes = Buffer.concat(parts);
  return await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  });
}

const csvRows = (csv: string): Readonly<Record<string, unknown>>[] =>
  [...readRecords(csv, 'csv')].map((event) => ('value' in event ? (event.value as Record<string, unknown>) : {}));

/** Returns a value as its CSV cell is read: a text that a spreadsheet takes for a formula has a space before it. */
const spreadsheetText = (value: string | number | boolean): string =>
  csvRows(`a,b\n${csvCell(value)},1\n`)[0]?.['a'] as string;

describe('a sample', () => {
  it('is the same in the run file, in CSV and in Parquet, column by column', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(samples, scores), { minLength: 1, maxLength: 4 }), async (all) => {
        const stored = all.map(([sample]) => read(encodeRunSample(sample)) ?? assert.fail('not read'));
        assert.deepEqual(
          stored,
          all.map(([sample]) => sample),
        );
        const rows = await parquetRows(all.map(([, scores], i) => ({ sample: stored[i], scores, attempts: [] })));
        for (const [i, [sample, scored]] of all.entries()) {
          const listed = listedSample({ file: 'a.run.jsonl' }, scoredSample(sample, scored), { series: 'gpt' });
          const [line] = csvRows(samplesCsv([listed]));
          const isUnread = sample.extraction?.outcome === 'unread';
          for (const name of columnsIn('list'))
            assert.equal(line?.[name] ?? '', spreadsheetText(listed[name] ?? ''), `${name} in CSV`);
          for (const [name, column] of Object.entries(COLUMNS)) {
            if (!column.in.includes('parquet')) continue;
            const value =
              valueInLine(sample, column) ?? (scoreColumns(scored, isUnread) as Record<string, unknown>)[name] ?? null;
            const row = rows[i]?.[name] ?? null;
            if (name === 'startFen' || name === 'outcome' || name === 'statelens') continue;
            assert.deepEqual(row, Array.isArray(value) ? value.join(' ') : value, `${name} in Parquet`);
            if (!column.in.includes('list')) continue;
            // what a failed request holds is no answer
            if (name === 'predicted' && sample.error !== undefined) continue;
            assert.equal(line?.[name] ?? '', spreadsheetText((row as CellValue) ?? ''), `${name} in CSV and Parquet`);
          }
        }
      }),
      { numRuns: 100 },
    ));
});

describe('a column that is added to the table', () => {
  const retries = {
    type: 'integer',
    value: count,
    from: 'answered',
    unit: 'requests',
    run: 'timing.retries',
    in: ['list', 'parquet'],
    doc: 'requests that were repeated',
  } as const satisfies SampleColumn;
  const columns: SampleColumns = { ...SAMPLE_COLUMNS, retries };
  const line = { ...WHOLE_SAMPLE, timing: { elapsed: 1, retries: 3 } };

  it('is in the run file, and read from it', () => {
    assert.deepEqual(v.parse(sampleLineSchema(columns), line).timing, line.timing);
    assert.deepEqual(v.parse(sampleLineSchema(), line).timing, { elapsed: 1 });
    assert.equal(v.is(sampleLineSchema(columns), { ...line, timing: { retries: 'three' } }), false);
  });

  it('is in Parquet with its type', async () => {
    const exported = { sample: line as RunSample, scores: null, attempts: [] };
    assert.equal(tableColumns(columns)['retries'], 'integer');
    assert.equal((await parquetRows([exported], columns))[0]?.['retries'], 3);
  });

  it('is in CSV once a list has its value', () => {
    const listed = listedSample({ file: 'a' }, scoredSample(WHOLE_SAMPLE, null), { series: 'gpt' });
    assert.equal(csvRows(samplesCsv([{ ...listed, retries: 3 } as typeof listed], columns))[0]?.['retries'], '3');
  });

  it('is in the reference', () => {
    assert.match(
      columnsText(columns),
      /\| `retries` \| integer, requests \| answered \| run file `timing.retries`, list, Parquet \| requests that were repeated \|/,
    );
  });
});
