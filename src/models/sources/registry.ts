import type { Result } from '../../core/base/result.ts';
import { nearLabel } from '../../core/evaluation/runs/near-label.ts';
import { fault, type Model, type ModelFault } from '../model.ts';
import { OPENAI } from '../openai/openai.ts';
import { BASELINES } from './baselines.ts';
import { MAV_SMALL_LABEL } from './mav-small.ts';
import { REFERENCE } from './reference.ts';
import type { ModelSource, OpenOptions } from './source.ts';

/** All model sources, in the order of a picker. */
export const SOURCES: readonly ModelSource[] = [BASELINES, REFERENCE, OPENAI];

/** Default model: learned, offline and free; the caller adds the source that can run it. */
export const DEFAULT_MODEL = MAV_SMALL_LABEL;

/**
 * Opens the model of a label such as `baseline:lag-2` or `openai:gpt-4o`; the fault `unknown-model` lists the available ones, and
 * names the one that was probably meant.
 *
 * @param options options for models over the network, and for the reference
 */
export const openModel = (
  label: string,
  options: Partial<OpenOptions> = {},
  sources: readonly ModelSource[] = SOURCES,
): Result<Model, ModelFault> => {
  const colon = label.indexOf(':');
  const source = sources.find(({ id }) => id === label.slice(0, Math.max(0, colon)));
  const opened = source?.open(label.slice(colon + 1), options);
  if (opened?.ok === true || (opened !== undefined && opened.error.code !== 'unknown-model')) return opened;
  const near = nearLabel(label, sources);
  const known = sources.flatMap(({ id, names }) => names.map((name) => `${id}:${name}`));
  const message = opened?.error.message ?? `unknown model "${label}"; expected one of ${known.join(', ')}`;
  return fault('unknown-model', near === undefined ? message : `${message}; did you mean ${near}?`);
};
