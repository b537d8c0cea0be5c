import { fingerprint } from '../../core/base/text/hash.ts';
import { shardSize } from '../../core/evaluation/runs/run-plan.ts';
import type { RunAttempt, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { OWN_KEY } from '../import/logs/foreign-fields.ts';
import {
  type ExportedNames,
  type ExportedSample,
  FIGURES,
  ownFields,
  promptMessages,
  sampleFigures,
  sampleMetadata,
} from './exported-sample.ts';

/** Version of the log schema that is written (`LOG_SCHEMA_VERSION` of inspect_ai). */
const VERSION = 2;
const SCORER = 'statelens';

/** Head of an Inspect log: `EvalLog` without its samples. */
export interface InspectHeader {
  readonly version: number;
  readonly status: 'success' | 'cancelled';
  readonly eval: object;
  readonly plan: object;
  readonly results: object;
  readonly stats: object;
}

/** Sums of the samples' figures, for the results of a log. */
export class FigureMeans {
  readonly #sums = new Map<string, number>(FIGURES.map((name) => [name, 0]));
  samples = 0;
  failed = 0;
  scored = 0;
  epochs = 1;
  readonly positions = new Set<string>();
  /** Tokens of the samples, by model. */
  readonly usage = new Map<string, NonNullable<RunSample['usage']>>();
  /** Times of the first request and of the last answer, in milliseconds; unknown for most imported runs. */
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;

  add(name: string, { sample, scores }: Pick<ExportedSample, 'sample' | 'scores'>): void {
    this.samples++;
    this.epochs = Math.max(this.epochs, sample.index + 1);
    this.positions.add(name);
    if (sample.error !== undefined) this.failed++;
    this.#spend(sample);
    if (scores === null) return;
    this.scored++;
    for (const [figure, value] of Object.entries(sampleFigures(scores)))
      this.#sums.set(figure, (this.#sums.get(figure) ?? 0) + value);
  }

  #spend({ model, usage, timing }: RunSample): void {
    if (usage !== undefined) {
      const sums: Record<string, number> = { ...this.usage.get(model) };
      for (const [name, count] of Object.entries(usage)) sums[name] = (sums[name] ?? 0) + count;
      this.usage.set(model, sums);
    }
    const started = Date.parse(timing?.started ?? '');
    if (Number.isNaN(started)) return;
    this.from = Math.min(this.from, started);
    this.to = Math.max(this.to, started + (timing?.elapsed ?? 0));
  }

  mean(name: string): number {
    return this.scored === 0 ? 0 : (this.#sums.get(name) ?? 0) / this.scored;
  }
}

/**
 * Returns the header of a run as an Inspect log. Data that Inspect has no field for is under `eval.metadata.statelens`.
 *
 * @param attempts attempts whose samples the run does not have
 */
export function inspectHeader(header: RunHeader, means: FigureMeans, attempts: readonly RunAttempt[]): InspectHeader {
  const { temperature, topP, maxTokens, seed } = header.settings;
  const config = defined({ temperature, top_p: topP, max_tokens: maxTokens, seed });
  // Inspect accepts only instants with a time zone.
  const created = header.created ?? instant(Number.isFinite(means.from) ? means.from : 0);
  const total = Math.max(
    means.samples,
    header.plan === undefined ? 0 : shardSize(header.plan.tasks, header.plan.shard),
  );
  const id = fingerprint(JSON.stringify(header));
  const [model] = header.models;
  const metrics = (name: string) => ({ mean: { name: 'mean', value: means.mean(name), params: {} } });
  return {
    version: VERSION,
    // Readers of the log learn that samples are missing.
    status: means.samples < total ? 'cancelled' : 'success',
    eval: {
      eval_id: id,
      run_id: id,
      task_id: id,
      created,
      task: 'state-tracking',
      task_version: 0,
      task_attribs: {},
      task_args: {},
      dataset: defined({ name: header.games?.file ?? 'games', samples: means.positions.size, shuffled: false }),
      model: header.models.length > 1 ? 'several' : (model?.model ?? model?.label ?? 'unknown'),
      model_generate_config: config,
      model_args: {},
      config: { epochs: means.epochs },
      packages: { [header.tool.name]: header.tool.version },
      metadata: { [OWN_KEY]: { header, attempts } },
    },
    plan: { name: 'plan', steps: [{ solver: 'generate', params: {} }], config },
    results: {
      total_samples: total,
      completed_samples: means.samples - means.failed,
      scores: FIGURES.map((name) => ({
        name,
        scorer: SCORER,
        params: {},
        metrics: metrics(name),
        scored_samples: means.scored,
        unscored_samples: means.samples - means.scored,
      })),
    },
    stats: {
      started_at: means.from < Date.parse(created) ? instant(means.from) : created,
      completed_at: means.to > Date.parse(created) ? instant(means.to) : created,
      model_usage: Object.fromEntries([...means.usage].map(([label, usage]) => [label, inspectUsage({ usage })])),
    },
  };
}

/** Finish reasons by Inspect's names. */
const STOPS: Readonly<Record<string, string>> = {
  length: 'max_tokens',
  filter: 'content_filter',
  refusal: 'content_filter',
};
const KNOWN_STOPS: ReadonlySet<string> = new Set([
  'stop',
  'max_tokens',
  'model_length',
  'tool_calls',
  'content_filter',
]);

/** Returns a sample in Inspect's format. */
export function inspectSample(header: RunHeader, names: ExportedNames, exported: ExportedSample): object {
  const { sample } = exported;
  const { raw, model, error, timing, finishReason } = sample;
  const asked = promptMessages(sample, header);
  const answer = raw === null ? [] : [{ role: 'assistant', content: raw, source: 'generate', model }];
  const stop = finishReason === undefined ? 'stop' : (STOPS[finishReason] ?? finishReason);
  const usage = inspectUsage(sample);
  const seconds = timing?.elapsed === undefined ? undefined : timing.elapsed / 1000;
  return defined({
    id: names.of(sample),
    epoch: sample.index + 1,
    input: sample.prompt ?? asked.map(({ content }) => content).join('\n\n'),
    target: sample.trueFen,
    messages: [...asked, ...answer],
    output: defined({
      model,
      choices: answer.map((message) => ({ message, stop_reason: KNOWN_STOPS.has(stop) ? stop : 'unknown' })),
      usage,
      time: seconds,
      error: error?.message,
    }),
    scores: inspectScores(exported),
    metadata: {
      ...sampleMetadata(exported, 'inspect', ['asked']),
      ...readingFields(exported),
      [OWN_KEY]: ownFields(exported),
    },
    store: {},
    events: [],
    model_usage: usage === undefined ? {} : { [model]: usage },
    started_at: timing?.started,
    total_time: seconds,
    uuid: fingerprint(sample.id),
    error: error && { message: error.message, traceback: '', traceback_ansi: '' },
    attachments: {},
  });
}

/** Returns the summary for the list of samples in Inspect's viewer. */
export function inspectSummary(names: ExportedNames, exported: ExportedSample): object {
  const { sample } = exported;
  const usage = inspectUsage(sample);
  return defined({
    id: names.of(sample),
    epoch: sample.index + 1,
    input: (sample.moves ?? []).join(' ').slice(0, 1000),
    target: sample.trueFen,
    metadata: defined({ ...sampleMetadata(exported, 'inspect', ['asked']), moves: undefined }),
    scores: inspectScores(exported),
    model_usage: usage === undefined ? {} : { [sample.model]: usage },
    completed: true,
    message_count: sample.raw === null ? 1 : 2,
    error: sample.error?.message,
  });
}

/** Returns the extraction of the state from the answer; no fields for samples without one. */
const readingFields = (exported: ExportedSample): object =>
  exported.sample.extraction === null ? {} : { reading: sampleMetadata(exported, 'inspect', ['answered']) };

function inspectScores(exported: ExportedSample): object | undefined {
  const { sample, scores } = exported;
  if (scores === null) return undefined;
  return {
    [SCORER]: defined({
      value: sampleFigures(scores),
      answer: sample.extraction?.fen,
      explanation: scores.sentence,
      // p and r by depth.
      metadata: { ...sampleMetadata(exported, 'inspect', ['scored']), p: scores.p, r: scores.r },
    }),
  };
}

/** Returns an instant; the last one that JavaScript can represent stands for all later ones. */
const instant = (time: number): string => new Date(Math.min(time, 8.64e15)).toISOString();

function inspectUsage({ usage }: Pick<RunSample, 'usage'>): object | undefined {
  if (usage === undefined) return undefined;
  const { inputTokens = 0, outputTokens = 0, reasoningTokens } = usage;
  return defined({
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    reasoning_tokens: reasoningTokens,
  });
}

const defined = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
