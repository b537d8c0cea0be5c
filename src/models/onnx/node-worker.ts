import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { processEnd } from '../../compute/worker/node-process.ts';
import { threadEnd } from '../../compute/worker/node-threads.ts';
import { serveModel } from './model-server.ts';
import type { OnnxWorkerData } from './model-worker.ts';
import { loadModel } from './node-load.ts';

/**
 * Work of a WebAssembly function, in bytes executed, after which V8 optimizes it: some tenths of a second. With V8's default it also
 * optimizes what runs once, as a session opens; one such function alone takes 200 MB and seconds.
 */
const TIERING_BUDGET = 1_000_000_000;

// The worker of one model: a process, or a thread of a program whose process is its own.
const { data, post, listen } = isMainThread ? processEnd() : threadEnd();
const { folder } = data as OnnxWorkerData;
if (isMainThread || process.versions['electron'] === undefined)
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);

serveModel({
  now: () => performance.now(),
  post,
  listen,
  load: (turn) => loadModel(folder, turn),
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
});
