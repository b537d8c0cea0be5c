import {
  asFields,
  asInstant,
  asList,
  asName,
  asText,
  asTexts,
  type Fields,
  isFields,
  present,
} from '../../json-fields.ts';
import { contentText, readMessages, readUsage } from './foreign-fields.ts';
import {
  type ForeignSample,
  foreign,
  type LogEvent,
  type LogFacts,
  type LogFormat,
  type LogPiece,
  type LogReader,
  problemAt,
} from './log-format.ts';

/** Limit of the answers that wait for their verdict; beyond it the oldest is emitted without one. */
const MAX_WAITING = 10_000;
/** Events with the verdict on an answer, or with its question. */
const ABOUT: ReadonlySet<string> = new Set(['match', 'metrics', 'raw_sample', 'error', 'pick_option', 'extra']);

/**
 * Event logs of OpenAI evals, JSON Lines: a line with the `spec`, then events; `sampling` has prompt and answer, `match` the expected
 * answer, with the same `sample_id`. Source: `evals/record.py` of openai/evals.
 */
export const openaiEvals: LogFormat = {
  name: 'openai-evals',
  title: 'an event log of OpenAI evals',
  layout: () => 'lines',
  recognize: ({ first }) => {
    const fields = asFields(first);
    const spec = asFields(fields['spec']);
    if ('run_id' in spec || 'eval_name' in spec || 'completion_fns' in spec) return 1;
    return 'event_id' in fields && 'sample_id' in fields && 'type' in fields ? 1 : 0;
  },
  open: () => new EvalsReader(),
};

interface Waiting {
  readonly sampling: Fields;
  readonly place: string;
  readonly epoch: number;
}

class EvalsReader implements LogReader {
  #facts: LogFacts = {};
  readonly #waiting: Waiting[] = [];
  /** Facts about samples whose answers wait. */
  readonly #about = new Map<string, Fields>();
  readonly #epochs = new Map<string, number>();
  #late = 0;
  #others = 0;

  get facts(): LogFacts {
    return this.#facts;
  }

  piece({ value, place }: LogPiece): readonly LogEvent[] {
    if (!isFields(value)) return [problemAt(place, 'this is not an event')];
    const spec = asFields(value['spec']);
    if ('spec' in value) {
      const model = asText(asList(spec['completion_fns'])[0]) ?? asText(spec['model_name']);
      this.#facts = present({ model, created: asInstant(spec['created_at']) });
      return [];
    }
    if ('final_report' in value) return [];
    const id = asName(value['sample_id']);
    const type = asText(value['type']);
    if (id === undefined || type === undefined) return [problemAt(place, 'an event without sample_id or type')];
    if (type === 'sampling') return this.#sampling(id, asFields(value['data']), place);
    if (ABOUT.has(type)) this.#remember(id, type, asFields(value['data']));
    else this.#others++;
    return [];
  }

  end(): readonly LogEvent[] {
    const rest = this.#waiting.splice(0).map((item) => this.#sample(item));
    const notes: LogEvent[] = [];
    const note = (count: number, what: string): void => {
      if (count > 0) notes.push({ type: 'note', message: `${count.toLocaleString('en-US')} ${what}` });
    };
    note(this.#others, 'events of other types left out');
    note(this.#late, 'events came too late for their answers');
    return [...rest, ...notes];
  }

  #sampling(id: string, sampling: Fields, place: string): readonly LogEvent[] {
    const answers = asTexts(sampling['sampled']);
    const found = answers.length > 0 ? answers : [contentText(sampling['sampled']) ?? null];
    for (const answer of found) {
      const epoch = (this.#epochs.get(id) ?? 0) + 1;
      this.#epochs.set(id, epoch);
      this.#waiting.push({ sampling: { ...sampling, sampled: answer, sample_id: id }, place, epoch });
    }
    const over = this.#waiting.splice(0, Math.max(0, this.#waiting.length - MAX_WAITING));
    return over.map((entry) => this.#sample(entry));
  }

  #remember(id: string, type: string, data: Fields): void {
    // raw_sample precedes the answer, match follows it; facts without an answer are of no use.
    if (this.#about.size > 2 * MAX_WAITING) this.#late++;
    else this.#about.set(id, { ...this.#about.get(id), [type]: data });
  }

  #sample({ sampling, place, epoch }: Waiting): LogEvent {
    const id = String(sampling['sample_id']);
    const about = this.#about.get(id) ?? {};
    this.#about.delete(id);
    const match = asFields(about['match']);
    const raw = asFields(about['raw_sample']);
    const usage = asFields(sampling['usage']);
    const { prompt, sampled, usage: _, ...rest } = sampling;
    const error = asFields(about['error']);
    const sample: ForeignSample = {
      place,
      id,
      epoch,
      messages: readMessages(prompt),
      answer: asText(sampled) ?? null,
      targets: [...asTexts(match['expected']), ...asTexts(raw['ideal'])],
      metadata: { ...raw, ...rest, ...match },
      kept: { ...rest, ...about, epoch },
      ...present({
        model: asText(sampling['model']) ?? this.#facts.model,
        usage: readUsage(usage['prompt_tokens'], usage['completion_tokens']),
        error:
          asText(error['message']) === undefined ? undefined : { code: 'imported', message: String(error['message']) },
      }),
    };
    return foreign(sample);
  }
}
