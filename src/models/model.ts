import type { Result } from '../core/base/result.ts';
import type { ChessVariant } from '../core/games/chess/chess-variants.ts';
import type { MavDialect } from '../core/mav/syntax.ts';
import type { World } from '../core/worlds/world.ts';
import type { Endpoint } from './endpoint.ts';

/** A task, independent of its wording. */
export type Task = StateTask | WorldTask | MavTask;

/**
 * The state after some moves. It holds everything that a prompt may contain, so nothing else (comments, tags, results, later moves) can
 * leak into one, and models without language work from it alone.
 */
export interface StateTask {
  readonly kind: 'state';
  readonly variant: ChessVariant;
  /** FEN of the position before the first move. */
  readonly startFen: string;
  /** SAN of the moves up to the requested ply, in order. */
  readonly moves: readonly string[];
  /** 0-based number of the sample, if one position is asked for several times. */
  readonly sample: number;
}

/** The state of a world after some actions. It holds everything that a prompt may contain, as for a game. */
export interface WorldTask {
  readonly kind: 'world';
  readonly world: World<unknown>;
  /** State before the first action, as the world prints it. */
  readonly startFen: string;
  /** Actions up to the requested state, in order. */
  readonly moves: readonly string[];
  /** 0-based number of the sample. */
  readonly sample: number;
}

/** Outputs of a MAV example. */
export interface MavTask {
  readonly kind: 'mav';
  /** Header and inputs, as written. */
  readonly prompt: string;
  /** Dialect of the answer. */
  readonly dialect: MavDialect;
  /** 0-based number of the sample. */
  readonly sample: number;
}

/** A text to work on that the prompt holds whole: only language models can. */
export interface TextTask {
  readonly kind: 'text';
  /** 0-based number of the sample, if one text is asked about several times. */
  readonly sample: number;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Settings of the decoding; undefined ones are the model's own defaults and are not sent. */
export interface DecodingSettings {
  readonly temperature?: number;
  readonly topP?: number;
  /** Token limit of the answer. */
  readonly maxTokens?: number;
  readonly seed?: number;
  /** Texts before which the answer ends; a server accepts four at most. */
  readonly stop?: readonly string[];
  /** Alternatives per token with log probabilities. Most servers give at most 20, or 5 for raw completions. */
  readonly topLogprobs?: number;
}

export interface CompletionRequest {
  readonly task: Task | TextTask;
  /** Task in words, rendered from a template (`prompts.ts`). */
  readonly messages: readonly ChatMessage[];
  /** True if the messages are no chat: the model continues their text, as models without chat tuning do. */
  readonly isRaw?: boolean;
  readonly settings: DecodingSettings;
  /** True if an answer without log probabilities is of no use: a server that refuses them is not asked without. */
  readonly needsLogprobs?: boolean;
  /** Called each time the request is sent: the time before does not count as time of the answer. */
  readonly onSent?: () => void;
  /** Called with the milliseconds of each wait before another attempt, if the model itself makes several. */
  readonly onWait?: (ms: number) => void;
}

export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Tokens of the output spent on hidden reasoning. */
  readonly reasoningTokens?: number;
}

/** Natural logarithms of probabilities. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/**
 * Reasons for the end of an answer: the model was done, the token limit, a content filter, a refusal (with its words as text), a tool call
 * (with the arguments as text), or another reason of the server.
 */
export const FINISH_REASONS = ['stop', 'length', 'filter', 'refusal', 'tool', 'other'] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** Model that answered a request, as its server names it. */
export interface ServedModel {
  /** Model name, which may include a version that was not requested. */
  readonly model?: string;
  /** Fingerprint of the configuration. */
  readonly fingerprint?: string;
  /** Settings that the server refused and that were therefore left out: `temperature`. */
  readonly without?: readonly string[];
}

