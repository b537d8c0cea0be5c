import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeProcess } from '../../compute/worker/node-process.ts';
import { besideBundle, nodeThread } from '../../compute/worker/node-threads.ts';
import type { StartWorker } from '../../compute/worker/worker-protocol.ts';
import { ok } from '../../core/base/result.ts';
import { boardModel } from '../board/board-model.ts';
import { fault, type Model } from '../model.ts';
import type { ModelSource } from '../sources/source.ts';
import { LOCAL_CAPABILITIES, ModelWorker, type OnnxWorkerData, RUNTIME_FLAGS } from './model-worker.ts';
import { holdsBoardNetwork, missingFiles } from './node-model-files.ts';

/** Starts the program of a model's worker: `nodeThread`, or `modelProcess` in a host that is shared with others. */
export type StartProgram = (entry: URL, data: OnnxWorkerData) => StartWorker;

export const modelProcess: StartProgram = (entry, data) => nodeProcess(entry, data, RUNTIME_FLAGS);

/**
 * Returns the source of language models and board networks in ONNX format, each in a local folder and run in a worker: `onnx:FOLDER`.
 * Nothing is sent or downloaded. The label in annotations holds only the folder's own name.
 *
 * @param bundle URL of the running bundle; the worker's program lies beside it or in a folder above
 */
export function onnxSource(bundle: string, start: StartProgram = nodeThread): ModelSource {
  const workers = new Map<string, ModelWorker>();
  const boards = new Map<string, Model>();
  return {
    id: 'onnx',
    title: 'ONNX model in a folder, run locally',
    names: ['FOLDER'],
    open(name) {
      if (name.trim() === '')
        return fault(
          'unknown-model',
          'missing folder: expected onnx:FOLDER, a folder with model.onnx, tokenizer.json and config.json, or a board network',
        );
      const folder = path.resolve(name);
      const missing = missingFiles(folder);
      if (missing !== undefined) return fault('unknown-model', missing);
      const label = `onnx:${path.basename(folder)}`;
      const complete: Model['complete'] = (request, signal) => {
        const worker = workers.get(folder) ?? new ModelWorker(workerOf(folder, bundle, start));
        workers.set(folder, worker);
        return worker.complete(request, signal);
      };
      if (!holdsBoardNetwork(folder))
        return ok({ label, capabilities: () => Promise.resolve(ok(LOCAL_CAPABILITIES)), complete });
      const model = boards.get(folder) ?? boardModel(label, complete);
      boards.set(folder, model);
      return ok(model);
    },
  };
}

/**
 * Runs models shipped with the program.
 *
 * @param bundle see `onnxSource`
 * @returns a function that answers requests by the model of a folder, relative to the root of the package
 */
export const packagedModel =
  (bundle: string, start: StartProgram = nodeThread) =>
  (folder: string): Model['complete'] => {
    const worker = new ModelWorker(workerOf(fileURLToPath(besideBundle(bundle, folder)), bundle, start));
    return (request, signal) => worker.complete(request, signal);
  };

const workerOf = (folder: string, bundle: string, start: StartProgram): StartWorker =>
  start(besideBundle(bundle, 'onnx-worker.mjs'), { folder });
