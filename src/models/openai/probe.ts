import { onAbort } from '../../core/base/cancellation.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { type Endpoint, readEndpoint } from '../endpoint.ts';
import {
  type ChatMessage,
  type Completion,
  type CompletionRequest,
  type DecodingSettings,
  fault,
  type ModelCapabilities,
  type ModelFault,
} from '../model.ts';
import { SECRETS } from '../secrets.ts';
import type { OpenOptions } from '../source.ts';
import { usualTokenField } from './answer.ts';
import type { ListedModel } from './listed-model.ts';
import { OPENAI_DEFAULTS } from './openai.ts';

/** The result of probing a model at its server. */
export interface Probe {
  readonly capabilities: ModelCapabilities;
  /** Its entry in the server's list; undefined where there is none. */
  readonly listed: ListedModel | undefined;
  /** Requests that were made, the list among them. */
  readonly requests: number;
}

/** Most requests of a probe, each of a few tokens. */
export const MAX_PROBES = 8;
/** Reasoning models think before they speak, and some servers refuse fewer. */
const PROBE_TOKENS = 16;
/** The numbers of alternatives per token to try, highest first. */
const LOGPROBS = [20, 5, 1] as const;

const USER: ChatMessage = { role: 'user', content: 'Answer with the word "ready".' };
const SYSTEM: ChatMessage = { role: 'system', content: 'You answer with one word.' };

/**
 * Finds out by a few small requests what a model can do: whether it answers at all, takes a system message and a seed,
 * gives log probabilities (and how many), streams, and how its server lists it. The fault of the plain request is the fault
 * of the probe; what is refused beyond it counts as missing. Never rejects.
 */
export async function probeModel(
  name: string,
  baseUrl: string,
  given: Partial<OpenOptions>,
  signal: AbortSignal,
): Promise<Result<Probe, ModelFault>> {
  const read = readEndpoint(baseUrl);
  if (!read.ok) return fault('unavailable', read.error);
  const endpoint = read.value;
  const options = { ...OPENAI_DEFAULTS, ...given };
  const { askOnce, listOnce } = await import('./client.ts');
  let requests = 0;
  const ask = (messages: readonly ChatMessage[], settings: DecodingSettings = {}) => {
    requests++;
    return askOnce(name, endpoint, options, requestOf(messages, { maxTokens: PROBE_TOKENS, ...settings }), signal);
  };
  const withSystem = await ask([SYSTEM, USER]);
  const systemRole = withSystem.ok;
  const plain = systemRole || !isRefusal(withSystem) ? withSystem : await ask([USER]);
  if (!plain.ok) return plain;
  const messages = systemRole ? [SYSTEM, USER] : [USER];
  let topLogprobs = 0;
  for (const topTried of LOGPROBS) {
    if (topLogprobs > 0 || signal.aborted) break;
    const answer = await ask(messages, { topLogprobs: topTried });
    if (answer.ok) topLogprobs = maxAlternatives(answer.value);
    // who takes the wish and gives nothing gives nothing for a smaller one either
    if (answer.ok) break;
  }
  const seeded = await ask(messages, { seed: 1 });
  const list = await listOnce(name, endpoint, options, signal);
  const streaming = await streamsOnce(name, endpoint, options, messages, PROBE_TOKENS, signal);
  requests += 2;
  if (signal.aborted) return fault('cancelled', 'cancelled');
  const listed = list.ok ? list.value.find(({ id }) => id === name) : undefined;
  const capabilities: ModelCapabilities = {
    systemRole,
    streaming,
    seed: seeded.ok,
    topLogprobs,
    ...(listed?.contextTokens === undefined ? {} : { contextTokens: listed.contextTokens }),
    deterministic: false,
    offline: false,
  };
  return ok({ capabilities, listed, requests });
}

const requestOf = (messages: readonly ChatMessage[], settings: DecodingSettings): CompletionRequest => ({
  task: { kind: 'state', variant: 'chess', startFen: '', moves: [], sample: 0 },
  messages,
  settings,
});

const isRefusal = (answer: Result<Completion, ModelFault>): boolean =>
  !answer.ok && (answer.error.code === 'refused-request' || answer.error.code === 'bad-response');

function maxAlternatives({ logprobs }: Completion): number {
  return Math.max(0, ...(logprobs ?? []).map(({ top }) => top.length));
}

/** True if a server gives an answer piece by piece when it is asked to; only the first piece is read. Never rejects. */
async function streamsOnce(
  model: string,
  { baseUrl }: Endpoint,
  { apiKey = '', timeout, clock }: OpenOptions,
  messages: readonly ChatMessage[],
  maxTokens: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  SECRETS.add(apiKey);
  const controller = new AbortController();
  const stopClock = clock.after(timeout, () => controller.abort());
  const callOff = onAbort(signal, () => controller.abort());
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, messages, stream: true, [usualTokenField(baseUrl)]: maxTokens }),
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    // what comes after it does not matter, and may be endless
    reader?.cancel().catch(() => {});
    return response.ok && /^\s*(?:data|event|id|:)/.test(new TextDecoder().decode(first?.value));
  } catch {
    return false;
  } finally {
    stopClock();
    callOff();
  }
}