export interface Completion {
  /** Whole answer as text, which may be empty; the FEN is extracted from it later (`core/answers`). */
  readonly text: string;
  readonly finishReason: FinishReason;
  /** Reasoning of the model, if its server reports it separately. */
  readonly reasoning?: string;
  readonly usage?: TokenUsage;
  /** Reason why the server's token count cannot be right, as part of a sentence. */
  readonly usageDoubt?: string;
  readonly served?: ServedModel;
  readonly logprobs?: readonly TokenLogprob[];
  /** Time of the answer in milliseconds, if the model itself queues requests. */
  readonly elapsed?: number;
  /** Number of requests until the answer, if the model itself makes several. */
  readonly attempts?: number;
}

/**
 * Reasons why there is no answer. A fault is never scored as a wrong answer and never cached. `broken-off`: a server did not finish its
 * answer, whatever part of it arrived. `moderated`: the prompt was rejected for its content, which says nothing about other prompts.
 * `too-long`: the prompt does not fit its context, which says nothing about shorter ones. `unsupported-task`: this model cannot work on the
 * task (its moves are no legal line, its start is no position, it does not know such tasks).
 */
export const MODEL_FAULT_CODES = [
  'cancelled',
  'timeout',
  'rate-limited',
  'unauthorized',
  'unavailable',
  'refused-request',
  'bad-response',
  'broken-off',
  'moderated',
  'too-long',
  'unsupported-task',
  'unknown-model',
] as const;
export type ModelFaultCode = (typeof MODEL_FAULT_CODES)[number];

export interface ModelFault {
  readonly code: ModelFaultCode;
  /** One sentence for the user; never contains a key. */
  readonly message: string;
  /** HTTP status of the server's answer, if there was one. */
  readonly status?: number;
  /** True if a retry may help. */
  readonly retryable: boolean;
  /** Tokens that the server counted although it gave no usable answer: they are billed. */
  readonly usage?: TokenUsage;
  /** Wait requested by the server, in milliseconds. */
  readonly retryAfter?: number;
  /** The server's own reason, on one line, shortened, without secrets. */
  readonly said?: string;
  /** Time for a server that is getting ready, in milliseconds: until then it is asked again, however often. */
  readonly patience?: number;
}

/** Abilities of a model, probed once per endpoint and then cached. */
export interface ModelCapabilities {
  readonly systemRole: boolean;
  readonly streaming: boolean;
  readonly seed: boolean;
  /** Largest number of alternatives per token with log probabilities; 0: none. */
  readonly topLogprobs: number;
  /** Tokens of prompt and answer together, if known. */
  readonly contextTokens?: number;
  /** True if the same request always gives the same answer. */
  readonly deterministic: boolean;
  /** True if a request sends nothing out of this process and costs nothing. */
  readonly offline: boolean;
}

/** Capabilities of rules and baselines, which run in this process. */
export const OFFLINE_CAPABILITIES: ModelCapabilities = {
  systemRole: false,
  streaming: false,
  seed: false,
  topLogprobs: 0,
  deterministic: true,
  offline: true,
};

/** A model that predicts states: over HTTP, in the editor, in this process, or a baseline of a few lines of code. */
export interface Model {
  /** Name in annotations and reports; that of a built-in has its source before a colon (`baseline:naive-tracker`). */
  readonly label: string;
  /** Name at its server, if there is one. */
  readonly servedAs?: string;
  /** Interface of the requests, if it is not the usual one of the server. */
  readonly api?: string;
  /** Server of the model; undefined for a model that sends nothing out of this process. */
  readonly endpoint?: Endpoint;
  /** Returns the abilities of the model. Never rejects. */
  capabilities(signal: AbortSignal): Promise<Result<ModelCapabilities, ModelFault>>;
  /** Answers a request. Never rejects; when `signal` aborts, the fault `cancelled` comes soon. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Result<Completion, ModelFault>>;
}

/** Returns a fault as a result. */
export const fault = (
  code: ModelFaultCode,
  message: string,
  retryable = false,
): { readonly ok: false; readonly error: ModelFault } => ({ ok: false, error: { code, message, retryable } });
