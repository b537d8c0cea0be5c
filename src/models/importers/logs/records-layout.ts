import { csvRows, separatorOf } from '../../../core/mav/records/read-records.ts';
import { parseJson } from '../../../core/mav/records/record.ts';
import { isAnswerNamed, isMaybeAnswerNamed } from '../plans/field-names.ts';
import type { LogHead, LogLayout } from './log-format.ts';

/** How a text of rows is divided: a JSON value a line, one JSON document or several, or lines of columns. */
export function recordsLayout({ text }: Pick<LogHead, 'text'>): LogLayout {
  const begin = text.trimStart();
  if (begin.startsWith('[')) return isList(begin) ? 'records-list' : 'records-lines';
  if (!begin.startsWith('{')) return 'records-csv';
  const lines = begin.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  const [first = '', second = ''] = lines;
  // no document has a brace at the beginning of each line
  if (lines.length > 1 && lines.every((line) => line.startsWith('{'))) return 'records-lines';
  // a line that is damaged is no reason to take the lines after it for one document
  if (second !== '')
    return parseJson(first) !== undefined || /^\{"|^\{ *"/.test(second) ? 'records-lines' : 'records-document';
  return 'records-document';
}

/** True for one list, not lists a line. */
const isList = (text: string): boolean => {
  const [first = '', second = ''] = text.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  return !(second.startsWith('[') && Array.isArray(parseJson(first)));
};

/** Characters of a column's name. */
const MAX_NAME = 60;

/** True for a text whose first line names columns, some of them as data sets of answers do; of a CSV file by its name, any columns. */
export function isTable({ name, text }: Pick<LogHead, 'name' | 'text'>): boolean {
  if (recordsLayout({ text }) !== 'records-csv') return false;
  const end = text.search(/[\r\n]/);
  if (end < 0) return false;
  const line = text.slice(0, end);
  const [row] = csvRows(line, separatorOf(line));
  const names = row?.fields ?? [];
  if (names.length < 2 || names.some((one) => one.length > MAX_NAME)) return false;
  return /\.(?:csv|tsv)(?:\.\w+)?$/i.test(name) || names.some((one) => isAnswerNamed(one) || isMaybeAnswerNamed(one));
}
