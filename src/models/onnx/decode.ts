import { seeded } from '../../core/base/random.ts';
import { ok, type Result } from '../../core/base/result.ts';
import {
  type Completion,
  type DecodingSettings,
  type FinishReason,
  fault,
  type ModelFault,
  type TokenLogprob,
} from '../model.ts';
import { type ChosenToken, chooseToken } from './sampler.ts';

/** A model that goes on with a text, a token at a time. */
export interface TokenModel {
  /** Tokens of prompt and answer together that it can hold; undefined where it does not say. */
  readonly contextTokens: number | undefined;
  /** Begins with a new text: what was read before is forgotten. */
  begin(): void;
  /** Reads tokens behind those that it read before, and gives the logits of the token that follows them. */
  read(ids: readonly number[]): Promise<Float32Array>;
}

/** Texts to tokens and back. */
export interface Vocabulary {
  encode(text: string): readonly number[];
  /** Without special tokens, such as the end of the text. */
  decode(ids: readonly number[]): string;
  /** The tokens that end a text. */
  readonly ends: ReadonlySet<number>;
}

/** Tokens of an answer where nothing is set: several times a FEN. */
export const DEFAULT_TOKENS = 512;
/** Tokens in which a stop text is looked for, beyond its own length. */
const SLACK = 8;

/**
 * Goes on with a prompt until the model ends its text, a stop text comes, the limit of tokens is reached or the signal aborts,
 * which is looked at between tokens. The same prompt, settings and seed give the same answer.
 *
 * @param turn lets the rest of the program have its turn between tokens
 */
export async function decodeText(
  prompt: string,
  settings: DecodingSettings,
  model: TokenModel,
  vocabulary: Vocabulary,
  turn: () => Promise<void>,
  isCancelled: () => boolean,
): Promise<Result<Completion, ModelFault>> {
  const asked = vocabulary.encode(prompt);
  if (asked.length === 0) return fault('refused-request', 'The prompt is empty.');
  const room = (model.contextTokens ?? Number.POSITIVE_INFINITY) - asked.length;
  if (room < 1) {
    return fault(
      'refused-request',
      `The prompt has ${asked.length} tokens, but the context holds ${model.contextTokens}. Choose a shorter game.`,
    );
  }
  const most = Math.min(settings.maxTokens ?? DEFAULT_TOKENS, room);
  const stops = (settings.stop ?? []).filter((text) => text !== '');
  const random = seeded(settings.seed ?? 0);
  const answer: number[] = [];
  const chosen: ChosenToken[] = [];
  let reason: FinishReason = 'length';
  let next = asked;
  model.begin();
  while (answer.length < most) {
    await turn();
    if (isCancelled()) return fault('cancelled', 'cancelled');
    const token = chooseToken(await model.read(next), settings, random);
    if (vocabulary.ends.has(token.id)) {
      reason = 'stop';
      break;
    }
    answer.push(token.id);
    chosen.push(token);
    next = [token.id];
    if (hasStopped(answer, stops, vocabulary)) {
      reason = 'stop';
      break;
    }
  }
  const text = cutAt(vocabulary.decode(answer), stops);
  if (text.trim() === '')
    return fault('bad-response', 'The model gave an empty answer. Try another prompt template or model.');
  return ok({
    text,
    finishReason: reason,
    usage: { inputTokens: asked.length, outputTokens: answer.length },
    ...(settings.topLogprobs === undefined ? {} : { logprobs: chosen.map((token) => logprobOf(token, vocabulary)) }),
  });
}

/** True if a stop text stands at the end: only the last tokens are looked at, so that a long answer stays linear. */
function hasStopped(answer: readonly number[], stops: readonly string[], vocabulary: Vocabulary): boolean {
  if (stops.length === 0) return false;
  const longest = Math.max(...stops.map(({ length }) => length));
  const tail = vocabulary.decode(answer.slice(-(longest + SLACK)));
  return stops.some((stop) => tail.includes(stop));
}

function cutAt(text: string, stops: readonly string[]): string {
  const found = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  return found.length === 0 ? text : text.slice(0, Math.min(...found));
}

const logprobOf = ({ id, logprob, top }: ChosenToken, vocabulary: Vocabulary): TokenLogprob => ({
  token: vocabulary.decode([id]),
  logprob,
  top: top.map((other) => ({ token: vocabulary.decode([other.id]), logprob: other.logprob })),
});
