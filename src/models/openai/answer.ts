import { ok, type Result } from '../../core/base/result.ts';
import { billedUsage, type StatedUsage } from '../../core/evaluation/runs/usage.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Completion, FinishReason, ModelFault } from '../model.ts';
import { bodyFault, brokenOff, noCompletion, unstated } from './answer-faults.ts';
import { readEnding } from './finish.ts';
import { logprobsIn } from './logprobs.ts';
import { fieldsOf, itemsOf } from './loose.ts';
import { contentParts, type MessageParts, messageParts } from './message.ts';
import { statedUsage } from './usage.ts';

type Answer = Result<Completion, ModelFault>;

/** The answer out of the body of a chat completion, which may be anything. `prompt` is the text that was sent. */
export function completionOf(body: unknown, endpoint: Endpoint, prompt?: string): Answer {
  const fields = fieldsOf(body);
  const { choice, usage } = choiceIn(fields);
  const parts = choice === undefined ? undefined : partsOf(choice);
  return answerOf({ fields, choice, parts, usage }, endpoint, prompt);
}

/** The answer out of the body of a raw completion, which may be anything. */
export function rawCompletionOf(body: unknown, endpoint: Endpoint, prompt?: string): Answer {
  const fields = fieldsOf(body);
  const { choice, usage } = choiceIn(fields);
  const text = choice?.['text'] ?? choice?.['response'];
  const parts = typeof text === 'string' ? { text, reasoning: '', refusal: '' } : undefined;
  return answerOf({ fields, choice, parts, usage }, endpoint, prompt);
}

/**
 * The choice of a body: the one with index 0, else the first. Bodies of Ollama's and Anthropic's own interfaces, which gateways pass on,
 * are a choice themselves.
 */
function choiceIn(body: Readonly<Record<string, unknown>>): {
  readonly choice: Readonly<Record<string, unknown>> | undefined;
  readonly usage: StatedUsage;
} {
  const choices = itemsOf(body['choices']).filter((item) => typeof item === 'object' && item !== null);
  const first = choices.find((item) => fieldsOf(item)['index'] === 0) ?? choices[0];
  if (first !== undefined) return { choice: fieldsOf(first), usage: statedUsage(body['usage']) };
  const isNative = 'done_reason' in body || 'done' in body || 'stop_reason' in body;
  if (!isNative) return { choice: undefined, usage: statedUsage(body['usage']) };
  const message = body['message'] ?? body;
  const reason = body['done_reason'] ?? body['stop_reason'];
  return {
    choice: { ...body, message, finish_reason: reason },
    usage: statedUsage(body['usage'] ?? body),
  };
}

/** The parts of the message of a choice; undefined where it has none, and no word why. */
function partsOf(choice: Readonly<Record<string, unknown>>): MessageParts | undefined {
  const { text } = choice;
  const given = choice['message'] ?? choice['delta'];
  const message = Array.isArray(given) ? itemsOf(given).at(-1) : given;
  if (typeof message === 'string') return contentParts(message);
  if (typeof message === 'object' && message !== null) {
    const parts = messageParts(message);
    return parts.text === '' && typeof text === 'string' ? { ...parts, text } : parts;
  }
  if (typeof text === 'string') return contentParts(text);
  return readEnding(choice['finish_reason']).isStated ? contentParts('') : undefined;
}

/** What was found in a body. */
export interface FoundAnswer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly choice: Readonly<Record<string, unknown>> | undefined;
  readonly parts: MessageParts | undefined;
  readonly usage: StatedUsage;
  /** In place of those of the choice. */
  readonly logprobs?: Completion['logprobs'];
}

/**
 * An answer out of its parts. One that the server says has ended is an answer, also where it is empty or a refusal: else a model that
 * refuses, or thinks until no token is left, would be asked again, or counted nowhere. One that its server broke off is a fault,
 * whatever has come of it.
 */
export function answerOf(found: FoundAnswer, endpoint: Endpoint, prompt: string | undefined): Answer {
  const { fields, choice, parts } = found;
  const written = parts === undefined ? '' : `${parts.reasoning}${parts.text ?? ''}${parts.refusal}`;
  const texts = prompt === undefined ? { written } : { prompt, written };
  const { usage, doubt } = billedUsage(found.usage, texts);
  const { error } = fields;
  if (isError(error)) return bodyFault(error, endpoint, usage);
  if (choice === undefined) return noCompletion(endpoint, usage);
  // A router whose server broke off says so in the choice.
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
    finishReason: isRefused ? 'refusal' : finishOf(ending),
    ...(parts.reasoning.trim() === '' ? {} : { reasoning: parts.reasoning }),
    ...(usage === undefined ? {} : { usage }),
    ...(doubt === undefined ? {} : { usageDoubt: doubt }),
    ...(logprobs === undefined ? {} : { logprobs }),
    ...servedBy(fields),
  });
}

const finishOf = (ending: ReturnType<typeof readEnding>['ending']): FinishReason =>
  ending === 'fault' ? 'other' : ending;

/** Longest name of a model or fingerprint that is kept. */
const MAX_NAME = 200;

/** The model that answered, by its own name, and the version of what it ran on. */
function servedBy({ model, system_fingerprint: fingerprint }: FoundAnswer['fields']): Pick<Completion, 'served'> {
  const named = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= MAX_NAME;
  if (!named(model) && !named(fingerprint)) return {};
  return { served: { ...(named(model) ? { model } : {}), ...(named(fingerprint) ? { fingerprint } : {}) } };
}

/** True of the field `error` of a body where it reports one; servers also send null, false or nothing there. */
const isError = (error: unknown): boolean => error !== undefined && error !== null && error !== false && error !== '';
