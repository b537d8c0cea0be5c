import type { SampleScores } from '../../core/evaluation/report/sample-scores.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { EEE_VERSION } from '../import/logs/eee.ts';
import { OWN_KEY } from '../import/logs/foreign-fields.ts';
import {
  type ExportedNames,
  type ExportedSample,
  ownFields,
  promptMessages,
  sampleFigures,
  sampleMetadata,
} from './exported-sample.ts';

/** A sample with a score, and the samples stored beside it because they have no record. */
export interface EeeSample extends ExportedSample {
  readonly scores: SampleScores;
  /** Samples without a score that precede and follow it in the run: a record must have a score. */
  readonly before: readonly ExportedSample[];
  readonly after: readonly ExportedSample[];
}

/**
 * Returns a sample as an instance record of Every Eval Ever: one turn, the true FEN as reference, p_m as score. Its metadata holds only
 * texts; fields that the schema lacks are stored there as JSON.
 *
 * @param isFirst true for the record that also has the header of the run
 */
export function eeeRecord(header: RunHeader, names: ExportedNames, exported: EeeSample, isFirst: boolean): object {
  const { sample, scores, before, after } = exported;
  const { raw, prompt, usage, timing, error, extraction } = sample;
  const beside = (name: string, samples: readonly ExportedSample[]): object =>
    samples.length === 0 ? {} : { [name]: samples.map(({ sample, attempts }) => ({ sample, attempts })) };
  const own = {
    ...ownFields(exported, isFirst ? header : undefined),
    ...beside('before', before),
    ...beside('after', after),
  };
  const figures = sampleFigures(scores);
  const { inputTokens, outputTokens, reasoningTokens } = usage ?? {};
  const model = header.models.find(({ label }) => label === sample.model);
  return {
    schema_version: EEE_VERSION,
    evaluation_id: `state-tracking/${sample.model}`,
    model_id: model?.model ?? sample.model,
    evaluation_name: 'state-tracking',
    sample_id: names.of(sample),
    interaction_type: 'single_turn',
    input: {
      raw:
        prompt ??
        promptMessages(sample, header)
          .map(({ content }) => content)
          .join('\n\n'),
      reference: [sample.trueFen],
    },
    output: { raw: raw === null ? [] : [raw] },
    answer_attribution:
      extraction === null
        ? []
        : [
            {
              turn_idx: 0,
              source: 'output.raw',
              extracted_value: extraction.fen,
              extraction_method: 'regex',
              is_terminal: true,
            },
          ],
    evaluation: { score: figures.p, is_correct: scores.exact },
    ...(inputTokens !== undefined &&
      outputTokens !== undefined && {
        token_usage: {
          input_tokens: inputTokens,
          output_tokens: outputTokens,
          total_tokens: inputTokens + outputTokens,
          ...(reasoningTokens !== undefined && { reasoning_tokens: reasoningTokens }),
        },
      }),
    ...(timing?.elapsed !== undefined && { performance: { latency_ms: timing.elapsed } }),
    ...(error !== undefined && { error: error.message }),
    metadata: {
      ...texts(sampleMetadata(exported, 'eee', ['asked', 'answered', 'scored'])),
      ...texts(figures),
      [OWN_KEY]: JSON.stringify(own),
    },
  };
}

/** Converts values to texts: metadata of records holds nothing else. */
const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(' ') : String(value)]),
  );
