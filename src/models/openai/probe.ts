import { onAbort } from '../../core/base/cancellation.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { type Endpoint, readEndpoint } from '../endpoint.ts';
import { asFields, asList } from '../json-fields.ts';
import {
  type ChatMessage,
  type Completion,
  type CompletionRequest,
  type DecodingSettings,
  fault,
  type ModelCapabilities,
  type ModelFault,
  type TokenUsage,
} from '../model.ts';
import { SECRETS } from '../secrets.ts';
import type { OpenOptions } from '../sources/source.ts';
import type { ListedModel } from './listed-model.ts';
import { reasoningField } from './message.ts';
import { OPENAI_DEFAULTS } from './openai.ts';
import { serverRefusals } from './refused-settings.ts';
import type { TokenField } from './request-body.ts';
import { usesResponses } from './responses.ts';

/** Result of probing a model at its server. */
export interface Probe {
  readonly model: string;
  /** Address that answered, which may be the given one with `/v1` appended. */
  readonly baseUrl: string;
  readonly capabilities: ModelCapabilities;
  /** Models that the server lists; undefined if it lists none. */
  readonly models: readonly ListedModel[] | undefined;
  /** The model's entry in that list. */
  readonly listed: ListedModel | undefined;
  readonly temperature: boolean;
  /** True if two answers with the same seed are equal; undefined if a seed is not accepted. */
  readonly seedRepeats: boolean | undefined;
  /** Field of the token limit. */
  readonly tokenField: TokenField | 'max_output_tokens';
  /** Field with the reasoning, or `<think>` if it is in the answer. */
  readonly reasoningField: string | undefined;
  /** Finish reasons of the answers, in the words of the server. */
  readonly finishReasons: readonly string[];
  readonly usage: TokenUsage | undefined;
  readonly usageDoubt: string | undefined;
  /** Name under which the server answers, if it differs. */
  readonly servedAs: string | undefined;
  /** Milliseconds of the last answer. */
  readonly elapsed: number;
  /** Number of requests, including the list. */
  readonly requests: number;
}

/**
 * Limit of the requests of a probe, each of a few tokens; most of them are made only if a server refuses one setting after another.
 */
export const MAX_PROBES = 12;
/** Token limit of a request: reasoning models need room to think, and some servers refuse less. */
const PROBE_TOKENS = 16;
/** Largest number of alternatives per token that servers give. */
const TOP_LOGPROBS = 20;

const MESSAGES: readonly ChatMessage[] = [
  { role: 'system', content: 'You answer with one word.' },
  { role: 'user', content: 'Answer with the word "ready".' },
];
const SETTINGS: DecodingSettings = { temperature: 0, seed: 1, maxTokens: PROBE_TOKENS };

/**
 * Finds out by a few small requests what a model can do and how its server answers. Refused settings are left out and count as missing; if
 * a request is refused nevertheless, its fault is that of the probe. Never rejects.
 */
export async function probeModel(
  name: string,
  baseUrl: string,
  given: Partial<OpenOptions>,
  signal: AbortSignal,
): Promise<Result<Probe, ModelFault>> {
  const read = readEndpoint(baseUrl);
  if (!read.ok) return fault('unavailable', read.error);
  const bodies: unknown[] = [];
  let requests = 0;
  const watch = { sent: () => void requests++, received: (body: unknown) => void bodies.push(body) };
  const listing: OpenOptions = { ...OPENAI_DEFAULTS, ...given, watch };
  const { askOnce } = await import('./client.ts');
  const list = await findModels(read.value, listing, signal);
  // If even the list is refused, no request is answered.
  if (!list.ok && (list.error.code === 'unauthorized' || list.error.code === 'cancelled')) return list;
  const found = list.ok ? list.value : undefined;
  const endpoint = found?.endpoint ?? read.value;
  const options = { ...listing };
  bodies.length = 0;
  const request = probeRequest({ ...SETTINGS, topLogprobs: TOP_LOGPROBS });
  const isResponses = usesResponses(options.api ?? 'auto', endpoint, {});
  // That interface accepts no seed.
  const asked = isResponses
    ? probeRequest({ temperature: 0, maxTokens: PROBE_TOKENS, topLogprobs: TOP_LOGPROBS })
    : request;
  const first = await askOnce(name, endpoint, options, asked, signal);
  if (!first.ok) return first;
  const began = options.clock.now();
  const second = await askOnce(name, endpoint, options, asked, signal);
  const elapsed = options.clock.now() - began;
  const { without = [] } = first.value.served ?? {};
  const { tokenField } = serverRefusals(endpoint.baseUrl, name, isResponses ? 'responses' : 'chat').taken;
  const systemRole = !without.includes('system messages');
  const streaming = await streamsOnce(name, endpoint, options, tokenField, signal);
  requests++;
  if (signal.aborted) return fault('cancelled', 'cancelled');
  const listed = found?.models.find(({ id }) => id === name);
  const seed = !isResponses && !without.includes('seed');
  return ok({
    model: name,
    baseUrl: endpoint.baseUrl,
    capabilities: {
      systemRole,
      streaming,
      seed,
      topLogprobs: maxAlternatives(first.value),
      ...(listed?.contextTokens === undefined ? {} : { contextTokens: listed.contextTokens }),
      deterministic: false,
      offline: false,
    },
    models: found?.models,
    listed,
    temperature: !without.includes('temperature'),
    seedRepeats: seed && second.ok ? second.value.text === first.value.text : undefined,
    tokenField: isResponses ? 'max_output_tokens' : tokenField,
    reasoningField: bodies.map(bodyReasoning).find((field) => field !== undefined),
    finishReasons: [...new Set(bodies.flatMap(bodyEndings))],
    usage: first.value.usage,
    usageDoubt: first.value.usageDoubt,
    servedAs: first.value.served?.model,
    elapsed,
    requests,
  });
}

