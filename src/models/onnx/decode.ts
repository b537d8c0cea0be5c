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

/** A model that continues a text, token by token. */
export interface TokenModel {
  /** Tokens of prompt and answer together that it can hold; undefined if it does not say. */
  readonly contextTokens: number | undefined;
  /** Tokens per reading, between which the program has its turn; undefined if all must be read together. */
  readonly atOnce: number | undefined;
  /**
   * Returns to a text: tokens read before are kept as far as they are equal, except at least the last token, which must be read again.
   *
   * @returns the number of tokens kept
   */
  begin(ids: readonly number[]): number;
  /**
   * Reads tokens after those that it read before.
   *
   * @returns the logits of the tokens that follow the last `rows` of them, one row each
   */
  read(ids: readonly number[], rows?: number): Promise<readonly Float32Array[]>;
  /** Begins texts that are read together; undefined for a model that reads one at a time. */
  readonly batch: ((texts: number) => TextBatch) | undefined;
}

/**
 * Texts of equal length that are read together: the runtime is called once for all of them; shared prefixes are still read for each.
 */
export interface TextBatch {
  /**
   * Reads as many tokens of each text.
   *
   * @returns the logits of the token that follows, one row per text
   */
  read(texts: readonly (readonly number[])[]): Promise<readonly Float32Array[]>;
  /** Continues with only some of the texts, in this order. */
  keep(texts: readonly number[]): void;
}

/** Guesses the continuation of a text from all of its tokens; empty if there is nothing to guess. */
export type Guess = (ids: readonly number[]) => readonly number[];

/** Conversion of texts to tokens and back. */
export interface Vocabulary {
  encode(text: string): readonly number[];
  /** Returns the text of tokens, without special tokens such as the end of the text. */
  decode(ids: readonly number[]): string;
  /** Tokens that end a text. */
  readonly ends: ReadonlySet<number>;
}

/** Default token limit of an answer: several times a FEN. */
export const DEFAULT_TOKENS = 512;
/** Tokens beyond its own length in which a stop text is looked for. */
const SLACK = 8;

/**
 * Continues a prompt until the model ends its text, a stop text comes, the token limit is reached or the signal aborts, which is checked
 * between readings. The same prompt, settings and seed give the same answer. Guessed tokens are read together, and those that the model
 * would have chosen itself become its answer: fewer readings, and the same text (speculative decoding, Leviathan et al. 2023, with a guess
 * in place of a second model).
 *
 * @param asked tokens of the prompt
 * @param turn gives the rest of the program its turn between readings
 */
export async function generateText(
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

/** The unfinished answer to a prompt, token by token. */
interface Writing {
  readonly tokens: readonly number[];
  /** Limit of its tokens. */
  readonly most: number;
  readonly isEnded: boolean;
  /** Chooses the next token by its logits; undefined when the answer has ended. */
  take(logits: Float32Array): number | undefined;
  completion(): Result<Completion, ModelFault>;
}

/** Starts an answer to a prompt; an error if the prompt is empty or fills the context. */
function beginWriting(
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
          : { logprobs: chosen.map((token) => tokenLogprob(token, vocabulary)) }),
      });
    },
  });
}

/**
 * Returns true if the answer ends with a stop text: only the last tokens are examined, so that a long answer stays linear.
 */
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

const tokenLogprob = ({ id, logprob, top }: ChosenToken, vocabulary: Vocabulary): TokenLogprob => ({
  token: vocabulary.decode([id]),
  logprob,
  top: top.map((other) => ({ token: vocabulary.decode([other.id]), logprob: other.logprob })),
});

/** A prompt that is answered together with others. */
export interface BatchPrompt {
  /** Its tokens, as many as the others have. */
  readonly ids: readonly number[];
  readonly settings: DecodingSettings;
  readonly isCancelled: () => boolean;
}

/** An answer of a batch; undefined if it was canceled. */
type Row = Writing | undefined;

