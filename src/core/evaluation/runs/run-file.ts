import * as v from 'valibot';
import { withSum } from './checksum.ts';
import {
  type RunAttempt,
  type RunBatch,
  type RunHeader,
  type RunSample,
  runAttemptSchema,
  runBatchSchema,
  runHeaderSchema,
  runSampleSchema,
} from './run-schema.ts';

// JSON allows U+2028 and U+2029 inside strings, but many line readers (Node's readline too) break lines at them.
const line = (value: unknown): string =>
  `${withSum(JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'))}\n`;

/**
 * The header line of a run file, with its line end. Fields that the schema does not name are left out and the endpoint
 * is stripped of user, password and query, so no secret gets in by accident. Throws on a header of a wrong shape (a bug).
 */
export const encodeRunHeader = (header: RunHeader): string => line(v.parse(runHeaderSchema, header));

/** A sample's line of a run file, with its line end. Throws on a sample of a wrong shape (a bug). */
export const encodeRunSample = (sample: RunSample): string => line(v.parse(runSampleSchema, sample));

/** A line of a run file behind its header, with its line end. Throws on a wrong shape (a bug). */
export const encodeRunLine = (value: RunSample | RunAttempt | RunBatch): string => {
  if (value.kind === 'sample') return encodeRunSample(value);
  return line(value.kind === 'batch' ? v.parse(runBatchSchema, value) : v.parse(runAttemptSchema, value));
};

/** The identity of a sample: model, template, position and number. Two samples of a run never share it. */
export const sampleId = (of: Pick<RunSample, 'model' | 'template' | 'game' | 'ply' | 'index'>): string => {
  const part = (name: string): string => name.replace(/[%@#\s]/g, encodeURIComponent);
  const asked = of.template === undefined ? part(of.model) : `${part(of.model)}@${part(of.template)}`;
  return `${asked}#${of.game}.${of.ply}.${of.index}`;
};