/**
 * Lists the models of a server, with a second request below `/v1` if the address has no such end and lists nothing itself. The fault is
 * that of the original address.
 */
export async function findModels(
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<Result<{ readonly endpoint: Endpoint; readonly models: readonly ListedModel[] }, ModelFault>> {
  const { listOnce } = await import('./client.ts');
  const list = await listOnce('', endpoint, options, signal);
  if (list.ok) return ok({ endpoint, models: list.value });
  const below = readEndpoint(`${endpoint.baseUrl}/v1`);
  if (/\/v\d+[a-z\d]*$/.test(endpoint.baseUrl) || !below.ok || !WRONG_PATH.has(list.error.code)) return err(list.error);
  const again = await listOnce('', below.value, { ...options }, signal);
  return again.ok ? ok({ endpoint: below.value, models: again.value }) : err(list.error);
}

/** Faults of an address without such an interface. */
const WRONG_PATH: ReadonlySet<ModelFault['code']> = new Set<ModelFault['code']>(['unknown-model', 'bad-response']);

const probeRequest = (settings: DecodingSettings): CompletionRequest => ({
  task: { kind: 'state', variant: 'chess', startFen: '', moves: [], sample: 0 },
  messages: MESSAGES,
  settings,
});

const maxAlternatives = ({ logprobs }: Completion): number =>
  Math.max(0, ...(logprobs ?? []).map(({ top }) => top.length));

/** Returns the field of a body that holds reasoning. */
function bodyReasoning(body: unknown): string | undefined {
  const { choices, output } = asFields(body);
  const message = asFields(asFields(asList(choices)[0])['message']);
  const field = reasoningField(message);
  if (field !== undefined) return field;
  const { content } = message;
  if (typeof content === 'string' && /<\/?think/.test(content)) return '<think>';
  return asList(output).some((item) => asFields(item)['type'] === 'reasoning') ? 'output' : undefined;
}

function bodyEndings(body: unknown): string[] {
  const { choices, status, done_reason: done } = asFields(body);
  return [...asList(choices).map((choice) => asFields(choice)['finish_reason']), status, done].filter(
    (word): word is string => typeof word === 'string' && word !== '' && word.length <= 60,
  );
}

/** Returns true if a server streams an answer on request; only the first piece is read. Never rejects. */
async function streamsOnce(
  model: string,
  { baseUrl }: Endpoint,
  { apiKey = '', timeout, clock }: OpenOptions,
  tokenField: TokenField,
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
      body: JSON.stringify({ model, messages: MESSAGES.slice(1), stream: true, [tokenField]: PROBE_TOKENS }),
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    // The rest does not matter, and may be endless.
    reader?.cancel().catch(() => {});
    return response.ok && /^\s*(?:data|event|id|:)/.test(new TextDecoder().decode(first?.value));
  } catch {
    return false;
  } finally {
    stopClock();
    callOff();
  }
}

/** A line of the report on a probe. */
export interface ProbeLine {
  readonly name: string;
  readonly value: string;
}

const MAX_NAMES = 5;
const number = (n: number): string => n.toLocaleString('en-US');
const yes = (is: boolean, otherwise: string): string => (is ? 'yes' : `no: ${otherwise}`);

/**
 * Returns a probe as lines for one screen, in English: its findings, then advice. Values that vary between probes come last.
 */
