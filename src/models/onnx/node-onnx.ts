import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { besideBundle } from '../../compute/pool/node-threads.ts';
import { onAbort } from '../../core/base/on-abort.ts';
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
import type { FromOnnx, OnnxThreadData, ToOnnx } from './messages.ts';

/** A model that nobody asks for so long gives its memory back. */
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
 * Language models in ONNX form out of folders of this machine, run here in a thread of its own: `onnx:FOLDER`. Nothing is sent
 * anywhere and nothing is downloaded. The label in annotations has the folder's own name alone.
 *
 * @param bundle URL of the bundle that runs; the thread's program lies beside it or in a folder above
 */
export function onnxSource(bundle: string): ModelSource {
  const threads = new Map<string, ModelThread>();
  return {
    id: 'onnx',
    title: 'Folder with an ONNX model, run here',
    names: ['FOLDER'],
    open(name) {
      if (name.trim() === '')
        return fault(
          'unknown-model',
          'which folder? onnx:FOLDER names one with model.onnx, tokenizer.json and config.json',
        );
      const folder = path.resolve(name);
      const model: Model = {
        label: `onnx:${path.basename(folder)}`,
        capabilities: () => Promise.resolve(ok(CAPABILITIES)),
        complete(request, signal) {
          let thread = threads.get(folder);
          if (thread === undefined || thread.ended) {
            thread = new ModelThread(folder, bundle);
            threads.set(folder, thread);
          }
          return thread.complete(request, signal);
        },
      };
      return ok(model);
    },
  };
}

/** The thread of one model. It is there while it is asked, and for a while after; it keeps no process alive. */
class ModelThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (result: Result<Completion, ModelFault>) => void>();
  #stopIdle: () => void = () => {};
  #next = 0;
  ended = false;

  constructor(folder: string, bundle: string) {
    const worker = new Worker(besideBundle(bundle, 'onnx-worker.mjs'), {
      workerData: { folder } satisfies OnnxThreadData,
    });
    this.#worker = worker;
    worker.unref();
    worker.on('message', ({ id, result }: FromOnnx) => this.#answer(id, result));
    worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (status) => this.#end(`its thread ended with status ${status}`));
  }

  complete(
    { messages, isRaw = false, settings, task }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<Result<Completion, ModelFault>> {
    if (signal.aborted) return Promise.resolve(fault('cancelled', 'cancelled'));
    const id = this.#next++;
    // the samples of one position differ, and are the same ones again next time
    const seed = (settings.seed ?? 0) + task.sample;
    this.#stopIdle();
    this.#worker.ref();
    return new Promise((resolve) => {
      const forget = onAbort(signal, () => this.#post({ type: 'cancel', id }));
      this.#waiting.set(id, (result) => {
        forget();
        resolve(result);
      });
      this.#post({ type: 'complete', id, messages, isRaw, settings: { ...settings, seed } });
    });
  }

  #post(message: ToOnnx): void {
    this.#worker.postMessage(message);
  }

  #answer(id: number, result: Result<Completion, ModelFault>): void {
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
    if (this.#waiting.size > 0 || this.ended) return;
    this.#worker.unref();
    const idle = setTimeout(() => {
      this.ended = true;
      void this.#worker.terminate();
    }, IDLE_MS);
    // a process that has nothing else to do ends
    idle.unref();
    this.#stopIdle = () => clearTimeout(idle);
  }

  #end(reason: string): void {
    this.ended = true;
    const message = `The model's thread broke off: ${reason}. It may be too big for this machine.`;
    for (const id of this.#waiting.keys()) this.#answer(id, fault('bad-response', message));
  }
}
