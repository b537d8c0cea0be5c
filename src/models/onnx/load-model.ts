import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { messageOf } from '../../core/base/message-of.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { Guess, TokenModel, Vocabulary } from './decode.ts';
import { stateGuess } from './guess-state.ts';
import { readModelConfig, TURN_ENDS } from './model-config.ts';
import { sessionModel } from './session-model.ts';

/** A model that is in memory. */
export interface LoadedModel {
  readonly model: TokenModel;
  readonly vocabulary: Vocabulary;
  readonly tokenizerConfig: unknown;
  /** How its texts go on, where that is easily guessed. */
  readonly guess: Guess | undefined;
}

/** JSON files of a model, the last two of which may be missing. */
export const MODEL_TEXTS = [
  'tokenizer.json',
  'config.json',
  'tokenizer_config.json',
  'generation_config.json',
] as const;

/** The files of a model. */
export interface ModelFiles {
  /** Where they lie, for messages. */
  readonly place: string;
  /** The JSON of `MODEL_TEXTS`; undefined where a file is missing. */
  readonly texts: readonly unknown[];
  /** The name of the graph's file, for messages. */
  readonly name: string;
  readonly graph: Uint8Array;
  /** Weights that lie beside the graph. */
  readonly external?: readonly { readonly path: string; readonly data: Uint8Array }[];
  /** The WebAssembly of the runtime. */
  readonly runtime: Uint8Array;
}

/** Makes a model of its files. The error says what is not understood, as a sentence. */
export async function openFiles({
  place,
  texts,
  name,
  graph,
  external = [],
  runtime,
}: ModelFiles): Promise<Result<LoadedModel, string>> {
  const [tokenizer, config, tokenizerConfig, generation] = texts;
  const known = readModelConfig(config);
  const ends = [...known.ends, ...readModelConfig(generation).ends];
  const vocabulary = openVocabulary(tokenizer, tokenizerConfig ?? {}, ends);
  if (!vocabulary.ok) return err(`The tokenizer of ${place} is not supported: ${vocabulary.error}.`);
  try {
    // one thread and the bytes of the runtime, so that it looks for no file of its own
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = runtime.slice().buffer;
    const session = await ort.InferenceSession.create(graph, { logSeverityLevel: 4, externalData: [...external] });
    // 14 MB that nothing needs again; the types do not know that it can be taken back
    Reflect.deleteProperty(ort.env.wasm, 'wasmBinary');
    const model = sessionModel(ort, session, known);
    if (!model.ok) return err(`${name} of ${place} is not a supported language model: ${model.error}.`);
    const guess = known.readsMav ? stateGuess(vocabulary.value) : undefined;
    return ok({ model: model.value, vocabulary: vocabulary.value, tokenizerConfig, guess });
  } catch (error) {
    return err(`${name} of ${place} cannot be loaded: ${plainMessageOf(error)}.`);
  }
}

function openVocabulary(json: unknown, config: unknown, ends: readonly number[]): Result<Vocabulary, string> {
  try {
    const tokenizer = new Tokenizer(json as object, config as object);
    const marks = [...TURN_ENDS, endMark(config)].map((mark) => tokenizer.token_to_id(mark));
    const all = new Set([...ends, ...marks.filter((id) => id !== undefined)]);
    return ok({
      encode: (text) => tokenizer.encode(text).ids,
      decode: (ids) => (ids.length === 0 ? '' : tokenizer.decode([...ids], { skip_special_tokens: true })),
      ends: all,
    });
  } catch (error) {
    return err(plainMessageOf(error));
  }
}

/** The end of a text, as the tokenizer's configuration writes it: a text, or an object with one. */
function endMark(config: unknown): string {
  const mark: unknown = typeof config === 'object' && config !== null && 'eos_token' in config ? config.eos_token : '';
  const content: unknown = typeof mark === 'object' && mark !== null && 'content' in mark ? mark.content : mark;
  return typeof content === 'string' ? content : '';
}

/** A library's error message, on one line and without its final period. */
export const plainMessageOf = (error: unknown): string =>
  messageOf(error)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/\.$/, '');
