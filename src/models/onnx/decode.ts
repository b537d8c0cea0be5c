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
  /** Tokens that are read at a time, so that the program has its turn between them; undefined where all have to be read together. */
  readonly atOnce: number | undefined;
  /**
   * Goes back to a text: what was read before is kept as far as it is the same, but the last token at least is left to be read.
   *
   * @returns the number of tokens that are kept
   */
  begin(ids: readonly number[]): number;
  /**
   * Reads tokens behind those that it read before.
   *
   * @returns the logits of the tokens that follow the last `rows` of them, one row each
   */
  read(ids: readonly number[], rows?: number): Promise<readonly Float32Array[]>;
  /** Begins texts that are read together; undefined for a model that reads one at a time. */
  readonly batch: ((texts: number) => TextBatch) | undefined;
}

/** Texts of one length that are read together: what is alike in them is not read once, but the runtime is asked once for all of them. */
export interface TextBatch {
  /**
   * Reads as many tokens of each text.
   *
   * @returns the logits of the token that follows, one row a text
   */
  read(texts: readonly (readonly number[])[]): Promise<readonly Float32Array[]>;
  /** Goes on with some of the texts alone, in this order. */
  keep(texts: readonly number[]): void;
}

/** Guesses how a text goes on, from all of its tokens; none where there is nothing to guess. */
export type Guess = (ids: readonly number[]) => readonly number[];

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
 * which is looked at between readings. The same prompt, settings and seed give the same answer.
 *
 * Guessed tokens are read together, and those that the model would have chosen itself are its answer: fewer readings, and the same
 * text (speculative decoding, Leviathan et al. 2023, with a guess in place of a second model).
 *
 * @param asked the tokens of the prompt
 * @param turn lets the rest of the program have its turn between readings
 */
export async function decodeText(
  asked: readonly number[],
  settings: DecodingSettings,
  model: TokenModel,
  vocabulary: Vocabulary,
  turn: () => Promise<void>,
  isCancelled: () => boolean,
  guess: Guess = () => [],
): Promise<Result<Completion, ModelFault>> {
  const writing = beginWriting(asked, settings, model, vocabulary);
  if (!writing.ok) return writing;
  const { tokens: answer, most } = writing.value;
  let read = model.begin(asked);
  while (!writing.value.isEnded) {
    await turn();
    if (isCancelled()) return fault('cancelled', 'cancelled');
    const known = [...asked, ...answer];
    for (const { atOnce = Number.POSITIVE_INFINITY } = model; known.length - read > atOnce; read += atOnce) {
      await model.read(known.slice(read, read + atOnce));
      await turn();
      if (isCancelled()) return fault('cancelled', 'cancelled');
    }
    const guessed = guess(known).slice(0, most - answer.length - 1);
    const rows = await model.read([...known.slice(read), ...guessed], guessed.length + 1);
    for (const [i, logits] of rows.entries()) if (writing.value.take(logits) !== guessed[i]) break;
    read = model.begin([...asked, ...answer]);
  }
  return writing.value.completion();
}

/** The answer to a prompt while it is written, token by token. */
export interface Writing {
  readonly tokens: readonly number[];
  /** Tokens that it may have. */
  readonly most: number;
  readonly isEnded: boolean;
  /** Chooses the next token by its logits; undefined when the answer has ended. */
  take(logits: Float32Array): number | undefined;
  completion(): Result<Completion, ModelFault>;
}

/** Begins an answer to a prompt; an error where the prompt is empty or fills the context. */
export function beginWriting(
  asked: readonly number[],
  settings: DecodingSettings,
  { contextTokens }: Pick<TokenModel, 'contextTokens'>,
  vocabulary: Vocabulary,
): Result<Writing, ModelFault> {
  if (asked.length === 0) return fault('refused-request', 'The prompt is empty.');
  const room = (contextTokens ?? Number.POSITIVE_INFINITY) - asked.length;
  if (room < 1) {
    return fault(
      'too-long',
      `The prompt has ${asked.length} tokens, but the context holds ${contextTokens}. Choose a shorter game.`,
    );
  }
  const most = Math.min(settings.maxTokens ?? DEFAULT_TOKENS, room);
  const stops = (settings.stop ?? []).filter((text) => text !== '');
  const random = seeded(settings.seed ?? 0);
  const tokens: number[] = [];
  const chosen: ChosenToken[] = [];
  let reason: FinishReason | undefined = most > 0 ? undefined : 'length';
  return ok({
    tokens,
    most,
    get isEnded() {
      return reason !== undefined;
    },
    take(logits) {
      const token = chooseToken(logits, settings, random);
      if (vocabulary.ends.has(token.id)) {
        reason = 'stop';
        if (most === 1) chosen.push(token);
        return undefined;
      }
      tokens.push(token.id);
      chosen.push(token);
      if (hasStopped(tokens, stops, vocabulary)) reason = 'stop';
      else if (tokens.length >= most) reason = 'length';
      return reason === undefined ? token.id : undefined;
    },
    completion() {
      const text = cutAt(vocabulary.decode(tokens), stops);
      return ok({
        text,
        finishReason: reason ?? 'length',
        usage: { inputTokens: asked.length, outputTokens: tokens.length },
        ...(settings.topLogprobs === undefined
          ? {}
          : { logprobs: chosen.map((token) => logprobOf(token, vocabulary)) }),
      });
    },
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
