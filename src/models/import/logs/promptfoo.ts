import { parseJson } from '../../../core/base/text/json-items.ts';
import {
  asCount,
  asFields,
  asInstant,
  asList,
  asText,
  asTexts,
  type Fields,
  isFields,
  present,
  without,
} from '../../json-fields.ts';
import { contentText, readFinishReason, readMessages, readUsage } from './foreign-fields.ts';
import {
  type ForeignSample,
  foreign,
  type LogEvent,
  type LogFacts,
  type LogFormat,
  type LogHead,
  type LogPiece,
  type LogReader,
  problemAt,
} from './log-format.ts';

const READ = new Set(['prompt', 'response', 'error', 'latencyMs', 'tokenUsage']);
/** Types of assertions whose value is the right answer. */
const EXPECTS: ReadonlySet<string> = new Set([
  'equals',
  'contains',
  'icontains',
  'starts-with',
  'similar',
  'levenshtein',
]);

/**
 * Results of promptfoo: a JSON document (`results.results`) or JSON Lines of the same objects, with `vars`, `response.output` and
 * `gradingResult`. Source: `EvaluateResult` and `OutputFile` in `src/types/index.ts` of promptfoo/promptfoo.
 */
export const promptfoo: LogFormat = {
  name: 'promptfoo',
  title: 'results of promptfoo',
  layout: ({ first }) => (isResult(asFields(first)) ? 'lines' : ['', 'results', 'results.results']),
  recognize: recognizePromptfoo,
  open: () => new PromptfooReader(),
};

const isResult = (fields: Fields): boolean =>
  isFields(fields['vars']) && ('promptIdx' in fields || 'gradingResult' in fields || 'testCase' in fields);

function recognizePromptfoo({ first, text }: LogHead): number {
  const fields = asFields(first);
  if (isResult(fields)) return 1;
  if ('evalId' in fields && ('results' in fields || /"results"\s*:/.test(text))) return 1;
  return /"results"\s*:\s*\{/.test(text) && /"promptIdx"|"gradingResult"/.test(text) ? 0.9 : 0;
}

class PromptfooReader implements LogReader {
  #facts: LogFacts = {};
  /** Number of the next repeat of each test. */
  readonly #repeats = new Map<string, number>();

  get facts(): LogFacts {
    return this.#facts;
  }

  piece({ path, value, place }: LogPiece): readonly LogEvent[] {
    if (path === 'results.timestamp') this.#facts = { ...this.#facts, ...present({ created: asInstant(value) }) };
    if (path !== 'results.results[]' && path !== '') return [];
    if (!isFields(value)) return [problemAt(place, 'this is not a result')];
    return [foreign(this.#sample(value, place))];
  }

  #sample(result: Fields, place: string): ForeignSample {
    const provider = asFields(result['provider']);
    const named = [result['provider'], provider['label'], provider['id']].map(asText);
    // A provider without a label has an empty one.
    const model = named.find((name) => name !== undefined && name !== '');
    const key = JSON.stringify([result['testIdx'], result['promptIdx'], model]);
    const epoch = (this.#repeats.get(key) ?? 0) + 1;
    this.#repeats.set(key, epoch);
    const response = asFields(result['response']);
    const usage = asFields(response['tokenUsage'] ?? result['tokenUsage']);
    const test = asFields(result['testCase']);
    const vars = asFields(result['vars'] ?? test['vars']);
    const asserts = asList(test['assert']).map(asFields);
    const answer = asText(response['output']) ?? contentText(response['output']);
    const error = asText(result['error']);
    // A failed assertion is in `error` too.
    const isFailure = error !== undefined && error !== '' && answer === undefined;
    const elapsed = result['latencyMs'];
    return {
      place,
      epoch,
      messages: readPrompt(asFields(result['prompt'])['raw']),
      answer:
        answer ??
        (response['output'] === undefined || response['output'] === null ? null : JSON.stringify(response['output'])),
      targets: asserts.flatMap((assert) => (EXPECTS.has(String(assert['type'])) ? asTexts(assert['value']) : [])),
      metadata: { ...vars, ...asFields(test['metadata']) },
      kept: without(result, READ),
      ...present({
        id: asCount(result['testIdx']) === undefined ? undefined : `test ${String(result['testIdx'])}`,
        model,
        usage: readUsage(usage['prompt'], usage['completion'], asFields(usage['completionDetails'])['reasoning']),
        finishReason: readFinishReason(asText(response['finishReason'])),
        timing: typeof elapsed === 'number' && Number.isFinite(elapsed) && elapsed >= 0 ? { elapsed } : undefined,
        error: isFailure ? { code: 'imported', message: error } : undefined,
      }),
    };
  }
}

/** Returns a prompt of promptfoo: a text, or a chat as JSON text. */
function readPrompt(raw: unknown): ForeignSample['messages'] {
  const text = asText(raw);
  if (text === undefined) return readMessages(raw);
  if (!/^\s*\[\s*\{/.test(text)) return readMessages(text);
  const messages = readMessages(parseJson(text));
  return messages.length > 0 ? messages : readMessages(text);
}
