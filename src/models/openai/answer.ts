import { err, ok, type Result } from '../../core/base/result.ts';
import { billedUsage, type StatedUsage } from '../../core/evaluation/runs/usage.ts';
import type { Endpoint } from '../endpoint.ts';
import { asFields, asList } from '../json-fields.ts';
import type { Completion, FinishReason, ModelFault, ModelFaultCode, TokenUsage } from '../model.ts';
import { contentParts, logprobsIn, type MessageParts, messageParts, statedUsage } from './message.ts';
import { isLoading, isModeration, quoteServer, refusalWords } from './refusal-words.ts';

type Answer = Result<Completion, ModelFault>;

/** Reads the answer from the body of a chat completion, which may be any value. `prompt` is the text that was sent. */
export function readCompletion(body: unknown, endpoint: Endpoint, prompt?: string): Answer {
  const fields = asFields(body);
  const { choice, usage } = choiceIn(fields);
  const parts = choice === undefined ? undefined : choiceParts(choice);
  return answerFromParts({ fields, choice, parts, usage }, endpoint, prompt);
}

/** Reads the answer from the body of a raw completion, which may be any value. */
export function readRawCompletion(body: unknown, endpoint: Endpoint, prompt?: string): Answer {
  const fields = asFields(body);
  const { choice, usage } = choiceIn(fields);
  const text = choice?.['text'] ?? choice?.['response'];
  const parts = typeof text === 'string' ? { text, reasoning: '', refusal: '' } : undefined;
  return answerFromParts({ fields, choice, parts, usage }, endpoint, prompt);
}

/**
 * Returns the choice of a body: the one with index 0, else the first. Bodies of Ollama's and Anthropic's own interfaces, which gateways
 * forward, are a choice themselves.
 */
function choiceIn(body: Readonly<Record<string, unknown>>): {
  readonly choice: Readonly<Record<string, unknown>> | undefined;
  readonly usage: StatedUsage;
} {
  const choices = asList(body['choices']).filter((item) => typeof item === 'object' && item !== null);
  const first = choices.find((item) => asFields(item)['index'] === 0) ?? choices[0];
  if (first !== undefined) return { choice: asFields(first), usage: statedUsage(body['usage']) };
  const isNative = 'done_reason' in body || 'done' in body || 'stop_reason' in body;
  if (!isNative) return { choice: undefined, usage: statedUsage(body['usage']) };
  const message = body['message'] ?? body;
  const reason = body['done_reason'] ?? body['stop_reason'];
  return {
    choice: { ...body, message, finish_reason: reason },
    usage: statedUsage(body['usage'] ?? body),
  };
}

/** Returns the parts of the message of a choice; undefined if it has none, and no reason. */
function choiceParts(choice: Readonly<Record<string, unknown>>): MessageParts | undefined {
  const { text } = choice;
  const given = choice['message'] ?? choice['delta'];
  const message = Array.isArray(given) ? asList(given).at(-1) : given;
  if (typeof message === 'string') return contentParts(message);
  if (typeof message === 'object' && message !== null) {
    const parts = messageParts(message);
    return parts.text === '' && typeof text === 'string' ? { ...parts, text } : parts;
  }
  if (typeof text === 'string') return contentParts(text);
  return readEnding(choice['finish_reason']).isStated ? contentParts('') : undefined;
}

/** Content of a body. */
export interface AnswerParts {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly choice: Readonly<Record<string, unknown>> | undefined;
  readonly parts: MessageParts | undefined;
  readonly usage: StatedUsage;
  /** Log probabilities in place of those of the choice. */
  readonly logprobs?: Completion['logprobs'];
}

/**
 * Returns an answer from its parts. An answer that has ended according to the server counts, even if it is empty or a refusal: otherwise a
 * model that refuses, or reasons until no token is left, would be asked again, or not counted. One that its server broke off is a fault,
 * whatever part of it arrived.
 */
