import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Prices, WANTED_APIS } from '../core/evaluation/runs/run-schema.ts';
import { KEY_VARIABLE } from '../models/api-key.ts';
import { DEFAULT_MODEL } from '../models/sources/registry.ts';
import type { OpenAiApi } from '../models/sources/source.ts';
import { numberFrom, wholeNumber } from './options.ts';

/** Flags that configure a model. Those that a command does not have are undefined. */
export interface ModelFlags {
  readonly baseUrl?: string;
  readonly api?: OpenAiApi;
  readonly apiKeyVariable?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Time limit in seconds. */
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly trustHost?: readonly string[];
  readonly trustVariable?: readonly string[];
  readonly prices?: Prices;
  readonly batchPrice?: NonNullable<Prices['batch']>;
}

/** Collects the values of a repeatable flag. */
export const collected = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** Parses a temperature. A range was one of the prior of a search, and is invalid for a model. */
function temperature(text: string): number {
  if (text.includes('..'))
    throw new InvalidArgumentError('It must be a number from 0 to 2; the prior of a search has --prior-temperature.');
  return numberFrom(0, 2)(text);
}

const PRICES = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)([A-Z]{3})?@(\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01]))$/;

function prices(text: string): Prices {
  const parts = PRICES.exec(text);
  if (parts === null)
    throw new InvalidArgumentError('It must be IN/OUT@DATE, prices per million tokens, such as 2.5/10USD@2026-01-31.');
  const [, input, output, currency, date = ''] = parts;
  return { input: Number(input), output: Number(output), ...(currency === undefined ? {} : { currency }), date };
}

function batchPrice(text: string): NonNullable<Prices['batch']> {
  const parts = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text);
  if (parts === null)
    throw new InvalidArgumentError('It must be IN/OUT, prices per million tokens in a batch, such as 1.25/5.');
  return { input: Number(parts[1]), output: Number(parts[2]) };
}

/** Default of --timeout in seconds: reasoning models take minutes. */
export const TIMEOUT_S = 120;

/** Options that configure a model, each with its text, range and default. */
const MODEL_OPTIONS = {
  baseUrl: () => new Option('--base-url <url>', "server of an openai:MODEL (default: OpenAI's)"),
  api: () =>
    new Option('--api <name>', 'API of an openai:MODEL; auto: responses at OpenAI, chat at other servers').choices(
      WANTED_APIS,
    ),
  apiKeyVariable: () =>
    new Option('--api-key-variable <name>', `environment variable that holds the key (default: ${KEY_VARIABLE})`),
  temperature: () =>
    new Option('--temperature <t>', "sampling temperature, 0 to 2 (default: the model's)").argParser(temperature),
  maxTokens: () =>
    new Option('--max-tokens <n>', "maximum number of tokens of an answer (default: the model's)").argParser(
      wholeNumber(1, 10_000_000),
    ),
  timeout: () =>
    new Option('--timeout <s>', `time limit of a request in seconds (default: ${TIMEOUT_S})`).argParser(
      wholeNumber(1, 86_400),
    ),
  concurrency: () =>
    new Option('--concurrency <n>', 'maximum number of requests, of games or of units at a time').argParser(
      wholeNumber(1, 1024),
    ),
  prices: () =>
    new Option('--prices <in/out@date>', 'your prices per million tokens, such as 2.5/10USD@2026-01-31').argParser(
      prices,
    ),
  batchPrice: () =>
    new Option('--batch-price <in/out>', 'prices per million tokens in a batch (default: half of --prices)').argParser(
      batchPrice,
    ),
  trustHost: () =>
    new Option('--trust-host <host>', 'allow sending the key to a host that only a file names (repeatable)').argParser(
      collected,
    ),
  trustVariable: () =>
    new Option(
      '--trust-variable <name>',
      'allow sending the value of an environment variable that only a file names (repeatable)',
    ).argParser(collected),
} as const satisfies Record<keyof ModelFlags, () => Option>;