export function probeLines(probe: Probe): readonly ProbeLine[] {
  const { model, baseUrl, capabilities, temperature, tokenField, finishReasons, servedAs, listed } = probe;
  const { systemRole, streaming, topLogprobs } = capabilities;
  const facts = [
    ...(servedAs === undefined ? [] : [`served as ${servedAs}`]),
    ...(capabilities.contextTokens === undefined ? [] : [`${number(capabilities.contextTokens)} tokens of context`]),
    ...(listed?.shutdown === undefined ? [] : [`turned off on ${listed.shutdown}`]),
  ];
  return [
    { name: 'server', value: `${baseUrl} answers` },
    { name: 'models', value: modelsText(probe) },
    { name: 'model', value: [model, ...facts].join(', ') },
    { name: 'system role', value: yes(systemRole, 'system messages go before the first one of the user') },
    { name: 'temperature', value: yes(temperature, 'the default of the model is used') },
    { name: 'seed', value: seedText(probe) },
    { name: 'log probabilities', value: topLogprobs === 0 ? 'none' : `${topLogprobs} a token` },
    { name: 'streaming', value: streaming ? 'yes' : 'no' },
    { name: 'token limit', value: tokenField },
    { name: 'reasoning', value: reasoningText(probe) },
    { name: 'finish reasons', value: finishReasons.length === 0 ? 'none stated' : finishReasons.join(', ') },
    { name: 'token counts', value: usageText(probe) },
    ...adviceFor(probe).map((value, i) => ({ name: i === 0 ? 'what to set' : '', value })),
    { name: 'speed', value: speedText(probe) },
  ];
}

/** Returns the ids of the first models, and `…` if there are others. */
export function namesText(models: readonly { readonly id: string }[]): string {
  const names = models.slice(0, MAX_NAMES).map(({ id }) => id);
  return [...names, ...(models.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

function modelsText({ models, model }: Probe): string {
  if (models === undefined) return 'not listed';
  const missing = models.some(({ id }) => id === model) ? '' : `; ${model} is not among them`;
  return models.length === 0 ? 'none listed' : `${number(models.length)} listed: ${namesText(models)}${missing}`;
}

function seedText({ capabilities, seedRepeats }: Probe): string {
  if (!capabilities.seed) return 'no: requests go without';
  return seedRepeats === true ? 'yes, two answers were the same' : 'taken, but two answers differed';
}

function reasoningText({ reasoningField, usage }: Probe): string {
  if (reasoningField === '<think>') return 'in the answer, as <think>';
  if (reasoningField !== undefined) return `in ${reasoningField}`;
  return (usage?.reasoningTokens ?? 0) > 0 ? 'hidden, but counted' : 'none seen';
}

function usageText({ usage, usageDoubt }: Probe): string {
  if (usageDoubt !== undefined) return `wrong: ${usageDoubt}`;
  if (usage?.inputTokens === undefined || usage.outputTokens === undefined) return 'none';
  return `${number(usage.inputTokens)} in, ${number(usage.outputTokens)} out`;
}

const speedText = ({ elapsed, usage, requests }: Probe): string => {
  const out = usage?.outputTokens ?? 0;
  const rate =
    elapsed > 0 && out > 0 ? `, ${number(Math.max(1, Math.round((out / elapsed) * 1000)))} tokens a second` : '';
  return `an answer in ${(elapsed / 1000).toFixed(1)} s${rate} (${requests} requests were made)`;
};

/** Returns advice on the settings of a model, as sentences. */
function adviceFor(probe: Probe): readonly string[] {
  const { baseUrl, model, capabilities, temperature, reasoningField, usage, usageDoubt } = probe;
  const thinks = reasoningField !== undefined || (usage?.reasoningTokens ?? 0) > 0;
  const isCounted = usage?.inputTokens !== undefined && usage.outputTokens !== undefined;
  return [
    `--model openai:${model} --base-url ${baseUrl}`,
    ...(thinks ? ['room to think: --max-tokens 8000, or no limit of tokens'] : []),
    ...(temperature ? [] : ['several samples a position (--samples 5): its answers vary']),
    ...(capabilities.topLogprobs === 0 ? ['--scoring written for values: there are no log probabilities'] : []),
    ...(isCounted && usageDoubt === undefined ? [] : ['--max-requests in place of limits of tokens or cost']),
  ];
}

/** Returns the lines as text, with aligned values. */
export function probeText(lines: readonly ProbeLine[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines.map(({ name, value }) => `${name.padEnd(width)}  ${value}`).join('\n');
}
