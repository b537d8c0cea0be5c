import { parseJson } from '../../../core/base/text/json-items.ts';
import { asFields, asList, asText, asTexts, type Fields, isFields, present, without } from '../../json-fields.ts';
import {
  dividedAtAnswer,
  OWN_KEY,
  ownFacts,
  ownSample,
  readMessages,
  readUsage,
  samplesBeside,
} from './foreign-fields.ts';
import { type ForeignSample, foreign, type LogFacts, type LogFormat, problemAt } from './log-format.ts';

/** Schema version that is written; any 0.2.x is read, and a later one as far as its fields are known. */
export const EEE_VERSION = 'instance_level_eval_0.2.2';
const READ = new Set(['input', 'output', 'messages', 'token_usage', 'performance', 'error', 'model_id']);

/**
 * Instance records of Every Eval Ever, JSON Lines. Source: `instance_level_eval.schema.json` of evaleval/every_eval_ever; each of several
 * answers in `output.raw` is a sample.
 */
export const everyEvalEver: LogFormat = {
  name: 'eee',
  title: 'instance records of Every Eval Ever',
  layout: () => 'lines',
  recognize: ({ first }) => {
    const fields = asFields(first);
    if (!isFields(fields['input']) || !('evaluation_name' in fields) || !('sample_id' in fields)) return 0;
    return 'interaction_type' in fields ? 1 : 0.8;
  },
  open: () => {
    let isTold = false;
    let facts: LogFacts = {};
    return {
      get facts() {
        return facts;
      },
      piece: ({ value, place }) => {
        if (!isFields(value)) return [problemAt(place, 'this is not a record')];
        if (facts.header === undefined) facts = { ...facts, ...ownFacts({ header: ownOf(value)['header'] }) };
        const version = asText(value['schema_version']) ?? '';
        const note = !isTold && !/(?:^|_)0\.[0-2]\.\d+$/.test(version);
        isTold ||= note;
        return [
          ...(note
            ? [
                {
                  type: 'note' as const,
                  message: `the records have schema ${version || 'unknown'}: they are read as far as their fields are known`,
                },
              ]
            : []),
          ...samplesOf(value, place).map(foreign),
        ];
      },
    };
  },
};

function samplesOf(record: Fields, place: string): readonly ForeignSample[] {
  const input = asFields(record['input']);
  const dialog = dividedAtAnswer(readMessages(record['messages']));
  const outputs = asTexts(asFields(record['output'])['raw']);
  const answers: readonly (string | null)[] = outputs.length > 0 ? outputs : [dialog.answer ?? null];
  const usage = asFields(record['token_usage']);
  const elapsed = asFields(record['performance'])['latency_ms'];
  const error = asText(record['error']);
  const asked = asText(input['formatted']) ?? asText(input['raw']);
  const metadata = {
    ...asFields(record['metadata']),
    ...(asked === asText(input['raw']) ? {} : { input: input['raw'] }),
  };
  const written = ownOf(record);
  const own = ownSample(written, outputs[0] ?? null, asText(input['raw']));
  const beside = (name: 'before' | 'after'): readonly ForeignSample[] =>
    samplesBeside(written, name).map((item) => ({
      place,
      messages: [],
      answer: null,
      targets: [],
      metadata: {},
      kept: {},
      own: item,
    }));
  const found = answers.map(
    (answer, i): ForeignSample => ({
      place,
      messages: dialog.asked.length > 0 ? dialog.asked : readMessages(asked),
      answer,
      targets: asTexts(input['reference']),
      metadata,
      ...(own !== undefined && { own }),
      kept: {
        ...without(record, READ),
        reference: asList(input['reference']),
        ...present({ choices: input['choices'] }),
      },
      ...present({
        id: asText(record['sample_id']),
        epoch: answers.length > 1 ? i + 1 : undefined,
        model: asText(record['model_id']),
        usage: readUsage(usage['input_tokens'], usage['output_tokens'], usage['reasoning_tokens']),
        timing: typeof elapsed === 'number' && Number.isFinite(elapsed) && elapsed >= 0 ? { elapsed } : undefined,
        error: error === undefined || error === '' ? undefined : { code: 'imported', message: error },
      }),
    }),
  );
  return [...beside('before'), ...found, ...beside('after')];
}

/** Returns the fields that StateLens stored in the metadata of its records, which holds only texts. */
function ownOf(record: Fields): Fields {
  const text = asText(asFields(record['metadata'])[OWN_KEY]);
  return text === undefined ? {} : asFields(parseJson(text));
}