type FlagName = keyof typeof MODEL_OPTIONS;

const SERVER = ['baseUrl', 'api', 'apiKeyVariable'] as const;
const DECODING = ['temperature', 'maxTokens'] as const;
const COST = ['prices', 'batchPrice'] as const;

/** Use of a model by a command. */
interface ModelUse {
  readonly flags: readonly FlagName[];
  /** Default of --concurrency: useful values differ by command, and a run lowers it when a server is busy. */
  readonly concurrency?: number;
}

/**
 * Commands that use a model, with the flags that can apply. All but runs act at the user's request, so no file names a host or variable to
 * trust, and only runs count costs.
 */
const USES = {
  predict: { flags: [...SERVER, ...DECODING, 'timeout', 'concurrency'], concurrency: 8 },
  mavAnswer: { flags: [...SERVER, ...DECODING, 'timeout', 'concurrency'], concurrency: 8 },
  mcp: { flags: [...SERVER, ...DECODING, 'timeout', 'concurrency'], concurrency: 8 },
  run: {
    flags: [...SERVER, ...DECODING, 'timeout', 'concurrency', ...COST, 'trustHost', 'trustVariable'],
    concurrency: 16,
  },
  // The run file holds server, decoding and variable: all answers of a run come from the same kind of request.
  resume: { flags: ['api', 'apiKeyVariable', 'timeout', 'concurrency', ...COST, 'trustHost'], concurrency: 16 },
  // Requests are written and not sent: there is no key, no time limit, and no concurrency. An import sends nothing either.
  batchExport: { flags: ['baseUrl', 'api', ...DECODING, ...COST] },
  // The requests are in the file, and the provider of the batch sends them.
  batchSubmit: { flags: ['baseUrl', 'apiKeyVariable', 'trustHost'] },
  batchRemote: { flags: ['apiKeyVariable', 'trustHost'] },
  // One request a text.
  extractTrace: { flags: [...SERVER, ...DECODING, 'timeout'] },
  // -b sets the number of concurrent evaluations.
  search: { flags: [...SERVER, ...DECODING, 'timeout'] },
  league: { flags: [...SERVER, ...DECODING, 'timeout', 'concurrency'], concurrency: 1 },
  // A raw text is continued by one token at temperature 0, which only one interface of servers supports.
  lab: { flags: ['baseUrl', 'apiKeyVariable', 'timeout', 'concurrency'], concurrency: 4 },
  // The server is the argument, and a probe has fixed requests, one after another.
  doctor: { flags: ['api', 'apiKeyVariable', 'timeout'] },
} as const satisfies Record<string, ModelUse>;

/** Adds the flags of the model that a command uses, with the same texts everywhere. */
export function modelOptions(command: Command, user: keyof typeof USES): Command {
  const { flags, concurrency }: ModelUse = USES[user];
  for (const name of flags) {
    const option = MODEL_OPTIONS[name]();
    if (name === 'concurrency') option.description += ` (default: ${concurrency})`;
    command.addOption(option);
  }
  return command;
}

/** Returns --concurrency, or the default of a command. */
export const requestConcurrency = (
  user: keyof typeof USES,
  { concurrency }: Pick<ModelFlags, 'concurrency'>,
): number => {
  const use: ModelUse = USES[user];
  return concurrency ?? use.concurrency ?? 1;
};

/**
 * Returns the option `--model`. `usual` describes the default of the command; without it the option is required, or no model is used.
 */
export const modelOption = (usual?: string): Option =>
  new Option('--model <label>', `label of the model${usual === undefined ? '' : ` (default: ${usual})`}`);

/** Returns the option `--model` of commands that use the bundled model by default. */
export const defaultModelOption = (): Option => modelOption(DEFAULT_MODEL);

/** Returns the option `--model` of commands that use several models. */
export const modelsOption = (): Option =>
  new Option('--model <label>', `label of the model (repeatable; default: ${DEFAULT_MODEL})`).argParser(collected);
