import * as v from 'valibot';
import { runAttemptSchema, runHeaderSchema, runSampleSchema } from '../../../core/evaluation/runs/run-schema.ts';
import { type Fields, fieldsOf, listOf } from './fields.ts';
import type { ForeignSample, LogFacts } from './log-format.ts';

/** The key of metadata under which StateLens writes what a log has no field for. */
export const OWN_KEY = 'statelens';

/**
 * The sample of a run that StateLens exported, as it was; undefined for any other.
 *
 * @param own what stands under `OWN_KEY`: all of the sample but its answer and prompt, which the log has in its own fields
 */
export function ownSample(own: Fields, answer: string | null, prompt: string | undefined): ForeignSample['own'] {
  if (!('sample' in own)) return undefined;
  const raw = own['hasAnswer'] === true ? answer : null;
  const asked = own['hasPrompt'] === true ? { prompt } : {};
  const sample = v.safeParse(runSampleSchema, { ...fieldsOf(own['sample']), raw, ...asked });
  const attempts = v.safeParse(v.array(runAttemptSchema), own['attempts'] ?? []);
  return sample.success && attempts.success ? { sample: sample.output, attempts: attempts.output } : undefined;
}

/** Samples that such a record has beside its own, whole. */
export const samplesBeside = (own: Fields, name: 'before' | 'after'): readonly NonNullable<ForeignSample['own']>[] =>
  listOf(own[name]).flatMap((one) => {
    const read = v.safeParse(v.object({ sample: runSampleSchema, attempts: v.array(runAttemptSchema) }), one);
    return read.success ? [read.output] : [];
  });

/** The header of such a run, and the attempts that belong to no sample of it. */
export function ownFacts(own: Fields): Pick<LogFacts, 'header' | 'attempts'> {
  const header = v.safeParse(runHeaderSchema, own['header']);
  const attempts = v.safeParse(v.array(runAttemptSchema), own['attempts']);
  return {
    ...(header.success && { header: header.output }),
    ...(attempts.success && header.success && { attempts: attempts.output }),
  };
}
