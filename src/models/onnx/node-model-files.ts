import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isBoardConfig } from '../board/board-config.ts';

/** Paths of a model in its folder; the first existing one counts. */
const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'] as const;

/** Returns the file of a model in its folder; undefined if it is missing. */
export const modelFile = (folder: string): string | undefined =>
  MODEL_FILES.map((file) => path.join(folder, file)).find((file) => existsSync(file));

/** Returns true if a folder says that it has a board network; false for one that cannot be read. */
export function holdsBoardNetwork(folder: string): boolean {
  try {
    return isBoardConfig(JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8')));
  } catch {
    return false;
  }
}

/** Returns the file that a model's folder lacks, as a sentence; undefined if it is complete. */
export function missingFiles(folder: string): string | undefined {
  if (!existsSync(folder)) return `There is no folder ${folder}.`;
  const missing = [
    ...(modelFile(folder) === undefined ? ['model.onnx'] : []),
    ...['tokenizer.json', 'config.json']
      .slice(holdsBoardNetwork(folder) ? 1 : 0)
      .filter((file) => !existsSync(path.join(folder, file))),
  ];
  if (missing.length === 0) return undefined;
  return `${folder} holds no model: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}
