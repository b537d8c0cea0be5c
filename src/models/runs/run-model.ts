import type { Result } from '../../core/base/result.ts';
import { ok } from '../../core/base/result.ts';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { type Endpoint, OPENAI_BASE_URL, readEndpoint } from '../endpoint.ts';
import type { Model, ModelFault } from '../model.ts';
import { SECRETS } from '../secrets.ts';
import type { OpenOptions } from '../source.ts';
import { RUN_RETRY_POLICY } from './run-engine.ts';
import { type RunFault, runFault } from './run-fault.ts';

/** The variable of the environment that a key is in where nothing else is said. */
export const KEY_VARIABLE = 'OPENAI_API_KEY';

/** The variables that providers name for their keys, with their own hosts: no file can lead such a key astray. */
const PROVIDER_VARIABLES: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'api.openai.com',
  ANTHROPIC_API_KEY: 'api.anthropic.com',
  CEREBRAS_API_KEY: 'api.cerebras.ai',
  DEEPSEEK_API_KEY: 'api.deepseek.com',
  FIREWORKS_API_KEY: 'api.fireworks.ai',
  GEMINI_API_KEY: 'generativelanguage.googleapis.com',
  GROQ_API_KEY: 'api.groq.com',
  MISTRAL_API_KEY: 'api.mistral.ai',
  OPENROUTER_API_KEY: 'openrouter.ai',
  TOGETHER_API_KEY: 'api.together.xyz',
  XAI_API_KEY: 'api.x.ai',
};

/** A key, and what decides on whether it may be sent. */
export interface KeyUse {
  readonly entry: Pick<ExperimentModel, 'apiKeyVariable'>;
  /** True if the base URL was named by a file, which may be somebody else's. */
  readonly isFromFile: boolean;
  /** Hosts that may have the key although a file named them. */
  readonly trusted: readonly string[];
  /** Variables that may be read although a file named them; undefined where no file named one. */
  readonly trustedVariables?: readonly string[];
  /** The key that is there for this model; '' for none. */
  readonly apiKey: string;
}

export interface OpenRunModel extends KeyUse {
  readonly entry: ExperimentModel;
  /** Milliseconds; undefined: the source's own. */
  readonly timeout: number | undefined;
  /** Opens a label by the sources of this platform. */
  readonly open: (label: string, options: Partial<OpenOptions>) => Result<Model, ModelFault>;
  /** Uniform in [0, 1), for the jitter of waits. */
  readonly random: () => number;
  /** Called with what is worth knowing of a server. */
  readonly onNotice?: (notice: string) => void;
}

/** Why a key must not be sent to a server, or undefined where it may, or where there is none. */
export function keyRefused(
  { host, origin }: Endpoint,
  { entry, isFromFile, trusted, trustedVariables, apiKey }: KeyUse,
): ReturnType<typeof runFault> | undefined {
  if (apiKey === '') return undefined;
  const variable = entry.apiKeyVariable ?? KEY_VARIABLE;
  const isProviders = PROVIDER_VARIABLES[variable] === host;
  const isNamed = trustedVariables !== undefined && entry.apiKeyVariable !== undefined && variable !== KEY_VARIABLE;
  if (isNamed && !isProviders && !trustedVariables.includes(variable))
    return runFault(
      'untrusted-variable',
      `the value of ${variable}, which a file names, would be sent to ${host}; allow it with --trust-variable ${variable}`,
    );
  // a port of this machine may be anybody's, where several people share it
  const isOwn = origin === new URL(OPENAI_BASE_URL).origin || isProviders;
  if (!isFromFile || isOwn || trusted.includes(host)) return undefined;
  return runFault(
    'untrusted-host',
    `the key in ${variable} would be sent to ${host}, which a file names; allow it with --trust-host ${host}`,
  );
}

/**
 * The model of an experiment's entry, without retries of its own. A key goes to OpenAI, to a server that was not
 * named by a file, and else nowhere, not even to this machine, unless the host is trusted by name: a file that came with somebody's data must not lead it away.
 */
export function openRunModel(options: OpenRunModel): Result<Model, RunFault> {
  const { entry, timeout, apiKey, open, random, onNotice } = options;
  SECRETS.add(apiKey);
  const baseUrl = entry.baseUrl ?? OPENAI_BASE_URL;
  const endpoint = readEndpoint(baseUrl);
  const refused = endpoint.ok && entry.model.startsWith('openai:') ? keyRefused(endpoint.value, options) : undefined;
  if (refused !== undefined) return refused;
  const model = open(entry.model, {
    baseUrl,
    api: entry.api ?? 'auto',
    apiKey,
    random,
    retry: { ...RUN_RETRY_POLICY, retries: 0 },
    ...(timeout === undefined ? {} : { timeout }),
    ...(onNotice === undefined ? {} : { onNotice }),
  });
  return model.ok ? ok(model.value) : runFault('no-model', model.error.message);
}
