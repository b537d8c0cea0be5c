import { parseJson } from '../../../core/mav/records/record.ts';
import { rowOf } from '../plans/locate-records.ts';
import { isConversation } from '../plans/record-path.ts';
import { fieldsOf, isFields, nameOf, ofFields, present, textOf } from './fields.ts';
import { type ForeignSample, foreign, type LogFacts, type LogFormat } from './log-format.ts';
import { OWN_KEY, ownFacts, ownSample } from './own-sample.ts';
import { RECORD } from './record-pieces.ts';
import { isTable, recordsLayout } from './records-layout.ts';

/**
 * Rows of a data set: Parquet, JSON Lines, any JSON document, CSV, or the answer of the rows API of the Hugging Face hub
 * (`{"rows": [{"row": …}]}`, or its rows as lines). Which column holds what is a matter of the log's plan.
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
        return ofFields({ value: rowOf(value), place }, 'a row', (fields) => {
          const own = fieldsOf(parseJson(textOf(fields[OWN_KEY]) ?? ''));
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
              id: nameOf(fields['id']) ?? nameOf(fields['example_id']),
              own: ownSample(own, textOf(fields['raw'] ?? fields['answer']) ?? null, textOf(fields['prompt'])),
            }),
          };
          return [foreign(sample)];
        });
      },
    };
  },
};
