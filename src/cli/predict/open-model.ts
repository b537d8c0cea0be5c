import { Option } from 'commander';
import type { Result } from '../../core/base/result.ts';
import { WANTED_APIS } from '../../core/evaluation/runs/run-schema.ts';
import { builtinSource } from '../../models/builtin/builtin.ts';
import type { Model, ModelFault } from '../../models/model.ts';
import { onnxSource, packagedModel } from '../../models/onnx/node-onnx.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { templateNamed } from '../../models/prompts/templates.ts';
import { openModel, SOURCES } from '../../models/registry.ts';
import type { OpenAiApi, OpenOptions } from '../../models/source.ts';
import { retryNote } from '../../models/wait-words.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';

/** One for all players of a league. */
const BUILTIN = builtinSource(packagedModel(import.meta.url));

/** Opens a model from any source of the command line, including local folders. */
export const openHere = (label: string, options: Partial<OpenOptions>): Result<Model, ModelFault> =>
  openModel(label, options, [...SOURCES, onnxSource(import.meta.url), BUILTIN]);

/**
 * Opens the model of a label, with the key of the environment; retries are reported.
 *
 * @param values where the reference has its values from
 */
export function modelNamed(
  terminal: Terminal,
  label: string,
  baseUrl: string,
  api: OpenAiApi = 'auto',
  values?: OpenOptions['values'],
): Model {
  const options: Partial<OpenOptions> = {
    baseUrl,
    api,
    apiKey: terminal.env['OPENAI_API_KEY'] ?? '',
    random: Math.random,
    onRetry: (event) => terminal.note(retryNote(event)),
    onNotice: (notice) => terminal.note(notice),
    ...(values && { values }),
  };
  const model = openHere(label, options);
  if (!model.ok) throw usageError(model.error.message);
  return model.value;
}

/** The template of a MAV prompt by its id. Throws a usage error for any other. */
export function mavTemplate(id: string): PromptTemplate {
  const template = templateNamed(id);
  if (template?.task !== 'mav') throw usageError(`unknown MAV template "${id}"; expected mav or mav-raw`);
  return template;
}

/** `--api`, without a default: some commands read it from a file. */
export const apiOption = (): Option =>
  new Option('--api <name>', 'API of an openai:MODEL; auto: responses at OpenAI, chat at other servers').choices(
    WANTED_APIS,
  );
