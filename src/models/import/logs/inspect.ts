import {
  asCount,
  asFields,
  asInstant,
  asList,
  asName,
  asText,
  asTexts,
  type Fields,
  isFields,
  present,
  without,
} from '../../json-fields.ts';
import {
  contentText,
  dividedAtAnswer,
  OWN_KEY,
  ownFacts,
  ownSample,
  readFinishReason,
  readMessages,
  readReasoning,
  readUsage,
} from './foreign-fields.ts';
import {
  type ForeignMessage,
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

/** Latest known version of the log schema; a later one is read as far as its fields are known. */
const KNOWN_VERSION = 2;
/** Fields of a sample that are read, or that a run has no use for. */
const READ = new Set([
  'id',
  'epoch',
  'input',
  'messages',
  'output',
  'error',
  'started_at',
  'total_time',
  'model_usage',
]);
/** Large parts of a sample that are left out, with a note. */
const LEFT_OUT = ['events', 'store', 'timelines', 'events_data', 'error_retries', 'transcript'] as const;
const DROPPED = new Set<string>([...READ, ...LEFT_OUT, 'attachments']);

/** Finish reasons of Inspect and of servers by their names in runs. */

/**
 * Logs of Inspect AI: a `.eval` is a zip with `header.json` (`_journal/start.json` until the evaluation ends) and one entry per sample; a
 * JSON log is one document. Source: `EvalLog` in `inspect_ai/log/_log.py`, `EvalRecorder` in `_recorders/eval.py`.
 */
export const inspectLog: LogFormat = {
  name: 'inspect',
  title: 'an Inspect AI log',
  layout: () => ['', 'samples'],
  recognize: recognizeInspect,
  open: () => new InspectReader(),
};

function recognizeInspect({ name, kind, entries, first }: LogHead): number {
  if (kind === 'zip') {
    const isLog = entries.some((entry) => /^(?:header|start|_journal\/start)\.json$/.test(entry));
    if (isLog || entries.some((entry) => entry.startsWith('samples/'))) return 1;
    // A log that is cut off at its beginning.
    return entries.length === 0 && name.endsWith('.eval') ? 0.6 : 0;
  }
  const fields = asFields(first);
  if (!('eval' in fields) || !isFields(fields['eval'])) return 0;
  return 'version' in fields || 'status' in fields ? 1 : 0.7;
}

/** Returns true for an entry of a `.eval` that holds a sample. */
export const isSampleEntry = (name: string): boolean => /^samples\/[^/]+\.json$/.test(name);

class InspectReader implements LogReader {
  #facts: LogFacts = {};
  #scorers: readonly string[] = [];
  readonly #leftOut = new Map<string, number>();

  get facts(): LogFacts {
    return this.#facts;
  }

  piece({ path, value, place }: LogPiece): readonly LogEvent[] {
    if (path === 'samples[]' || isSampleEntry(path)) return this.#sample(value, place);
    if (/(?:^|\/)(?:header|start)\.json$/.test(path)) return this.#header(asFields(value));
    switch (path) {
      case 'version':
        return this.#version(value);
      case 'eval':
        return this.#spec(asFields(value));
      case 'plan':
      case 'results':
        return this.#results(path, asFields(value));
      default:
        return [];
    }
  }

  end(): readonly LogEvent[] {
    return [...this.#leftOut].map(([name, count]) => ({
      type: 'note',
      message: `${name} left out of ${count.toLocaleString('en-US')} ${count === 1 ? 'sample' : 'samples'}`,
    }));
  }

  #header(header: Fields): readonly LogEvent[] {
    return [
      ...this.#version(header['version']),
      ...this.#spec(asFields(header['eval'])),
      ...this.#results('plan', asFields(header['plan'])),
      ...this.#results('results', asFields(header['results'])),
    ];
  }

  #version(version: unknown): readonly LogEvent[] {
    if (typeof version !== 'number' || version <= KNOWN_VERSION) return [];
    const message = `the log has version ${version}, and versions up to ${KNOWN_VERSION} are known: it is read as far as its fields are known`;
    return [{ type: 'note', message }];
  }

  #spec(spec: Fields): readonly LogEvent[] {
    const own = asFields(asFields(spec['metadata'])[OWN_KEY]);
    this.#facts = {
      ...this.#facts,
      ...present({ model: asText(spec['model']), created: asInstant(spec['created']) }),
      ...settingsFact(asFields(spec['model_generate_config'])),
      ...ownFacts(own),
    };
    return [];
  }

  #results(path: string, fields: Fields): readonly LogEvent[] {
    if (path === 'plan') {
      const settings = settingsFact(asFields(fields['config']));
      this.#facts = { ...this.#facts, ...(this.#facts.settings === undefined ? settings : {}) };
    } else this.#scorers = asList(fields['scores']).flatMap((score) => asText(asFields(score)['name']) ?? []);
    return [];
  }

  #sample(value: unknown, place: string): readonly LogEvent[] {
    if (!isFields(value)) return [problemAt(place, 'this is not a sample')];
    for (const name of LEFT_OUT) {
      const part = value[name];
      if (isFields(part) ? Object.keys(part).length > 0 : asList(part).length > 0)
        this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1);
    }
    return [foreign(inspectSample(value, place, this.#facts.model, this.#scorers))];
  }
}

function settingsFact(config: Fields): Pick<LogFacts, 'settings'> {
  const number = (name: string): number | undefined => {
    const value = config[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const seed = number('seed');
  const settings = present({
    temperature: number('temperature'),
    topP: number('top_p'),
    maxTokens: asCount(config['max_tokens']),
    seed: Number.isInteger(seed) ? seed : undefined,
  });
  return Object.keys(settings).length === 0 ? {} : { settings };
}

function inspectSample(
  sample: Fields,
  place: string,
  logModel: string | undefined,
  scorers: readonly string[],
): ForeignSample {
  const texts = attachmentReader(sample);
  const output = asFields(sample['output']);
  const choice = asFields(asList(output['choices'])[0]);
  const dialog = dividedAtAnswer(texts.messages(readMessages(sample['messages'])));
  const completion = contentText(asFields(choice['message'])['content']) ?? asText(output['completion']);
  const answer = completion === undefined ? dialog.answer : texts.text(completion);
  const asked = dialog.asked.length > 0 ? dialog.asked : texts.messages(readMessages(sample['input']));
  const model = asText(output['model']) ?? logModel;
  const usage = asFields(output['usage'] ?? Object.values(asFields(sample['model_usage']))[0]);
  const metadata = asFields(sample['metadata']);
  const found: ForeignSample = {
    place,
    messages: asked,
    answer: answer ?? null,
    targets: asTexts(sample['target']),
    metadata,
    kept: importedFields(sample, scorers),
    ...present({
      id: asName(sample['id']),
      epoch: asCount(sample['epoch']),
      model: model === 'none/none' || model === '' ? logModel : model,
      usage: readUsage(usage['input_tokens'], usage['output_tokens'], usage['reasoning_tokens']),
      finishReason: readFinishReason(asText(choice['stop_reason'])),
      timing: readTiming(sample, output),
      error: readError(sample['error'] ?? output['error']),
      reasoning: readReasoning(asFields(choice['message'])),
    }),
  };
  const own = ownSample(asFields(metadata[OWN_KEY]), found.answer, asText(sample['input']));
  return own === undefined ? found : { ...found, own };
}

/** Returns the fields of a sample that a run stores: name and epoch, scores, target, metadata, and unknown fields. */
function importedFields(sample: Fields, scorers: readonly string[]): Fields {
  const rest = without(sample, DROPPED);
  // Version 1 has one unnamed score.
  const { score, ...others } = rest;
  const scores = isFields(rest['scores']) || score === undefined ? rest['scores'] : { [scorers[0] ?? 'score']: score };
  return present({ id: sample['id'], epoch: sample['epoch'], ...others, scores });
}

function readTiming(sample: Fields, output: Fields): ForeignSample['timing'] {
  const seconds = [output['time'], sample['total_time']].find((item) => typeof item === 'number' && item >= 0);
  const timing = present({
    started: asText(sample['started_at']),
    elapsed: typeof seconds === 'number' && Number.isFinite(seconds * 1000) ? seconds * 1000 : undefined,
  });
  return Object.keys(timing).length === 0 ? undefined : timing;
}

function readError(error: unknown): ForeignSample['error'] {
  const message = asText(error) ?? asText(asFields(error)['message']);
  return message === undefined || message === '' ? undefined : { code: 'imported', message };
}

/** Returns a function that restores the texts that a sample stores separately as `attachment://…`. */
function attachmentReader(sample: Fields) {
  const kept = asFields(sample['attachments']);
  const text = (found: string): string => {
    if (!found.startsWith('attachment://')) return found;
    const name = found.slice('attachment://'.length);
    return (Object.hasOwn(kept, name) ? asText(kept[name]) : undefined) ?? found;
  };
  const messages = (found: readonly ForeignMessage[]): readonly ForeignMessage[] =>
    found.map((item) => ({ ...item, text: text(item.text) }));
  return { text, messages };
}