export function answerFromParts(found: AnswerParts, endpoint: Endpoint, prompt: string | undefined): Answer {
  const { fields, choice, parts } = found;
  const written = parts === undefined ? '' : `${parts.reasoning}${parts.text ?? ''}${parts.refusal}`;
  const texts = prompt === undefined ? { written } : { prompt, written };
  const { usage, doubt } = billedUsage(found.usage, texts);
  const { error } = fields;
  if (isError(error)) return bodyFault(error, endpoint, usage);
  if (choice === undefined) return noCompletion(endpoint, usage);
  // A router whose server broke off reports that in the choice.
  if (isError(choice['error'])) return bodyFault(choice['error'], endpoint, usage, 'broken-off');
  const { ending, isStated } = readEnding(choice['finish_reason'], choice['native_finish_reason']);
  if (ending === 'fault') return brokenOff(choice['finish_reason'], endpoint, usage);
  if (parts === undefined) return noCompletion(endpoint, usage);
  if (parts.text === undefined) return unstated('sent an answer whose content is not text', endpoint, usage);
  const isEmpty = parts.text.trim() === '';
  const isRefused = isEmpty && parts.refusal !== '';
  if (isEmpty && !isRefused && !isStated && parts.reasoning === '')
    return unstated('sent an empty answer and does not say why it ended', endpoint, usage);
  const logprobs = found.logprobs ?? logprobsIn(choice['logprobs']);
  return ok({
    text: isRefused ? parts.refusal : parts.text,
    finishReason: isRefused ? 'refusal' : toFinishReason(ending),
    ...(parts.reasoning.trim() === '' ? {} : { reasoning: parts.reasoning }),
    ...(usage === undefined ? {} : { usage }),
    ...(doubt === undefined ? {} : { usageDoubt: doubt }),
    ...(logprobs === undefined ? {} : { logprobs }),
    ...servedBy(fields),
  });
}

const toFinishReason = (ending: ReturnType<typeof readEnding>['ending']): FinishReason =>
  ending === 'fault' ? 'other' : ending;

/** Length limit of a stored model name or fingerprint, in characters. */
const MAX_NAME = 200;

/** Returns the model that answered, by its own name, and the version of its configuration. */
function servedBy({ model, system_fingerprint: fingerprint }: AnswerParts['fields']): Pick<Completion, 'served'> {
  const named = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= MAX_NAME;
  if (!named(model) && !named(fingerprint)) return {};
  return { served: { ...(named(model) ? { model } : {}), ...(named(fingerprint) ? { fingerprint } : {}) } };
}

/** Returns true if the field `error` of a body reports an error; servers also send null, false or nothing there. */
const isError = (error: unknown): boolean => error !== undefined && error !== null && error !== false && error !== '';

type Fault = Result<never, ModelFault>;

/** @param usage tokens that were billed nevertheless */
const failed = (
  code: ModelFaultCode,
  message: string,
  usage: TokenUsage | undefined,
  more: Partial<ModelFault> = {},
): Fault => err({ code, message, retryable: false, ...more, ...(usage === undefined ? {} : { usage }) });

const noCompletion = ({ host }: Endpoint, usage: TokenUsage | undefined): Fault =>
  failed('bad-response', `${host} sent JSON that is not a chat completion. Is it an OpenAI-compatible server?`, usage);

/** Returns the fault of an answer that cannot be used. */
const unstated = (what: string, { host }: Endpoint, usage: TokenUsage | undefined): Fault =>
  failed('bad-response', `${host} ${what}.`, usage);

/**
 * Returns the fault of an answer that a server, or one that it asked, broke off: it is no answer, and may be complete the next time.
 */
function brokenOff(reason: unknown, { host }: Endpoint, usage: TokenUsage | undefined): Fault {
  const word = typeof reason === 'string' ? quoteServer(reason) : '';
  return failed('broken-off', `${host} broke its answer off (${word === '' ? 'error' : word}).`, usage, {
    retryable: true,
    ...(word === '' ? {} : { said: word }),
  });
}

/** Names of transient errors, as OpenAI and others write them. */
const PASSING: readonly (readonly [RegExp, ModelFaultCode])[] = [
  [/rate_?limit|too_many_requests|throttl/, 'rate-limited'],
  [/^server_error|internal|overloaded|unavailable|timeout|bad_gateway|upstream/, 'unavailable'],
];

/** Returns the fault code that an error in a body names, as an HTTP status or in words, if it may be transient. */
function passingCode(error: unknown, names: ReadonlySet<string>): ModelFaultCode | undefined {
  const status = Number(asFields(error)['code'] ?? asFields(error)['status']);
  if (status === 429) return 'rate-limited';
  if (status === 408 || (status >= 500 && status < 600)) return 'unavailable';
  return PASSING.find(([name]) => [...names].some((item) => name.test(item)))?.[1];
}

