import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '../../core/base/result.ts';
import { type LoadedModel, MODEL_TEXTS, openFiles, plainMessage } from './model-server.ts';
import { missingFiles, modelFile } from './node-model-files.ts';

/** Size limit in bytes: WebAssembly addresses 4 GB, which hold the model, its unpacked weights, and the cache. */
const MAX_BYTES = 2_000_000_000;

/**
 * Loads a model with its tokenizer: `model.onnx` (with weights possibly in `model.onnx_data`), `tokenizer.json`, `config.json` and, if
 * present, `tokenizer_config.json` and `generation_config.json`; of a board network `model.onnx` and `config.json` alone. Nothing is
 * downloaded. The error is a sentence about what is missing or not understood.
 *
 * @param turn lets pending messages in
 */
export async function loadModel(
  folder: string,
  turn: () => Promise<void> = () => Promise.resolve(),
): Promise<Result<LoadedModel, string>> {
  const missing = missingFiles(folder);
  const file = modelFile(folder);
  if (file === undefined || missing !== undefined) return err(missing ?? '');
  const name = path.relative(folder, file);
  const texts: unknown[] = [];
  for (const text of MODEL_TEXTS) {
    const json = await readJson(path.join(folder, text));
    if (!json.ok) return err(`${text} of ${folder} ${json.error}.`);
    texts.push(json.value);
  }
  try {
    const data = ['_data', '.data'].map((end) => file + end).find((other) => existsSync(other));
    const files = [file, ...(data === undefined ? [] : [data])];
    const sizes = await Promise.all(files.map(async (item) => (await stat(item)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > MAX_BYTES) {
      const words = `it has ${Math.round(bytes / 1e6)} MB; the limit is ${MAX_BYTES / 1e6} MB`;
      return err(`${name} of ${folder} cannot be loaded: ${words}.`);
    }
    const external = data === undefined ? [] : [{ path: path.basename(data), data: await readFile(data) }];
    const [graph, runtime] = await Promise.all([readFile(file), readFile(runtimeFile())]);
    return await openFiles({ place: folder, texts, name, graph, external, runtime }, turn);
  } catch (error) {
    return err(`${name} of ${folder} cannot be loaded: ${plainMessage(error)}.`);
  }
}

/** Reads the JSON of a file; undefined if there is none. The error continues its name. */
async function readJson(file: string): Promise<Result<unknown, string>> {
  if (!existsSync(file)) return ok(undefined);
  try {
    return ok(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return err(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
}

/** Returns the runtime's WebAssembly: beside the bundle, as it is shipped, else where the package is installed. */
function runtimeFile(): string {
  const beside = fileURLToPath(new URL('./onnx-runtime.wasm', import.meta.url));
  if (existsSync(beside)) return beside;
  return createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
}