/**
 * Continues prompts of equal length together, as `decodeText` does with one: a reading takes the next token of each. Ended answers leave
 * the batch once they are half of it.
 *
 * @param batch the texts, none of which is read
 * @returns one answer per prompt, in order
 */
export async function decodeTogether(
  prompts: readonly BatchPrompt[],
  batch: TextBatch,
  model: Pick<TokenModel, 'contextTokens' | 'atOnce'>,
  vocabulary: Vocabulary,
  turn: () => Promise<void>,
): Promise<readonly Result<Completion, ModelFault>[]> {
  const begun = prompts.map(({ ids, settings }) => beginWriting(ids, settings, model, vocabulary));
  const rows: Row[] = begun.map((writing) => (writing.ok ? writing.value : undefined));
  const isOpen = (row: number): boolean => {
    if (prompts[row]?.isCancelled() === true) rows[row] = undefined;
    return rows[row]?.isEnded === false;
  };
  let read = [...prompts.keys()];
  let next: readonly (readonly number[])[] = prompts.map(({ ids }) => ids);
  for (;;) {
    await turn();
    const open = read.filter(isOpen);
    if (open.length === 0) break;
    if (2 * open.length <= read.length) {
      batch.keep(open.map((row) => read.indexOf(row)));
      next = open.map((row) => next[read.indexOf(row)] ?? []);
      read = open;
    }
    const { atOnce = Number.POSITIVE_INFINITY } = model;
    const logits = await batch.read(next.map((ids) => ids.slice(0, atOnce)));
    const rest = next.map((ids) => ids.slice(atOnce));
    // Tokens read for an ended answer have no effect.
    const takeNext = (row: number, at: number): readonly number[] => {
      const writing = rows[row];
      const token = writing?.isEnded === false ? writing.take(logits[at] ?? new Float32Array()) : undefined;
      return [token ?? 0];
    };
    next = (rest[0]?.length ?? 0) > 0 ? rest : read.map(takeNext);
  }
  return begun.map((writing, row) => {
    if (!writing.ok) return writing;
    return rows[row]?.completion() ?? fault('cancelled', 'cancelled');
  });
}

/** Number of tokens guessed at a time: after a wrong one the rest is read in vain. */
const MOST = 24;
const STATES = ['[%state', '[%prev_state'] as const;
/** Tokens of the side to move, which always changes. */
const SIDES = [' w', ' b', ' x', ' o'] as const;
const NEXT_SIDE = [' b', ' w', ' o', ' x'] as const;

/**
 * Returns a guess that a MAV state is the previous one with the other side to move, which is true but for a few squares. Undefined for a
 * vocabulary without a token for the tags.
 */
export function stateGuess(vocabulary: Vocabulary): Guess | undefined {
  const single = (text: string): number | undefined => {
    const [id, ...more] = vocabulary.encode(text);
    return more.length === 0 ? id : undefined;
  };
  const tags = STATES.map(single);
  const lineEnd = single('\n');
  if (lineEnd === undefined || tags.includes(undefined)) return undefined;
  const next = new Map(SIDES.map((side, i) => [single(side), single(NEXT_SIDE[i] ?? '')]));
  return (ids) => {
    const begin = ids.lastIndexOf(lineEnd) + 1;
    if (!tags.includes(ids[begin])) return [];
    const before = Math.max(...tags.map((tag) => (begin === 0 ? -1 : ids.lastIndexOf(tag ?? -1, begin - 1))));
    if (before < 0) return [];
    const offset = ids.length - begin;
    const end = ids.indexOf(lineEnd, before);
    const rest = ids.slice(before + offset, Math.min(end + 1, before + offset + MOST));
    return rest.map((id, i) => (offset + i === 1 ? (next.get(id) ?? id) : id));
  };
}

const ASKS_FOR_LISTS = /%top_/;

/**
 * Returns true for a MAV prompt whose answer consists of states: with a guess it is read faster alone than together with others.
 */
export const isGuessedWell = (prompt: string): boolean => !ASKS_FOR_LISTS.test(prompt);
