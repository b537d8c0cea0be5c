import type { FromWorker, StartWorker } from '../../compute/worker/worker-protocol.ts';
import { thrownMessage } from '../../core/base/result.ts';
import type { Model } from '../model.ts';
import { ModelWorker } from './model-worker.ts';

/** The part of a web worker that a model needs. */
export interface ModelWebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: FromWorker }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

/**
 * Runs models shipped with the extension in web workers. The script of a worker is fetched and given to it as a blob, because it must have
 * the origin of the page.
 *
 * @param root URL of the package
 * @param start starts a web worker with the URL of a script
 * @returns a function that answers requests by the model of a folder, relative to the root of the package
 */
export const packagedWebModel =
  (root: string, start: (url: string) => ModelWebWorker) =>
  (folder: string): Model['complete'] => {
    const open = async (): Promise<ModelWebWorker> => {
      const script = await fetch(`${root}/dist/onnx-web-worker.js`);
      if (!script.ok) throw new Error(`the program of the model cannot be fetched (status ${script.status})`);
      const data = { folder: `${root}/${folder}`, runtime: `${root}/dist/onnx-runtime.wasm` };
      const parts = [`self.statelensModel = ${JSON.stringify(data)};\n`, await script.text()];
      return start(URL.createObjectURL(new Blob(parts, { type: 'text/javascript' })));
    };
    const worker = new ModelWorker(webThread(open));
    return (request, signal) => worker.complete(request, signal);
  };

/** Starts a web worker whose script is fetched first; messages sent before are queued. */
const webThread =
  (open: () => Promise<ModelWebWorker>): StartWorker =>
  (events) => {
    let isOpen = true;
    let worker: ModelWebWorker | undefined;
    const early: unknown[] = [];
    const died = (reason: string): void => {
      if (!isOpen) return;
      isOpen = false;
      events.died(reason);
    };
    open().then(
      (started) => {
        if (!isOpen) {
          started.terminate();
          return;
        }
        worker = started;
        started.addEventListener('message', ({ data }) => {
          if (isOpen) events.message(data);
        });
        started.addEventListener('error', ({ message = 'the web worker failed' }) => died(message));
        for (const message of early) started.postMessage(message);
      },
      (error: unknown) => died(thrownMessage(error)),
    );
    return {
      flags: undefined,
      post(message) {
        if (worker === undefined) early.push(message);
        else worker.postMessage(message);
      },
      terminate() {
        isOpen = false;
        worker?.terminate();
        return Promise.resolve();
      },
    };
  };
