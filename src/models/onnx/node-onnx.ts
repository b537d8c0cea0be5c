import path from 'node:path';
import { besideBundle, nodeThread } from '../../compute/worker/node-threads.ts';
import { WorkerClient } from '../../compute/worker/worker-client.ts';
import { ok, type Result } from '../../core/base/result.ts';
import {
  type Completion,
  type CompletionRequest,
  fault,
  type Model,
  type ModelCapabilities,
  type ModelFault,
} from '../model.ts';
import type { ModelSource } from '../source.ts';
import type { OnnxCalls, OnnxWorkerData } from './onnx-calls.ts';

/** An idle model frees its memory after this time, in milliseconds. */
const IDLE_MS = 5 * 60_000;

const CAPABILITIES: ModelCapabilities = {
  systemRole: true,
  streaming: false,
  seed: true,
  topLogprobs: 20,
  deterministic: true,
  offline: true,
};

/**
 * Language models in ONNX format, each in a local folder and run in a worker thread: `onnx:FOLDER`. Nothing is sent or
 * downloaded. The label in annotations holds only the folder's own name.
 *
 * @param bundle URL of the bundle that runs; the worker's program lies beside it or in a folder above
 */
export function onnxSource(bundle: string): ModelSource {
  const workers = new Map<string, ModelWorker>();
  return {
    id: 'onnx',
    title: 'ONNX model in a folder, run locally',
    names: ['FOLDER'],
    open(name) {
      if (name.trim() === '')
        return fault(
          'unknown-model',
          'missing folder: expected onnx:FOLDER, a folder with model.onnx, tokenizer.json and config.json',
        );
      const folder = path.resolve(name);
      const model: Model = {
        label: `onnx:${path.basename(folder)}`,
        capabilities: () => Promise.resolve(ok(CAPABILITIES)),
        complete(request, signal) {
          const worker = workers.get(folder) ?? new ModelWorker(folder, bundle);
          workers.set(folder, worker);
          return worker.complete(request, signal);
        },
      };
      return ok(model);
    },
  };
}

/** The worker of one model. It runs while it has requests and for `IDLE_MS` after; idle, it keeps no process alive. */
class ModelWorker {
  readonly #worker: WorkerClient<OnnxCalls>;
  #stopIdle: () => void = () => {};

  constructor(folder: string, bundle: string) {
    const data: OnnxWorkerData = { folder };
    this.#worker = new WorkerClient({
      start: nodeThread(besideBundle(bundle, 'onnx-worker.mjs'), data),
      restarts: true,
      onBusy: (isBusy) => this.#busy(isBusy),
    });
  }

  async complete(
    { messages, isRaw = false, settings, task }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<Result<Completion, ModelFault>> {
    // the samples of one position differ, and are the same ones again next time
    const seed = (settings.seed ?? 0) + task.sample;
    const request = { messages, isRaw, settings: { ...settings, seed } };
    const answer = await this.#worker.call('complete', request, { signal });
    if (answer.ok) return answer.value;
    if (answer.error.code === 'COMPUTE_CANCELLED') return fault('cancelled', 'cancelled');
    const { message } = answer.error;
    return fault('bad-response', `The model's worker failed: ${message}. The model may be too big for this machine.`);
  }

  #busy(isBusy: boolean): void {
    this.#stopIdle();
    if (isBusy) return;
    const idle = setTimeout(() => void this.#worker.release(), IDLE_MS);
    // a process that has nothing else to do ends
    idle.unref();
    this.#stopIdle = () => clearTimeout(idle);
  }
}
