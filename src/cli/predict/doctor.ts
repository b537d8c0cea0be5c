import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { KEY_VARIABLE } from '../../models/api-key.ts';
import { type Endpoint, readEndpoint } from '../../models/endpoint.ts';
import { serverOptions } from '../../models/model-settings.ts';
import { findModels, MAX_PROBES, probeLines, probeModel, probeText } from '../../models/openai/probe.ts';
import type { OpenOptions } from '../../models/sources/source.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { type Terminal } from '../io/terminal.ts';
import { type ModelFlags, modelOption, modelOptions } from '../model-options.ts';
import { modelPlace, modelSettings } from './open-model.ts';

const AFTER_HELP = `
It lists the models of the server, which is free, and then makes a handful of requests of a few tokens each (${MAX_PROBES} at most).
A model is named as the server knows it. The key is taken from ${KEY_VARIABLE}.

Example:
  $ statelens doctor http://localhost:11434/v1 --model llama3.2`;

interface DoctorFlags extends ModelFlags {
  readonly model?: string;
  readonly json?: boolean;
}

export function define(command: Command, act: Act): void {
  modelOptions(
    command
      .description('Find out how a server answers and what its model takes, by a handful of tiny requests.')
      .argument('<url>', 'base URL of a server, such as http://localhost:11434/v1')
      .addOption(modelOption('the only one of the server')),
    'doctor',
  )
    .addOption(jsonOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(doctor));
}

async function doctor(terminal: Terminal, url: string, flags: DoctorFlags): Promise<number> {
  const endpoint = readEndpoint(url);
  if (!endpoint.ok) throw usageError(endpoint.error);
  const options = serverOptions(modelSettings(terminal, '', { ...flags, baseUrl: url }), {
    ...modelPlace(terminal),
    onRetry: undefined,
    onNotice: undefined,
  });
  return terminal.interruptible(async (signal) => {
    const name = flags.model?.replace(/^openai:/, '') ?? (await onlyModel(terminal, endpoint.value, options, signal));
    if (name === undefined) return EXIT.incomplete;
    const found = await probeModel(name, url, options, signal);
    if (!found.ok) {
      terminal.note(found.error.message);
      return EXIT.incomplete;
    }
    const { models, ...rest } = found.value;
    const json = { ...rest, models: models?.map(({ id }) => id) ?? null };
    await terminal.print(
      flags.json === true ? `${JSON.stringify(json, null, 2)}\n` : `${probeText(probeLines(found.value))}\n`,
    );
    return EXIT.ok;
  });
}

const MAX_NAMES = 10;

/** Returns the only model of a server; if there are others, or none, the error lists them. */
async function onlyModel(
  terminal: Terminal,
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const list = await findModels(endpoint, options, signal);
  if (!list.ok) {
    terminal.note(list.error.message);
    return undefined;
  }
  const { models, endpoint: found } = list.value;
  const [only, ...others] = models;
  if (only !== undefined && others.length === 0) return only.id;
  const names = models.slice(0, MAX_NAMES).map(({ id }) => id);
  const some = `${names.join(', ')}${names.length < models.length ? ', …' : ''}`;
  const lists = only === undefined ? 'lists no models' : `lists ${plural(models.length, 'model')} (${some})`;
  terminal.note(`${found.baseUrl} answers and ${lists}; choose one with --model`);
  return undefined;
}
