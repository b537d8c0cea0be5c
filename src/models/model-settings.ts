import { err, ok, type Result } from '../core/base/result.ts';
import type { ValueSource } from '../core/mav/values.ts';
import { type ApiKey, type KeyRefusal, keyRefused, userKey } from './api-key.ts';
import { OPENAI_BASE_URL, readEndpoint } from './endpoint.ts';
import type { DecodingSettings, Model, ModelCapabilities } from './model.ts';
import { OPENAI_DEFAULTS } from './openai/openai.ts';
import type { RetryEvent, RetryPolicy } from './retry.ts';
import { SECRETS } from './secrets.ts';
import { openModel } from './sources/registry.ts';
import type { ModelSource, OpenAiApi, OpenOptions } from './sources/source.ts';

/** Settings of a model: everything that flags, files, the environment and the editor decide about its requests. */
export interface ModelSettings {
  /** Source and name: `openai:gpt-4o`, `builtin:mav-small`. */
  readonly label: string;
  /** Name in annotations, if it differs. */
  readonly shownAs?: string | undefined;
  /** Base URL; undefined or '': OpenAI's own address. */
  readonly baseUrl?: string | undefined;
  /** Default: `auto`. */
  readonly api?: OpenAiApi | undefined;
  /** Decoding that the user set for this model; it overrides that of a request. */
  readonly decoding?: DecodingSettings | undefined;
  /** Time limit of one attempt in milliseconds; undefined: the default of the source. */
  readonly timeout?: number | undefined;
  /** Attempts after a transient fault; undefined: those of the source. A run counts its attempts itself. */
  readonly retry?: RetryPolicy | undefined;
  /** Undefined: no key. */
  readonly key?: ApiKey | undefined;
}

/** Program that asks: a command line or an editor. */
export interface ModelPlace {
  readonly sources: readonly ModelSource[];
  /** Uniform in [0, 1), for the jitter of waits. */
  readonly random: () => number;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** True in a browser, whose rules (CORS) apply. */
  readonly isBrowser?: boolean | undefined;
  /** Source of action values, for the reference. */
  readonly values?: (() => ValueSource | undefined) | undefined;
  /** Returns the capabilities found by an earlier probe of a model at a server. */
  readonly probed?: ((model: string, baseUrl: string) => ModelCapabilities | undefined) | undefined;
}

/** Reason for which a model cannot be opened. */
export interface OpenFault {
  readonly code: 'no-model' | KeyRefusal['code'];
  readonly message: string;
}

/** Returns the options of the server for its model or for requests beside it (its list of models, batches, a probe). */
export function serverOptions(settings: ModelSettings, place: Omit<ModelPlace, 'sources'>): OpenOptions {
  const { label, shownAs, api, timeout, retry, key } = settings;
  const { random, onRetry, onNotice, isBrowser, values, probed } = place;
  const baseUrl = serverAddress(settings);
  const served = /^openai:(.*)$/s.exec(label)?.[1];
  const capabilities = served === undefined ? undefined : probed?.(served, baseUrl);
  return {
    ...OPENAI_DEFAULTS,
    baseUrl,
    api: api ?? 'auto',
    apiKey: key?.value ?? '',
    random,
    ...(timeout !== undefined && { timeout }),
    ...(retry && { retry }),
    ...(shownAs !== undefined && { label: shownAs }),
    ...(capabilities && { probed: capabilities }),
    ...(onRetry && { onRetry }),
    ...(onNotice && { onNotice }),
    ...(isBrowser !== undefined && { browser: isBrowser }),
    ...(values && { values }),
  };
}

/** Opens the model of some settings. Sends nothing; a key that must not be sent to the model's server is a fault. */
export function openBySettings(settings: ModelSettings, place: ModelPlace): Result<Model, OpenFault> {
  const { label, key = userKey(''), decoding = {} } = settings;
  SECRETS.add(key.value);
  const endpoint = readEndpoint(serverAddress(settings));
  const refused = endpoint.ok && label.startsWith('openai:') ? keyRefused(endpoint.value, key) : undefined;
  if (refused !== undefined) return err(refused);
  const model = openModel(label, serverOptions(settings, place), place.sources);
  return model.ok ? ok(withDecoding(model.value, decoding)) : err({ code: 'no-model', message: model.error.message });
}

const serverAddress = ({ baseUrl = '' }: ModelSettings): string => (baseUrl === '' ? OPENAI_BASE_URL : baseUrl);

/** Returns a model whose decoding overrides that of its requests. */
export const withDecoding = (model: Model, decoding: DecodingSettings): Model =>
  Object.keys(decoding).length === 0
    ? model
    : {
        ...model,
        complete: (request, signal) =>
          model.complete({ ...request, settings: { ...request.settings, ...decoding } }, signal),
      };

/** Returns the decoding settings for a temperature and a token limit, each of which may be undefined. */
export const decodingSettings = ({
  temperature,
  maxTokens,
}: {
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
}): DecodingSettings => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(maxTokens === undefined ? {} : { maxTokens }),
});
