import type { Memento } from 'vscode';
import type { ModelCapabilities } from '../../../models/model.ts';

const KEY = 'statelens.probed';
/** Maximum number of models whose probes are stored; the oldest are dropped first. */
const MAX = 200;

/** A model at a server. */
export interface ProbedModel {
  readonly baseUrl: string;
  readonly model: string;
}

const nameOf = ({ baseUrl, model }: ProbedModel): string => `${baseUrl} ${model}`;

/** Returns the result of the last probe of a model; undefined if there was none, or if the stored value is invalid. */
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

/** Stores the result of a probe. */
export function writeProbed(state: Memento, of: ProbedModel, capabilities: ModelCapabilities): Thenable<void> {
  const others = entries(state).filter(([name]) => name !== nameOf(of));
  return state.update(KEY, [...others, [nameOf(of), capabilities]].slice(-MAX));
}

function entries(state: Memento): [string, unknown][] {
  const stored: unknown = state.get(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter((item): item is [string, unknown] => Array.isArray(item) && typeof item[0] === 'string');
}
