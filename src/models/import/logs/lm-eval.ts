import { fingerprint } from '../../../core/base/text/hash.ts';
import { parseJson } from '../../../core/base/text/json-items.ts';
import {
  asFields,
  asList,
  asName,
  asText,
  asTexts,
  type Fields,
  isFields,
  present,
  without,
} from '../../json-fields.ts';
import { ofFields, readMessages } from './foreign-fields.ts';
import { type ForeignMessage, type ForeignSample, foreign, type LogFormat } from './log-format.ts';

const READ = new Set(['arguments', 'resps', 'filtered_resps']);

/**
 * Samples of lm-evaluation-harness (`--log_samples`), JSON Lines: the document, the request in `arguments`, answers in `resps` (a list per
 * request, an answer per repeat). Source: `EvaluationTracker.save_results_samples` and `evaluate` of EleutherAI/lm-evaluation-harness. The
 * file does not name the model.
 */
export const lmEval: LogFormat = {
  name: 'lm-eval',
  title: 'samples of lm-evaluation-harness',
  layout: () => 'lines',
  recognize: ({ first }) => {
    const fields = asFields(first);
    if (!('doc' in fields) || !('resps' in fields || 'filtered_resps' in fields)) return 0;
    return 'doc_id' in fields ? 1 : 0.8;
  },
  open: () => {
    /** Filter of the first record of each question and answer. */
    const filters = new Map<string, unknown>();
    let again = 0;
    return {
      facts: {},
      piece: (piece) =>
        ofFields(piece, 'a record', (fields, place) => {
          const { filter, doc_id: id, doc_hash: hash, resps } = fields;
          if (filter !== undefined) {
            const key = fingerprint(JSON.stringify([id, hash, fields['arguments'], resps]));
            const first = filters.get(key) ?? filter;
            filters.set(key, first);
            if (first !== filter) {
              again++;
              return [];
            }
          }
          return recordSamples(fields, place).map(foreign);
        }),
      end: () =>
        again === 0
          ? []
          : [
              {
                type: 'note',
                message: `${again.toLocaleString('en-US')} ${again === 1 ? 'record has' : 'records have'} the answers of another by another filter: each answer is read once`,
              },
            ],
    };
  },
};

function recordSamples(record: Fields, place: string): readonly ForeignSample[] {
  const requests = asList(record['resps']);
  const answers = requests.flatMap((request) => asTexts(request));
  const filtered = asList(record['filtered_resps']).flatMap((item) => asTexts(item));
  const found: readonly (string | null)[] = answers.length > 0 ? answers : filtered.length > 0 ? filtered : [null];
  return found.map((answer, i) => ({
    place,
    messages: readPrompt(record['arguments']),
    answer,
    targets: asTexts(record['target']),
    metadata: asFields(record['doc']),
    kept: {
      ...without(record, READ),
      ...(filtered.length > 0 && { filtered_resps: record['filtered_resps'] }),
    },
    ...present({ id: asName(record['doc_id']), epoch: found.length > 1 ? i + 1 : undefined, model: undefined }),
  }));
}

/**
 * Returns the first argument of the first request: a text, or a chat as JSON. Old files have lists, new ones objects (`gen_args_0.arg_0`).
 */
function readPrompt(requests: unknown): readonly ForeignMessage[] {
  const request = isFields(requests) ? Object.values(requests)[0] : asList(requests)[0];
  const first = isFields(request) ? Object.values(request)[0] : (asList(request)[0] ?? request);
  // A chat is a list with one text of JSON.
  const text = asText(first) ?? asText(asList(first)[0]);
  if (text === undefined) return readMessages(first);
  return /^\s*\[\s*\{\s*"role"/.test(text) ? readMessages(parseJson(text)) : readMessages(text);
}
