import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where a model lies in its folder, the first that is there. */
const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'] as const;

/** The file of a model in its folder; undefined where it is missing. */
export const modelFile = (folder: string): string | undefined =>
  MODEL_FILES.map((file) => path.join(folder, file)).find((file) => existsSync(file));

/** Which file a folder lacks that a model needs, as a sentence; undefined where all are there. */
export function missingFiles(folder: string): string | undefined {
  if (!existsSync(folder)) return `There is no folder ${folder}.`;
  const missing = [
    ...(modelFile(folder) === undefined ? ['model.onnx'] : []),
    ...['tokenizer.json', 'config.json'].filter((file) => !existsSync(path.join(folder, file))),
  ];
  if (missing.length === 0) return undefined;
  return `${folder} holds no model: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}
