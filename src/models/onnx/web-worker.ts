import { immediates } from '../../compute/system-clock.ts';
import type { FromWorker, ToWorker } from '../../compute/worker/worker-protocol.ts';
import { err, type Result } from '../../core/base/result.ts';
import { type LoadedModel, MODEL_TEXTS, openFiles, plainMessage, serveModel } from './model-server.ts';

/** The part of a web worker's own scope that is used. */
interface Scope {
  /** URLs of the model's folder and of the runtime, which the script is started with. */
  readonly statelensModel: { readonly folder: string; readonly runtime: string };
  postMessage(message: FromWorker): void;
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void;
}

// The web worker of one model.
const scope = globalThis as unknown as Scope;
const { folder, runtime } = scope.statelensModel;
const defer = immediates();

serveModel({
  now: () => performance.now(),
  post: (message) => scope.postMessage(message),
  listen: (receive) => scope.addEventListener('message', ({ data }) => receive(data)),
  load,
  turn: () => new Promise((resolve) => defer(resolve)),
});

async function load(turn: () => Promise<void>): Promise<Result<LoadedModel, string>> {
  const place = folder.slice(folder.lastIndexOf('/', folder.length - 2) + 1);
  const name = 'model.onnx';
  try {
    const [graph, wasm, ...texts] = await Promise.all([
      fetched(`${folder}/${name}`),
      fetched(runtime),
      ...MODEL_TEXTS.map((text) => fetched(`${folder}/${text}`)),
    ]);
    if (graph === undefined || wasm === undefined) return err(`${place} cannot be fetched.`);
    const decoder = new TextDecoder();
    const json = texts.map((bytes): unknown => (bytes === undefined ? undefined : JSON.parse(decoder.decode(bytes))));
    return await openFiles({ place, texts: json, name, graph, runtime: wasm }, turn);
  } catch (error) {
    return err(`${place} cannot be loaded: ${plainMessage(error)}.`);
  }
}

async function fetched(url: string): Promise<Uint8Array | undefined> {
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
