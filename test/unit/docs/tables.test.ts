import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { TOOLS } from '../../../src/core/tools/table.ts';
import { TRACE_DIALECTS } from '../../../src/core/traces/dialects.ts';
import { LOG_FORMATS } from '../../../src/models/import/logs/log-format.ts';

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
});
