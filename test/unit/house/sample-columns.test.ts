import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { SAMPLE_OUTPUTS, type SampleColumn, type SampleColumns } from '../../../src/core/evaluation/sample/column.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../../../src/core/evaluation/sample/columns.ts';
import { wrongScores } from '../../support/report-samples.ts';
import { columnsText, withColumns } from '../../support/sample-columns-page.ts';
import { namesInOutputs, WHOLE_SAMPLE } from '../../support/sample-outputs.ts';

const PAGE = 'docs/runs.md';
const COLUMNS: SampleColumns = SAMPLE_COLUMNS;
const OLD_NAMES = ['squaresWrong', 'rawEdit', 'predictedFen', 'milliseconds', 'edit_distance', 'squares_right'];

/** Returns the names in an output that the table does not have there. */
const unknownNames = (names: readonly string[], known: readonly string[]): string[] =>
  names.filter((name) => !known.includes(name));

const runPaths = Object.values(COLUMNS).flatMap(({ run }) => run ?? []);
const known = {
  run: runPaths,
  csv: columnsIn('list'),
  json: columnsIn('list'),
  worst: columnsIn('worst'),
  parquet: columnsIn('parquet'),
  inspect: [...columnsIn('inspect'), ...columnsIn('figures')],
  eee: [...columnsIn('eee'), ...columnsIn('figures')],
  comparison: columnsIn('comparison'),
};

describe('the columns of samples', () => {
  const outputs = namesInOutputs(WHOLE_SAMPLE, wrongScores(2, 0.5));

  for (const [output, columns] of Object.entries(known))
    it(`in ${output} are those of the table`, () => {
      const names = outputs[output] ?? [];
      assert.ok(names.length > 5);
      assert.deepEqual(unknownNames(names, columns), []);
    });

  it('are all in the outputs that the table names', () => {
    // left out of this sample: a world, a found PGN, the raw distance of FENs, and `kind` of each line
    const optional = ['world', 'place', 'rawEditDistance'];
    for (const [output, columns] of Object.entries(known))
      assert.deepEqual(
        unknownNames(columns, [...(outputs[output] ?? []), ...optional]),
        [],
        `missing in ${output}: WHOLE_SAMPLE (test/support/sample-outputs.ts) has no value, or the output does not write it`,
      );
  });

  it('that the table lacks are found', () => {
    assert.deepEqual(unknownNames(['id', 'squaresWrong'], columnsIn('list')), ['squaresWrong']);
  });

  it('have one name each, and one path in the run file', () => {
    assert.equal(new Set(runPaths).size, runPaths.length);
    for (const [name, { in: all, run }] of Object.entries(COLUMNS)) {
      assert.match(name, /^[a-z][a-zA-Z]*$/);
      assert.ok(all.length > 0 || run !== undefined, `${name} is in no output`);
      assert.ok(all.every((output) => SAMPLE_OUTPUTS.includes(output)));
    }
  });

  it('have no former name in code that writes outputs, nor in the docs but in the list of such names', () => {
    const folders = ['src/core/evaluation', 'src/models/export', 'src/models/report', 'src/cli/report', 'docs'];
    const files = folders.flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const found = files
      .filter((file) => /\.(?:ts|md)$/.test(file) && file !== PAGE)
      .flatMap((file) => {
        const text = fs.readFileSync(file, 'utf8');
        return OLD_NAMES.filter((name) => new RegExp(`['\`"]${name}['\`"]`).test(text)).map(
          (name) => `${file}: ${name}`,
        );
      });
    assert.deepEqual(found, []);
  });
});

describe('the reference of columns', () => {
  it('is what the table gives', () => {
    const page = fs.readFileSync(PAGE, 'utf8');
    assert.ok(withColumns(page) === page, 'run npm run docs');
  });

  it('names path, unit and former name of a column', () => {
    const column: SampleColumn = { ...SAMPLE_COLUMNS.elapsed, former: 'ms' };
    assert.match(
      columnsText({ elapsed: column }),
      /number, ms \| answered \| run file `timing.elapsed` \(schema 1: `ms`\), Parquet/,
    );
  });
});
