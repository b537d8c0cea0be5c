import { csvRows, csvSeparator } from '../../../core/base/text/csv.ts';
import { parseJson } from '../../../core/base/text/json-items.ts';
import { asFields, asName, asText, isFields, present } from '../../json-fields.ts';
import { isAnswerNamed, isMaybeAnswerNamed } from '../plans/field-names.ts';
import { isConversation, unwrapRow } from '../plans/record-path.ts';
import { OWN_KEY, ofFields, ownFacts, ownSample } from './foreign-fields.ts';
import {
  type ForeignSample,
  foreign,
  type LogFacts,
  type LogFormat,
  type LogHead,
  type LogLayout,
} from './log-format.ts';
import { RECORD } from './record-pieces.ts';

/** Returns the division of a text of rows: a JSON value per line, one JSON document or several, or lines of columns. */
function recordsLayout({ text }: Pick<LogHead, 'text'>): LogLayout {
  const begin = text.trimStart();
  if (begin.startsWith('[')) return isList(begin) ? 'records-list' : 'records-lines';
  if (!begin.startsWith('{')) return 'records-csv';
  const lines = begin.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  const [first = '', second = ''] = lines;
  // No document has a brace at the beginning of each line.
  if (lines.length > 1 && lines.every((line) => line.startsWith('{'))) return 'records-lines';
  // A damaged line does not make the following lines one document.
  if (second !== '')
    return parseJson(first) !== undefined || /^\{"|^\{ *"/.test(second) ? 'records-lines' : 'records-document';
  return 'records-document';
}

/** Returns true for one list, as opposed to a list per line. */
const isList = (text: string): boolean => {
  const [first = '', second = ''] = text.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  return !(second.startsWith('[') && Array.isArray(parseJson(first)));
};

/** Length limit of a column name, in characters. */
const MAX_NAME = 60;

/**
 * Returns true for a text whose first line names columns, some of them answers by their names; for a file named as CSV, any columns.
 */
function isTable({ name, text }: Pick<LogHead, 'name' | 'text'>): boolean {
  if (recordsLayout({ text }) !== 'records-csv') return false;
  const end = text.search(/[\r\n]/);
  if (end < 0) return false;
  const line = text.slice(0, end);
  const [row] = csvRows(line, csvSeparator(line));
  const names = row?.fields ?? [];
  if (names.length < 2 || names.some((item) => item.length > MAX_NAME)) return false;
  return (
    /\.(?:csv|tsv)(?:\.\w+)?$/i.test(name) || names.some((entry) => isAnswerNamed(entry) || isMaybeAnswerNamed(entry))
  );
}

/**
 * Rows of a data set: Parquet, JSON Lines, any JSON document, CSV, or the answer of the rows API of the Hugging Face hub (`{"rows":
 * [{"row": …}]}`, or its rows as lines). The log's plan assigns the columns.
 */
export const rows: LogFormat = {
  name: 'rows',
  title: 'rows of a data set',
  layout: recordsLayout,
  recognize: (head) => {
    const { kind, first } = head;
    if (kind === 'parquet') return 1;
    if (kind === 'zip') return 0;
    if (isFields(first) || (Array.isArray(first) && (isFields(first[0]) || isConversation(first[0])))) return 0.1;
    return isTable(head) ? 0.05 : 0;
  },
  open: () => {
    let facts: LogFacts = {};
    return {
      get facts() {
        return facts;
      },
      piece: ({ path, value, place }) => {
        if (path !== '' && path !== RECORD) return [];
        return ofFields({ value: unwrapRow(value), place }, 'a row', (fields) => {
          const own = asFields(parseJson(asText(fields[OWN_KEY]) ?? ''));
          if (facts.header === undefined) facts = ownFacts({ header: own['header'] });
          const sample: ForeignSample = {
            place,
            row: fields,
            messages: [],
            answer: null,
            targets: [],
            metadata: {},
            kept: {},
            ...present({
              id: asName(fields['id']) ?? asName(fields['example_id']),
              own: ownSample(own, asText(fields['raw'] ?? fields['answer']) ?? null, asText(fields['prompt'])),
            }),
          };
          return [foreign(sample)];
        });
      },
    };
  },
};
