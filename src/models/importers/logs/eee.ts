import { parseJson } from '../../../core/mav/records/record.ts';
import {
  dividedAtAnswer,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  messagesOf,
  present,
  textOf,
  textsOf,
  usageOf,
  without,
} from './fields.ts';
import { type ForeignSample, foreign, type LogFacts, type LogFormat, problemAt } from './log-format.ts';
import { OWN_KEY, ownFacts, ownSample, samplesBeside } from './own-sample.ts';

/** The schema that is written; any 0.2.x is read, and a later one as far as its fields are known. */
export const EEE_VERSION = 'instance_level_eval_0.2.2';
const READ = new Set(['input', 'output', 'messages', 'token_usage', 'performance', 'error', 'model_id']);

/**
 * Instance records of Every Eval Ever, JSON Lines. Source: `instance_level_eval.schema.json` of evaleval/every_eval_ever; one
 * answer of several in `output.raw` is a sample each.
 */
export const everyEvalEver: LogFormat = {
  name: 'eee',
  title: 'instance records of Every Eval Ever',
  layout: () => 'lines',
  recognize: ({ first }) => {
    const fields = fieldsOf(first);
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
        const version = textOf(value['schema_version']) ?? '';
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
  const input = fieldsOf(record['input']);
  const dialog = dividedAtAnswer(messagesOf(record['messages']));
  const outputs = textsOf(fieldsOf(record['output'])['raw']);
  const answers: readonly (string | null)[] = outputs.length > 0 ? outputs : [dialog.answer ?? null];
  const usage = fieldsOf(record['token_usage']);
  const elapsed = fieldsOf(record['performance'])['latency_ms'];
  const error = textOf(record['error']);
  const asked = textOf(input['formatted']) ?? textOf(input['raw']);
  const metadata = {
    ...fieldsOf(record['metadata']),
    ...(asked === textOf(input['raw']) ? {} : { input: input['raw'] }),
  };
  const written = ownOf(record);
  const own = ownSample(written, outputs[0] ?? null, textOf(input['raw']));
  const beside = (name: 'before' | 'after'): readonly ForeignSample[] =>
    samplesBeside(written, name).map((one) => ({
      place,
      messages: [],
      answer: null,
      targets: [],
      metadata: {},
      kept: {},
      own: one,
    }));
  const found = answers.map(
    (answer, i): ForeignSample => ({
      place,
      messages: dialog.asked.length > 0 ? dialog.asked : messagesOf(asked),
      answer,
      targets: textsOf(input['reference']),
      metadata,
      ...(own !== undefined && { own }),
      kept: {
        ...without(record, READ),
        reference: listOf(input['reference']),
        ...present({ choices: input['choices'] }),
      },
      ...present({
        id: textOf(record['sample_id']),
        epoch: answers.length > 1 ? i + 1 : undefined,
        model: textOf(record['model_id']),
        usage: usageOf(usage['input_tokens'], usage['output_tokens'], usage['reasoning_tokens']),
        timing: typeof elapsed === 'number' && Number.isFinite(elapsed) && elapsed >= 0 ? { elapsed } : undefined,
        error: error === undefined || error === '' ? undefined : { code: 'imported', message: error },
      }),
    }),
  );
  return [...beside('before'), ...found, ...beside('after')];
}

/** What StateLens wrote into a record of its own; metadata holds texts alone. */
function ownOf(record: Fields): Fields {
  const text = textOf(fieldsOf(record['metadata'])[OWN_KEY]);
  return text === undefined ? {} : fieldsOf(parseJson(text));
}
