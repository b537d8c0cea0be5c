import { csvRow, escapeMarkdown } from '../../base/text/escape.ts';
import type { ListedValue, ListRow } from './list-row.ts';

const HEAD = ['action', 'model', 'reference', 'difference', 'what'] as const;

/** `33 (51 %)`; empty where the action is not listed. */
export function valueText(value: ListedValue | null): string {
  if (value === null) return '';
  const { bucket, win } = value;
  if (bucket === null) return 'no value';
  return win === null ? `${bucket}, no bucket` : `${bucket} (${Math.round(100 * win)} %)`;
}

/** `33 (51 %), best` */
const markedValue = (value: ListedValue | null, isBest: boolean): string =>
  isBest && value !== null ? `${valueText(value)}, best` : valueText(value);

/** A difference in buckets with its sign: `+3`, `0`; a minus as wide as the plus. */
export const signed = (buckets: number): string => (buckets > 0 ? `+${buckets}` : buckets < 0 ? `−${-buckets}` : '0');

/** What is to be said of a row in words: `illegal: the king on h8 cannot move to h1 that way`; empty where all is in order. */
export function statusText({ status, reason }: Pick<ListRow, 'status' | 'reason'>): string {
  switch (status) {
    case 'illegal':
      return reason === null ? 'illegal' : `illegal: ${reason}`;
    case 'missing':
      return 'missing';
    case 'only model':
      return 'not among those of the reference';
    case 'left out':
      return 'not listed, an ellipsis stands there';
    case 'both':
    case 'legal':
      return '';
  }
}

const cellsOf = (row: ListRow): string[] => {
  const { written, name, status, model, reference, difference, isModelBest, isReferenceBest } = row;
  const action = name === written ? written : `${name} (${written})`;
  return [
    // what a model wrote may hold anything
    status === 'illegal' ? escapeMarkdown(action) : action,
    markedValue(model, isModelBest),
    markedValue(reference, isReferenceBest),
    difference === null ? '' : signed(difference),
    escapeMarkdown(statusText(row)),
  ];
};

/**
 * The rows as a Markdown table, `action | model | reference | difference | what`. Its columns are aligned, so that it reads as well
 * as text; the last is not, so that one long reason leaves the other lines short.
 */
export function listTableMarkdown(rows: readonly ListRow[]): string {
  const cells = [[...HEAD], ...rows.map(cellsOf)];
  const last = HEAD.length - 1;
  const widths = HEAD.map((_, i) => (i === last ? 0 : Math.max(...cells.map((row) => row[i]?.length ?? 0))));
  const isNumber = (column: number): boolean => HEAD[column] === 'difference';
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (isNumber(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = HEAD.map((title, i) => {
    const dashes = '-'.repeat(Math.max(title.length, widths[i] ?? 0));
    return isNumber(i) ? `${dashes.slice(1)}:` : dashes;
  });
  const [head = [], ...body] = cells;
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

/** CSV (RFC 4180) with a header: buckets in the dialect's numbers, win probabilities 0 to 1, empty where there is none. */
export function listTableCsv(rows: readonly ListRow[]): string {
  const head = [
    'action',
    'move',
    'status',
    'model_bucket',
    'model_win',
    'reference_bucket',
    'reference_win',
    'difference',
    'model_best',
    'reference_best',
    'reason',
  ];
  const body = rows.map((row) => [
    row.written,
    row.name,
    row.status,
    row.model?.bucket ?? '',
    row.model?.win ?? '',
    row.reference?.bucket ?? '',
    row.reference?.win ?? '',
    row.difference ?? '',
    row.isModelBest,
    row.isReferenceBest,
    row.reason ?? '',
  ]);
  return [head, ...body].map(csvRow).join('');
}
