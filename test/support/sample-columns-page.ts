import type { SampleColumn, SampleColumns, SampleOutput } from '../../src/core/evaluation/sample/column.ts';
import { SAMPLE_COLUMNS } from '../../src/core/evaluation/sample/columns.ts';

// The reference of the columns of samples in docs/runs.md, made from their table.

const BEGIN = '<!-- generated: columns of samples, from the table in src/core/evaluation/sample -->';
const END = '<!-- end of generated text -->';

const OUTPUTS: Readonly<Record<SampleOutput, string>> = {
  list: 'list',
  worst: '`worst[]`',
  page: 'page',
  parquet: 'Parquet',
  inspect: 'Inspect',
  eee: 'EEE',
  figures: 'scores of Inspect and EEE',
  comparison: 'comparison',
};

/** Returns the part of the page between its marks; undefined without them. */
function columnsPart(page: string): string | undefined {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  return from < 0 || to < from ? undefined : page.slice(from, to + END.length);
}

/** Returns a page with the part that the table gives. @throws if the page has no place for it */
export function withColumns(page: string, columns: SampleColumns = SAMPLE_COLUMNS): string {
  const part = columnsPart(page);
  if (part === undefined) throw new Error('the page has no place for the reference of columns');
  return page.replace(part, () => columnsText(columns));
}

/** Returns the part that a table of columns gives. */
export function columnsText(columns: SampleColumns): string {
  const rows = Object.entries(columns).map(([name, column]) => row(name, column));
  return [BEGIN, '', '| column | type | from | in | holds |', '| --- | --- | --- | --- | --- |', ...rows, '', END].join(
    '\n',
  );
}

function row(name: string, { type, unit, from, run, former, in: outputs, doc }: SampleColumn): string {
  const path = run === name ? 'run file' : `run file \`${run}\``;
  const old = former === undefined ? '' : ` (schema 1: \`${former}\`)`;
  const places = [...(run === undefined ? [] : [path + old]), ...outputs.map((output) => OUTPUTS[output])];
  return `| \`${name}\` | ${type}${unit === undefined ? '' : `, ${unit}`} | ${from} | ${places.join(', ')} | ${doc} |`;
}
