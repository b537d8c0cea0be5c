import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { TOOLS } from '../../../src/core/tools/table.ts';
import { TRACE_DIALECTS } from '../../../src/core/traces/dialects.ts';
import { LOG_FORMATS } from '../../../src/models/import/logs/log-format.ts';
import { madeRun, madeSample } from '../../support/report-samples.ts';

/** Tables of pages with a row for each entry of a table of the source. */
const TABLES: readonly [page: string, what: string, names: readonly string[]][] = [
  ['import', 'format of logs', LOG_FORMATS],
  ['integrate', 'tool for agents', TOOLS.map(({ name }) => name)],
  ['traces', 'dialect of traces', TRACE_DIALECTS.map(({ id }) => id)],
];

describe('tables of pages', () => {
  for (const [page, what, names] of TABLES)
    it(`have a row for each ${what}`, () => {
      const text = fs.readFileSync(`docs/${page}.md`, 'utf8');
      const missing = names.filter((name) => !text.includes(`\n| \`${name}\` |`));
      assert.deepEqual(missing, [], `docs/${page}.md needs a row for each ${what}`);
    });

  it('name every field of the JSON of a report', () => {
    const run = madeRun([madeSample({ model: 'a', game: 0 })]);
    const report = buildReport([run], { tool: { name: 's', version: '0' }, m: 2 });
    const page = fs.readFileSync('docs/report.md', 'utf8');
    const fields = [report, report.series[0], report.series[0]?.all].flatMap((part) => Object.keys(part ?? {}));
    assert.ok(fields.length > 40);
    const missing = fields.filter((name) => !new RegExp(`\`${name}(?:\`|\\[|:)`).test(page));
    assert.deepEqual(missing, [], 'docs/report.md needs the fields in its section JSON');
  });
});
