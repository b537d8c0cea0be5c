import type { Result } from '../../core/base/result.ts';
import { type ApiKey, KEY_VARIABLE } from '../../models/api-key.ts';
import type { Model } from '../../models/model.ts';
import {
  decodingSettings,
  type ModelPlace,
  type ModelSettings,
  type OpenFault,
  openBySettings,
} from '../../models/model-settings.ts';
import { onnxSource, packagedModel } from '../../models/onnx/node-onnx.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { templateNamed } from '../../models/prompts/templates.ts';
import { retryNote } from '../../models/retry.ts';
import { SECRETS } from '../../models/secrets.ts';
import { builtinSource } from '../../models/sources/builtin.ts';
import { SOURCES } from '../../models/sources/registry.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import type { ModelFlags } from '../model-options.ts';

/** One source for all players of a league. */
const BUILTIN = builtinSource(packagedModel(import.meta.url));

/**
 * Returns the environment in which the command line opens models, with local folders among the sources; waits and notices go to the
 * terminal.
 */
export const modelPlace = (terminal: Terminal): ModelPlace => ({
  sources: [...SOURCES, onnxSource(import.meta.url), BUILTIN],
  random: Math.random,
  onRetry: (event) => terminal.note(retryNote(event)),
  onNotice: (notice) => terminal.note(notice),
});

/** Reads the key of a variable from the environment. */
export function findApiKey(
  { env }: Terminal,
  variable: string | undefined,
  trust: Omit<ApiKey, 'value' | 'variable'> = { isFromFile: false, trustedHosts: [] },
): ApiKey {
  const value = env[variable ?? KEY_VARIABLE] ?? '';
  // Answers may repeat it.
  SECRETS.add(value);
  return { value, variable, ...trust };
}

/** Returns the settings of a model by the flags of a command, then the environment. */
export const modelSettings = (terminal: Terminal, label: string, flags: ModelFlags): ModelSettings => ({
  label,
  baseUrl: flags.baseUrl,
  api: flags.api,
  decoding: decodingSettings(flags),
  timeout: flags.timeout === undefined ? undefined : flags.timeout * 1000,
  key: findApiKey(terminal, flags.apiKeyVariable),
});

/** Opens a model from any source of the command line. */
export const openHere = (terminal: Terminal, settings: ModelSettings): Result<Model, OpenFault> =>
  openBySettings(settings, modelPlace(terminal));

/**
 * Opens the model of a label. Throws a usage error if there is none.
 *
 * @param values source of action values, for the reference
 */
export function modelNamed(
  terminal: Terminal,
  label: string,
  flags: ModelFlags,
  values?: NonNullable<ModelPlace['values']>,
): Model {
  const model = openBySettings(modelSettings(terminal, label, flags), { ...modelPlace(terminal), values });
  if (!model.ok) throw usageError(model.error.message);
  return model.value;
}

/** Returns the template of a MAV prompt by its id. Throws a usage error for other ids. */
export function mavTemplate(id: string): PromptTemplate {
  const template = templateNamed(id);
  if (template?.task !== 'mav') throw usageError(`unknown MAV template "${id}"; expected mav or mav-raw`);
  return template;
}