/**
 * Returns the fault of a server that reports an error with a success status: routers do if the server that they asked fails.
 *
 * @param otherwise code of an error that is not known to be transient
 */
function bodyFault(
  error: unknown,
  { host }: Endpoint,
  usage: TokenUsage | undefined,
  otherwise: ModelFaultCode = 'bad-response',
): Fault {
  const words = refusalWords(error);
  const { said, names } = words;
  const quote = said === '' ? {} : { said };
  if (isModeration(words))
    return failed(
      'moderated',
      `${host} refused the prompt by its moderation${said === '' ? '.' : `: ${said}`}`,
      usage,
      quote,
    );
  const code = passingCode(error, names) ?? (isLoading(words) ? 'unavailable' : otherwise);
  const message = `${host} reports an error instead of an answer${said === '' ? '' : `: ${said}`}`;
  return failed(code, message, usage, { retryable: code !== 'bad-response', ...quote });
}

/** Ending of an answer; `fault`: the server, or one that it asked, broke it off. */
export type Ending = FinishReason | 'fault';

/**
 * Finish reasons of OpenAI, Azure, vLLM, SGLang, llama.cpp, Ollama, TGI, OpenRouter, Mistral, DeepSeek, Z.ai, Anthropic, Gemini, Cohere and
 * Bedrock, in lower case with `_` for every other character. Unlisted words are read by their stems.
 */
const ENDINGS: Readonly<Record<Ending, readonly string[]>> = {
  stop: ['stop', 'stop_sequence', 'stopped', 'eos', 'eos_token', 'end', 'end_turn', 'complete', 'completed', 'done'],
  length: ['length', 'max_tokens', 'model_length', 'error_limit', 'incomplete', 'limit', 'stopped_limit', 'truncated'],
  filter: ['content_filter', 'recitation', 'spii', 'language', 'error_toxic', 'guardrail_intervened', 'blocklist'],
  refusal: ['refusal', 'refused'],
  tool: ['tool_calls', 'tool_call', 'tool_use', 'function_call'],
  fault: ['error', 'network_error', 'abort', 'insufficient_system_resource', 'user_cancel', 'failed', 'preempted'],
  other: ['other', 'unknown', 'null', 'none', 'finish_reason_unspecified', 'pause_turn'],
};

const KNOWN: ReadonlyMap<string, Ending> = new Map(
  (Object.entries(ENDINGS) as [Ending, readonly string[]][]).flatMap(([ending, words]) =>
    words.map((word) => [word, ending] as const),
  ),
);

/** Stems of words that no server is known to send; the first match counts. */
const STEMS: readonly (readonly [RegExp, Ending])[] = [
  [/filter|safety|moderat|sensitive|block|guardrail|polic|prohibit|flag|toxic|violat/, 'filter'],
  [
    /error|fail|abort|cancel|time_?out|unavailable|overload|resource|disconnect|interrupt|crash|exception|malformed|kill|lost|shutdown|rate_limit/,
    'fault',
  ],
  [/length|limit|max_|_max|tokens|context|truncat|budget/, 'length'],
  [/refus|declin/, 'refusal'],
  [/tool|function/, 'tool'],
  [/stop|eos|end|complet|done|finish/, 'stop'],
];

/** Returns the ending that one word names; undefined for a value that is no word. */
function parseEnding(word: unknown): Ending | undefined {
  if (typeof word !== 'string') return undefined;
  const plain = word
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  if (plain === '') return undefined;
  return KNOWN.get(plain) ?? STEMS.find(([stem]) => stem.test(plain))?.[1] ?? 'other';
}

/** Ending of an answer, and whether its server stated it. */
export interface AnswerEnding {
  readonly ending: Ending;
  readonly isStated: boolean;
}

/**
 * Reads the ending of an answer.
 *
 * @param word `finish_reason` of a choice, or its counterpart in another interface
 * @param native word of the server that a router has asked, which may be more specific than `stop`
 */
export function readEnding(word: unknown, native?: unknown): AnswerEnding {
  const ending = parseEnding(word);
  const inner = parseEnding(native);
  const isVague = ending === undefined || ending === 'stop' || ending === 'other';
  return {
    ending: (isVague && inner !== undefined && inner !== 'stop' ? inner : ending) ?? 'other',
    isStated: typeof word === 'string' && word !== '',
  };
}
