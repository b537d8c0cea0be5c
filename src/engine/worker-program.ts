import { thrownMessage } from '../core/base/result.ts';
import { EMBEDDED_ENGINE, type EngineEvents, type EngineProcess, type EngineProgram, Lines } from './engine-program.ts';

/** Starts a web worker with a script. */
export type StartWorker = (url: string) => EngineWorker;

/**
 * Returns the bundled engine in a web worker. Its script is fetched and given to the worker as a blob, because a worker's script must have
 * the origin of the page, which the extension's files seldom have.
 *
 * @param folder URL of the folder with the engine
 */
export const embeddedWorker = (folder: string, start: StartWorker): EngineProgram =>
  workerProgram(EMBEDDED_ENGINE.name, () => openWorker(folder, start));

async function openWorker(folder: string, start: StartWorker): Promise<EngineWorker> {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  return start(await scriptBlob(new URL(EMBEDDED_ENGINE.script, base)));
}

/**
 * Returns the preamble of the script. The script reads the address of its WebAssembly from the fragment of the worker's URL; in an
 * extension host a script of VS Code starts the worker, whose URL has no fragment, so the preamble supplies one. Some servers do not
 * declare the type of WebAssembly; it is compiled nevertheless. An unhandled rejection would leave a worker that never answers.
 */
function preamble(script: URL): string {
  const wasm = script.href.replace(/\.js$/, '.wasm');
  const { origin, pathname } = script;
  const location = { href: 'blob:', origin, pathname, hash: `#${encodeURIComponent(wasm)}` };
  return `Object.defineProperty(self, 'location', { value: ${JSON.stringify(location)}, configurable: true });
WebAssembly.compileStreaming = async (response) => WebAssembly.compile(await (await response).arrayBuffer());
WebAssembly.instantiateStreaming = async (response, imports) =>
  WebAssembly.instantiate(await (await response).arrayBuffer(), imports);
self.addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));
`;
}

/** Blob URLs by script file: they are the same for every start. */
const blobs = new Map<string, Promise<string>>();

function scriptBlob(script: URL): Promise<string> {
  const known = blobs.get(script.href);
  if (known !== undefined) return known;
  const blob = toBlob(script);
  blobs.set(script.href, blob);
  // A later start may have the network again.
  blob.catch(() => blobs.delete(script.href));
  return blob;
}

async function toBlob(script: URL): Promise<string> {
  const response = await fetch(script);
  if (!response.ok) throw new Error(`${script.pathname} cannot be fetched (status ${response.status})`);
  return URL.createObjectURL(new Blob([preamble(script), await response.text()], { type: 'text/javascript' }));
}

/** The part of a web worker that an engine needs: lines go in and come out as messages. */
export interface EngineWorker {
  postMessage(line: string): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

/**
 * Returns an engine in a web worker.
 *
 * @param open starts the worker; its files may have to be fetched first
 */
export const workerProgram = (name: string, open: () => Promise<EngineWorker>): EngineProgram => ({
  name,
  start: (events) => new WorkerEngine(open, events),
});

class WorkerEngine implements EngineProcess {
  readonly #events: EngineEvents;
  /** Lines sent before the worker has started. */
  readonly #early: string[] = [];
  #worker: EngineWorker | undefined;
  #isOver = false;

  constructor(open: () => Promise<EngineWorker>, events: EngineEvents) {
    this.#events = events;
    open().then(
      (worker) => this.#opened(worker),
      (error: unknown) => this.#ended(`could not be loaded: ${thrownMessage(error)}`),
    );
  }

  send(line: string): void {
    if (this.#isOver) return;
    if (this.#worker === undefined) this.#early.push(line);
    else this.#worker.postMessage(line);
  }

  end(): Promise<void> {
    this.#isOver = true;
    this.#worker?.terminate();
    return Promise.resolve();
  }

  #opened(worker: EngineWorker): void {
    if (this.#isOver) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    const lines = new Lines((line) => {
      if (!this.#isOver) this.#events.line(line);
    });
    worker.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') lines.push(`${data}\n`);
    });
    worker.addEventListener('error', ({ message }) => {
      worker.terminate();
      this.#ended(`ended: ${message ?? 'its worker failed'}`);
    });
    for (const line of this.#early) worker.postMessage(line);
  }

  #ended(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.ended(reason, false);
  }
}
