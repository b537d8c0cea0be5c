import type { Memento } from 'vscode';
import type { ModelCapabilities } from '../../../models/model.ts';

const KEY = 'statelens.probed';
/** Models whose probes are remembered; the oldest go first. */
const MAX = 200;

/** A model at a server. */
export interface ProbedModel {
  readonly baseUrl: string;
  readonly model: string;
}

const nameOf = ({ baseUrl, model }: ProbedModel): string => `${baseUrl} ${model}`;

/** What the last probe of a model found; undefined where there was none, or what was stored is none. */
export function readProbed(state: Memento, of: ProbedModel): ModelCapabilities | undefined {
  const found = entries(state).find(([name]) => name === nameOf(of))?.[1];
  if (typeof found !== 'object' || found === null) return undefined;
  const { systemRole, streaming, seed, topLogprobs, contextTokens } = found as Record<string, unknown>;
  if (typeof systemRole !== 'boolean' || typeof streaming !== 'boolean' || typeof seed !== 'boolean') return undefined;
  if (typeof topLogprobs !== 'number') return undefined;
  return {
    systemRole,
    streaming,
    seed,
    topLogprobs,
    ...(typeof contextTokens === 'number' ? { contextTokens } : {}),
    deterministic: false,
    offline: false,
  };
}

/** Remembers what a probe found. */
export function writeProbed(state: Memento, of: ProbedModel, capabilities: ModelCapabilities): Thenable<void> {
  const others = entries(state).filter(([name]) => name !== nameOf(of));
  return state.update(KEY, [...others, [nameOf(of), capabilities]].slice(-MAX));
}

function entries(state: Memento): [string, unknown][] {
  const stored: unknown = state.get(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter((one): one is [string, unknown] => Array.isArray(one) && typeof one[0] === 'string');
}
