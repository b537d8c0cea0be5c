import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { TokenModel, Vocabulary } from './decode.ts';
import { readModelConfig, TURN_ENDS } from './model-config.ts';
import { sessionModel } from './session-model.ts';

/** A model that is in memory. */
export interface LoadedModel {
  readonly model: TokenModel;
  readonly vocabulary: Vocabulary;
  readonly tokenizerConfig: unknown;
}

/** Where a model lies in its folder, the first that is there. */
const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'] as const;
/** WebAssembly addresses 4 GB, which hold the model, its weights as they are unpacked, and the cache. */
const MAX_BYTES = 2_000_000_000;

/**
 * Loads a model with its tokenizer: `model.onnx` (weights may lie beside it in `model.onnx_data`), `tokenizer.json`, `config.json`
 * and, where they are there, `tokenizer_config.json` and `generation_config.json`. Nothing is downloaded. The error says what is
 * missing or not understood, as a sentence.
 */
export async function loadModel(folder: string): Promise<Result<LoadedModel, string>> {
  const file = MODEL_FILES.find((name) => existsSync(path.join(folder, name)));
  const missing = [
    ...(file === undefined ? ['model.onnx'] : []),
    ...['tokenizer.json', 'config.json'].filter((name) => !existsSync(path.join(folder, name))),
  ];
  if (!existsSync(folder)) return err(`There is no folder ${folder}.`);
  if (file === undefined || missing.length > 0) {
    return err(`${folder} holds no model: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`);
  }
  const texts = ['tokenizer.json', 'config.json', 'tokenizer_config.json', 'generation_config.json'];
  const read: unknown[] = [];
  for (const name of texts) {
    const json = await readJson(path.join(folder, name));
    if (!json.ok) return err(`${name} of ${folder} ${json.error}.`);
    read.push(json.value);
  }
  const [tokenizer, config, tokenizerConfig, generation] = read;
  const known = readModelConfig(config);
  const ends = [...known.ends, ...readModelConfig(generation).ends];
  const vocabulary = openVocabulary(tokenizer, tokenizerConfig ?? {}, ends);
  if (!vocabulary.ok) return err(`The tokenizer of ${folder} is not supported: ${vocabulary.error}.`);
  const session = await openSession(path.join(folder, file));
  if (!session.ok) return err(`${file} of ${folder} cannot be loaded: ${session.error}.`);
  const model = sessionModel(ort, session.value, known);
  if (!model.ok) return err(`${file} of ${folder} is not a supported language model: ${model.error}.`);
  return ok({ model: model.value, vocabulary: vocabulary.value, tokenizerConfig });
}

/** The JSON of a file; undefined where there is none. The error goes on with its name. */
async function readJson(file: string): Promise<Result<unknown, string>> {
  if (!existsSync(file)) return ok(undefined);
  try {
    return ok(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return err(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
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
    return err(messageOf(error));
  }
}

/** The end of a text, as the tokenizer's configuration writes it: a text, or an object with one. */
function endMark(config: unknown): string {
  const mark: unknown = typeof config === 'object' && config !== null && 'eos_token' in config ? config.eos_token : '';
  const content: unknown = typeof mark === 'object' && mark !== null && 'content' in mark ? mark.content : mark;
  return typeof content === 'string' ? content : '';
}

async function openSession(file: string): Promise<Result<ort.InferenceSession, string>> {
  try {
    const data = ['_data', '.data'].map((end) => file + end).find((name) => existsSync(name));
    const sizes = await Promise.all(
      [file, ...(data === undefined ? [] : [data])].map(async (name) => (await stat(name)).size),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > MAX_BYTES) return err(`it has ${Math.round(bytes / 1e6)} MB; the limit is ${MAX_BYTES / 1e6} MB`);
    startRuntime(await readFile(runtimeFile()));
    const external = data === undefined ? [] : [{ path: path.basename(data), data: await readFile(data) }];
    return ok(await ort.InferenceSession.create(await readFile(file), { logSeverityLevel: 4, externalData: external }));
  } catch (error) {
    return err(messageOf(error));
  }
}

/** One thread and the bytes of the runtime, so that it looks for no file of its own. */
function startRuntime(bytes: Uint8Array): void {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = bytes.slice().buffer;
}

/** The runtime's WebAssembly: beside the bundle, as it is shipped, else where the package is installed. */
function runtimeFile(): string {
  const beside = fileURLToPath(new URL('./onnx-runtime.wasm', import.meta.url));
  if (existsSync(beside)) return beside;
  return createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
}

/** A library's error message, on one line and without its final period. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/\.$/, '');
