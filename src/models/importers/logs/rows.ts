import { parseJson } from '../../../core/mav/records/record.ts';
import {
  dividedAtAnswer,
  type Fields,
  fieldsOf,
  isFields,
  messagesOf,
  nameOf,
  ofFields,
  present,
  textOf,
  textsOf,
} from './fields.ts';
import { type ForeignSample, foreign, type LogFacts, type LogFormat } from './log-format.ts';
import { OWN_KEY, ownFacts, ownSample } from './own-sample.ts';
import { replyOf } from './reply.ts';

/** Names that columns of data sets have, the likeliest first. */
const ANSWER = [
  'answer',
  'response',
  'output',
  'completion',
  'prediction',
  'generated_text',
  'model_output',
  'generation',
];
const PROMPT = ['prompt', 'question', 'input', 'instruction', 'query'];
const TARGET = ['target', 'expected', 'reference', 'label', 'truth', 'true_fen', 'gold', 'correct_answer'];
const MODEL = ['model', 'model_name', 'model_id'];
const CHAT = ['messages', 'conversations', 'conversation'];

/**
 * Rows of a data set, as the Hugging Face hub has them: Parquet, JSON Lines, a JSON list, or the answer of its rows API
 * (`{"rows": [{"row": …}]}`, or its rows as lines). Columns are found by their names; `--map` names others.
 */
export const rows: LogFormat = {
  name: 'rows',
  title: 'rows of a data set',
  layout: ({ text }) => {
    const begin = text.trimStart();
    if (begin.startsWith('[')) return [''];
    return /^\{\s*"(?:dataset|features|rows)"/.test(begin) ? ['', 'rows'] : 'lines';
  },
  recognize: ({ kind, first }) =>
    kind === 'parquet' ? 1 : isFields(first) || (Array.isArray(first) && isFields(first[0])) ? 0.1 : 0,
  open: () => {
    let facts: LogFacts = {};
    return {
      get facts() {
        return facts;
      },
      piece: ({ path, value, place }) => {
        if (path !== '' && path !== '[]' && path !== 'rows[]') return [];
        const { row: inner, row_idx: index } = fieldsOf(value);
        const row = path === 'rows[]' || (isFields(inner) && index !== undefined) ? inner : value;
        return ofFields({ value: row, place }, 'a row', (fields) => {
          const own = fieldsOf(parseJson(textOf(fields[OWN_KEY]) ?? ''));
          if (facts.header === undefined) facts = ownFacts({ header: own['header'] });
          return [foreign(sampleOf(fields, own, place))];
        });
      },
    };
  },
};

function sampleOf(row: Fields, written: Fields, place: string): ForeignSample {
  const chat = CHAT.flatMap((name) => messagesOf(row[name]));
  const dialog = dividedAtAnswer(chat);
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => textOf(row[name])).find((text) => text !== undefined);
  const reply = ANSWER.map((name) => replyOf(row[name])).find((one) => one !== undefined);
  const answer = reply?.text ?? dialog.answer;
  const own = ownSample(written, textOf(row['answer']) ?? null, textOf(row['prompt']));
  // of a row without an answer alone: elsewhere the column may hold anything
  const code = answer === undefined ? textOf(row['error']) : undefined;
  const error = code && { code, message: textOf(row['errorMessage']) ?? code };
  return {
    place,
    messages: dialog.asked.length > 0 ? dialog.asked : messagesOf(first(PROMPT)),
    answer: answer ?? null,
    targets: TARGET.flatMap((name) => textsOf(row[name])),
    metadata: without(row, ANSWER),
    kept: without(row, [...ANSWER, ...PROMPT, ...CHAT]),
    ...present({
      id: nameOf(row['id']) ?? nameOf(row['example_id']),
      model: first(MODEL) ?? reply?.model,
      usage: reply?.usage,
      finishReason: reply?.finishReason,
      error: error || undefined,
      own,
    }),
  };
}

const without = (row: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
