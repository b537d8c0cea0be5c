import type { Result } from '../core/base/result.ts';
import type { MavDialect } from '../core/mav/syntax.ts';
import type { World } from '../core/worlds/world.ts';
import type { Endpoint } from './endpoint.ts';

/** Variants that a state can be asked for. */
export const VARIANTS = ['chess', 'chess960'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The task, independent of its wording. */
export type Task = StateTask | WorldTask | MavTask;

/**
 * The state after these moves. It holds everything that a prompt may contain, so nothing
 * else (comments, tags, results, later moves) can leak into one, and models that know no language work from it alone.
 */
export interface StateTask {
  readonly kind: 'state';
  readonly variant: Variant;
  /** FEN of the position before the first move. */
  readonly startFen: string;
  /** SAN of the half-moves up to the asked ply, in order. */
  readonly moves: readonly string[];
  /** 0-based number of the sample, where one position is asked several times. */
  readonly sample: number;
}

/** The state of a world after these actions. It holds everything that a prompt may contain, as of a game. */
export interface WorldTask {
  readonly kind: 'world';
  readonly world: World<unknown>;
  /** The state before the first action, as the world prints it. */
  readonly startFen: string;
  /** The actions up to the asked state, in order. */
  readonly moves: readonly string[];
  /** 0-based number of the sample. */
  readonly sample: number;
}

/** The outputs of a MAV example. */
export interface MavTask {
  readonly kind: 'mav';
  /** Header and inputs, as they are written. */
  readonly prompt: string;
  /** The dialect of the answer. */
  readonly dialect: MavDialect;
  /** 0-based number of the sample. */
  readonly sample: number;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Settings of the decoding; what is left out is the model's own default and is not sent. */
export interface DecodingSettings {
  readonly temperature?: number;
  readonly topP?: number;
  /** Most tokens of the answer. */
  readonly maxTokens?: number;
  readonly seed?: number;
  /** Texts before which the answer ends; a server takes four at most. */
  readonly stop?: readonly string[];
  /** Alternatives a token to give log probabilities for. Most servers give at most 20, or 5 for raw completions. */
  readonly topLogprobs?: number;
}

export interface CompletionRequest {
  readonly task: Task;
  /** The task in words, rendered from a template (`prompts.ts`). */
  readonly messages: readonly ChatMessage[];
  /** The messages are no chat: the model goes on with their text, as models do that were never tuned to chat. */
  readonly isRaw?: boolean;
  readonly settings: DecodingSettings;
  /** True if an answer without log probabilities is of no use: a server that refuses them is not asked without. */
  readonly needsLogprobs?: boolean;
  /** Called each time that the request goes out: what was before it is no time of the answer. */
  readonly onSent?: () => void;
  /** Called with the milliseconds of each wait before another attempt, where the model itself makes more than one. */
  readonly onWait?: (ms: number) => void;
}

export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of the output that was thought and not shown. */
  readonly reasoningTokens?: number;
}

/** Natural logarithms of probabilities. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/**
 * Why the answer ended: the model was done, the token limit, a content filter, the model refused (its text says how), it called a tool (its
 * text has the arguments), or something that the server named.
 */
export const FINISH_REASONS = ['stop', 'length', 'filter', 'refusal', 'tool', 'other'] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** What answered a request, as its server names it. */
export interface ServedModel {
  /** The model, which may have a version that was not asked for. */
  readonly model?: string;
  /** The configuration that it ran with. */
  readonly fingerprint?: string;
  /** What the server refused, so that the request went without it: `temperature`. */
  readonly without?: readonly string[];
}

export interface Completion {
  /** The whole answer as text, which may be empty; the FEN is looked for in it afterwards (`core/answers`). */
  readonly text: string;
  readonly finishReason: FinishReason;
  /** What the model considered, where its server keeps that apart from the answer. */
  readonly reasoning?: string;
  readonly usage?: TokenUsage;
  /** Why the server's own count of tokens cannot be right, as part of a sentence. */
  readonly usageDoubt?: string;
  readonly served?: ServedModel;
  readonly logprobs?: readonly TokenLogprob[];
  /** Milliseconds that it took, where the model itself keeps requests waiting. */
  readonly elapsed?: number;
  /** Requests until it came, where the model itself makes more than one. */
  readonly attempts?: number;
}

/**
 * Why there is no answer. A fault is never scored as a wrong answer and never cached.
 * `broken-off`: a server did not finish its answer, whatever of it came.
 * `moderated`: the prompt was turned away for its content, which says nothing of other prompts.
 * `too-long`: the prompt does not fit its context, which says nothing of shorter ones.
 * `unsupported-task`: this model cannot work on the task (its moves are no legal line, its start is no position, it knows no such task).
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
  /** One sentence for people; never holds a key. */
  readonly message: string;
  /** HTTP status of the server's answer, where there was one. */
  readonly status?: number;
  /** True if a retry may help. */
  readonly retryable: boolean;
  /** Tokens that the server counted although it gave no usable answer: they are paid for. */
  readonly usage?: TokenUsage;
  /** The wait that the server requested, in milliseconds. */
  readonly retryAfter?: number;
  /** The server's own reason, on one line, shortened, without secrets. */
  readonly said?: string;
  /** The server is getting ready: it is asked again for this time, in milliseconds, however often that is. */
  readonly patience?: number;
}

/** The abilities of a model, probed once per endpoint and then kept. */
export interface ModelCapabilities {
  readonly systemRole: boolean;
  readonly streaming: boolean;
  readonly seed: boolean;
  /** Most alternatives a token that log probabilities come for; 0: none come. */
  readonly topLogprobs: number;
  /** Tokens of prompt and answer together, where known. */
  readonly contextTokens?: number;
  /** The same request always gives the same answer. */
  readonly deterministic: boolean;
  /** Asking sends nothing out of this process and costs nothing. */
  readonly offline: boolean;
}

/** The capabilities of rules and baselines, which run in this process. */
export const OFFLINE_CAPABILITIES: ModelCapabilities = {
  systemRole: false,
  streaming: false,
  seed: false,
  topLogprobs: 0,
  deterministic: true,
  offline: true,
};

/** A model that predicts states: over HTTP, in the editor, in this process, or a baseline that is a few lines of code. */
export interface Model {
  /** Its name in annotations and reports; a built-in's has its source before a colon (`baseline:naive-tracker`). */
  readonly label: string;
  /** Its name at its server, where there is one. */
  readonly servedAs?: string;
  /** The interface that its server is asked by, where that is not the usual one there. */
  readonly askedBy?: string;
  /** The server that is asked; undefined for a model that sends nothing out of this process. */
  readonly endpoint?: Endpoint;
  /** Never rejects. */
  capabilities(signal: AbortSignal): Promise<Result<ModelCapabilities, ModelFault>>;
  /** Never rejects; when `signal` aborts, the fault `cancelled` comes soon. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Result<Completion, ModelFault>>;
}

/** A fault as a result. */
export const fault = (
  code: ModelFaultCode,
  message: string,
  retryable = false,
): { readonly ok: false; readonly error: ModelFault } => ({ ok: false, error: { code, message, retryable } });
