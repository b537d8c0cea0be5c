import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
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
 * @param turn lets the rest of the program have its turn between readings
 */
export async function decodeText(
  prompt: string,
  settings: DecodingSettings,
  model: TokenModel,
  vocabulary: Vocabulary,
  turn: () => Promise<void>,
  isCancelled: () => boolean,
  guess: Guess = () => [],
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
  let read = model.begin(asked);
  reading: while (answer.length < most) {
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
    for (const [i, logits] of rows.entries()) {
      const token = chooseToken(logits, settings, random);
      if (vocabulary.ends.has(token.id)) {
        reason = 'stop';
        break reading;
      }
      answer.push(token.id);
      chosen.push(token);
      if (hasStopped(answer, stops, vocabulary)) {
        reason = 'stop';
        break reading;
      }
      if (token.id !== guessed[i]) break;
    }
    read = model.begin([...asked, ...answer]);
  }
  const text = cutAt(vocabulary.decode(answer), stops);
  if (text.trim() === '')
    return err({
      code: 'bad-response',
      message: 'The model gave an empty answer. Try another prompt template or model.',
      retryable: false,
      isEmpty: true,
    });
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
